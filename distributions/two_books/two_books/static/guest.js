// A guest's page: the board that is played by tapping, what may be said now, and who the other player is.

import { request } from "/static/api.js";
import { drawBoard, node, plan } from "/static/board.js";
import { checkControl, inControl } from "/static/control.js";
import { gettext, ngettext } from "/static/language.js";
import { follow } from "/static/stream.js";
import { at, show, write } from "/static/text.js";

const OFF = 0;
const BAR = 25;
const REFUSED_FOR = 6000; // ms

/** @type {any} */
let newest = null;
/** @type {number | null} */
let held = null; // the place of the checker that was tapped, in the guest's own numbering
let joinsAnother = false;
let refusedTimer = 0;

async function send(body) {
  try {
    await request("/api/guest", body);
    refuse("");
    return "";
  } catch (refusal) {
    if (refusal.status === 401) checkControl();
    refuse(refusal.message);
    return refusal.message;
  }
}

function refuse(sentence) {
  write("refused", sentence);
  clearTimeout(refusedTimer);
  if (sentence) refusedTimer = setTimeout(() => newest && showWords(newest), REFUSED_FOR);
}

// ------------------------------------------------------------------ the board

function label(own) {
  if (own === BAR) return gettext("Your bar");
  if (own === OFF) return gettext("Bear off");
  return gettext("Your {point}-point", { point: own });
}

function tap(own) {
  const goals = held === null ? [] : newest.guest.moves[held] || [];
  if (goals.includes(own)) {
    const from = held;
    held = null;
    send({ from, to: own });
  } else {
    held = held !== own && newest.guest.moves[own] ? own : null;
  }
  showBoard(newest);
}

function spot(place, own, kind) {
  const { side } = newest.guest;
  const made = node("g", {
    class: `spot ${kind}`,
    role: "button",
    tabindex: 0,
    "data-spot": own,
    "aria-label": label(own),
    "aria-pressed": String(kind === "held"),
  });
  made.append(node("rect", { ...place.touch(side, own), rx: 4 }));
  made.addEventListener("click", () => tap(own));
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tap(own);
  });
  return made;
}

function spots(svg, state) {
  const { moves, side } = state.guest;
  if (!inControl() || !side) return;
  if (held !== null && !moves[held]) held = null;
  const goals = held === null ? [] : moves[held];
  const place = plan(state.seats);
  for (let own = BAR; own >= OFF; own--) {
    const kind = goals.includes(own) ? "goal" : own === held ? "held" : moves[own] ? "can" : "";
    if (kind) svg.append(spot(place, own, kind));
  }
}

function diceOf({ guest, dice, player }) {
  const mine = player === guest.side && guest.position;
  return ((mine ? guest.left : dice) || []).map((value) => ({ value, set: player }));
}

function showBoard(state) {
  const svg = /** @type {any} */ (at("board"));
  const focused = document.activeElement?.getAttribute("data-spot");
  drawBoard(svg, {
    position: state.board.position,
    seats: state.seats,
    cube: state.cube,
    names: state.match.names,
    dice: diceOf(state),
    player: state.player,
    moved: state.guest.made?.length ? state.guest.made : state.guest.last || [],
  });
  spots(svg, state);
  if (focused) (svg.querySelector(`[data-spot="${focused}"]`) || svg.querySelector(".goal, .can"))?.focus();
}

// ------------------------------------------------------------------ beside it

function showMatch({ match, guest }) {
  const parts = [];
  if (guest.side) {
    parts.push(match.length ? gettext("Match to {length}", { length: match.length }) : gettext("Money session"));
    if (match.game) parts.push(gettext("Game {game}", { game: match.game }));
    if (match.crawford) parts.push(gettext("Crawford, no cube"));
  }
  write("match", parts.join(" · "));
}

function showPlayer(id, side, { match, pips, player, cube }) {
  const seat = at(id);
  seat.dataset.side = side;
  seat.classList.toggle("turn", player === side);
  seat.querySelector(".guest-name").textContent = match.names[side];
  seat.querySelector(".guest-pips").textContent = ngettext("{count} pip", "{count} pips", pips[side]);
  const held = /** @type {HTMLElement} */ (seat.querySelector(".guest-cube"));
  held.hidden = cube.owner !== side;
  held.textContent = String(cube.value);
  const score = seat.querySelector(".guest-score");
  score.textContent = String(match.score[side]);
  score.setAttribute("aria-label", ngettext("{count} point", "{count} points", match.score[side]));
}

