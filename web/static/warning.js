// An illegal play: a quiet strip while the dice lie, the whole page once they are lifted.

import { drawBoard } from "./board.js";
import { showDice } from "./dice.js";
import { gettext } from "./language.js";
import { announce } from "./sound.js";
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
  const { warning, bad_roll: bad, resignation, match } = state;
  if (warning?.provisional) return { ...warning, misread: warning.instead ? yes(warning) : gettext("Camera misread") };
  if (bad)
    return {
      message: bad.message,
      advice: gettext("{name} rolls again.", { name: match.names[bad.player] }),
      rules: bad.rules,
    };
  if (resignation) return { message: resignation.message, advice: "", rules: [] };
  return null;
}

export function showHint(state) {
  const told = strip(state);
  at("hint").hidden = !told;
  if (!told) return;
  write("hint-message", told.message);
  write("hint-advice", told.advice);
  write("hint-rules", told.rules.map((rule) => rule.number).join(" "));
  at("hint-misread").hidden = !told.misread;
  write("hint-misread", told.misread || "");
}

export function showWarning(state) {
  const warning = state.warning && !state.warning.provisional ? state.warning : null;
  const key = warning
    ? JSON.stringify([state.match.game, state.plays.length, { ...warning, pictures: 0, demanded: 0 }])
    : "";
  at("alarm").hidden = !warning;
  if (warning) showAround(state, warning);
  if (key === shown) return;
  shown = key;
  document.querySelector("dialog[data-view=why]")?.close(); // what it explains is no longer so
  if (!warning) return;
  const [verdict, reason] = clauses(warning.message);
  write("alarm-kind", warning.instead ? gettext("Is it right?") : gettext("Illegal play"));
  write("alarm-misread", warning.instead ? yes(warning) : gettext("The camera misread"));
  askFirst(!!warning.instead);
  write("alarm-who", state.match.names[warning.player]);
  showDice(at("alarm-dice"), warning.dice, warning.player);
  write("alarm-verdict", verdict);
  write("alarm-reason", reason);
  drawBoard(at("alarm-board"), boardOf(state, warning.position, warning.moved, warning.way_back));
  announce(warning.message);
}

// the likeliest answer to a question is the first one, for eyes, fingers and the keyboard
function askFirst(asks) {
  const choices = at("alarm-misread").parentElement;
  choices.classList.toggle("asks", asks);
  choices.insertBefore(at("alarm-misread"), asks ? choices.firstElementChild : at("alarm-undo"));
}

// what may come later than the warning itself
function showAround(state, warning) {
  const opponent = warning.player === "light" ? "dark" : "light";
  const may = new Set(state.offers[opponent]);
  const who = state.match.names[opponent];
  write("alarm-advice", warning.advice);
  write("alarm-stand", gettext("{who} lets it stand", { who }));
  write("alarm-demand", gettext("{who} wants it put right", { who }));
  at("alarm-stand").hidden = !may.has("let_stand");
  at("alarm-demand").hidden = !may.has("demand");
}

// one tap tells the dice that were rolled
const yes = (warning) => gettext("Yes, {roll}", { roll: warning.instead.join("-") });

// "8/4 needs a 4; the dice show 6-3." is a verdict and its reason; so are a question and what the camera read
export function clauses(message) {
  const cut = message.search(/[;:?] /);
  if (cut < 0) return [message, ""];
  const reason = message.slice(cut + 2);
  return [
    `${message.slice(0, cut)}${message[cut] === "?" ? "?" : "."}`,
    reason.charAt(0).toUpperCase() + reason.slice(1),
  ];
}
