// The board to be corrected by tapping: a checker first, then where it belongs.

import { counts, drawBoard, node, plan } from "./board.js";
import { button, buttons, h } from "./dom.js";
import { gettext } from "./language.js";
import { open as openView } from "./control.js";

const SIDES = ["light", "dark"];
const OFF = 0;
const BAR = 25;
const CHECKERS = 15;
const other = (side) => (side === "light" ? "dark" : "light");

// two rows of 26 counts in each side's own numbering; off is what is not on the board
function rowsOf(position) {
  const rows = counts(position);
  for (const side of SIDES) settle(rows, side);
  return rows;
}

function settle(rows, side) {
  const on = rows[side].reduce((sum, count) => sum + count, 0) - rows[side][OFF];
  rows[side][OFF] = Math.max(0, CHECKERS - on);
}

function positionOf(rows) {
  const points = [];
  for (let own = 1; own <= 24; own++) points.push(rows.light[own] - rows.dark[25 - own]);
  const by = (place) => ({ light: rows.light[place], dark: rows.dark[place] });
  return { points, bar: by(BAR), off: by(OFF), mixed: [] };
}

function faults(rows, names) {
  const found = SIDES.map((side) => [names[side], rows[side].reduce((sum, count) => sum + count, 0)]);
  return found
    .filter(([, count]) => count !== CHECKERS)
    .map(([name, count]) =>
      gettext("{name} has {count} checkers instead of {expected}.", { name, count, expected: CHECKERS }),
    );
}

// free: any position may come of it; checkers are taken from beside the board one after the other, and what stands where
// another colour is put goes there. Else a single one is hit and goes to the bar.
class Editor {
  constructor(state, position, free = false) {
    this.state = state;
    this.free = free;
    this.rows = rowsOf(position);
    this.held = null; // {side, own}
    this.steps = [];
    this.svg = node("svg", { class: "board editor-board", role: "group" });
    this.says = h("p", { class: "editor-says big", role: "status" });
    this.draw();
  }

  get position() {
    return positionOf(this.rows);
  }

  // another position altogether, which "Back one step" takes back
  show(position) {
    this.held = null;
    this.steps.push(structuredClone(this.rows));
    this.rows = rowsOf(position);
    this.draw();
  }

  draw(focus = null) {
    const { seats, match } = this.state;
    const cube = { in_use: false };
    drawBoard(this.svg, { position: this.position, seats, cube, names: match.names, player: this.state.player });
    const place = plan(seats);
    for (let own = 1; own <= 24; own++) this.svg.append(this.spot(place, "light", own, "point"));
    for (const side of SIDES) {
      this.svg.append(this.spot(place, side, BAR, "bar"), this.spot(place, side, OFF, "off"));
    }
    if (focus) this.svg.querySelector(`[data-spot="${focus}"]`)?.focus();
    const wrong = faults(this.rows, match.names);
    this.says.textContent = wrong[0] || (this.held ? gettext("Now tap where it belongs.") : this.beginning());
  }

  beginning() {
    return this.free
      ? gettext("Tap a checker, on the board or beside it, then where it belongs.")
      : gettext("Tap a checker that lies elsewhere.");
  }

