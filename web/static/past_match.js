// One past match: the board and the camera's picture at each step, forward and back.

import { request } from "./api.js";
import { drawBoard } from "./board.js";
import { dayOf, formOf, namesOf, scoreOf } from "./history_words.js";

const at = (id) => document.getElementById(id);
const id = at("past").dataset.match;
let match = null;
let shown = 0;

function row(step, index) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = `step ${step.kind}`;
  button.tabIndex = -1; // the list is one stop of the tab key; the arrows move in it
  const part = (name, text) => {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = text;
    button.append(span);
    return span;
  };
  const disc = part(step.player ? "disc-small" : "disc-none", "");
  if (step.player) {
    disc.dataset.side = step.player;
    disc.setAttribute("role", "img");
    disc.setAttribute("aria-label", match.names[step.player]);
  }
  part("step-dice", step.dice ? step.dice.join("-") : "");
  part("step-play", step.text);
  if (step.frame !== null) part("step-seen", "◉").setAttribute("aria-hidden", "true");
  button.addEventListener("click", () => show(index));
  item.append(button);
  return item;
}

function told(step) {
  const who = step.player ? match.names[step.player] : "";
  const dice = step.dice ? `${step.dice.join("-")}: ` : "";
  return [who, `${dice}${step.text}`].filter(Boolean).join(" · ");
}

function show(index) {
  shown = Math.min(match.steps.length - 1, Math.max(0, index));
  const step = match.steps[shown];
  drawBoard(at("board"), {
    position: step.position,
    seats: step.seats,
    cube: { ...step.cube, in_use: true, offered: null },
    names: match.names,
    player: step.player,
  });
  at("step-text").textContent = told(step);
  at("step-note").textContent = step.note;
  at("past").dataset.kind = step.kind;
  at("at").value = String(shown);
  at("at").setAttribute("aria-valuetext", `${shown + 1} of ${match.steps.length}: ${told(step)}`);
  at("first").disabled = at("back").disabled = shown === 0;
  at("last").disabled = at("on").disabled = shown === match.steps.length - 1;
  at("xgid-row").hidden = !step.xgid;
  at("xgid").textContent = step.xgid;
  showPicture(step);
  at("steps").querySelectorAll(".step").forEach((button, place) => {
    if (place === shown) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  const current = at("steps").children[shown];
  const list = at("steps");
  if (current.offsetTop < list.scrollTop || current.offsetTop + current.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
}

function showPicture(step) {
  const image = at("picture");
  image.hidden = step.frame === null;
  at("picture-says").textContent = step.frame === null ? "No picture was kept of this step." : "As the camera saw it.";
  if (step.frame === null) return;
  image.alt = `The camera’s picture of this step: ${told(step)}`;
  const address = `/api/history/${id}/pictures/${step.frame}.jpg`;
  if (image.getAttribute("src") !== address) image.src = address;
}

function open(found) {
  match = found;
  at("title").textContent = match.players.length ? namesOf(match) : `${match.names.light} ${scoreOf(match)} ${match.names.dark}`;
  at("about").textContent = [formOf(match), dayOf(match)].filter(Boolean).join(" · ");
  document.title = `${namesOf(match)} – Bookgammon`;
  at("take").hidden = false;
  if (!match.steps.length) {
    at("about").textContent += " · Nothing was played in it.";
    return;
  }
  at("told").hidden = false;
  at("steps").replaceChildren(...match.steps.map(row));
  at("at").max = String(match.steps.length - 1);
  show(0);
}

const KEYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -1e6, End: 1e6 };
addEventListener("keydown", (event) => {
  if (!match || !match.steps.length || at("sure").open || event.target === at("at") || !(event.key in KEYS)) return;
  event.preventDefault();
  show(shown + KEYS[event.key]);
});
at("at").addEventListener("input", () => show(Number(at("at").value)));
at("first").addEventListener("click", () => show(0));
at("back").addEventListener("click", () => show(shown - 1));
at("on").addEventListener("click", () => show(shown + 1));
at("last").addEventListener("click", () => show(match.steps.length - 1));

at("delete").addEventListener("click", () => {
  at("sure-text").textContent = `${namesOf(match)}, ${dayOf(match)}: its record and its pictures are gone then.`;
  at("sure-error").textContent = "";
  at("sure").showModal();
});
at("keep").addEventListener("click", () => at("sure").close());
at("really").addEventListener("click", () => {
  request(`/api/history/${id}/delete`, {}).then(
    () => location.replace("/history"),
    (refusal) => (at("sure-error").textContent = refusal.message),
  );
});

request(`/api/history/${id}`).then(open, (refusal) => {
  at("title").textContent = "This match cannot be shown";
  at("past-error").textContent = refusal.status === 404 ? "There is no such match here; it may have been deleted." : refusal.message;
});
request("/api/me").then(({ control }) => (at("delete").hidden = !control), () => {});
