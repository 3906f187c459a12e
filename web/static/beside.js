// What others add to the core's pages: cards beside the board, sheets of the menu, settings, and what hears each state.

/** @type {any[]} */
const parts = [];
let changed = () => {};

// A part has any of these:
//   show(state, redraw): draws itself; ready(state): whether all that it needs is there
//   better(state), wayBack(state): what is drawn on the board
//   hear(state, known), alive(): told of each state, and that the table lives
//   settings(choices): an element for the settings of this device, made with the menu's `choices`
//   sheets: { name: (sheet) => … }
export function add(part) {
  parts.push(part);
  changed();
}

// what a page does when a part has come
export function onAdded(act) {
  changed = act;
}

// what each part answers, where it answers
export function answers(name, ...given) {
  return parts.map((part) => part[name]?.(...given)).filter(Boolean);
}

export const first = (name, ...given) => answers(name, ...given)[0];
export const ready = (state) => parts.every((part) => !part.ready || part.ready(state));
export const sheets = () => Object.assign({}, ...parts.map((part) => part.sheets));
