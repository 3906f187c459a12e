// For whoever hears everything: the part of the page that has the focus, what is chosen in it, and what a page says by itself.

import { gettext } from "/static/language.js";
import { shownText } from "/static/text.js";
import { silence, speak, speaks } from "./voice.js";

const tidy = (text) => (text || "").replace(/\s+/g, " ").trim();

// by whatever names it first
function label(part) {
  const named = (part.getAttribute("aria-labelledby") || "").split(" ").map((id) => document.getElementById(id));
  const labels = [...named, ...(part.labels || [])].filter(Boolean).map(shownText);
  return (
    tidy(part.getAttribute("aria-label")) ||
    labels.join(" ") ||
    shownText(part) ||
    tidy(part.getAttribute("title") || part.getAttribute("placeholder") || part.querySelector("img[alt]")?.alt)
  );
}

function value(part) {
  if (part.matches("input[type=radio]")) return part.checked ? gettext("chosen") : gettext("not chosen");
  if (part.matches("input[type=checkbox]")) return part.checked ? gettext("ticked") : gettext("not ticked");
  if (part.matches("select")) return tidy(part.selectedOptions[0]?.text);
  if (part.matches("input, textarea")) return part.value || gettext("empty");
  if (part.matches("button")) return gettext("button");
  if (part.matches("a")) return gettext("link");
  return "";
}

/** @type {Element | null} */
let group = null; // that of the last part: its name is said where one comes in

function described(part) {
  const within = part.closest("fieldset, [role=group]");
  const name = within && within !== group ? groupName(within) : "";
  group = within;
  return [name, label(part), value(part)].filter(Boolean).join(", ");
}

function groupName(within) {
  const legend = within.querySelector(":scope > legend");
  return legend ? shownText(legend) : tidy(within.getAttribute("aria-label"));
}

function speakPart(part) {
  if (!speaks("all") || !(part instanceof Element) || part === document.body) return;
  silence();
  speak({ text: () => described(part), yields: true });
}

addEventListener("focusin", ({ target }) => speakPart(target));
addEventListener("change", ({ target }) => speakPart(target));

// ------------------------------------------------------------------ what a page says by itself

const LIVE = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
const PAUSE = 200; // ms, so that a sentence that is put together is heard once
/** @type {WeakMap<Element, string>} */
const known = new WeakMap();
let timer = 0;

// on the table's page the server says what its own regions show
const regions = () => [...document.querySelectorAll(LIVE)].filter((part) => !part.closest("[data-spoken]"));
const text = (part) => (part.checkVisibility() ? shownText(part) : "");

function speakRegions() {
  for (const part of regions()) {
    const now = text(part);
    const before = known.get(part) || "";
    known.set(part, now);
    if (now && now !== before && speaks("all"))
      speak({ text: () => now, urgent: part.matches("[role=alert]"), yields: true });
  }
}

for (const part of regions()) known.set(part, text(part));
new MutationObserver(() => {
  clearTimeout(timer);
  timer = setTimeout(speakRegions, PAUSE);
}).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
