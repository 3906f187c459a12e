// Recordings on the page of past matches: sent piece by piece, answered, followed until they are past matches.

import { request } from "/static/api.js";
import { button, buttons, field, form, h } from "/static/dom.js";
import { gettext, ngettext } from "/static/language.js";
import { send } from "./recording_upload.js";
import { newestAnswers } from "/static/newest_answers.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const WORKING_MS = 2000;
const RESTING_MS = 10000;
const LONGEST_NAME = 40;
const OTHERS = /\.(mat|txt|sgf|xg)$/i;
let control = false;
let known = [];
let shown = "";
/** @type {any} */
let wanted = null; // the recording that goes on with the file that is chosen next
const sending = new Map(); // of this page, by id: how much is there

// ---------------------------------------------------------------- what is shown

const ask = newestAnswers();

async function look() {
  try {
    const answer = await ask("/api/recordings");
    if (!answer) return;
    known = answer.recordings;
    show();
  } catch (refusal) {
    at("recordings-error").textContent = refusal.message;
  }
}

async function follow() {
  const before = known.length;
  await look();
  if (known.length < before) dispatchEvent(new Event("recordings-kept"));
  const busy = known.some(({ state }) => state === "working" || state === "coming" || state === "waiting");
  setTimeout(follow, busy && !document.hidden ? WORKING_MS : RESTING_MS);
}

function show() {
  at("recordings").hidden = !control && known.length === 0;
  for (const id of ["recording-add", "recording-copy"]) at(id).hidden = !control;
  const state = JSON.stringify([known.map(stable), control, [...sending.keys()]]);
  if (state !== shown) {
    shown = state;
    remake(at("recording-list"));
  }
  for (const recording of known) update(recording);
}

// makes all entries anew; what somebody opened, has entered and is about to enter stays as it is
function remake(list) {
  const open = [...list.querySelectorAll("details[open]")];
  const entered = [...list.querySelectorAll("input")].filter(({ value, defaultValue }) => value !== defaultValue);
  const focused = document.activeElement?.id;
  list.replaceChildren(...known.map(entry));
  for (const { id } of open) at(id)?.setAttribute("open", "");
  for (const { id, value } of entered) {
    const input = /** @type {HTMLInputElement | null} */ (at(id));
    if (input) input.value = value;
  }
  if (focused) at(focused)?.focus({ preventScroll: true });
}

// what changes by itself all the time is no reason to make an entry anew
function stable({ id, state, trouble, said, picture }) {
  return [id, state, trouble, said, picture];
}

function entry(recording) {
  const { id, name, state, said, trouble } = recording;
  const bar = h("progress", { id: `bar-${id}`, max: "1", "aria-labelledby": `name-${id}` });
  bar.hidden = state === "failed" || state === "done";
  const made = h(
    "li",
    { class: "card recording" },
    h("h2", { id: `name-${id}`, class: "big" }, name),
    h("p", { id: `says-${id}`, class: "quiet" }),
    bar,
    trouble ? h("p", { class: "error" }, trouble) : null,
  );
  if (!control) return made;
  if (state !== "failed" && !(state === "done" && said)) made.append(question(recording));
  const acts = [];
  if (state === "coming" && !sending.has(id)) acts.push(button(gettext("Go on sending"), () => choose(recording)));
  acts.push(button(gettext("Remove"), () => remove(recording), "danger"));
  made.append(buttons(...acts));
  return made;
}

function update(recording) {
  const { id, state, size, received, share } = recording;
  const bar = /** @type {HTMLProgressElement} */ (at(`bar-${id}`));
  const done = state === "coming" ? (sending.get(id) ?? received) / size : (share ?? 0);
  bar.value = done;
  const percent = Math.floor(100 * done);
  at(`says-${id}`).textContent = words(recording, percent, sending.has(id));
}

function words({ state, left, said }, percent, here) {
  if (state === "coming") {
    return here
      ? gettext("Being sent, {percent} %. Keep this page open.", { percent })
      : gettext("{percent} % of it is here.", { percent });
  }
  if (state === "waiting") return gettext("Waits until the one before it is done.");
  if (state === "failed") return gettext("It cannot become a match.");
  if (state === "done" && said) return gettext("All of it is read.");
  if (state === "done") return gettext("All of it is read. Say who played, and it becomes a past match.");
  const read = gettext("Being read, {percent} %.", { percent });
  return `${read} ${timeLeft(left)}`.trim();
}

function timeLeft(left) {
  if (left === null) return "";
  const minutes = Math.ceil(left / 60);
  return minutes < 100
    ? ngettext("About {count} minute left.", "About {count} minutes left.", minutes)
    : ngettext("About {count} hour left.", "About {count} hours left.", Math.round(minutes / 60));
}

// ---------------------------------------------------------------- what a film cannot show

