// What the page shows of one state. It renders the server's words as text and keeps nothing of its own.

import { drawBoard, wear } from "./board.js";
import { inControl, open, send, showActs, startControl, styled } from "./control.js";
import { showDice } from "./dice.js";
import { fitAll } from "./fit.js";
import { gettext, ngettext } from "./language.js";
import { follow } from "./stream.js";
import { chime, soundRoll } from "./sounds.js";
import { at, show, write } from "./text.js";
import { boardOf, showHint, showWarning } from "./warning.js";
import { preference } from "./preferences.js";
import { answers, first, onAdded, ready } from "./beside.js";

/** @type {any} */
let newest = null;
/** @type {any} */
let elsewhere = null; // what the program waits for while it follows no table
let looking = false; // at the board again, after the demo has ended
let ahead = 0; // seconds by which this device's clock is ahead of the server's

function showHead(state) {
  const { length, game, crawford, post_crawford } = state.match;
  const parts = [
    length ? gettext("Match to {length}", { length }) : state.chouette ? gettext("Chouette") : gettext("Money session"),
  ];
  if (game) parts.push(gettext("Game {game}", { game }));
  if (crawford) parts.push(gettext("Crawford, no cube"));
  else if (post_crawford) parts.push(gettext("post-Crawford"));
  if (state.coach) parts.push(gettext("with a coach"));
  write("match", parts.join(" · "));
}

function showElapsed() {
  if (!newest?.started) return;
  const minutes = Math.max(0, Math.floor((Date.now() / 1000 - newest.started) / 60));
  const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
  const { battery } = newest;
  const charge = battery ? [" · ", gettext("camera’s battery {percent} %", { percent: battery.percent })].join("") : "";
  write("elapsed", (newest.demo ? gettext("recorded · {text}", { text }) : text) + charge);
}

function showSeat(id, side, state) {
  const seat = at(id);
  const { chouette, match, cube } = state;
  seat.dataset.side = side;
  seat.classList.toggle("turn", state.player === side);
  write(`${id}-name`, match.names[side]);
  const words = [];
  if (state.player === side) words.push(state.phase === "doubled" ? gettext("doubles") : gettext("on turn"));
  if (chouette) words.push(chouette.side === side ? gettext("in the box") : gettext("captain"));
  if (preference("pips")) words.push(ngettext("{count} pip", "{count} pips", state.pips[side]));
  seat.querySelector(".holds").textContent =
    words.join(" · ") || (side === "light" ? gettext("light checkers") : gettext("dark checkers"));
  const held = seat.querySelector(".cube-held");
  held.hidden = cube.owner !== side || !cube.in_use;
  showCube(held, cube.value, gettext("Holds the cube at {value}", { value: cube.value }));
  const score = seat.querySelector(".score");
  const points = chouette ? balance(chouette, match.names[side]) : match.score[side];
  score.textContent = chouette ? signed(points) : String(points);
  score.setAttribute("aria-label", ngettext("{count} point", "{count} points", points));
  score.classList.toggle("long", score.textContent.length > 2);
}

function showCube(part, value, spoken) {
  part.textContent = String(value);
  part.classList.toggle("long", value > 99);
  part.setAttribute("role", "img");
  part.setAttribute("aria-label", spoken);
}

function balance(chouette, name) {
  const entry = chouette.ledger.find((each) => each.name === name);
  return entry ? entry.points : 0;
}

