// An illegal play: a quiet strip while the dice lie, the whole page once they are lifted.

import { drawBoard } from "./board.js";
import { showDice } from "./dice.js";
import { gettext } from "./language.js";
import { chime } from "./sounds.js";
import { at, write } from "./text.js";

let shown = "";

export function boardOf(state, position, moved, back = []) {
  return {
    position,
    moved,
    back,
    seats: state.seats,
    cube: state.cube,
    names: state.match.names,
    player: state.player,
    dice: state.board.dice,
    wanted: state.board.wanted,
  };
}

// one strip for what should be seen to without haste
function strip(state) {
  const { warning, bad_roll: bad, resignation } = state;
  if (warning?.provisional) {
    return { ...warning, message: warning.verdict, advice: sentences(warning.reason, warning.read, warning.advice) };
  }
  if (bad) return { ...bad, advice: "" };
  if (resignation) return { message: resignation.message, advice: "", rules: [] };
  return null;
}

const sentences = (...some) => some.filter(Boolean).join(" ");

export function showHint(state) {
  const shows = strip(state);
  at("hint").hidden = !shows;
  if (!shows) return;
  write("hint-message", shows.message);
  write("hint-advice", shows.advice);
  write("hint-rules", shows.rules.map((rule) => rule.number).join(" "));
  at("hint-misread").hidden = !shows.verdict;
  at("hint-other_roll").hidden = !shows.other_roll;
  if (shows.other_roll) write("hint-other_roll", theDiceWere(shows.other_roll));
}

export function showWarning(state) {
  const warning = state.warning && !state.warning.provisional ? state.warning : null;
  const key = warning
    ? JSON.stringify([
        state.match.game,
        state.plays.length,
        { ...warning, pictures: 0, clip: 0, demanded: 0, advice: 0, answers: 0 },
      ])
    : "";
  at("alarm").hidden = !warning;
  if (warning) showAround(state, warning);
  if (key === shown) return;
  shown = key;
  document.querySelector("dialog[data-view=why]")?.close(); // what it explains is no longer so
  if (!warning) return;
  write("alarm-kind", warning.doubtful ? gettext("Is this right?") : gettext("Illegal play"));
  write("alarm-who", state.match.names[warning.player]);
  showDice(at("alarm-dice"), warning.dice, warning.player);
  write("alarm-verdict", warning.verdict);
  write("alarm-reason", warning.reason);
  write("alarm-read", warning.read);
  if (warning.other_roll) write("alarm-other_roll", theDiceWere(warning.other_roll));
  drawBoard(at("alarm-board"), boardOf(state, warning.position, warning.moved, warning.steps));
  chime();
}

// what may come later than the warning itself
function showAround(state, warning) {
  const bad = state.bad_roll;
  write("alarm-advice", sentences(bad?.message, warning.advice));
  order(warning.answers);
  at("alarm-undo").title = state.undo ? gettext("Undo {action}", { action: state.undo }) : "";
}

const ANSWERS = ["other_roll", "demand", "let_stand", "misread"];

// the likeliest answer is the first one, for eyes, fingers and the keyboard
function order(answers) {
  const choices = /** @type {HTMLElement} */ (at("alarm-undo").parentElement);
  const key = answers.join(" ");
  if (choices.dataset.key === key) return; // so that a finger or the focus stays on its button
  choices.dataset.key = key;
  for (const name of ANSWERS) at(`alarm-${name}`).hidden = !answers.includes(name);
  for (const name of answers) choices.insertBefore(at(`alarm-${name}`), at("alarm-undo"));
}

const theDiceWere = (roll) => gettext("The dice were {roll}", { roll: roll.join("-") });