function question({ id, said, state, picture }) {
  const open = state === "done";
  const made = answers(
    id,
    said,
    open ? gettext("Keep the match") : gettext("Note it"),
    async (answer) => {
      await request(`/api/recordings/${id}/say`, answer);
      made.reset(); // it is the table's now, and no longer only entered here
      at(`answers-${id}`).removeAttribute("open");
      await look();
    },
    picture ? h("img", { class: "recording-picture", src: `/api/recordings/${id}/picture.jpg`, alt: "" }) : null,
  );
  const title = said ? gettext("Who played: {light} and {dark}", said.names) : gettext("Who played?");
  return h("details", { id: `answers-${id}`, class: "recording-answers", open }, h("summary", {}, title), made);
}

function answers(id, said, text, act, picture = null) {
  const entered = (label, name, value, attributes) =>
    field(label, { id: `${name}-${id}`, name, value: String(value), ...attributes });
  const number = (label, name, value) =>
    entered(label, name, value, { type: "number", inputmode: "numeric", min: "0", max: "99" });
  const name = (label, key, value) => entered(label, key, value, { maxlength: String(LONGEST_NAME), required: true });
  return form(
    async (data) => {
      try {
        await act({
          names: [String(data.get("light")), String(data.get("dark"))],
          length: Number(data.get("length")),
          score: [Number(data.get("score-light")), Number(data.get("score-dark"))],
        });
        return "";
      } catch (refusal) {
        return refusal.message;
      }
    },
    text,
    ...(picture ? [picture] : []),
    name(gettext("Who has the light checkers"), "light", said ? said.names.light : ""),
    name(gettext("Who has the dark checkers"), "dark", said ? said.names.dark : ""),
    number(gettext("Points to play to (0: a session)"), "length", said ? said.length : 5),
    number(gettext("Light's points before"), "score-light", said ? said.score.light : 0),
    number(gettext("Dark's points before"), "score-dark", said ? said.score.dark : 0),
  );
}

// ---------------------------------------------------------------- sending

function choose(recording) {
  wanted = recording;
  at("recording-file").click();
}

async function chosen() {
  const input = /** @type {HTMLInputElement} */ (at("recording-file"));
  const file = input.files?.[0];
  input.value = "";
  const goesOn = wanted;
  wanted = null;
  at("recordings-error").textContent = "";
  if (!file) return;
  if (!goesOn) {
    begin(file);
  } else if (file.size === goesOn.size && file.name === goesOn.name) {
    sendOn(file, goesOn.id, goesOn.received);
  } else {
    at("recordings-error").textContent = gettext("That is another file than the one that was begun.");
  }
}

// files that are dropped anywhere on the page; one that was begun before goes on
function dropped(event) {
  if (!control) return;
  event.preventDefault();
  at("recordings-error").textContent = "";
  for (const file of event.dataTransfer?.files ?? []) {
    if (OTHERS.test(file.name) || !file.name.includes(".")) continue; // records and folders are brought in
    const begun = known.find(
      ({ id, state, name, size }) => state === "coming" && !sending.has(id) && name === file.name && size === file.size,
    );
    if (begun) sendOn(file, begun.id, begun.received);
    else begin(file);
  }
}

async function begin(file) {
  try {
    const made = await request("/api/recordings", {
      name: file.name,
      size: file.size,
      recorded: file.lastModified / 1000,
    });
    await sendOn(file, made.id, 0);
  } catch (refusal) {
    at("recordings-error").textContent = refusal.message;
  }
}

async function sendOn(file, id, offset) {
  sending.set(id, offset);
  await look();
  try {
    await send(file, id, offset, (received) => {
      sending.set(id, received);
      const recording = known.find((each) => each.id === id);
      if (recording && recording.state === "coming") update(recording);
    });
  } catch (refusal) {
    at("recordings-error").textContent = refusal.message;
  } finally {
    sending.delete(id);
    await look();
  }
}

function remove({ id, name }) {
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "dialog stack", "aria-labelledby": "remove-title" })
  );
  const really = async () => {
    dialog.remove();
    try {
      await request(`/api/recordings/${id}/cancel`, {});
    } catch (refusal) {
      at("recordings-error").textContent = refusal.message;
    }
    await look();
  };
  dialog.append(
    h("h2", { id: "remove-title" }, gettext("Remove it?")),
    h("p", { class: "lead" }, gettext("{name} and all that was made of it is deleted here.", { name })),
    buttons(
      button(gettext("Keep it"), () => dialog.remove()),
      button(gettext("Remove"), really, "danger"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

at("add-recording").addEventListener("click", () => choose(null));
at("recording-file").addEventListener("change", chosen);
addEventListener("dragover", (event) => {
  if (control && event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", dropped);
addEventListener("beforeunload", (event) => {
  if (sending.size) event.preventDefault();
});
request("/api/me").then(
  (me) => {
    control = me.control;
    show();
  },
  () => {},
);
follow();
