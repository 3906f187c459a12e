// The wall: every table as a small live board, the ones that need the director first. It shows and changes nothing.

import { drawBoard, node } from "/static/board.js";
import { showClasses } from "/static/classes.js";
import { h } from "/static/dom.js";
import { gettext, ngettext } from "/static/language.js";
import { chosenTables, mayPutAway, onChoice, putAway } from "./wall_choice.js";
import { followWall } from "./wall_live.js";

showClasses();

const TILE_SHAPE = 0.86; // a tile is so much wider than high
const SMALLEST = 230; // px: smaller tiles could not hold their texts and a board; then the wall scrolls
const COMFORTABLE = 280; // px: the least width of a tile where it does
const KINDS = {
  illegal: gettext("Illegal play"),
  silent: gettext("No word"),
  camera: gettext("Camera"),
  doubt: gettext("Doubt"),
  clock: gettext("Time"),
  two: gettext("Twice"),
};

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const grid = at("tables");
const tables = new Map();
const tiles = new Map();
let order = [];
let chosen = null;

function boardNode() {
  return node("svg", { class: "board", role: "img" });
}

function draw(svg, table) {
  drawBoard(svg, {
    position: table.position,
    seats: table.seats,
    cube: table.cube,
    names: table.names,
    dice: table.dice,
    player: table.turn,
  });
}

// seconds left as a clock shows them; a clock that has run out stays at nought
function clockText(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function secondsLeft(clock, side, now) {
  return clock[side] - (clock.running === side ? Math.max(0, now - clock.heard - clock.delay) : 0);
}

// type that is smaller for longer texts, by the style sheet
function sized(part) {
  part.style.setProperty("--characters", String(Math.max(1, part.textContent.length)));
  return part;
}

function player(table, side) {
  const { turn, cube, clock } = table;
  const owns = cube.in_use && cube.owner === side;
  return h(
    "p",
    { class: `player ${side}${turn === side ? " on-roll" : ""}` },
    h("span", { class: "disc", "aria-hidden": "true" }),
    sized(h("span", { class: "name" }, table.names[side])),
    owns ? h("span", { class: "cube chip" }, String(cube.value)) : null,
    clock ? h("span", { class: "clock", "data-side": side }) : null,
    h("span", { class: "score" }, String(table.score[side])),
  );
}

function players(table) {
  const near = table.seats.near;
  return [player(table, near === "light" ? "dark" : "light"), player(table, near)];
}

function statusLine(table) {
  const first = table.attention[0];
  if (first) return `${KINDS[first.kind] || ""}: ${first.text}`;
  if (table.standing === "closed") return gettext("Put away");
  if (table.standing === "gone") return gettext("Silent for long");
  return table.headline;
}

function kind(table) {
  if (table.attention.length) return `attention ${table.attention[0].kind}`;
  return table.standing === "live" ? "" : "away";
}

function tileOf(id) {
  const svg = boardNode();
  const head = h("p", { class: "tile-head" });
  const who = h("div", { class: "players" });
  const line = h("p", { class: "tile-line" });
  const tile = h("button", { type: "button", class: "tile card", onclick: () => choose(id) }, head, who, svg, line);
  return { tile, svg, head, who, line };
}

function paintTile(table) {
  let found = tiles.get(table.id);
  if (!found) {
    found = tileOf(table.id);
    tiles.set(table.id, found);
  }
  const { tile, svg, head, who, line } = found;
  tile.className = `tile bare card ${kind(table)}`.trim();
  const to = table.length ? gettext("to {length}", { length: table.length }) : gettext("for money");
  head.replaceChildren(
    h("span", { class: "tile-name" }, table.name),
    h("span", { class: "soft" }, table.crawford ? `${to} · Crawford` : to),
  );
  who.replaceChildren(...players(table));
  sized(head);
  line.textContent = statusLine(table);
  sized(line);
  draw(svg, table);
  tile.dataset.events = table.events; // which moment is on the screen
}

function paintLarge() {
  const table = tables.get(chosen);
  if (!table) return;
  at("large-name").textContent = table.name;
  at("large-headline").textContent = table.headline;
  at("large-attention").replaceChildren(
    ...table.attention.map((one) => h("p", { class: `alarm ${one.kind}` }, `${KINDS[one.kind] || ""}: ${one.text}`)),
  );
  at("large-players").replaceChildren(...players(table));
  at("large-plays").replaceChildren(...[...table.plays].reverse().map((play) => h("li", {}, play)));
  at("put-away").hidden = !mayPutAway(table);
  const picture = at("large-picture");
  picture.hidden = !table.picture;
  if (table.picture && picture.getAttribute("src") !== table.picture) picture.src = table.picture;
  draw(at("large-board"), table);
}

function choose(id) {
  chosen = id;
  paintLarge();
  paintClocks();
  at("large").showModal();
}

function paintClocks() {
  const now = Date.now() / 1000 + skew;
  const paint = (root, table) => {
    if (!table?.clock) return;
    for (const shown of root.querySelectorAll(".clock")) {
      const left = secondsLeft(table.clock, shown.dataset.side, now);
      shown.textContent = clockText(left);
      shown.classList.toggle("out", left <= 0);
    }
  };
  for (const [id, { who }] of tiles) paint(who, tables.get(id));
  if (at("large").open) paint(at("large"), tables.get(chosen));
}

// as many columns as make the tiles largest
function arrange() {
  const count = Math.max(1, grid.children.length);
  const { left, top } = grid.getBoundingClientRect();
  const width = document.documentElement.clientWidth - 2 * left;
  const height = innerHeight - top - scrollY;
  let best = { size: 0, columns: 1, rows: 1 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / columns, (height / rows) * TILE_SHAPE);
    if (size > best.size) best = { size, columns, rows };
  }
  const scrolls = Math.min(width / best.columns, height / best.rows) < SMALLEST;
  const columns = scrolls ? Math.max(1, Math.floor(width / COMFORTABLE)) : best.columns;
  document.body.classList.toggle("scrolls", scrolls);
  grid.classList.toggle("scrolling", scrolls);
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  grid.style.gridTemplateRows = scrolls ? "none" : `repeat(${best.rows}, minmax(0, 1fr))`;
}

