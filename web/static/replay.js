// A match played again: the board and the camera's picture at each step, by hand or by itself, and its figures.

import { drawBoard, wear } from "./board.js";
import { showClasses } from "./classes.js";
import { showClip } from "./clip.js";
import { dayOf, formOf, namesOf, scoreOf } from "./history_words.js";
import { gettext } from "./language.js";

const PAUSES = { slow: 4000, usual: 2000, quick: 800 }; // ms from step to step
const JUMPS = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -1e6,
  End: 1e6,
};
const part = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));

showClasses();

export function nameMatch(match) {
  part("title").textContent = match.players.length
    ? namesOf(match)
    : `${match.names.light} ${scoreOf(match)} ${match.names.dark}`;
  part("about").textContent = [formOf(match), dayOf(match)].filter(Boolean).join(" · ");
  document.title = `${namesOf(match)} – Bookgammon`;
}

function stepRow(match, step, onChosen) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = `step bare ${step.kind}`;
  button.tabIndex = -1; // the list is one stop of the tab key; the arrows move in it
  const add = (name, text) => {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = text;
    button.append(span);
    return span;
  };
  const disc = add(step.player ? "disc" : "disc-none", "");
  if (step.player) {
    disc.dataset.side = step.player;
    disc.setAttribute("role", "img");
    disc.setAttribute("aria-label", match.names[step.player]);
  }
  add("soft", step.dice ? step.dice.join("-") : "");
  add("step-play", step.text);
  if (step.clip) add("soft", "▶").setAttribute("aria-hidden", "true");
  if (step.frame !== null) add("soft", "◉").setAttribute("aria-hidden", "true");
  button.addEventListener("click", onChosen);
  item.append(button);
  return item;
}

function stepText(match, step) {
  const who = step.player ? match.names[step.player] : "";
  const dice = step.dice ? `${step.dice.join("-")}: ` : "";
  return [who, `${dice}${step.text}`].filter(Boolean).join(" · ");
}