  // points are named for the player on turn, as they are numbered on the board
  spot(place, side, own, kind) {
    const key = `${side}-${own}`;
    const held = this.held && this.same(this.held, side, own);
    const box = place.touch(side, own);
    const made = node("g", {
      class: `spot${held ? " held" : ""}`,
      role: "button",
      tabindex: 0,
      "data-spot": key,
      "aria-label": this.label(side, own, kind),
      "aria-pressed": String(Boolean(held)),
    });
    made.append(node("rect", { ...box, rx: 4 }));
    const act = () => this.tap(side, own, kind, key);
    made.addEventListener("click", act);
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    });
    return made;
  }

  same(held, side, own) {
    return held.side === side
      ? held.own === own
      : held.own === 25 - own && own !== BAR && own !== OFF && held.own !== BAR && held.own !== OFF;
  }

  label(side, own, kind) {
    const { names } = this.state.match;
    if (kind === "bar") return gettext("{name}’s bar: {count}", { name: names[side], count: this.rows[side][BAR] });
    if (kind === "off") return gettext("{name} off: {count}", { name: names[side], count: this.rows[side][OFF] });
    const light = this.rows.light[own];
    const dark = this.rows.dark[25 - own];
    const there =
      [light && gettext("{count} light", { count: light }), dark && gettext("{count} dark", { count: dark })]
        .filter(Boolean)
        .join(", ") || gettext("empty");
    return gettext("{name}’s {point}-point: {there}", { name: names.light, point: own, there });
  }

  tap(side, own, kind, key) {
    if (this.held) this.drop(side, own, kind);
    else this.lift(side, own, kind);
    this.draw(key);
  }

  lift(side, own, kind) {
    if (kind !== "point") {
      if (this.rows[side][own]) this.held = { side, own };
      return;
    }
    const light = this.rows.light[own];
    const dark = this.rows.dark[25 - own];
    if (!light && !dark) return;
    this.held = light && (!dark || light <= dark) ? { side: "light", own } : { side: "dark", own: 25 - own };
  }

  drop(side, own, kind) {
    const { side: mover, own: from } = this.held;
    this.held = null;
    if (kind !== "point" && side !== mover) return;
    const to = kind === "point" && side !== mover ? 25 - own : own;
    if (to === from) return;
    this.steps.push(structuredClone(this.rows));
    const rival = this.rows[other(mover)];
    if (kind === "point" && this.free) {
      rival[OFF] += rival[25 - to];
      rival[25 - to] = 0;
    } else if (kind === "point" && rival[25 - to] === 1) {
      rival[25 - to] = 0; // one that is hit goes to the bar
      rival[BAR] += 1;
    }
    this.rows[mover][from] -= 1;
    this.rows[mover][to] += 1;
    if (this.free && from === OFF && this.rows[mover][OFF]) this.held = { side: mover, own: OFF };
  }

  back() {
    this.held = null;
    this.rows = this.steps.pop() || this.rows;
    this.draw();
  }
}

/**
 * @param {any} sheet
 * @param {any} position
 * @param {Function} done
 * @param {{ free?: boolean, more?: Node[], says?: string }} options
 */
export function edit({ dialog, body, state, send }, position, done, { free = false, more = [], says = "" } = {}) {
  dialog.classList.add("full");
  const editor = new Editor(state, position, free);
  const trouble = h("p", { class: "error", role: "alert" });
  const finish = async () => (trouble.textContent = (await done(editor.position, send)) || "");
  body.replaceChildren(
    h(
      "div",
      { class: free ? "editor long" : "editor" },
      editor.svg,
      h(
        "div",
        { class: "editor-side stack" },
        editor.says,
        ...more,
        trouble,
        buttons(
          button(says || gettext("The board shows this"), finish, "primary"),
          button(gettext("Back one step"), () => editor.back()),
        ),
      ),
    ),
  );
  return editor;
}

export function correctPosition(sheet) {
  sheet.title(gettext("The position"));
  const { state } = sheet;
  const setUpAnew = state.question?.asks === "ending"; // what lies there now is not this game's
  const about = h(
    "p",
    { class: "quiet" },
    state.phase === "moving"
      ? gettext("As the board lay before this roll was played.")
      : gettext("As the board lies now."),
  );
  edit(
    sheet,
    state.phase === "moving" || setUpAnew ? state.turn_position : state.board.position,
    (position, send) => send("correct_position", { position }),
    { more: [about] },
  );
}

export function misread(sheet) {
  const { title, body, state, send } = sheet;
  const warning = state.warning;
  if (!warning) return sheet.close();
  title(gettext("Which play was it?"));
  const plays = warning.nearest.map(({ play, position }) =>
    button(play, () => send("correct_position", { position }), "play"),
  );
  body.replaceChildren(
    h(
      "p",
      { class: "lead" },
      gettext("{name} rolled {roll}. The legal plays nearest to what the camera saw:", {
        name: state.match.names[warning.player],
        roll: warning.dice.join("-"),
      }),
    ),
    buttons(...plays),
    h("h3", {}, gettext("Or another")),
    buttons(
      button(gettext("Show it on the board"), () => byTapping(sheet)),
      ...(state.plays.length ? [button(gettext("An earlier turn was misread"), () => openView("earlier_turns"))] : []),
    ),
  );
}

function byTapping(sheet) {
  sheet.title(gettext("As the board really lies"));
  edit(sheet, sheet.state.warning.position, (position, send) => send("correct_position", { position }));
}
