// Which tables this screen shows: all, those that somebody looks for, those that need attention; never what was put away here.

import { gettext } from "/static/language.js";

const MANY = 8; // tables from which on looking for one is offered
const KEPT = "put-away";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const search = /** @type {HTMLInputElement} */ (at("wanted"));
const urgent = /** @type {HTMLInputElement} */ (at("urgent-only"));
const away = new Set(kept());

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) || "[]");
  } catch {
    return []; // a browser that keeps nothing
  }
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...away]));
  } catch {
    return; // it holds for as long as the page stands
  }
}

// a finished table, or one that nobody hears of; one that plays on comes back by itself
export function mayPutAway(table) {
  return table.standing !== "live" || Boolean(table.winner);
}

export function putAway(id) {
  away.add(id);
  keep();
}

export function chosenTables(tables) {
  const back = tables.filter((table) => away.has(table.id) && !mayPutAway(table));
  for (const table of back) away.delete(table.id);
  if (back.length) keep();
  const hidden = tables.filter((table) => away.has(table.id)).length;
  at("choice").hidden = tables.length < MANY && !hidden;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#choice label")))
    part.hidden = tables.length < MANY;
  at("bring-back").hidden = !hidden;
  at("bring-back").textContent = gettext("Bring back {count} put away", { count: hidden });
  const text = at("choice").hidden ? "" : search.value.trim().toLowerCase();
  const named = ({ name, names }) => [name, names.light, names.dark].some((one) => one.toLowerCase().includes(text));
  const alone = urgent.checked && tables.length >= MANY;
  return tables.filter((table) => !away.has(table.id) && named(table) && (!alone || table.attention.length));
}

export function onChoice(shown) {
  search.addEventListener("input", shown);
  urgent.addEventListener("change", shown);
  at("bring-back").addEventListener("click", () => {
    away.clear();
    keep();
    shown();
  });
}
