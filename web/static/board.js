// The book board as SVG, drawn as the camera sees it: the near seat at the bottom.

import { gettext } from "./language.js";

const NS = "http://www.w3.org/2000/svg";
const RAIL = 54; // the table beside the book: cube on one side, borne-off checkers on the other
const EDGE = 26; // cloth and paper round a leaf
const CELL = 40;
const GUTTER = 8; // paper between leaf and ridge
const RIDGE = 42;
const LEAF = { width: 6 * CELL, height: 464 };
const LEFT = RAIL + EDGE;
const RIGHT = LEFT + LEAF.width + 2 * GUTTER + RIDGE;
const TOP = EDGE;
const BOTTOM = TOP + LEAF.height;
const WIDTH = RIGHT + LEAF.width + EDGE + RAIL;
const HEIGHT = BOTTOM + EDGE;
const MIDDLE = { x: WIDTH / 2, y: HEIGHT / 2 };
const SHOWN = 5; // checkers drawn on one point; more are shown by a number
const RADIUS = 18.6;
const OFF = 0;
export const BAR = 25;

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

export function node(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function die(x, y, size, value, side) {
  const group = node("g", { class: `die ${side || "unknown"}`, transform: `translate(${x} ${y})` });
  const half = size / 2;
  group.append(
    node("rect", { class: "die-shade", x: -half + 1, y: -half + 2.5, width: size, height: size, rx: size * 0.2 }),
    node("rect", { class: "die-face", x: -half, y: -half, width: size, height: size, rx: size * 0.2 }),
  );
  for (const [across, down] of PIPS[value] || []) {
    group.append(node("circle", { class: "pip", cx: across * size * 0.26, cy: down * size * 0.26, r: size * 0.095 }));
  }
  return group;
}

// Where things lie. Points are a side's own: 1..24, bar 25, off 0.
export function plan(seats) {
  const right = seats.home === "right";
  const track = [];
  for (let i = 0; i < 12; i++) track.push({ row: "bottom", column: right ? 11 - i : i });
  for (let i = 0; i < 12; i++) track.push({ row: "top", column: right ? i : 11 - i });
  const offX = right ? WIDTH - RAIL / 2 + 2 : RAIL / 2 - 2;
  const isNear = (side) => side === seats.near;

  function columnX(column) {
    return (column < 6 ? LEFT + column * CELL : RIGHT + (column - 6) * CELL) + CELL / 2;
  }

  function point(side, own) {
    const nearOwn = isNear(side) ? own : 25 - own;
    return track[nearOwn - 1];
  }

  // the centre of the checker number `level` (from 0) on a place
  function spot(side, own, level) {
    if (own === OFF) {
      const fromEdge = 20 + level * 12.6;
      return { x: offX, y: isNear(side) ? BOTTOM + 6 - fromEdge : TOP - 6 + fromEdge };
    }
    if (own === BAR) {
      const away = 34 + Math.min(level, SHOWN - 1) * CELL * 0.94;
      return { x: MIDDLE.x, y: isNear(side) ? MIDDLE.y - away : MIDDLE.y + away };
    }
    const { row, column } = point(side, own);
    const deep = Math.min(level, SHOWN - 1) * CELL + CELL / 2 + 1;
    return { x: columnX(column), y: row === "top" ? TOP + deep : BOTTOM - deep };
  }

  // what is touched to mean a place: a box over it
  function touch(side, own) {
    const low = isNear(side);
    if (own === OFF) return { x: offX - RAIL / 2, y: low ? MIDDLE.y : 0, width: RAIL, height: HEIGHT / 2 };
    if (own === BAR) return { x: MIDDLE.x - RIDGE / 2, y: low ? 0 : MIDDLE.y, width: RIDGE, height: HEIGHT / 2 };
    const { row, column } = point(side, own);
    return { x: columnX(column) - CELL / 2, y: row === "top" ? 0 : MIDDLE.y, width: CELL, height: HEIGHT / 2 };
  }

  return { seats, point, spot, touch, columnX, isNear, cubeX: right ? RAIL / 2 - 2 : WIDTH - RAIL / 2 + 2 };
}

export function counts(position) {
  const light = Array(26).fill(0);
  const dark = Array(26).fill(0);
  position.points.forEach((count, index) => {
    if (count > 0) light[index + 1] = count;
    if (count < 0) dark[24 - index] = -count;
  });
  for (const { point, light: some, dark: others } of position.mixed) {
    light[point] = some;
    dark[25 - point] = others;
  }
  light[BAR] = position.bar.light;
  dark[BAR] = position.bar.dark;
  light[OFF] = position.off.light;
  dark[OFF] = position.off.dark;
  return { light, dark };
}

// The board in the colours that the camera learned; null: in the page's own. within: which part of it.
export function wear(look, within = document.documentElement) {
  const { style } = within;
  const set = (name, value) => (value ? style.setProperty(name, value) : style.removeProperty(name));
  for (const side of ["light", "dark"]) {
    for (const part of ["rim", "ring", "ink"]) set(`--checker-${side}-${part}`, look?.[side][part]);
    set(`--checker-${side}`, look?.[side].body);
  }
  set("--point-even", look?.points[0]);
  set("--point-odd", look?.points[1]);
  set("--felt", look?.floor);
  set("--point-line", look?.line);
}

function drawBook(svg, place, numbersFor) {
  const bookX = RAIL;
  const bookWidth = WIDTH - 2 * RAIL;
  svg.append(
    node("rect", { class: "shade", x: bookX - 1, y: 5, width: bookWidth + 2, height: HEIGHT - 5, rx: 9 }),
    node("rect", { fill: "var(--cloth)", x: bookX, y: 1, width: bookWidth, height: HEIGHT - 4, rx: 7 }),
    node("rect", { class: "tooling", x: bookX + 3.5, y: 4.5, width: bookWidth - 7, height: HEIGHT - 11, rx: 5 }),
  );
  for (const [x, paper] of [
    [LEFT, -1],
    [RIGHT, 1],
  ]) {
    const paperX = paper < 0 ? x - EDGE + 8 : x - GUTTER;
    svg.append(
      node("rect", {
        class: "paper",
        x: paperX,
        y: TOP - EDGE + 8,
        width: LEAF.width + EDGE - 8 + GUTTER,
        height: LEAF.height + 2 * (EDGE - 8),
        rx: 2,
      }),
      node("rect", { fill: "var(--felt)", x, y: TOP, width: LEAF.width, height: LEAF.height }),
    );
  }
  for (let column = 0; column < 12; column++) {
    const x = place.columnX(column) - CELL / 2;
    for (const row of ["top", "bottom"]) {
      const base = row === "top" ? TOP : BOTTOM;
      const tip = row === "top" ? TOP + 188 : BOTTOM - 188;
      const tone = (column + (row === "top" ? 1 : 0)) % 2 ? "odd" : "even";
      svg.append(
        node("path", {
          class: `point ${tone}`,
          d: `M${x + 1.5} ${base}L${x + CELL / 2} ${tip}L${x + CELL - 1.5} ${base}Z`,
        }),
      );
    }
  }
  for (const x of [LEFT, RIGHT]) {
    svg.append(node("rect", { class: "lip", x, y: TOP, width: LEAF.width, height: LEAF.height }));
  }
  const ridgeX = MIDDLE.x - RIDGE / 2;
  svg.append(
    node("rect", {
      class: "ridge",
      fill: "var(--cloth-ridge)",
      x: ridgeX,
      y: 0,
      width: RIDGE,
      height: HEIGHT - 2,
      rx: 5,
    }),
  );
  svg.append(
    node("rect", {
      class: "ridge-light",
      x: ridgeX + RIDGE * 0.22,
      y: 1,
      width: RIDGE * 0.3,
      height: HEIGHT - 4,
      rx: 4,
    }),
  );
  for (const y of [16, 26, HEIGHT - 28, HEIGHT - 18]) {
    svg.append(node("rect", { fill: "var(--tooling)", x: ridgeX, y, width: RIDGE, height: 1.8 }));
  }
  for (let own = 1; own <= 24; own++) {
    const { row, column } = place.point(numbersFor, own);
    const y = row === "top" ? TOP - 5.5 : BOTTOM + 13.5;
    svg.append(node("text", { class: "number", x: place.columnX(column), y }, String(own)));
  }
}

export function checker(side, { x, y }, label) {
  const group = node("g", { class: `checker ${side}`, transform: `translate(${x} ${y})` });
  group.append(
    node("circle", { class: "checker-shade", cx: 0.8, cy: 2.4, r: RADIUS }),
    node("circle", { class: "checker-body", r: RADIUS }),
    node("circle", { class: "checker-rim", r: RADIUS - 1 }),
    node("circle", { class: "checker-ring", r: RADIUS * 0.7 }),
  );
  if (label) group.append(node("text", { class: "count", y: 7 }, label));
  return group;
}

// on a point with both colours the side that has fewer lies on top of this many others
function under(all, side, own) {
  if (own < 1 || own >= BAR) return 0;
  const others = all[side === "light" ? "dark" : "light"][25 - own];
  const count = all[side][own];
  return count && (others > count || (others === count && side === "dark")) ? others : 0;
}

/** @type {any} */
let classed = null;

// classes.js draws the checkers of games that have classes
export function classesBy(drawn) {
  classed = drawn;
}

function drawCheckers(svg, place, all, stacks) {
  if (stacks && classed) {
    classed.draw(svg, place, stacks);
    for (const side of ["light", "dark"]) drawOff(svg, place, side, all[side][OFF]);
    return;
  }
  for (const side of ["light", "dark"]) {
    for (let own = 1; own <= BAR; own++) {
      const count = all[side][own];
      const base = under(all, side, own);
      for (let level = 0; level < Math.min(count, SHOWN); level++) {
        const last = level === SHOWN - 1 && count > SHOWN;
        svg.append(checker(side, place.spot(side, own, base + level), last ? String(count) : ""));
      }
    }
    drawOff(svg, place, side, all[side][OFF]);
  }
}

function drawOff(svg, place, side, count) {
  for (let level = 0; level < count; level++) {
    const { x, y } = place.spot(side, OFF, level);
    svg.append(node("rect", { class: `slab ${side}`, x: x - 19, y: y - 5.9, width: 38, height: 11.8, rx: 3.5 }));
  }
  if (!count) return;
  const end = place.spot(side, OFF, count);
  svg.append(node("text", { class: "off-count", x: end.x, y: end.y + (place.isNear(side) ? 1 : 13) }, String(count)));
}

function drawCube(svg, place, cube) {
  if (!cube.in_use) return;
  const at = { near: BOTTOM - 18, far: TOP + 18, middle: MIDDLE.y }[cube.place];
  const value = cube.offered || cube.value;
  const group = node("g", {
    class: `cube${cube.offered ? " offered" : ""}`,
    transform: `translate(${place.cubeX} ${at})`,
  });
  group.append(
    node("rect", { class: "die-shade", x: -20, y: -17.5, width: 42, height: 42, rx: 7 }),
    node("rect", { class: "cube-face", x: -21, y: -21, width: 42, height: 42, rx: 7 }),
    node("text", { class: value > 99 ? "cube-value long" : "cube-value", y: value > 99 ? 6.5 : 9 }, String(value)),
  );
  svg.append(group);
}

// each die lies in the leaf to its roller's right (R57)
function drawDice(svg, place, dice, player) {
  /** @type {Record<string, any[]>} */
  const sets = { left: [], right: [] };
  for (const { value, set } of dice) {
    const side = set || player;
    sets[!side || place.isNear(side) ? "right" : "left"].push({ value, set: side });
  }
  for (const [leaf, some] of Object.entries(sets)) {
    const centre = (leaf === "left" ? LEFT : RIGHT) + LEAF.width / 2;
    some.forEach(({ value, set }, index) => {
      svg.append(die(centre + (index - (some.length - 1) / 2) * 58, MIDDLE.y, 40, value, set));
    });
  }
}

// where checkers left a dashed ghost, where they arrived a ring, and an arrow between
function drawMoved(svg, place, all, moved) {
  const taken = new Map();
  const nth = (key) => {
    taken.set(key, (taken.get(key) || 0) + 1);
    return taken.get(key) - 1;
  };
  const arrows = [];
  for (const { side, from, to } of moved) {
    const start = from === null ? null : place.spot(side, from, all[side][from] + nth(`from${side}${from}`));
    const level = to === null ? 0 : Math.max(all[side][to] - 1 - nth(`to${side}${to}`), 0);
    const end = to === null ? null : place.spot(side, to, under(all, side, to) + level);
    if (start) svg.append(node("circle", { class: "ghost", cx: start.x, cy: start.y, r: RADIUS - 1 }));
    if (end && to !== OFF) svg.append(node("circle", { class: "arrived", cx: end.x, cy: end.y, r: RADIUS + 1.5 }));
    if (start && end) arrows.push(arrow(start, end));
  }
  svg.append(...arrows);
}

// what is still to be set up: dashed where a checker is missing, crossed out where one is too many
function drawWanted(svg, place, all, wanted) {
  for (const side of ["light", "dark"]) {
    for (let own = 1; own <= BAR; own++) {
      for (let level = all[side][own]; level < wanted[side][own]; level++) {
        const { x, y } = place.spot(side, own, level);
        svg.append(node("circle", { class: `ghost ${side}`, cx: x, cy: y, r: RADIUS - 1 }));
      }
      for (let level = wanted[side][own]; level < all[side][own]; level++) {
        const { x, y } = place.spot(side, own, level);
        svg.append(node("path", { class: "surplus", d: `M${x - 9} ${y - 9}l18 18m0 -18l-18 18` }));
      }
    }
  }
}

const AT_ONCE = 2; // arrows for what is to be done: more of them are a knot, and each is done in its turn

// which of them comes first
function drawNumbers(svg, place, all, back) {
  if (back.length < 2) return;
  for (const [turn, { side, from, to }] of back.entries()) {
    if (from === null || to === null) continue;
    const { x, y } = place.spot(side, from, under(all, side, from) + Math.max(all[side][from] - 1, 0));
    svg.append(
      node("circle", { class: "step-disc", cx: x, cy: y, r: RADIUS * 0.62 }),
      node("text", { class: "step-number", x, y: y + 6 }, String(turn + 1)),
    );
  }
}

// where checkers are to go from the board as it lies, or (kind "") where they went
function drawBack(svg, place, all, back, kind = "back") {
  const gone = new Map();
  const nth = (key) => {
    gone.set(key, (gone.get(key) || 0) + 1);
    return gone.get(key) - 1;
  };
  for (const { side, from, to } of back) {
    if (from === null || to === null) continue;
    const top = Math.max(all[side][from] - 1 - nth(`from${side}${from}`), 0);
    const start = place.spot(side, from, under(all, side, from) + top);
    const end = place.spot(side, to, all[side][to] + nth(`to${side}${to}`));
    const made = arrow(start, end);
    made.setAttribute("class", `arrow ${kind}`);
    svg.append(node("circle", { class: `target ${kind}`, cx: end.x, cy: end.y, r: RADIUS - 1 }), made);
  }
}

function arrow(start, end) {
  const across = { x: end.x - start.x, y: end.y - start.y };
  const length = Math.hypot(across.x, across.y) || 1;
  const unit = { x: across.x / length, y: across.y / length };
  const bend = Math.min(60, length * 0.28) * (start.y > MIDDLE.y ? -1 : 1) * Math.sign(across.x || 1);
  const control = { x: (start.x + end.x) / 2 - unit.y * -bend, y: (start.y + end.y) / 2 + unit.x * bend };
  const last = Math.hypot(end.x - control.x, end.y - control.y) || 1;
  const into = { x: (end.x - control.x) / last, y: (end.y - control.y) / last };
  const tip = { x: end.x - into.x * (RADIUS * 0.35), y: end.y - into.y * (RADIUS * 0.35) };
  const neck = { x: tip.x - into.x * 13, y: tip.y - into.y * 13 };
  const head = `M${tip.x} ${tip.y}L${neck.x - into.y * 8} ${neck.y + into.x * 8}L${neck.x + into.y * 8} ${neck.y - into.x * 8}Z`;
  const curve = `M${start.x} ${start.y}Q${control.x} ${control.y} ${neck.x} ${neck.y}`;
  return node(
    "g",
    { class: "arrow" },
    node("path", { class: "arrow-edge", d: curve }),
    node("path", { class: "arrow-line", d: curve }),
    node("path", { class: "arrow-head", d: head }),
  );
}

function describe(all, names, stacks) {
  const side = (key) => {
    const parts = [];
    for (let own = 24; own >= 1; own--)
      if (all[key][own]) parts.push(gettext("{count} on {point}", { count: all[key][own], point: own }));
    if (all[key][BAR]) parts.push(gettext("{count} on the bar", { count: all[key][BAR] }));
    if (all[key][OFF]) parts.push(gettext("{count} off", { count: all[key][OFF] }));
    if (stacks && classed) parts.push(...classed.words(key, stacks));
    const listed = parts.join(", ") || gettext("none");
    return `${names[key]}: ${listed}.`;
  };
  return [gettext("The board."), side("light"), side("dark")].join(" ");
}

/** @param {any} svg @param {any} shown */
export function drawBoard(
  svg,
  {
    position,
    seats,
    cube,
    names,
    dice = [],
    player = null,
    moved = [],
    made = [],
    back = [],
    wanted = null,
    worse = null,
    better = null,
  },
) {
  const place = plan(seats);
  const all = counts(position);
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("aria-label", describe(all, names, position.stacks));
  drawBook(svg, place, player || seats.near);
  drawCheckers(svg, place, all, position.stacks);
  drawCube(svg, place, cube);
  drawDice(svg, place, dice, player);
  drawMoved(svg, place, all, moved);
  drawBack(svg, place, all, made, "");
  drawBack(svg, place, all, back.slice(0, AT_ONCE));
  drawNumbers(svg, place, all, back.slice(0, AT_ONCE));
  // plays of the coach, from the board as it lay before them
  if (worse) drawBack(svg, place, counts(worse.position), worse.moves, "worse");
  if (better) drawBack(svg, place, counts(better.position), better.moves, "better");
  if (wanted) drawWanted(svg, place, all, counts(wanted));
  if (wanted?.stacks) classed?.drawWanted(svg, place, wanted.stacks);
}