// picture(frame): the address of the camera's picture, or nothing where none is at hand; onShown(step): it is shown
// clip(name): the same of a film
export function startReplay(match, picture, clip, onShown = (_step) => {}) {
  const { steps } = match;
  if (!steps.length) {
    part("about").textContent += ` · ${gettext("Nothing was played in it.")}`;
    return;
  }
  let shown = 0;
  let timer = 0;
  wear(match.look);
  showStatistics(match);
  part("match-steps").hidden = false;
  part("steps").replaceChildren(...steps.map((step, index) => stepRow(match, step, () => choose(index))));
  part("at").max = String(steps.length - 1);

  function show(index) {
    shown = Math.min(steps.length - 1, Math.max(0, index));
    const step = steps[shown];
    drawBoard(part("board"), {
      position: step.position,
      seats: step.seats,
      cube: { ...step.cube, in_use: true, offered: null },
      names: match.names,
      player: step.player,
    });
    const text = stepText(match, step);
    part("step-text").textContent = text;
    part("step-note").textContent = step.note;
    part("past").dataset.kind = step.kind;
    part("at").value = String(shown);
    part("at").setAttribute(
      "aria-valuetext",
      gettext("{step} of {count}: {what}", { step: shown + 1, count: steps.length, what: text }),
    );
    part("first").disabled = part("back").disabled = shown === 0;
    part("last").disabled = part("on").disabled = shown === steps.length - 1;
    part("xgid-row").hidden = !step.xgid;
    part("xgid").textContent = step.xgid;
    showPicture(step, text);
    showFilm(step);
    onShown(step);
    mark();
    dispatchEvent(new CustomEvent("step-shown", { detail: shown }));
    history.replaceState(null, "", shown ? `#${shown}` : location.href.replace(/#.*/, "")); // a link to this step
  }

  function showPicture(step, text) {
    const image = part("picture");
    const address = step.frame === null ? null : picture(step.frame);
    image.hidden = !address;
    const none = match.elsewhere ? "" : gettext("No picture was kept of this step.");
    part("picture-says").textContent = address ? gettext("As the camera saw it.") : none;
    if (!address) return;
    image.alt = gettext("The camera’s picture of this step: {what}", { what: text });
    if (image.getAttribute("src") !== address) image.src = address;
  }

  let filmed = "";
  function showFilm(step) {
    const address = (step.clip && clip(step.clip)) || "";
    if (address !== filmed) showClip(part("film"), address);
    filmed = address;
  }

  function mark() {
    const list = part("steps");
    list.querySelectorAll(".step").forEach((button, place) => {
      if (place === shown) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = /** @type {HTMLElement} */ (list.children[shown]);
    if (
      current.offsetTop < list.scrollTop ||
      current.offsetTop + current.offsetHeight > list.scrollTop + list.clientHeight
    ) {
      list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }
  }

  // whoever steps by hand stops what plays by itself
  function choose(index) {
    stop();
    show(index);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    part("past").classList.remove("playing");
    part("play").setAttribute("aria-label", gettext("Play it"));
  }

  function play() {
    part("past").classList.add("playing");
    part("play").setAttribute("aria-label", gettext("Stop"));
    if (shown === steps.length - 1) show(0);
    next();
  }

  function next() {
    timer = setTimeout(() => {
      show(shown + 1);
      if (shown === steps.length - 1) stop();
      else next();
    }, PAUSES[part("speed").value]);
  }

  function toggle() {
    if (timer) stop();
    else play();
  }

  addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (document.querySelector("dialog[open]") || target.matches("#at, select, textarea")) return;
    const presses = event.key === " " && !target.closest("button, a, input");
    if (!presses && !(event.key in JUMPS)) return;
    event.preventDefault();
    if (presses) toggle();
    else choose(shown + JUMPS[event.key]);
  });
  part("at").addEventListener("input", () => choose(Number(part("at").value)));
  part("first").addEventListener("click", () => choose(0));
  part("back").addEventListener("click", () => choose(shown - 1));
  part("on").addEventListener("click", () => choose(shown + 1));
  part("last").addEventListener("click", () => choose(steps.length - 1));
  part("play").addEventListener("click", toggle);
  addEventListener("hashchange", () => choose(Number(location.hash.slice(1)) || 0));
  show(Number(location.hash.slice(1)) || 0);
}

function showStatistics({ names, statistics }) {
  const { light, dark } = statistics;
  if (!light.rolls && !dark.rolls) return;
  const share = ({ doubles, rolls }) => (rolls ? `${doubles} (${Math.round((100 * doubles) / rolls)} %)` : "0");
  const mean = ({ pips, rolls }) => (rolls ? (pips / rolls).toFixed(1) : "–");
  const time = ({ seconds }) => (seconds === null ? "–" : `${Math.round(seconds)} s`);
  const wrong = ({ illegal, stood }) =>
    stood ? gettext("{illegal} ({stood} let stand)", { illegal, stood }) : String(illegal);
  const rows = [
    [gettext("Rolls"), ({ rolls }) => String(rolls)],
    [gettext("Doubles"), share],
    [gettext("Pips a roll (8.2 on average)"), mean],
    [gettext("Time a play, as a rule"), time],
    [gettext("Illegal plays"), wrong],
  ];
  const cell = (kind, text, scope) => {
    const made = document.createElement(kind);
    made.textContent = text;
    if (scope) made.scope = scope;
    return made;
  };
  const head = document.createElement("tr");
  head.append(cell("td", ""), cell("th", names.light, "col"), cell("th", names.dark, "col"));
  const lines = rows.map(([title, value]) => {
    const line = document.createElement("tr");
    line.append(cell("th", title, "row"), cell("td", value(light)), cell("td", value(dark)));
    return line;
  });
  part("figures").replaceChildren(head, ...lines);
  part("statistics").hidden = false;
}
