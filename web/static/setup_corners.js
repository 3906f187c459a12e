// The book's two leaves drawn on the picture, and their eight corners to drag. A knob stands off its corner, so
// that no finger hides what it points at, and a lens shows the corner's surroundings enlarged.

import { gettext } from "./language.js";

const NS = "http://www.w3.org/2000/svg";
const LEAVES = ["left", "right"];
const CORNERS = {
  left: [
    gettext("Left leaf, top left corner"),
    gettext("Left leaf, top right corner"),
    gettext("Left leaf, bottom right corner"),
    gettext("Left leaf, bottom left corner"),
  ],
  right: [
    gettext("Right leaf, top left corner"),
    gettext("Right leaf, top right corner"),
    gettext("Right leaf, bottom right corner"),
    gettext("Right leaf, bottom left corner"),
  ],
};
const STAND_OFF = 30; // CSS pixels from the corner to the middle of its knob
const ZOOM = 4;
const SETTLE = 500; // ms after the last key before a corner counts as placed

function node(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// away from the leaf, but never across the ridge into the other one
function standOff(leaf, index) {
  const inner = (leaf === "left") === (index === 1 || index === 2);
  const down = index === 2 || index === 3 ? 1 : -1;
  const outwards = leaf === "left" ? -1 : 1;
  return inner ? { x: 0.35 * outwards, y: down } : { x: 0.75 * outwards, y: 0.75 * down };
}

export class Corners {
  constructor({ stage, picture, outline, group, lens, onMoved }) {
    this.stage = stage;
    this.picture = picture;
    this.outline = outline;
    this.group = group;
    this.lens = lens;
    this.onMoved = onMoved;
    this.size = [1, 1];
    this.leaves = null;
    this.held = null;
    this.timer = 0;
    this.knobs = LEAVES.flatMap((leaf) => CORNERS[leaf].map((name, index) => this.knob(leaf, index, name)));
    group.append(...this.knobs.map((knob) => knob.button));
    new ResizeObserver(() => this.draw()).observe(stage);
  }

  knob(leaf, index, name) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "knob";
    const knob = { leaf, index, name, button };
    button.addEventListener("pointerdown", (event) => this.grab(knob, event));
    button.addEventListener("pointermove", (event) => this.drag(knob, event));
    for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => this.drop(knob));
    button.addEventListener("keydown", (event) => this.key(knob, event));
    button.addEventListener("focus", () => button.matches(":focus-visible") && this.magnify(knob));
    button.addEventListener("blur", () => this.settle(knob));
    return knob;
  }

  // what the program says, unless somebody is moving a corner just now
  show(state) {
    this.size = state.size;
    this.problems = state.problems;
    this.draggable = state.step === "board" && state.outline !== null;
    if (!this.held) this.leaves = state.outline && { left: state.outline.left, right: state.outline.right };
    this.stage.style.aspectRatio = `${this.size[0]} / ${this.size[1]}`;
    this.stage.style.setProperty("--shape", this.size[0] / this.size[1]);
    this.draw();
  }

  get scale() {
    return this.stage.clientWidth / this.size[0] || 1;
  }

  draw() {
    const [width, height] = this.size;
    this.outline.setAttribute("viewBox", `-0.5 -0.5 ${width} ${height}`);
    this.outline.replaceChildren();
    this.group.hidden = !this.leaves || !this.draggable;
    if (this.leaves) this.drawLeaves();
    this.drawFaults();
    if (this.held) this.magnify(this.held);
  }

  drawLeaves() {
    const thin = 1 / this.scale;
    for (const leaf of LEAVES) {
      const points = this.leaves[leaf].map((corner) => corner.join(",")).join(" ");
      this.outline.append(
        node("polygon", { class: "leaf-under", points, "stroke-width": 5 * thin }),
        node("polygon", { class: "leaf-line", points, "stroke-width": 2.4 * thin }),
      );
    }
    if (!this.draggable) return;
    for (const { leaf, index, name, button } of this.knobs) {
      const [x, y] = this.leaves[leaf][index];
      const off = standOff(leaf, index);
      const knobX = x + off.x * STAND_OFF * thin;
      const knobY = y + off.y * STAND_OFF * thin;
      this.outline.append(
        node("line", { class: "stalk", x1: x, y1: y, x2: knobX, y2: knobY, "stroke-width": 2 * thin }),
        node("circle", { class: "corner-mark", cx: x, cy: y, r: 4 * thin, "stroke-width": 1.6 * thin }),
      );
      button.style.left = `${Math.min(100, Math.max(0, (100 * (knobX + 0.5)) / this.size[0]))}%`;
      button.style.top = `${Math.min(100, Math.max(0, (100 * (knobY + 0.5)) / this.size[1]))}%`;
      const label = gettext("{corner}: {x} across, {y} down", { corner: name, x: Math.round(x), y: Math.round(y) });
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    }
  }

  drawFaults() {
    const thin = 1 / this.scale;
    (this.problems || []).forEach((problem, index) => {
      if (!problem.at) return;
      const [x, y] = problem.at;
      const text = node("text", { class: "problem-number", x, y: y + 6 * thin, "font-size": 17 * thin });
      text.textContent = String(index + 1);
      this.outline.append(
        node("circle", { class: "problem-spot", cx: x, cy: y, r: 14 * thin, "stroke-width": 2.5 * thin }),
        text,
      );
    });
  }

  grab(knob, event) {
    event.preventDefault();
    knob.button.focus({ preventScroll: true });
    knob.button.setPointerCapture(event.pointerId);
    const [x, y] = this.leaves[knob.leaf][knob.index];
    this.held = knob;
    this.from = { x, y, pointerX: event.clientX, pointerY: event.clientY };
    this.magnify(knob);
  }

  drag(knob, event) {
    if (this.held !== knob || !this.from) return;
    const { x, y, pointerX, pointerY } = this.from;
    this.move(knob, x + (event.clientX - pointerX) / this.scale, y + (event.clientY - pointerY) / this.scale);
  }

  drop(knob) {
    if (this.held !== knob) return;
    this.from = null;
    this.settle(knob);
  }

  key(knob, event) {
    const step = (event.shiftKey ? 10 : 1) * Math.max(1, Math.round(0.5 / this.scale));
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    this.held = knob;
    const [x, y] = this.leaves[knob.leaf][knob.index];
    this.move(knob, x + way[0] * step, y + way[1] * step);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(knob, true), SETTLE);
  }

  move(knob, x, y) {
    const [width, height] = this.size;
    const inside = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
    const leaf = this.leaves[knob.leaf].map((corner, index) => (index === knob.index ? inside : corner));
    this.leaves = { ...this.leaves, [knob.leaf]: leaf };
    this.moved = true;
    this.draw();
  }

  settle(knob, keepLens = false) {
    clearTimeout(this.timer);
    if (!keepLens) this.lens.hidden = true;
    if (this.held !== knob) return;
    this.held = null;
    if (this.moved) this.onMoved(this.leaves);
    this.moved = false;
  }

  magnify({ leaf, index }) {
    if (!this.leaves) return;
    const [x, y] = this.leaves[leaf][index];
    const side = this.lens.width;
    const natural = this.picture.naturalWidth / this.size[0];
    const part = (side / (ZOOM * Math.max(this.scale, 0.4))) * natural;
    const brush = this.lens.getContext("2d");
    brush.fillStyle = "#000";
    brush.fillRect(0, 0, side, side);
    brush.drawImage(
      this.picture,
      (x + 0.5) * natural - part / 2,
      (y + 0.5) * natural - part / 2,
      part,
      part,
      0,
      0,
      side,
      side,
    );
    brush.translate(side / 2, side / 2);
    for (const [colour, wide] of [
      ["#1b130c", 5],
      ["#ffd166", 2],
    ]) {
      brush.strokeStyle = colour;
      brush.lineWidth = wide;
      brush.beginPath();
      brush.moveTo(-side, 0);
      brush.lineTo(-9, 0);
      brush.moveTo(9, 0);
      brush.lineTo(side, 0);
      brush.moveTo(0, -side);
      brush.lineTo(0, -9);
      brush.moveTo(0, 9);
      brush.lineTo(0, side);
      brush.stroke();
    }
    brush.setTransform(1, 0, 0, 1, 0, 0);
    // in the quarter of the picture that the corner is not in
    this.lens.style.left = x < this.size[0] / 2 ? "auto" : "0.6rem";
    this.lens.style.right = x < this.size[0] / 2 ? "0.6rem" : "auto";
    this.lens.style.top = y < this.size[1] / 2 ? "auto" : "0.6rem";
    this.lens.style.bottom = y < this.size[1] / 2 ? "0.6rem" : "auto";
    this.lens.hidden = false;
  }
}
