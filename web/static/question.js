// The one question while board and game do not match: how did it end, or what lies there? Each answer is one tap.

import { drawBoard } from "./board.js";
import { inControl, open, send } from "./control.js";
import { button } from "./dom.js";
import { gettext } from "./language.js";
import { at, write } from "./text.js";

// whether the camera's picture with what is read in it may be asked for
export function showsReading() {
  return inControl() && at("table").dataset.reading !== undefined;
}

let shown = "";

export function showQuestion(state) {
  const { question } = state;
  at("question").hidden = !question;
  const key = question ? JSON.stringify([question, state.match.names, state.seats, state.player]) : "";
  if (key === shown) return;
  shown = key;
  if (!question) return;
  write("question-title", question.title);
  write("question-text", question.text);
  drawBoard(at("question-board"), {
    position: question.position,
    seats: state.seats,
    cube: state.cube,
    names: state.match.names,
    player: state.player,
    wanted: question.asks === "board" ? question.expected : null,
  });
  const choices = question.asks === "ending" ? endingChoices(state) : boardChoices(state);
  for (const choice of choices) choice.dataset.lines = "2";
  at("question-choices").replaceChildren(...choices);
}

// the likeliest first, and it alone stands out
export function endingButtons(state, send) {
  return state.endings.map(({ winner, kind, label }, index) =>
    button(label, () => send("end_game", { winner, kind }), index === 0 ? "primary" : ""),
  );
}

function endingChoices(state) {
  return [
    ...endingButtons(state, send),
    button(gettext("It is not over: we put the board back"), () => send("play_on")),
  ];
}

function boardChoices(state) {
  const right = state.question.playable
    ? ["light", "dark"].map((side) =>
        button(
          gettext("The board is right: {name} on turn", { name: state.match.names[side] }),
          () => send("take_board", { player: side }),
          side === state.player ? "primary" : "",
        ),
      )
    : [];
  const undo = state.undo ? [button(gettext("Undo {action}", { action: state.undo }), () => send("undo"))] : [];
  const see = showsReading() ? [button(gettext("What do you see?"), () => open("reading"))] : [];
  return [...right, button(gettext("Correct it by hand"), () => open("correct_position")), ...see, ...undo];
}
