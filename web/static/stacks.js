// Abak Evolution: which classes of checkers lie in a stack. One question with the stacks drawn, and a sheet to put one
// right, which a tap on the board opens.

import { checker, node, plan } from "./board.js";
import { CLASSES, showClasses } from "./classes.js";
import { inControl, open, send } from "./control.js";
import { button, buttons, h } from "./dom.js";
import { gettext } from "./language.js";
import { at, show, write } from "./text.js";

const STEP = 40;
const BARS = { 0: "light", 25: "dark" };

/** @type {any} */
let newestStacks = null;
let asked = "";

showClasses();

const sideOf = (letter) => (letter === letter.toUpperCase() ? "light" : "dark");
const stacksOf = (state) => state.turn_position.stacks;

function lyingAt({ points, bar }, point) {
  return BARS[point] ? bar[BARS[point]] : points[point - 1];
}

export function stackWords(stack) {
  return [...stack].map((letter) => CLASSES[letter.toUpperCase()]).join(", ");
}

const possibleAt = (state, point) => state.stacks.possible.find((each) => each.point === point)?.stacks || [];

// the lowest on the left
function stackPicture(stack) {
  const svg = node("svg", {
    class: "board stack-picture",
    viewBox: `0 0 ${STEP * stack.length + 2} ${STEP + 2}`,
    role: "img",
    "aria-label": gettext("from below: {stack}", { stack: stackWords(stack) }),
  });
  [...stack].forEach((letter, level) => {
    const spot = { x: STEP / 2 + 1 + level * STEP, y: STEP / 2 };
    svg.append(checker(sideOf(letter), spot, letter.toUpperCase() === "S" ? "" : letter.toUpperCase()));
  });
  return svg;
}

function stackButton(point, stack, tell) {
  const made = button("", () => tell("tell_stack", { point, stack }), "small stack-choice");
  made.append(stackPicture(stack));
  return made;
}

// small, and only while nothing more important is said
export function showStacks(state) {
  newestStacks = state;
  const question = state.stacks?.question;
  show("stack-question", question && !state.warning && !state.question);
  const key = question ? JSON.stringify([question, inControl()]) : "";
  if (key === asked) return;
  asked = key;
  if (!question) return;
  write("stack-text", question.text);
  at("stack-question").title = question.why;
  const { point, stacks } = question;
  at("stack-choices").replaceChildren(
    ...stacks.map((stack) => (inControl() ? stackButton(point, stack, send) : stackPicture(stack))),
  );
}

at("board")?.addEventListener("click", (event) => {
  const point = newestStacks?.stacks && inControl() ? touched(event) : null;
  if (point !== null) open("stack", { point });
});

// light's point whose stack was touched, 0 and 25 the bars; null where none lies
function touched(event) {
  const svg = /** @type {any} */ (at("board"));
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const place = plan(newestStacks.seats);
  const inside = (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  for (let point = 0; point <= 25; point++) {
    const box = BARS[point] ? place.touch(BARS[point], 25) : place.touch("light", point);
    if (inside(box)) return lyingAt(stacksOf(newestStacks), point) ? point : null;
  }
  return null;
}

const pointName = (point) =>
  point === 0
    ? gettext("Light’s bar")
    : point === 25
      ? gettext("Dark’s bar")
      : gettext("Light’s {point}-point", { point });

// the sheet: which stack, then in which order it lies
export function stackSheet(sheet) {
  if (!sheet.state.stacks) return sheet.close();
  if (sheet.what?.point === undefined) return chooseStack(sheet);
  orderStack(sheet, sheet.what.point);
}

function chooseStack({ title, body, state }) {
  title(gettext("Which stack?"));
  const found = [];
  for (let point = 25; point >= 0; point--) {
    const stack = lyingAt(stacksOf(state), point);
    if (!stack) continue;
    const made = button(`${pointName(point)} `, () => open("stack", { point }));
    made.append(stackPicture(stack));
    found.push(made);
  }
  body.replaceChildren(buttons(...found));
}

function orderStack({ title, body, state, send: tell }, point) {
  title(pointName(point));
  const likely = lyingAt(stacksOf(state), point);
  const rest = possibleAt(state, point).filter((stack) => stack !== likely);
  const order = h("ol", { class: "stack-order", reversed: true });
  const trouble = h("p", { class: "error", role: "alert" });
  const say = async (stack) => (trouble.textContent = await tell("tell_stack", { point, stack }));
  const now = [...likely];
  const draw = () =>
    order.replaceChildren(
      ...now
        .map((letter, level) =>
          h(
            "li",
            {},
            stackPicture(letter),
            h("span", { class: "grow" }, CLASSES[letter.toUpperCase()]),
            level ? button(gettext("Lower"), () => lower(level), "small") : null,
          ),
        )
        .reverse(),
    );
  const lower = (level) => {
    [now[level - 1], now[level]] = [now[level], now[level - 1]];
    draw();
  };
  draw();
  const choices = rest.map((stack) => stackButton(point, stack, (_, fields) => say(fields.stack)));
  body.replaceChildren(
    h(
      "p",
      { class: "lead" },
      gettext("The highest checker stands first. The camera sees no classes: what is said here counts."),
    ),
    order,
    ...(choices.length ? [h("p", {}, gettext("By the plays it may also be:")), buttons(...choices)] : []),
    trouble,
    buttons(button(gettext("So it lies"), () => say(now.join("")), "primary")),
  );
}
