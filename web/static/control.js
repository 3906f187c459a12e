// What a paired device may do on the scoreboard: the cube, undo, the answers to a warning.

import { request } from "./api.js";
import { fitAll } from "./fit.js";
import { gettext } from "./language.js";
import { at } from "./text.js";
import { preference } from "./preferences.js";

const REFUSED_FOR = 6000; // ms
/** @type {() => any} */
let current = () => null;
let refusedTimer = 0;

const WORDS = {
  double: [gettext("Double"), "primary"],
  take: [gettext("Take"), "primary"],
  drop: [gettext("Drop"), ""],
  beaver: [gettext("Beaver"), ""],
  press_clock: [gettext("End my turn"), "primary"],
  accept: [gettext("Accept"), "primary"],
  refuse: [gettext("Play on"), ""],
  answer_as_team: [gettext("Who takes?"), "primary"],
  ask_hint: [gettext("Hint"), "brief"],
};

const FOR_A_SIDE = ["press_clock", "ask_hint"];

export function inControl() {
  return document.body.classList.contains("control");
}

export async function checkControl() {
  try {
    const me = await request("/api/me");
    const { control } = me;
    run = me.run ?? "";
    document.body.classList.toggle("control", control);
    fitAll(); // buttons that were not there had no room to be fitted to
  } catch {
    return; // the stale sign says that nobody answers
  }
}

const begun = `${Date.now()}-${Math.random().toString(36).slice(2, 10)}`;
let taps = 0;
let run = ""; // of the program: another one does not know the taps of this one
/** @type {Map<string, Promise<string>>} */
const underWay = new Map();

// sends one command to the table; the stream brings what came of it. A second tap while the first is not answered is
// the same command, so that nobody undoes two things on a slow network.
export function send(command, fields = {}) {
  const what = JSON.stringify([command, fields]);
  const answer = underWay.get(what) ?? submit(command, fields).finally(() => underWay.delete(what));
  underWay.set(what, answer);
  return answer;
}

// A tap has a number, by which the table knows it again: where the network lost the answer it is asked once more, and
// what was done is not done twice. Where the program was started again meanwhile it cannot know, and says so.
async function sendOnce(body) {
  taps += 1;
  const again = run;
  const tap = `${begun}-${taps}`;
  try {
    await request("/api/tell", { ...body, tap });
  } catch (refusal) {
    if (refusal.status !== 0) throw refusal;
    await request("/api/tell", { ...body, tap, again });
  }
}

async function submit(command, fields) {
  try {
    await sendOnce({ command, ...fields });
    at("refused").hidden = true;
    return "";
  } catch (refusal) {
    if (refusal.status === 401) document.body.classList.remove("control");
    refuse(refusal.message);
    return refusal.message;
  }
}

export function refuse(sentence) {
  const slip = at("refused");
  const covered = document.querySelector(".cover:not([hidden])") !== null; // by a warning
  slip.classList.toggle("afloat", covered);
  (covered ? document.body : document.querySelector(".slips"))?.append(slip);
  slip.textContent = sentence;
  slip.hidden = false;
  clearTimeout(refusedTimer);
  refusedTimer = setTimeout(() => (slip.hidden = true), REFUSED_FOR);
}

export function showActs(state) {
  for (const id of ["far", "near"]) {
    const { side = "" } = at(id).dataset;
    const acts = at(id).querySelector(".acts");
    const offered = state.offers[side].filter((name) => WORDS[name]);
    const key = `${side} ${offered.join(" ")} ${state.cube.value}`;
    if (acts.dataset.key === key) continue; // so that a finger or the focus stays on its button
    acts.dataset.key = key;
    acts.replaceChildren(...offered.map((name) => act(name, side, state)));
  }
  for (const id of ["far", "near"])
    at(id).classList.toggle(
      "pressable",
      inControl() && state.offers[at(id).dataset.side || "light"].includes("press_clock"),
    );
  const undo = at("undo");
  undo.disabled = !state.undo;
  undo.setAttribute(
    "aria-label",
    state.undo ? gettext("Undo {action}", { action: state.undo }) : gettext("Nothing to undo"),
  );
  undo.title = state.undo ? gettext("Undo {action}", { action: state.undo }) : "";
  document.body.classList.toggle("facing", preference("facing"));
}

function act(name, side, state) {
  const [word, kind] = WORDS[name];
  const button = document.createElement("button");
  button.type = "button";
  button.className = `button act ${kind}`;
  button.textContent = word;
  if (name !== "double") button.dataset.lines = "1"; // type as large as fits into the seat
  if (name === "double") {
    const cube = document.createElement("span");
    cube.className = "chip";
    cube.textContent = String(state.cube.value * 2);
    const to = document.createElement("span");
    to.className = "seen-by-ear";
    to.textContent = ` ${gettext("to")} `;
    button.append(to, cube);
  }
  button.addEventListener("click", () =>
    name === "answer_as_team" ? open("team") : send(name, FOR_A_SIDE.includes(name) ? { player: side } : {}),
  );
  return button;
}

/** @type {Record<string, Promise<any>>} */
const styles = {};

// a style sheet that the first view does without
export function styled(name, folder = "/static") {
  styles[name] ??= new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `${folder}/${name}.css`;
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    document.head.append(link);
  });
  return styles[name];
}

// dialogs come when they are needed first, so that looking stays light
/** @param {string} view @param {{game: number, turn: number} | {point: number} | string | null} what */
export async function open(view, what = null) {
  const [{ openMenu }] = await Promise.all([import("./menu.js"), styled("sheets")]);
  openMenu(view, current, what);
}

export function startControl(state) {
  current = state;
  const on = (id, act) => at(id).addEventListener("click", act);
  for (const id of ["menu-open", "alarm-menu", "question-menu", "finis-menu"]) on(id, () => open("menu"));
  on("undo", () => send("undo"));
  on("resume", () => send("resume"));
  for (const clock of document.querySelectorAll(".seat .clock")) clock.addEventListener("click", pressClock);
  on("hint-misread", () => send("misread"));
  on("hint-other_roll", rolledOtherwise);
  on("alarm-why", () => open("why"));
  on("alarm-other_roll", rolledOtherwise);
  on("alarm-misread", () => open("misread"));
  on("alarm-let_stand", () => send("let_stand", { player: opponent() }));
  on("alarm-demand", () => send("demand", { player: opponent() }));
  on("alarm-undo", () => send("undo"));
  on("another-set-up", () => import("./set_up_again.js").then((part) => part.setUpAgain()));
  on("finis-new", () => open("new_match"));
  on("finis-undo", () => send("undo"));
  checkControl().then(() => {
    // another page leads here with a position to play on from
    if (location.hash.startsWith("#take_up=")) import("./take_up.js").then((part) => part.takeUpLinked(state));
  });
  addEventListener("visibilitychange", () => document.visibilityState === "visible" && checkControl());
  addEventListener("online", checkControl);
}

// other dice make the play legal: where they were read clearly that takes a second word
function rolledOtherwise() {
  const { other_roll: dice, doubtful } = current().warning || {};
  if (dice) doubtful ? send("correct_dice", { dice }) : open("other_roll");
}

// the clock itself, as one of wood would be hit; the button below it does the same
function pressClock(event) {
  const { side } = event.currentTarget.closest(".seat").dataset;
  if (inControl() && current().offers[side].includes("press_clock")) send("press_clock", { player: side });
}

function opponent() {
  return current().warning.player === "light" ? "dark" : "light";
}
