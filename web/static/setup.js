// The set-up wizard: shows what the program sees and asks, sends back what people touch. Keeps nothing of its own
// but the corner being dragged and the form being filled in.

import { request } from "./api.js";
import { gettext } from "./language.js";
import { newestAnswers } from "./newest_answers.js";
import { Corners } from "./setup_corners.js";
import { MatchForm } from "./setup_match.js";
import { offerPhone } from "./setup_phone.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const ASK_EVERY = 350; // ms
const FRAME_EVERY = 130; // ms between two pictures
const STEPS = [...document.querySelectorAll(".trail li")].map((item) => item.dataset.step);

const corners = new Corners({
  stage: at("stage"),
  picture: at("picture"),
  outline: at("outline"),
  group: at("corners"),
  lens: at("lens"),
  onMoved: (leaves) => act("corners", leaves),
});
const form = new MatchForm(at("match"), (entered) => ask("/api/setup/begin", entered));
/** @type {any} */
let now = null;
let failures = 0;
let acting = 0;
let refused = ""; // why the last thing touched could not be done; stays until the next is, or another step comes

function write(id, text) {
  const found = at(id);
  if (found.textContent !== text) found.textContent = text;
}

const newest = newestAnswers();

/** @param {string} address @param {any} body */
async function ask(address, body = undefined) {
  const state = await newest(address, body);
  if (state && !leaving && !(acting && body === undefined)) show(state);
}

async function act(what, body = {}) {
  acting += 1;
  refused = "";
  try {
    await ask(`/api/setup/${what}`, body);
  } catch (error) {
    refused = error.message;
    write("trouble", refused);
    at("beside").hidden = false;
  } finally {
    acting -= 1;
  }
}

function showTrail(step) {
  const reached = STEPS.indexOf(step);
  document.querySelectorAll(".trail li").forEach((item, index) => {
    item.classList.toggle("past", index < reached || reached < 0);
    item.classList.toggle("here", index === reached);
    if (index === reached) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
    item.querySelector("button").disabled = reached < 0 || index >= reached;
  });
}

function showCameras(state) {
  const list = at("camera-list");
  const before = new Map([...list.querySelectorAll("li")].map((entry) => [entry.dataset.key, entry]));
  const entries = state.cameras.map((camera) => before.get(keyOf(camera)) ?? cameraEntry(camera));
  // one that is found later leaves the finger and the focus on those that stand there
  for (const entry of before.values()) if (!entries.includes(entry)) entry.remove();
  entries.forEach((entry, place) => {
    if (list.children[place] !== entry) list.insertBefore(entry, list.children[place] ?? null);
  });
  at("searching").hidden = !state.searching;
  at("no-camera").hidden = state.searching || state.cameras.length > 0;
}

const keyOf = ({ key, size }) => `${key} ${size}`;

function cameraEntry(camera) {
  const entry = document.createElement("li");
  entry.dataset.key = keyOf(camera);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "camera bare card";
  button.addEventListener("click", () => act("camera", { key: camera.key }));
  const image = document.createElement("img");
  image.className = "photo";
  image.alt = "";
  const name = document.createElement("span");
  name.className = "big";
  name.textContent = camera.name;
  const detail = document.createElement("span");
  detail.className = "quiet";
  detail.textContent = camera.detail;
  button.append(image, name, detail);
  entry.append(button);
  if (camera.sizes.length > 1) entry.append(sizeField(camera));
  keepFresh(image, () => (entry.isConnected ? `/api/setup/cameras/${camera.key}.jpg` : ""), 500);
  return entry;
}

function sizeField(camera) {
  const field = document.createElement("select");
  field.className = "input";
  field.setAttribute("aria-label", gettext("Size of the picture of {name}", { name: camera.name }));
  for (const [value, shown] of camera.sizes) field.append(new Option(shown, value, false, value === camera.size));
  field.addEventListener("change", () => act("size", { key: camera.key, size: field.value }));
  return field;
}

// loads one picture after the other; stops where `address` gives none
function keepFresh(image, address, pause) {
  const next = () => {
    const wanted = address();
    if (wanted === "") return;
    if (wanted === null || document.hidden) setTimeout(next, 300);
    else image.src = `${wanted}?${Date.now()}`;
  };
  image.addEventListener("load", () => setTimeout(next, pause));
  image.addEventListener("error", () => setTimeout(next, 800));
  setTimeout(next, 0);
}