function showActs({ guest }) {
  const { acts = [], kinds = [], whole, back } = guest;
  const wanted = { done: whole, back };
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (at("acts").querySelectorAll("button"))) {
    const { act, turn } = button.dataset;
    button.hidden = act ? !acts.includes(act) : !wanted[turn || ""];
  }
  show("giving-up", kinds.length);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-gives-up]")))
    button.hidden = !kinds.includes(button.dataset.givesUp);
}

function showAsked({ guest: { asked } }) {
  show("asked", asked);
  if (!asked) return;
  write("asked-words", asked.what);
  show("agree", !asked.ours);
  show("decline", !asked.ours);
  show("withdraw", asked.ours);
}

function showWords({ guest }) {
  write("says", guest.says || "");
  write("refused", [guest.trouble, guest.difference, guest.refused, guest.declined].filter(Boolean).join(" "));
  write("status", guest.status || "");
  show("phrase", guest.phrase);
  write("phrase", guest.phrase ? `${guest.other}: ${guest.phrase}` : "");
}

function showPlays({ plays, match }) {
  const rows = [...plays].reverse().map(({ number, player, dice, play }) => {
    const row = document.createElement("li");
    row.dataset.side = player;
    row.dataset.turn = number;
    const disc = document.createElement("span");
    disc.className = "disc";
    disc.setAttribute("role", "img");
    disc.setAttribute("aria-label", match.names[player]);
    row.append(disc, `${dice ? dice.join("-") : "–"}  ${play}`);
    return row;
  });
  at("plays").replaceChildren(...rows);
}

function render(state) {
  newest = state;
  const { guest, seats } = state;
  const joins = !guest.joined || joinsAnother;
  show("joining", joins);
  document.querySelector(".guest-side")?.toggleAttribute("hidden", joins);
  show("look-only", !inControl());
  write("join-trouble", joins && !guest.joined ? guest.trouble || "" : at("join-trouble").textContent);
  show("more", guest.joined);
  showMatch(state);
  showBoard(state);
  showPlayer("far", seats.near === "light" ? "dark" : "light", state);
  showPlayer("near", seats.near, state);
  showWords(state);
  showActs(state);
  showAsked(state);
  showPlays(state);
  document.title = guest.says ? `${guest.says} – Bookgammon` : "Bookgammon";
  document.body.dataset.version = state.version;
}

// ------------------------------------------------------------------ what is tapped

at("acts").addEventListener("click", ({ target }) => {
  const { act, turn } = target instanceof HTMLElement ? target.dataset : {};
  if (act) send({ act });
  if (turn) send({ turn });
});
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-phrase]")))
  button.addEventListener("click", () => send({ phrase: button.dataset.phrase }));
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-gives-up]")))
  button.addEventListener("click", () => send({ gives_up: button.dataset.givesUp }));
at("agree").addEventListener("click", () => send({ asked: newest.guest.asked.number, agrees: true }));
at("decline").addEventListener("click", () => send({ asked: newest.guest.asked.number, agrees: false }));
at("withdraw").addEventListener("click", () => send({ asked: newest.guest.asked.number, agrees: false }));
at("another").addEventListener("click", () => {
  joinsAnother = !joinsAnother;
  render(newest);
});
at("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  const code = /** @type {HTMLTextAreaElement} */ (at("join-code"));
  const { value: name } = /** @type {HTMLInputElement} */ (at("join-name"));
  const refused = await send({ join: code.value, name });
  write("join-trouble", refused);
  if (refused) return;
  code.value = ""; // a key is not left lying about
  joinsAnother = false;
  if (newest) render(newest);
});
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || held === null) return;
  held = null;
  showBoard(newest);
});

checkControl().then(() => newest && render(newest));
addEventListener("visibilitychange", () => document.visibilityState === "visible" && checkControl());
follow({
  onState: render,
  onLink: ({ stale, seconds = 0 }) => {
    show("stale", stale);
    write("stale-age", stale ? gettext("What you see is {seconds} s old. Trying again…", { seconds }) : "");
  },
});
