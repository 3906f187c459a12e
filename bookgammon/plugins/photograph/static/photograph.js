// A photograph becomes a position: made smaller here, read by the table's machine, put right by tapping, and used.

import { request } from "/static/api.js";
import { button, choices, field, form, h } from "/static/dom.js";
import { edit } from "/static/editor.js";
import { sendFile } from "/static/files.js";
import { gettext } from "/static/language.js";
import { agreed } from "/static/take_up.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const LONGEST = 2560; // pixels of the longer side that are sent
const SHOWN = 1280;
const QUALITY = 0.9;
const PATIENCE = 240000; // ms: a busy machine reads slowly, and a match goes first
const SURE = 0.9;
const MOST_POINTS = 12;
/** @type {ImageBitmap | null} */
let photograph = null;
let quarters = 0; // by which it is turned clockwise
let sent = 0;

// ---------------------------------------------------------------- the picture

// drawn upright; a browser turns it as the camera noted
function drawn(longest) {
  const canvas = document.createElement("canvas");
  const { width, height } = /** @type {ImageBitmap} */ (photograph);
  const scale = Math.min(1, longest / Math.max(width, height));
  const [across, down] = [width * scale, height * scale].map(Math.round);
  [canvas.width, canvas.height] = quarters % 2 ? [down, across] : [across, down];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.imageSmoothingQuality = "high";
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((quarters * Math.PI) / 2);
  pen.drawImage(/** @type {ImageBitmap} */ (photograph), -across / 2, -down / 2, across, down);
  return canvas;
}

function show() {
  const canvas = /** @type {HTMLCanvasElement} */ (at("photograph-picture"));
  const found = drawn(SHOWN);
  [canvas.width, canvas.height] = [found.width, found.height];
  canvas.getContext("2d")?.drawImage(found, 0, 0);
  at("photograph-figure").hidden = false;
  at("turn").hidden = false;
}

async function take(file) {
  at("trouble").textContent = "";
  try {
    photograph = await createImageBitmap(file);
  } catch {
    at("trouble").textContent = gettext("This browser cannot open that picture: choose a JPEG or PNG.");
    return;
  }
  quarters = 0;
  await read();
}

async function read() {
  if (!photograph) return;
  show();
  at("read").hidden = at("result").hidden = true;
  at("trouble").textContent = "";
  at("says").textContent = gettext("It is being read…");
  const canvas = drawn(LONGEST);
  const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  sent += 1;
  const mine = sent;
  try {
    const found = await sendFile("/api/photograph", picture, "image/jpeg", PATIENCE);
    if (mine === sent) showRead(found);
  } catch (refusal) {
    if (mine === sent) at("trouble").textContent = refusal.message;
  }
  if (mine === sent) at("says").textContent = "";
}

// ---------------------------------------------------------------- what was read

function showRead({ position, seats, player, dice, cube, hidden, confidence }) {
  const names = { light: gettext("Light"), dark: gettext("Dark") };
  const match = { names, score: { light: 0, dark: 0 }, length: 0, post_crawford: false };
  const state = { seats, match, player: player || seats.near, chouette: null };
  const fields = agreed(state);
  const [score, length] = [[0, 0], 0];
  const shown = { player: state.player, cube: cube?.value || 1, owner: cube?.owner || "", dice, score, length };
  fields.set({ ...shown, crawford: false });
  const near = choices(gettext("At the lower edge sits"), "near", Object.entries(names), seats.near);
  const home = choices(
    gettext("Home is"),
    "home",
    [
      ["right", gettext("on the right")],
      ["left", gettext("on the left")],
    ],
    seats.home,
  );
  const sat = h("form", { class: "stack" }, near, home);
  at("sure").textContent = saysSure(confidence, hidden);
  at("read").hidden = false;
  const sheet = { dialog: at("editor"), body: at("editor"), state, send: async () => "" };
  const editor = edit(sheet, position, (wanted) => use(wanted, fields.entered()), {
    free: true,
    says: gettext("This is the position"),
    more: [sat, fields.part],
  });
  sat.addEventListener("submit", (event) => event.preventDefault());
  sat.addEventListener("change", () => {
    const chosen = new FormData(/** @type {HTMLFormElement} */ (sat));
    const now = { near: String(chosen.get("near")), home: String(chosen.get("home")) };
    const moved = renumbered(editor.position, state.seats, now);
    state.seats = now;
    editor.show(moved);
  });
  at("read").scrollIntoView({ block: "start" });
}