function showAdvice(sentences) {
  at("advice").replaceChildren(
    ...sentences.map((sentence) => {
      const item = document.createElement("li");
      item.className = "marked";
      item.textContent = sentence;
      return item;
    }),
  );
}

function showBeside(state) {
  const list = at("problems");
  const problems = JSON.stringify(state.problems);
  if (list.dataset.problems !== problems) {
    list.dataset.problems = problems;
    list.replaceChildren(
      ...state.problems.map((problem, index) => {
        const item = document.createElement("li");
        item.className = "marked";
        if (problem.at) item.dataset.number = String(index + 1);
        item.textContent = problem.text;
        return item;
      }),
    );
  }
  showAdvice(state.advice);
  write("trouble", refused || state.trouble);
  at("offer").hidden = !state.recognised;
  write("offer-name", state.recognised);
  const asks = state.step === "board" && state.outline !== null;
  at("confirm").hidden = !state.can_confirm;
  write("confirm", asks ? gettext("The corners are right") : gettext("Everything is right"));
  at("skip").hidden = !state.can_skip;
  at("retake").hidden = !state.can_retake;
  at("find").hidden = !asks;
  at("by-hand").hidden = !(state.step === "board" && state.outline === null && state.size);
  at("other-camera").hidden = at("by-hand").hidden;
  at("corner-help").hidden = !asks;
  at("beside").hidden = state.step === "match" || state.step === "done";
}

function show(state) {
  now = state;
  const looking = ["board", "empty", "start"].includes(state.step);
  const moved = at("setup").dataset.step !== state.step;
  if (moved) refused = "";
  at("setup").dataset.step = state.step;
  document.body.classList.toggle("busy", state.busy);
  showTrail(state.step);
  write("says", state.says);
  write("more", state.more);
  at("cameras").hidden = state.step !== "camera";
  showCameras(state.step === "camera" ? state : { cameras: [], searching: false });
  offerPhone(state.asks_phone);
  at("look").hidden = !looking || !state.size;
  if (looking && state.size) corners.show(state);
  at("hold").style.width = `${Math.round(100 * state.hold)}%`;
  showBeside(state);
  at("match").hidden = state.step !== "match";
  if (state.step === "match" && moved) form.fill(state);
  at("done").hidden = state.step !== "done";
  if (state.step === "done") leave();
  document.title = `${state.says} – Bookgammon`;
}

// the match's own page stands at the same address a moment later
let leaving = false;
async function leave() {
  if (leaving) return;
  leaving = true;
  for (;;) {
    await new Promise((wake) => setTimeout(wake, 400));
    const { page = "/setup" } = await request("/api/waiting").catch(() => ({}));
    if (page !== "/setup") return location.replace(page);
  }
}

async function follow() {
  if (leaving) return;
  if (!acting) {
    try {
      await ask("/api/setup");
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error.status === 401) location.replace("/pair");
      if (error.status === 404) leave();
    }
    at("lost").hidden = failures < 3;
    write("lost", failures < 3 ? "" : gettext("The program does not answer; it is tried again."));
  }
  setTimeout(follow, ASK_EVERY);
}

at("search").addEventListener("click", () => act("search"));
at("address-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const address = at("address").value.trim();
  if (address) act("address", { address });
});
at("confirm").addEventListener("click", () => act("confirm"));
at("skip").addEventListener("click", () => act("skip"));
at("retake").addEventListener("click", () => act("retake"));
at("find").addEventListener("click", () => act("find"));
at("by-hand").addEventListener("click", () => {
  // somewhere to begin with: two upright leaves in the middle of the picture
  const [width, height] = now.size;
  const leaf = (from, to) =>
    [
      [from, 0.15],
      [to, 0.15],
      [to, 0.85],
      [from, 0.85],
    ].map(([x, y]) => [x * width, y * height]);
  act("corners", { left: leaf(0.2, 0.47), right: leaf(0.53, 0.8) });
});
at("use-known").addEventListener("click", () => act("known"));
at("other-camera").addEventListener("click", () => act("back", { step: "camera" }));
document.querySelectorAll(".trail li").forEach((item) => {
  item.querySelector("button").addEventListener("click", () => act("back", { step: item.dataset.step }));
});
keepFresh(at("picture"), () => (now && !at("look").hidden ? "/api/setup/picture.jpg" : null), FRAME_EVERY);
follow();