function paintOrder() {
  for (const id of [...tiles.keys()]) {
    if (order.includes(id)) continue;
    tiles.get(id).tile.remove();
    tiles.delete(id);
    tables.delete(id);
  }
  const known = order.map((id) => tables.get(id)).filter(Boolean);
  const wanted = chosenTables(known).map(({ id }) => tiles.get(id).tile);
  const same = wanted.length === grid.children.length && wanted.every((tile, index) => grid.children[index] === tile);
  if (!same) {
    const held = /** @type {HTMLElement} */ (document.activeElement);
    grid.replaceChildren(...wanted);
    if (held && grid.contains(held)) held.focus(); // moving a tile must not lose the reader's place
    arrange();
  }
}

function summary() {
  const shown = order.map((id) => tables.get(id)).filter(Boolean);
  const open = shown.filter((table) => table.attention.length).length;
  const one = ngettext("{count} table", "{count} tables", shown.length);
  const text = open ? `${one} · ${ngettext("{count} needs attention", "{count} need attention", open)}` : one;
  if (at("summary").textContent !== text) at("summary").textContent = text;
  document.title = open ? `(${open}) ${gettext("The wall")}` : gettext("The wall");
}

let skew = 0; // of this screen's clock against the wall's

function onWall(wall) {
  order = wall.order;
  for (const table of wall.tables) {
    tables.set(table.id, table);
    paintTile(table);
    if (table.id === chosen && at("large").open) paintLarge();
  }
  paintOrder();
  paintClocks();
  summary();
  at("nobody").hidden = order.length > 0;
  trouble(wall.broker);
  document.body.dataset.version = wall.version;
}

let brokerTrouble = "";

function trouble(text) {
  brokerTrouble = text;
  showTrouble(false);
}

function showTrouble(stale) {
  const text = stale ? gettext("This screen has lost the wall's program; what it shows is old.") : brokerTrouble;
  at("trouble").textContent = text;
  at("trouble").hidden = !text;
  document.body.classList.toggle("stale", Boolean(text));
}

followWall({
  onWall,
  onBeat: (now) => {
    skew = now - Date.now() / 1000;
  },
  onLink: ({ stale }) => showTrouble(stale),
});

onChoice(paintOrder);
at("put-away").addEventListener("click", () => {
  putAway(chosen);
  at("large").close();
  paintOrder();
});
at("large-close").addEventListener("click", () => at("large").close());
at("large").addEventListener("click", (event) => event.target === at("large") && at("large").close());
addEventListener("resize", arrange);
setInterval(paintClocks, 500);
