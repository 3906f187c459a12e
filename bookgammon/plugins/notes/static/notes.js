// Notes on the page of a past match: read at each step, written by a device in control.

import { request } from "/static/api.js";
import { h } from "/static/dom.js";
import { gettext } from "/static/language.js";

const MOST_LETTERS = 10000;
const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const match = at("past").dataset.match;
/** @type {Map<number, any>} */
const notes = new Map(); // by step
let control = false;
let step = 0;

const text = /** @type {HTMLTextAreaElement} */ (
  h("textarea", { class: "input note-input", rows: 3, maxlength: MOST_LETTERS })
);
const title = h("span", {});
const written = h("p", { class: "note-text" });
const says = h("p", { class: "quiet", role: "status" });
const field = h("label", { class: "field" }, title, text);
const part = h("section", { id: "note", class: "note stack", "aria-label": gettext("Note") }, field, written, says);
part.hidden = true;
at("xgid-row").after(part);

function show() {
  const note = notes.get(step);
  part.hidden = !note || !(control || note.text);
  if (!note) return;
  title.textContent = note.game ? gettext("Note to this turn") : gettext("Note to the match");
  field.hidden = !control;
  written.hidden = control;
  written.textContent = note.text;
  text.value = note.text;
  says.textContent = "";
}

// the steps that something is written to, in the list of all
function mark() {
  at("steps")
    .querySelectorAll(".step")
    .forEach((row, index) => {
      row.querySelector(".has-note")?.remove();
      if (!notes.get(index)?.text) return;
      row.append(h("span", { class: "soft has-note", role: "img", "aria-label": gettext("with a note") }, "✎"));
    });
}

// what is typed is kept once the field is left, whatever is touched next
async function keep() {
  const note = notes.get(step);
  if (!note || text.value === note.text) return;
  const { game, turn, part: of } = note;
  const said = text.value;
  try {
    await request(`/api/notes/${match}`, { game, turn, part: of, text: said });
    note.text = said.trim();
    mark();
    if (notes.get(step) === note)
      says.textContent = said.trim() ? gettext("The note is kept.") : gettext("The note is gone.");
  } catch (refusal) {
    says.textContent = refusal.message;
  }
}

text.addEventListener("change", keep);
addEventListener("pagehide", keep);
addEventListener("step-shown", (event) => {
  keep();
  step = /** @type {CustomEvent} */ (event).detail;
  show();
  if (step === 0 || !at("steps").querySelector(".has-note")) mark();
});

Promise.all([request(`/api/notes/${match}`), request("/api/me")]).then(
  ([found, me]) => {
    for (const note of found.notes) notes.set(note.step, note);
    control = me.control;
    step = Number(/** @type {HTMLInputElement} */ (at("at")).value);
    show();
    mark();
  },
  () => {},
);
