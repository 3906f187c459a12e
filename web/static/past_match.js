// The page of one past match: fetched, played again, taken away, deleted.

import { request } from "./api.js";
import { button, h } from "./dom.js";
import { dayOf, namesOf } from "./history_words.js";
import { gettext } from "./language.js";
import { nameMatch, startReplay } from "./replay.js";
import { editTurn } from "./turn_editor.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const id = at("past").dataset.match;
let match = null;

function open(found) {
  match = found;
  nameMatch(match);
  at("take").hidden = false;
  startReplay(
    match,
    (frame) => `/api/history/${id}/pictures/${frame}.jpg`,
    (name) => `/api/history/${id}/clips/${name}.webm`,
    showCorrect,
  );
}

// a play that stands may be corrected by whoever is in control
const correct = button(gettext("Correct this turn"), openTurn, "small");
correct.id = "correct";
correct.hidden = true;
at("xgid-row").after(correct);
/** @type {any} */
let shown = null;
let control = false;

function showCorrect(step) {
  shown = step;
  correct.hidden = !control || step.turn === null;
}

function openTurn() {
  const title = h("h2", { id: "turn-title", tabindex: "-1" });
  const body = h("div", { class: "dialog-body stack" });
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": "turn-title" });
  const close = () => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(h("header", { class: "dialog-head" }, title, button(gettext("Close"), close, "small close")), body);
  document.body.append(dialog);
  dialog.showModal();
  title.focus();
  const sheet = { dialog, body, close, title: (text) => (title.textContent = text) };
  editTurn(sheet, { match: id, game: shown.game, turn: shown.turn }, () => location.reload());
}

at("delete").addEventListener("click", () => {
  at("sure-text").textContent = gettext("{match}: its record and its pictures are gone then.", {
    match: [namesOf(match), dayOf(match)].filter(Boolean).join(", "),
  });
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
  at("title").textContent = gettext("This match cannot be shown");
  at("past-error").textContent =
    refusal.status === 404 ? gettext("There is no such match here; it may have been deleted.") : refusal.message;
});
request("/api/me").then(
  (me) => {
    control = me.control;
    at("delete").hidden = !control;
    if (shown) showCorrect(shown);
  },
  () => {},
);