function saysSure(confidence, hidden) {
  const sure = gettext("Read with {percent} % certainty.", { percent: Math.round(100 * confidence) });
  if (hidden) return `${sure} ${gettext("Something covers a part of the board: look there first.")}`;
  return confidence < SURE ? `${sure} ${gettext("Compare it with the picture, and tap right what is wrong.")}` : sure;
}

// the same checkers where they lie in the picture, numbered as others sit
function renumbered(position, was, now) {
  const place = (point) => {
    const from = now.near === was.near ? point : 25 - point;
    if (now.home === was.home) return from;
    return from > MOST_POINTS ? 37 - from : 13 - from;
  };
  return { ...position, points: position.points.map((_, index) => position.points[place(index + 1) - 1]) };
}

// ---------------------------------------------------------------- what it is used for

async function use(position, entered) {
  try {
    const { xgid } = await request("/api/photograph/position", { position, ...entered });
    at("xgid").textContent = xgid;
    at("used").textContent = "";
    at("best").hidden = true;
    at("result").hidden = false;
    showUses(xgid);
    at("result-title").focus();
    return "";
  } catch (refusal) {
    return refusal.message;
  }
}

function showUses(xgid) {
  const { table, study } = at("photograph").dataset;
  const uses = [button(gettext("What is best here?"), () => showBest(xgid), "primary")];
  if (navigator.clipboard) uses.push(button(gettext("Copy the XGID"), () => copy(xgid)));
  if (table !== undefined)
    uses.push(h("a", { class: "button", href: `/#take_up=${encodeURIComponent(xgid)}` }, gettext("Play on from here")));
  at("uses").replaceChildren(...uses);
  at("practise").replaceChildren(...(study === undefined ? [] : [practise(xgid)]));
}

async function copy(xgid) {
  await navigator.clipboard.writeText(xgid).then(
    () => (at("used").textContent = gettext("Copied.")),
    () => (at("used").textContent = gettext("The browser does not let it be copied: mark the line and copy it.")),
  );
}

async function showBest(xgid) {
  at("used").textContent = gettext("The engine thinks…");
  try {
    const { headline, rows } = await sendFile(
      "/api/photograph/best",
      JSON.stringify({ xgid }),
      "application/json",
      PATIENCE,
    );
    at("used").textContent = headline;
    at("best").hidden = !rows.length;
    at("best-title").textContent = gettext("As the engine ranks them");
    const table = /** @type {HTMLTableElement} */ (at("best"));
    table.tBodies[0].replaceChildren(
      ...rows.map(({ what, worth }) => h("tr", {}, h("td", {}, what), h("td", {}, worth))),
    );
  } catch (refusal) {
    at("used").textContent = refusal.message;
  }
}

function practise(xgid) {
  const made = form(
    async (data) => {
      try {
        const { said } = await request("/api/study/lists", { ...Object.fromEntries(data), text: xgid });
        at("used").textContent = said.join(" ");
        return "";
      } catch (refusal) {
        return refusal.message;
      }
    },
    gettext("Practise it"),
    field(gettext("Who practises them"), { name: "learner", maxlength: 40, required: true }),
    field(gettext("What the list is called"), {
      name: "name",
      maxlength: 40,
      required: true,
      value: gettext("Photographs"),
    }),
  );
  return h("details", {}, h("summary", {}, gettext("Practise it")), made);
}

// ---------------------------------------------------------------- by hand

const input = /** @type {HTMLInputElement} */ (at("file"));
at("pick").addEventListener("click", () => input.click());
at("turn").addEventListener("click", () => {
  quarters = (quarters + 1) % 4;
  read();
});
input.addEventListener("change", () => {
  const chosen = input.files?.[0];
  input.value = "";
  if (chosen) take(chosen);
});
addEventListener("dragover", (event) => {
  if (!at("choose").hidden && event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", (event) => {
  if (at("choose").hidden) return;
  event.preventDefault();
  const [dropped] = event.dataTransfer?.files ?? [];
  if (dropped) take(dropped);
});

request("/api/me").then(
  ({ control }) => {
    at("choose").hidden = !control;
    at("look-only").hidden = control;
  },
  (refusal) => (at("trouble").textContent = refusal.message),
);
