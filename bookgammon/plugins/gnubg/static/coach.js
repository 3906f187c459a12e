// What the coach says: on a slip beside the board, as arrows on it, and on a sheet with a board of its own.

import { drawBoard } from "/static/board.js";
import { button, h } from "/static/dom.js";
import { gettext } from "/static/language.js";
import { at, show, write } from "/static/text.js";

let picked = 0; // which of a hint's plays is drawn
let listed = ""; // which plays are listed

const AT_REST = ["to_roll", "doubled", "game_over", "match_over"];

const pickedPlay = ({ plays }) => plays[Math.min(picked, plays.length - 1)];

// what is drawn on the table's board: the play of a hint; a better one until the next roll lies there
export function betterPlay(state) {
  const { coach } = state;
  if (coach?.plays.length) return { position: state.turn_position, moves: pickedPlay(coach).moves };
  if (!coach?.board || !AT_REST.includes(state.phase) || coach.says.every(({ mark }) => !mark)) return null;
  return { position: coach.board.position, moves: coach.board.better };
}

// whether it has something to say, and whether that may take the record's room
function speaks({ coach, warning, question, bad_roll: bad, resignation, phase }) {
  if (!coach || warning || question || bad || resignation) return "";
  if (coach.trouble || coach.hint) return "aloud";
  if (!coach.says.length) return "";
  if (coach.says.some(({ mark }) => mark)) return "aloud";
  return AT_REST.includes(phase) ? "beside" : "";
}

// each sentence once: a double and its answer have the same figures
const joined = (says, key) => [...new Set(says.map((each) => each[key]).filter(Boolean))].join(" ");

function title(state) {
  const { coach } = state;
  if (coach.hint) return gettext("Hint for {name}", { name: state.match.names[coach.player] });
  if (coach.trouble) return gettext("The coach");
  return coach.says.map(({ name, title: verdict }) => `${name}: ${verdict}`).join(" · ");
}

function words({ coach }) {
  if (coach.trouble) return coach.trouble;
  if (coach.hint) return coach.busy ? gettext("A moment, please.") : coach.text;
  return joined(coach.says, "text");
}

export function showCoach(state, redraw) {
  const { coach } = state;
  const how = speaks(state);
  show("coach", how);
  if (!how) return;
  at("coach").classList.toggle("beside", how === "beside");
  write("coach-title", title(state));
  write("coach-words", words(state));
  write("coach-facts", coach.hint ? coach.facts : joined(coach.says, "facts"));
  at("coach").classList.toggle("lists", coach.plays.length > 0);
  show("coach-again", coach.again && how === "aloud");
  show("coach-show", coach.board && how === "aloud");
  showPlays(coach, redraw);
}

// a touch draws that play
function showPlays({ plays }, redraw) {
  const key = JSON.stringify(plays);
  if (key !== listed) {
    picked = 0;
    const made = plays.map(({ play, worth }, index) => {
      const act = () => {
        picked = index;
        redraw();
      };
      const one = button(play, act, "small");
      one.append(h("span", { class: "soft worth" }, worth));
      return one;
    });
    at("coach-plays").replaceChildren(...made);
  }
  listed = key;
  const made = [...at("coach-plays").children];
  for (const each of made) each.setAttribute("aria-pressed", String(made.indexOf(each) === picked));
  show("coach-plays", plays.length);
}

// the sheet: the board before the play, what was played, and what was better
export function coachSheet({ title: head, body, state }) {
  const { coach, match, seats, cube } = state;
  head(gettext("The coach"));
  if (!coach) return;
  const parts = coach.says.flatMap(({ name, title: verdict, text, facts }) => [
    h("h3", {}, `${name}: ${verdict}`),
    h("p", { class: "lead" }, text),
    ...(facts ? [h("p", { class: "quiet" }, facts)] : []),
  ]);
  const { board } = coach;
  if (board) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "board coach-board");
    svg.setAttribute("role", "img");
    const dice = board.dice.map((value) => ({ value, set: board.player }));
    drawBoard(svg, {
      position: board.position,
      seats,
      cube,
      names: match.names,
      player: board.player,
      dice,
      better: { position: board.position, moves: board.better },
      worse: { position: board.position, moves: board.played },
    });
    parts.push(
      h(
        "figure",
        {},
        svg,
        h(
          "figcaption",
          { class: "legend" },
          h("span", { class: "legend-better" }, gettext("better")),
          h("span", { class: "legend-worse" }, gettext("as it was played")),
        ),
      ),
    );
  }
  body.replaceChildren(...parts);
}
