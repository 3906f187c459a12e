// The strip for streams: the same state, and nothing to touch.

import { request } from "./api.js";
import { showDice } from "./dice.js";
import { fitAll } from "./fit.js";
import { gettext } from "./language.js";
import { follow } from "./stream.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));

function showPlayer(id, side, { match, cube, player, chouette }) {
  const box = at(id);
  box.className = `player ${side}${player === side ? " turn" : ""}`;
  box.querySelector(".name").textContent = match.names[side];
  box.querySelector(".cube").textContent = cube.owner === side && cube.in_use ? String(cube.value) : "";
  const entry = chouette?.ledger.find((each) => each.name === match.names[side]);
  box.querySelector(".score").textContent = String(entry ? entry.points : match.score[side]);
}

function matchLine({ length, game, crawford, post_crawford }, chouette) {
  const parts = [
    length ? gettext("Match to {length}", { length }) : chouette ? gettext("Chouette") : gettext("Money session"),
  ];
  if (game) parts.push(gettext("Game {game}", { game }));
  if (crawford) parts.push(gettext("Crawford"));
  else if (post_crawford) parts.push(gettext("post-Crawford"));
  return parts.join(" · ");
}

function render(state) {
  const { page } = state.waiting_for;
  if (page !== "/") {
    at("strip").hidden = true; // no match is followed
    delete document.body.dataset.version;
    return;
  }
  const near = state.seats.near;
  showPlayer("one", near === "light" ? "dark" : "light", state);
  showPlayer("two", near, state);
  const { cube, warning, plays, match } = state;
  names = match.names;
  const middle =
    cube.in_use && cube.owner === null && cube.value > 1
      ? [" · ", gettext("cube {value}", { value: cube.value })].join("")
      : "";
  at("match").textContent = matchLine(match, state.chouette) + middle;
  showDice(at("dice"), state.dice || [], state.player);
  at("headline").textContent = warning && !warning.provisional ? warning.message : state.headline;
  const last = plays[plays.length - 1];
  at("last").textContent = last
    ? `${match.names[last.player]} ${last.dice ? `${last.dice.join("-")}: ` : ""}${last.play}`
    : "";
  at("strip").classList.toggle("illegal", Boolean(warning && !warning.provisional));
  at("strip").hidden = false;
  fitAll();
  document.body.dataset.version = state.version;
}

const CHANCES_MS = 2000;
let names = { light: "", dark: "" };

function showChances({ light, of }) {
  for (const id of ["chances", "chances-text"]) at(id).toggleAttribute("hidden", light === null); // SVG has no property of that name
  if (light === null) return;
  const share = Math.round(100 * light);
  at("chance-light").setAttribute("width", String(100 * light));
  const text = share >= 50 ? `${names.light} ${share} %` : `${names.dark} ${100 - share} %`;
  at("chances-text").textContent = gettext("{chance} to win {what}", { chance: text, what: of });
  at("chances").setAttribute("aria-label", at("chances-text").textContent);
}

function askChances() {
  request(`/api/overlay/chances${location.search}`).then(showChances, () => showChances({ light: null, of: "" }));
}

if (at("chances")) setInterval(askChances, CHANCES_MS);

// an overlay that shows old news as new is worse than none
function showLink({ stale }) {
  if (stale) at("strip").hidden = true;
  else if (document.body.dataset.version) at("strip").hidden = false;
}

follow({ onState: render, onLink: showLink });
