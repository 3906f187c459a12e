// Study: what is due, how it goes, lists of positions; and the drill at the board while one is on.

import { Refusal, request } from "/static/api.js";
import { button, field, form, h } from "/static/dom.js";
import { gettext, ngettext } from "/static/language.js";
import { showDrill } from "./study_drill.js";
import { newestAnswers } from "/static/newest_answers.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const DURING_MS = 400;
const BETWEEN_MS = 3000;
const MOST_TEXT = 60000; // characters: the server takes no more at once
let control = false;
let learner = "";
let practising = false;

// ---------------------------------------------------------------- asking

async function tried(action) {
  at("study-error").textContent = "";
  try {
    await action();
  } catch (refusal) {
    at("study-error").textContent = refusal.message;
  }
}

async function follow() {
  try {
    await now();
  } catch (refusal) {
    at("study-error").textContent = refusal.message;
  }
  setTimeout(follow, practising && !document.hidden ? DURING_MS : BETWEEN_MS);
}

async function onDrill(drill) {
  practising = Boolean(drill);
  at("drill").hidden = !drill;
  if (drill) showDrill(drill, control, act);
  else await showOverview(); // what was due before the drill is never seen again
  at("overview").hidden = practising;
}

const ask = newestAnswers();

async function now() {
  const answer = await ask("/api/study/drill");
  if (answer) await onDrill(answer.drill);
}

function act(what, value) {
  return tried(async () => {
    await request("/api/study/act", { act: what, value });
    await now();
  });
}

async function begin() {
  await tried(async () => {
    try {
      await request("/api/study/begin", { learner });
    } catch (refusal) {
      if (!(refusal instanceof Refusal && refusal.asks)) throw refusal;
      askFirst(refusal.message);
      return;
    }
    await now();
    at("drill-headline").focus();
  });
}

// a match is open: it stays as it is, if people want to practise now
function askFirst(sentence) {
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "dialog stack", "aria-labelledby": "ask-title" })
  );
  const close = () => dialog.remove();
  dialog.append(
    h("h2", { id: "ask-title" }, gettext("Practise now?")),
    h("p", { class: "lead" }, sentence),
    h(
      "div",
      { class: "buttons" },
      button(
        gettext("Practise now"),
        () => {
          close();
          tried(async () => {
            await request("/api/study/begin", { learner, confirmed: true });
            await now();
          });
        },
        "primary",
      ),
      button(gettext("Not now"), close),
    ),
  );
  dialog.addEventListener("close", close);
  document.body.append(dialog);
  dialog.showModal();
}

// ---------------------------------------------------------------- what is due, and how it goes

let shown = "";

async function showOverview() {
  const found = await request(`/api/study?learner=${encodeURIComponent(learner)}`);
  if (JSON.stringify(found) === shown) return;
  shown = JSON.stringify(found);
  learner = found.learner;
  const names = found.learners.some(({ name }) => name === learner)
    ? found.learners
    : [...found.learners, ...(learner ? [{ name: learner, text: learner }] : [])];
  at("learner-field").hidden = names.length < 2;
  at("learner").replaceChildren(
    ...names.map(({ name, text }) => h("option", { value: name, selected: name === learner }, text)),
  );
  const lines = found.lines.length ? found.lines : [nothing()];
  at("lines").replaceChildren(...lines.map((line) => h("li", {}, line)));
  at("begin").hidden = !control || !found.due;
  at("look-only").hidden = control;
  const positions = found.own + found.lists.reduce((sum, { exercises }) => sum + exercises, 0);
  at("export").hidden = !positions;
  at("export").href = `/api/study/export?learner=${encodeURIComponent(learner)}`;
  showKinds(found.kinds);
  showPositions(found, positions);
}

function nothing() {
  return gettext("Nothing is here yet: have a past match analysed, or load positions.");
}

function showKinds(kinds) {
  at("kinds-part").hidden = !kinds.length;
  at("kinds").replaceChildren(
    ...kinds.map(({ name, exercises, line }) =>
      h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, String(exercises)), h("td", {}, line)),
    ),
  );
}

function showPositions(found, positions) {
  at("positions").hidden = !control && !positions;
  at("own").textContent = found.own
    ? ngettext("{count} decision of past matches.", "{count} decisions of past matches.", found.own)
    : gettext("Decisions of past matches come here by themselves once a match is analysed.");
  at("lists").replaceChildren(...found.lists.map(entry), ...(positions && control ? [allOf()] : []));
  if (control && !at("load").firstChild) at("load").append(loading());
}

function entry({ name, exercises }) {
  const many = ngettext("{name}: {count} position", "{name}: {count} positions", exercises, { name });
  const remove = button(gettext("Remove…"), () => sure(gettext("Remove {name}?", { name }), { learner, list: name }));
  remove.classList.add("small");
  return h("li", { class: "row" }, h("span", { class: "big" }, many), control ? remove : null);
}

function allOf() {
  const sentence = gettext("Remove all positions and answers of {name}?", { name: learner });
  const remove = button(gettext("Remove everything of {name}…", { name: learner }), () => sure(sentence, { learner }));
  remove.classList.add("small");
  return h("li", { class: "row" }, remove);
}

function sure(question, what) {
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "dialog stack", "aria-labelledby": "sure-title" })
  );
  const close = () => dialog.remove();
  const remove = () => {
    close();
    tried(async () => {
      await request("/api/study/forget", what);
      await showOverview();
    });
  };
  dialog.append(
    h("h2", { id: "sure-title" }, question),
    h("p", { class: "lead" }, gettext("How it went with them is removed too.")),
    h(
      "div",
      { class: "buttons" },
      button(gettext("Keep it"), close, "primary"),
      button(gettext("Remove it"), remove, "danger"),
    ),
  );
  dialog.addEventListener("close", close);
  document.body.append(dialog);
  dialog.showModal();
}

// ---------------------------------------------------------------- lists of positions

function loading() {
  const text = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { class: "input study-text", name: "text", rows: 5, maxlength: MOST_TEXT, spellcheck: "false" })
  );
  const file = /** @type {HTMLInputElement} */ (
    h("input", { class: "input", type: "file", accept: ".txt,.xgid,text/plain" })
  );
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    if (chosen.size > MOST_TEXT) {
      at("study-error").textContent = gettext("This file is too large: load it in parts of 60 kB.");
      file.value = "";
      return;
    }
    text.value = await chosen.text();
  });
  const made = form(
    async (data) => {
      at("loaded").textContent = "";
      try {
        const { said } = await request("/api/study/lists", Object.fromEntries(data));
        at("loaded").textContent = said.join(" ");
        text.value = "";
        file.value = "";
        learner = String(data.get("learner")).trim();
        await showOverview();
        return "";
      } catch (refusal) {
        return refusal.message;
      }
    },
    gettext("Load these positions"),
    field(gettext("Who practises them"), { name: "learner", maxlength: 40, required: true, value: learner }),
    field(gettext("What the list is called"), { name: "name", maxlength: 40, required: true }),
    h("label", { class: "field" }, gettext("XGIDs, other IDs, or boards as programs draw them, with notes"), text),
    h("label", { class: "field" }, gettext("Or a text file of them"), file),
  );
  return h("details", { class: "study-load" }, h("summary", {}, gettext("Load positions")), made);
}

at("learner").addEventListener("change", () => {
  learner = at("learner").value;
  tried(showOverview);
});
at("begin").addEventListener("click", begin);
request("/api/me").then(
  (me) => {
    control = me.control;
    follow();
  },
  () => follow(),
);
