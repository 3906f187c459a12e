// A drill at the board, step by step: what lies there, what is still to be done, and what the answer was worth.

import { drawBoard } from "/static/board.js";
import { request } from "/static/api.js";
import { button, h } from "/static/dom.js";
import { gettext } from "/static/language.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const MOST_LETTERS = 10000;
let shown = "";

/**
 * @param {any} drill @param {boolean} control
 * @param {(what: string, value: string) => Promise<void>} act
 */
export function showDrill(drill, control, act) {
  const now = JSON.stringify([drill, control]);
  if (now === shown) return; // so that a screen reader hears each thing once, and no focus is lost
  shown = now;
  at("drill").dataset.stage = drill.stage;
  at("drill-headline").textContent = drill.headline;
  at("drill-detail").textContent = drill.detail;
  at("drill-score").textContent = drill.score;
  at("drill-steps").replaceChildren(...drill.steps.map((step) => h("li", {}, step)));
  at("drill-steps").hidden = !drill.steps.length;
  showBoard(drill);
  showRows(drill.rows);
  showNote(drill.note, control);
  showChoices(drill, control, act);
}

let keeping = 0; // notes on their way: until they are kept the program still shows the one before

// what is written to the exercise: seen once it is answered, kept when the field is left
function showNote(note, control) {
  const box = at("drill-note");
  box.hidden = note === null || (!control && !note);
  if (box.hidden || box.dataset.kept === note || keeping || box.contains(document.activeElement)) return;
  box.dataset.kept = note;
  const says = h("p", { class: "quiet", role: "status" });
  const text = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { class: "input note-input", rows: 3, maxlength: MOST_LETTERS })
  );
  text.value = note;
  text.addEventListener("change", async () => {
    keeping += 1;
    try {
      box.dataset.kept = text.value.trim();
      await request("/api/study/note", { text: text.value });
      says.textContent = gettext("The note is kept.");
    } catch (refusal) {
      says.textContent = refusal.message;
    } finally {
      keeping -= 1;
    }
  });
  const shown = control
    ? h("label", { class: "field" }, gettext("Note to this position"), text)
    : h("p", { class: "note-text" }, note);
  box.replaceChildren(shown, says);
}

function showBoard({ position, wanted, seats, cube, names, dice, side, moved, better }) {
  const moves = (some) => some.map(([from, to]) => ({ side, from, to }));
  drawBoard(at("drill-board"), {
    position,
    seats,
    cube: { ...cube, in_use: true, offered: null },
    names,
    dice: dice.map((value) => ({ value, set: side })),
    player: side,
    made: moves(moved),
    back: moves(better),
    wanted,
  });
}

function showRows(rows) {
  at("drill-rows").hidden = !rows.length;
  at("drill-rows").tBodies[0].replaceChildren(
    ...rows.map(({ play, lost, mine }) =>
      h("tr", mine ? { class: "mine", "aria-current": "true" } : {}, h("td", {}, play), h("td", {}, lost)),
    ),
  );
}

// what is focused stays so while the same can be answered
function showChoices({ choices, plays }, control, act) {
  const box = at("drill-choices");
  const kept = box.dataset.shown === JSON.stringify(choices);
  box.hidden = !control || !choices.length;
  if (!kept) {
    box.dataset.shown = JSON.stringify(choices);
    box.replaceChildren(
      ...choices.map(({ act: what, value, text, main }) => button(text, () => act(what, value), main ? "primary" : "")),
    );
  }
  const details = at("drill-plays");
  details.hidden = !control || !plays.length;
  if (details.hidden) details.open = false;
  at("drill-play-list").replaceChildren(
    ...plays.map(({ act: what, value, text }) => button(text, () => act(what, value), "small")),
  );
}
