// The page speaks. What is said is made by the server, or stands on the page; here is what comes first, what gives way,
// and the keys by which somebody who does not see the page asks and answers.

import { request } from "/static/api.js";
import { gettext } from "/static/language.js";
import { preference } from "/static/preferences.js";
import { shownText } from "/static/text.js";
import { VOICES } from "./voice_switch.js";

const LEVELS = VOICES.map(([kept]) => kept);
const MOST_WAITING = 4;
const MOST_CHOICES = 9; // as many as there are keys
const STALE = 15000; // ms without a word from the table, after which what happened meanwhile is old
const PATIENCE = 3000; // ms until a page that is still being drawn is spoken of as it is

export const speaks = (level = "warnings") => LEVELS.indexOf(preference("voice")) >= LEVELS.indexOf(level);

/** @typedef {{ text: () => string | Promise<string>, urgent?: boolean, yields?: boolean }} Entry */
/** @type {Entry[]} */
let waiting = [];
/** @type {Entry | null} */
let current = null;
/** @type {{ current: SpeechSynthesisUtterance | null }} */
const held = { current: null }; // browsers forget an utterance that nobody holds, and never say that it is over
let lastText = "";

export function silence() {
  waiting = [];
  current = held.current = null;
  window.speechSynthesis?.cancel();
}

// What is urgent cuts off everything. What yields is cut off by whatever comes next, and does not outlast it.
/** @param {...Entry} entries */
export function speak(...entries) {
  if (!entries.length || !window.speechSynthesis) return;
  if (entries.some(({ urgent }) => urgent) || current?.yields) silence();
  waiting = [...waiting.filter((entry) => !entry.yields), ...entries].slice(-MOST_WAITING);
  next();
}

async function next() {
  if (current || !waiting.length) return;
  const entry = /** @type {Entry} */ (waiting.shift());
  current = entry;
  const text = await entry.text();
  if (current !== entry) return; // cut off meanwhile
  if (!text) return done(entry);
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = document.documentElement.lang;
  spoken.onend = spoken.onerror = () => done(entry);
  held.current = spoken;
  speechSynthesis.speak(spoken);
}

function done(entry) {
  if (current !== entry) return;
  current = held.current = null;
  next();
}

const sentence = ({ text, urgent, asks }) => ({
  text: () => (lastText = text),
  urgent,
  yields: urgent || asks, // it is over as soon as anything follows
});

// ------------------------------------------------------------------ what happens at the table

let newest = -1; // the number of the last event that was said, or was old when the page came
/** @type {string[] | null} */
let stood = null; // how the table stood
let alive = 0;

export function tableIsAlive() {
  alive = performance.now();
}

const reloaded = () =>
  performance.getEntriesByType("navigation").some((entry) => /** @type {any} */ (entry).type === "reload");

// known: this state was shown before anybody listened
export function followTable({ spoken }, known = false) {
  const old = performance.now() - alive > STALE;
  tableIsAlive();
  const events = spoken.events.filter(({ number }) => number > newest);
  const now = spoken.now.filter(({ text }) => !stood?.includes(text));
  const first = stood === null;
  newest = Math.max(newest, ...events.map(({ number }) => number));
  stood = spoken.now.map(({ text }) => text);
  if (old && !first && !known && speaks("all")) askStatus();
  if (old || first || known) return;
  const wanted = events.filter(({ level }) => speaks(level));
  const standing = now.filter(({ level }) => speaks(level));
  const said = [...wanted.map(sentence), ...standing.map((each) => ({ ...sentence(each), yields: true }))];
  if (speaks("all") && [...wanted, ...standing].some(({ asks }) => asks)) said.push(choicesOnceDrawn());
  speak(...said);
}

// ------------------------------------------------------------------ answers and questions by keyboard

const ORDER = [".acts button", "#resume", ".slips button", "#undo", "#menu-open"];
const isShown = (part) => part.checkVisibility({ visibilityProperty: true });

// what can be pressed on the uppermost part of the page, the likeliest first
function choices() {
  const dialog = document.querySelector("dialog[open]");
  const over = dialog || [...document.querySelectorAll(".cover")].find((part) => !(/** @type {any} */ (part).hidden));
  const selectors = over || !document.getElementById("table") ? ["button, a.button"] : ORDER;
  const within = over || document.querySelector("main") || document.body;
  return selectors
    .flatMap((selector) => [...within.querySelectorAll(selector)])
    .filter((part) => isShown(part) && !part.matches(":disabled"))
    .slice(0, MOST_CHOICES);
}

const nameOf = (part) => part.getAttribute("aria-label") || shownText(part);
/** @type {string[] | null} */
let named = null; // the choices as they were last said

export function choicesText() {
  named = choices().map(nameOf);
  const numbered = named.map((choice, index) => gettext("{number}: {choice}", { number: index + 1, choice }));
  return numbered.join(". ") || gettext("There is nothing to press here.");
}

// The table changes what can be pressed at any time: a number presses only what was last said under it.
function choose(index) {
  const part = /** @type {HTMLElement | undefined} */ (choices()[index]);
  if (named && named[index] !== (part && nameOf(part))) asked(choicesText);
  else part?.click();
}

// the buttons come with the state, or a moment later
function choicesOnceDrawn() {
  const since = performance.now();
  const text = async () => {
    while (document.body.dataset.drawn !== "yes" && performance.now() - since < PATIENCE)
      await new Promise((wait) => setTimeout(wait, 30));
    return choicesText();
  };
  return { text, yields: true };
}

const asked = (text) => {
  silence();
  speak({ text: async () => (lastText = await text()), yields: true });
};

const onTable = () => document.getElementById("table");

async function ofTable(part) {
  try {
    return (await request("/api/spoken"))[part];
  } catch (refusal) {
    return refusal.message;
  }
}

function ofPage() {
  const parts = ["h1", "[role=status]", "[role=alert]"].flatMap((selector) => [...document.querySelectorAll(selector)]);
  const texts = parts.filter(isShown).map(shownText);
  const whole = texts.filter((text) => !texts.some((other) => other !== text && other.includes(text)));
  return [...new Set(whole)].join(". ");
}

const statusText = () => (onTable() ? ofTable("status") : ofPage());
const askStatus = () => asked(statusText);

const KEYS = {
  s: askStatus,
  b: () => onTable() && asked(() => ofTable("board")),
  c: () => asked(choicesText),
  r: () => asked(() => lastText),
};

const types = (target) =>
  target instanceof Element &&
  target.matches("input:not([type=radio], [type=checkbox], [type=range], [type=button]), textarea, select");

addEventListener("keydown", (event) => {
  if (!speaks() || types(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.repeat) return; // a key that is held would press what comes next, too
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) {
    event.preventDefault();
    choose(Number(key) - 1);
  } else if (Object.hasOwn(KEYS, key)) KEYS[key]();
});

// another page was opened; one that is loaded again is known
export function arrive() {
  if (speaks("all") && !(onTable() && reloaded())) askStatus();
}

export function voiceChanged() {
  silence();
  if (!speaks()) return;
  const [, what] = VOICES.find(([kept]) => kept === preference("voice")) || [];
  speak({ text: () => gettext("This device says aloud: {what}.", { what }) });
  if (speaks("all")) speak({ text: statusText, yields: true });
}
