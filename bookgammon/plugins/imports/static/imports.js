// Records of other programs on the page of past matches: brought in one by one, what was left out, and who is who.

import { request } from "/static/api.js";
import { field, form, h } from "/static/dom.js";
import { sendFile } from "/static/files.js";
import { gettext } from "/static/language.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const RECORD = /\.(mat|txt|sgf|xg)$/i;
const PATIENCE = 60000; // ms: a file that waits for others, beside a match
const LONGEST_NAME = 100;
const AT_ONCE = 4; // so that one file is read while others are kept, together
const MOST_SHOWN = 200; // files that were left out
let control = false;
let busy = false;
const waiting = [];
const seen = new Set(); // names that came in since the page was opened
const paths = new WeakMap(); // of files that were dropped with their folder
const count = { done: 0, all: 0, brought: 0, known: 0, left: 0 };

function leftOut(file, why) {
  const list = at("imports-left-out");
  count.left += 1;
  if (list.childElementCount < MOST_SHOWN) list.append(h("li", {}, `${paths.get(file) ?? file.name}: ${why}`));
}

function tell() {
  const said = at("imports-says");
  const bar = /** @type {HTMLProgressElement} */ (at("imports-progress"));
  bar.hidden = !busy;
  bar.max = count.all;
  bar.value = count.done;
  said.textContent = gettext(
    "{done} of {all} files. Brought in: {brought}. Known already: {known}. Left out: {left}.",
    count,
  );
}

async function work() {
  if (busy) return;
  busy = true;
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  busy = false;
  tell();
  showNames();
  dispatchEvent(new Event("recordings-kept"));
}

async function lane() {
  while (waiting.length) {
    tell();
    const file = waiting.shift();
    try {
      const { matches, trouble } = await sendFile("/api/imports", file, "application/octet-stream", PATIENCE);
      if (trouble) leftOut(file, trouble);
      for (const { names, known } of matches) {
        count[known ? "known" : "brought"] += 1;
        for (const name of [names.light, names.dark]) seen.add(name);
      }
    } catch (refusal) {
      leftOut(file, refusal.message);
    }
    count.done += 1;
  }
}

function take(files) {
  const records = [...files].filter(({ name }) => RECORD.test(name));
  if (!control || !records.length) return;
  if (!busy) Object.assign(count, { done: 0, all: 0, brought: 0, known: 0, left: 0 });
  if (!busy) at("imports-left-out").replaceChildren();
  count.all += records.length;
  waiting.push(...records);
  work();
}

// the names that came in, each with the one that it may have here
function showNames() {
  at("imports-names").hidden = seen.size === 0;
  const other = /** @type {HTMLSelectElement} */ (at("imports-names").querySelector("select"));
  other?.replaceChildren(...[...seen].sort().map((name) => h("option", {}, name)));
}

async function sayName(values) {
  try {
    await request("/api/imports/names", { other: values.get("other"), name: values.get("name") });
  } catch (refusal) {
    return refusal.message;
  }
  seen.delete(values.get("other"));
  seen.add(values.get("name"));
  at("imports-who").querySelector("form")?.reset();
  showNames();
  at("imports-named").textContent = gettext("{other} is {name} from now on.", {
    other: values.get("other"),
    name: values.get("name"),
  });
  dispatchEvent(new Event("recordings-kept"));
  return "";
}

at("imports-who").append(
  form(
    sayName,
    gettext("Remember it"),
    h(
      "label",
      { class: "field" },
      gettext("Who is called"),
      h("select", { name: "other", class: "input", required: true }),
    ),
    field(gettext("is here"), { name: "name", maxlength: LONGEST_NAME, required: true, autocomplete: "off" }),
  ),
);
at("add-imports").addEventListener("click", () => at("imports-files").click());
at("imports-files").addEventListener("change", () => {
  const input = /** @type {HTMLInputElement} */ (at("imports-files"));
  take(input.files ?? []);
  input.value = "";
});
addEventListener("dragover", (event) => {
  if (control && event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", async (event) => {
  if (!control) return;
  event.preventDefault();
  take(await dropped(event.dataTransfer));
});
addEventListener("beforeunload", (event) => {
  if (busy) event.preventDefault();
});

// the files of a drop, those of folders too
async function dropped(transfer) {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...(transfer?.files ?? [])];
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}

async function walk(entry, found) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    paths.set(file, entry.fullPath.replace(/^\//, ""));
    found.push(file);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return;
    for (const each of some) await walk(each, found);
  }
}

request("/api/me").then(
  (me) => {
    control = me.control;
    at("imports").hidden = !control;
  },
  () => {},
);