function signed(points) {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

function row(parts) {
  const made = document.createElement("li");
  for (const [name, text] of parts) {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = text;
    made.append(span);
  }
  return made;
}

// the cube takes the place of the dice while it is offered
function showOffered({ offered }) {
  at("dice").classList.toggle("away", Boolean(offered));
  show("cube-shown", offered);
  if (offered) showCube(at("cube-shown"), offered, gettext("The cube is offered at {offered}", { offered }));
}

const NOT_READ = { inferred: gettext("roll inferred"), entered: gettext("roll entered") };

// small, and only while nothing more important is said
function showDifference({ difference, warning, question }) {
  show("difference", difference && !warning && !question);
  if (!difference) return;
  write("difference-text", difference.text);
  show("use-camera", difference.position);
  at("use-camera").onclick = () => send("correct_position", { position: difference.position });
}

function showPlays(state) {
  const rows = [...state.plays].reverse().map((turn) => {
    const notes = [NOT_READ[turn.source], turn.illegal && gettext("illegal, stands")].filter(Boolean);
    const made = row([
      ["soft", `${turn.number}.`],
      ["disc", ""],
      [NOT_READ[turn.source] ? "soft not-read" : "soft", turn.dice ? turn.dice.join("-") : "–"],
      ["play-text", turn.play],
      ...(notes.length ? [["play-note", notes.join(", ")]] : []),
      ...(turn.corrected ? [["play-note corrected", turn.corrected]] : []),
    ]);
    made.dataset.side = turn.player;
    made.dataset.turn = turn.number;
    if (turn.illegal) made.className = "stood";
    const disc = made.querySelector(".disc");
    disc.setAttribute("role", "img");
    disc.setAttribute("aria-label", state.match.names[turn.player]);
    return made;
  });
  at("plays").replaceChildren(...rows);
}

const ROLES = {
  box: gettext("in the box"),
  captain: gettext("captain"),
  crew: gettext("crew"),
  out: gettext("dropped"),
  gone: gettext("gone"),
};

function showLedger({ chouette }) {
  show("ledger", chouette);
  if (!chouette) return;
  const rows = chouette.ledger.map(({ name, points, role }) => {
    const made = row([
      ["ledger-name", name],
      ["ledger-role quiet", ROLES[role]],
      ["ledger-points", signed(points)],
    ]);
    made.dataset.role = role;
    made.dataset.lines = "1";
    return made;
  });
  at("ledger-list").replaceChildren(...rows);
}

function showEnd(state) {
  const over = state.phase === "game_over";
  show("plate", over || state.paused);
  show("resume", state.paused);
  // aids are barred while a match for points goes on
  show("plate-links", over && !state.paused && !state.match.length);
  write("plate-title", state.paused ? gettext("Paused") : state.headline);
  write("plate-text", state.paused ? gettext("What the camera sees does not count for now.") : state.detail);
  const { winner, names, score, length } = state.match;
  show("finis", winner);
  if (!winner) return;
  const loser = winner === "light" ? "dark" : "light";
  write("finis-title", state.headline);
  write("finis-score", `${score[winner]} – ${score[loser]}`);
  write(
    "finis-text",
    length
      ? gettext("against {name}, in a match to {length}", { name: names[loser], length })
      : gettext("against {name}", { name: names[loser] }),
  );
}

// nothing follows any more: the demo is over, or the program was stopped
function showClosing(state) {
  const { names, score } = state.match;
  show("stopped", state.ended === "program");
  show("closing", state.ended === "demo" && !looking);
  if (state.ended !== "demo") looking = false;
  write("closing-title", state.headline);
  write("closing-score", `${names.light} ${score.light} – ${score.dark} ${names.dark}`);
}

/** @type {Record<string, any>} */
const later = {};

// parts of the page that come, with their styles, when they are first needed
const PARTS = {
  question: () => Promise.all([import("./question.js"), styled("question")]),
  clock: () => Promise.all([import("./clock.js")]),
  finis: () => Promise.all([{}, styled("finis")]),
  stacks: () => Promise.all([import("./stacks.js"), styled("stacks")]),
};

// whether all that this state needs is there
function fetchParts({ question, clock, match, ended, stacks, board, turn_position }) {
  const classes = stacks || (board.wanted || turn_position).stacks;
  const needed = { question, clock, finis: match.winner || ended, stacks: classes };
  const missing = Object.keys(PARTS).filter((name) => needed[name] && !later[name]);
  for (const name of missing)
    PARTS[name]().then(([part]) => {
      if (later[name]) return;
      later[name] = part;
      render(newest);
    });
  return !missing.length;
}

// in set-up, say: a screen in control goes there by itself, and the others go on showing the table as it was
function showElsewhere() {
  show("elsewhere", elsewhere);
  if (!elsewhere) return;
  const { what, says, button, page } = elsewhere;
  if (what !== "nothing" && inControl()) return location.replace(page);
  write("elsewhere-says", says);
  write("elsewhere-way", button);
  show("elsewhere-way", button);
  at("elsewhere-way").setAttribute("href", page);
}

function stayAwake({ match, ended }) {
  import("./awake.js").then((part) => part.stayAwake(!match.winner && !ended));
}

function render(state) {
  elsewhere = state.waiting_for.page === "/" ? null : state.waiting_for;
  showElsewhere();
  if (elsewhere) return;
  newest = state;
  document.body.dataset.drawn = "no";
  const far = state.seats.near === "light" ? "dark" : "light";
  const warning = state.warning;
  wear(state.look);
  at("table").dataset.phase = state.phase;
  showHead(state);
  showElapsed();
  showSeat("far", far, state);
  showSeat("near", state.seats.near, state);
  later.clock?.showClock(state, ahead);
  write("headline", state.headline);
  write("detail", state.detail);
  showDice(at("dice"), state.dice || [], state.player);
  soundRoll(state);
  showOffered(state.cube);
  const { opponent } = state;
  at("dice").classList.toggle("program", opponent?.dice === "program" && state.player === opponent.side);
  const moving = opponent?.moves.length ? opponent.moves : first("wayBack", state);
  drawBoard(at("board"), {
    ...boardOf(state, state.board.position, warning ? warning.moved : [], moving),
    better: warning ? null : first("better", state),
  });
  soundPlay(state);
  show("unseen", !state.board.seen);
  showPlays(state);
  showLedger(state);
  showHint(state);
  showWarning(state);
  later.question?.showQuestion(state);
  later.stacks?.showStacks(state);
  showEnd(state);
  showClosing(state);
  showActs(state);
  showNotice(state);
  showNotWorking(state);
  showDifference(state);
  answers("show", state, () => render(newest));
  show("another", state.another_board);
  show("camera", !state.camera.ok && !state.another_board);
  write("camera", state.camera.message);
  at("table").inert = Boolean(
    (warning && !warning.provisional) || state.question || state.match.winner || (state.ended === "demo" && !looking),
  );
  document.body.classList.toggle("blind", !state.camera.ok);
  stayAwake(state);
  const busy = at("table").inert || !at("hint").hidden || !state.camera.ok; // no explanation covers what has to be seen now
  import("./welcome.js").then(({ welcome }) => welcome(busy));
  fitAll();
  // shown whole only once its parts are there
  if (fetchParts(state) && ready(state)) {
    document.body.dataset.version = state.version;
    document.body.dataset.drawn = "yes";
  }
  document.title =
    warning && !warning.provisional && !warning.doubtful ? gettext("Illegal play!") : `${state.headline} – Bookgammon`;
}

// it goes by itself here too: while no frames come, no new state does
let noticed = { text: "", until: 0 };
function showNotice({ notice: text, notice_for: seconds }) {
  if (text !== noticed.text) {
    noticed = { text, until: Date.now() + 1000 * seconds };
    setTimeout(() => showNotice(newest), 1000 * seconds);
  }
  show("notice", text && Date.now() < noticed.until);
  write("notice", text);
}

// parts of the program that do not work, until somebody has read it or they work again
let troubleRead = "";
function showNotWorking({ not_working: parts }) {
  const text = parts.map(({ message }) => message).join(" ");
  if (!text) troubleRead = "";
  show("not-working", text && text !== troubleRead);
  write("not-working-text", text);
}

let sounded = "";

// what the computer plays, once
function soundPlay({ opponent, match, plays }) {
  const key = opponent?.play ? `${match.game} ${plays.length} ${opponent.play}` : "";
  if (key && key !== sounded) chime();
  sounded = key;
}

function showLink({ stale: silent, seconds = 0 }) {
  const stale = silent && !newest?.ended; // who has said goodbye is not missed
  document.body.classList.toggle("stale", stale);
  show("stale", stale);
  if (stale) write("stale-age", gettext("What you see is {seconds} s old. Trying again…", { seconds }));
}

// the keyboard's way is the menu's
at("plays").addEventListener("click", ({ target }) => {
  const turn = target instanceof Element && target.closest("li")?.dataset.turn;
  if (turn && inControl()) open("edit_turn", { game: newest.match.game, turn: Number(turn) });
});
at("not-working-read").addEventListener("click", () => {
  troubleRead = at("not-working-text").textContent;
  showNotWorking(newest);
});
at("closing-look").addEventListener("click", () => {
  looking = true;
  render(newest);
});
addEventListener("visibilitychange", () => newest && stayAwake(newest));
addEventListener("preferences", () => {
  if (!newest) return;
  render(newest);
  answers("hear", newest, true);
});
setInterval(showElapsed, 10000);
startControl(() => newest);
onAdded(() => newest && render(newest));
follow({
  onState: (state) => {
    render(state);
    answers("hear", state, false);
  },
  onLink: showLink,
  onBeat: (now) => {
    ahead = Date.now() / 1000 - now;
    if (newest) later.clock?.showClock(newest, ahead);
    showElsewhere();
    answers("alive");
  },
});
