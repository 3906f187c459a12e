// "What do you see?": the camera's picture now, what is read in it drawn over it, and why nothing happens just now.

import { request } from "./api.js";
import { node } from "./board.js";
import { h } from "./dom.js";
import { gettext } from "./language.js";

const EVERY = 1000; // ms from one answer to the next question
const OLD = 3; // seconds after which a picture is no longer called new
const SIDES = ["light", "dark"];

export function reading({ dialog, title, body, current }) {
  title(gettext("What do you see?"));
  dialog.classList.add("full");
  const photo = node("image", {});
  const marks = node("g", {});
  const svg = node("svg", { class: "reading-picture", role: "img" }, photo, marks);
  svg.setAttribute("aria-label", gettext("The camera’s picture now, with what is read in it"));
  const waits = h("ul", { class: "waits" });
  const facts = h("ul", { class: "reading-facts" });
  const points = h("ul", { class: "reading-points" });
  const trouble = h("p", { class: "error", role: "alert" });
  body.replaceChildren(
    h(
      "div",
      { class: "editor long reading" },
      svg,
      h(
        "div",
        { class: "editor-side stack" },
        h("h3", {}, gettext("What it waits for")),
        h("div", { role: "status" }, waits),
        trouble,
        h("h3", {}, gettext("What it reads")),
        facts,
        h("details", {}, h("summary", {}, gettext("Point by point")), points),
      ),
    ),
  );
  let shown = "";

  const step = async () => {
    if (!body.isConnected) return;
    if (dialog.open && document.visibilityState === "visible") {
      try {
        const scene = await request("/api/reading");
        const loaded = new Image();
        loaded.src = scene.picture;
        await loaded.decode().catch(() => {}); // it is drawn once it is there, so that nothing flickers
        show(scene);
        trouble.textContent = "";
      } catch (refusal) {
        trouble.textContent = refusal.message;
      }
    }
    if (body.isConnected && dialog.open) setTimeout(step, EVERY);
  };

  const show = (scene) => {
    const [width, height] = scene.size;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [name, value] of Object.entries({ href: scene.picture, width, height })) photo.setAttribute(name, value);
    svg.classList.toggle("earlier", !scene.current);
    marks.replaceChildren(...drawn(scene));
    const lists = [scene.waits, factsOf(scene, current()), pointsOf(scene, current())];
    if (JSON.stringify(lists) === shown) return; // so that a screen reader hears each thing once
    shown = JSON.stringify(lists);
    [waits, facts, points].forEach((part, index) => {
      list(part, lists[index]);
    });
  };

  requestAnimationFrame(step); // the sheet opens after this
}

function list(part, lines) {
  part.replaceChildren(...lines.map((line) => h("li", {}, line)));
}

// ---------------------------------------------------------------- on the picture

function drawn(scene) {
  const [[x1, y1], [x2, y2]] = scene.leaves[0];
  const unit = Math.hypot(x2 - x1, y2 - y1) / 6; // the width of a point
  const leaves = scene.leaves.map((corners) => node("polygon", { class: "read-leaf", points: corners.join(" ") }));
  const counts = scene.points.filter(worthDrawing).map((point) => countOf(point, unit));
  const dice = scene.dice.map((die) =>
    label(die.at, String(die.value) + (die.sure ? "" : "?"), "read-die", die.sure, unit),
  );
  return [...leaves, ...counts, ...dice];
}

const worthDrawing = ({ light, dark, doubt, hidden }) => light || dark || doubt || hidden;

function countOf(point, unit) {
  const { light, dark, doubt, hidden, at: place } = point;
  const side = light >= dark && light ? "light" : "dark";
  const count = [light, dark].filter(Boolean).join("+") || "0";
  return label(place, hidden ? "?" : doubt ? `${count}?` : count, `read-${side}`, !doubt && !hidden, unit);
}

function label([x, y], text, kind, sure, unit) {
  const size = 0.58 * unit;
  const width = size * (0.58 * text.length + 0.4);
  return node(
    "g",
    { class: `read-label ${kind}${sure ? "" : " unsure"}`, transform: `translate(${x} ${y})` },
    node("rect", { x: -width / 2, y: -0.7 * size, width, height: 1.4 * size, rx: 0.3 * size }),
    words(text, size),
  );
}

function words(text, size) {
  const made = node("text", { "font-size": size, "text-anchor": "middle", dy: "0.36em" });
  made.textContent = text;
  return made;
}

// ---------------------------------------------------------------- in words

function factsOf(scene, state) {
  const { names } = state.match;
  const dice = scene.dice.map(({ value }) => value).join("-");
  const bar = SIDES.filter((side) => scene.bar[side]).map((side) =>
    gettext("{name} {count}", { name: names[side], count: scene.bar[side] }),
  );
  const found = [
    dice ? gettext("Dice: {dice}", { dice }) : gettext("Dice: none in sight"),
    cubeOf(scene.cube, names),
    bar.length ? gettext("On the bar: {checkers}", { checkers: bar.join(", ") }) : gettext("On the bar: nobody"),
  ];
  if (scene.points.length)
    found.push(gettext("All points together: {percent} % sure", { percent: Math.floor(100 * scene.certainty) }));
  if (!scene.current && scene.points.length) found.push(gettext("The numbers were read before this picture."));
  if (scene.seconds >= OLD)
    found.push(gettext("This picture is {seconds} s old.", { seconds: Math.floor(scene.seconds) }));
  return found;
}

function cubeOf(cube, names) {
  if (!cube) return gettext("Cube: not in sight");
  const { value, owner } = cube;
  return owner
    ? gettext("Cube: {value}, with {name}", { value, name: names[owner] })
    : gettext("Cube: {value}, in the middle", { value });
}

// points are named for the player on turn, as they are numbered on the board
function pointsOf(scene, state) {
  const side = state.player || "light";
  const order = [...scene.points].sort((one, other) => one.point - other.point);
  if (side === "dark") order.reverse();
  return order.filter(worthDrawing).map((point) => {
    const number = side === "light" ? point.point : 25 - point.point;
    const there =
      [
        point.light && gettext("{count} light", { count: point.light }),
        point.dark && gettext("{count} dark", { count: point.dark }),
      ]
        .filter(Boolean)
        .join(", ") || gettext("empty");
    const doubt = doubtOf(point);
    return gettext("{name}’s {point}-point: {there}", { name: state.match.names[side], point: number, there }) + doubt;
  });
}

function doubtOf({ hidden, doubt }) {
  if (hidden) return [" (", gettext("covered"), ")"].join("");
  if (!doubt) return "";
  const [one, other] = doubt;
  return [" (", gettext("not sure: {one} or {other}", { one, other }), ")"].join("");
}
