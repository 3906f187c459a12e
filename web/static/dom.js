// Small parts that dialogs are made of. Text is always text: nothing here reads markup.

import { die, node } from "./board.js";

export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function button(text, act, kind = "") {
  return h("button", { type: "button", class: `button ${kind}`.trim(), onclick: act }, text);
}

export function buttons(...children) {
  return h("div", { class: "buttons" }, ...children);
}

// one of several: [value, what stands for it][, its name for the ear]
export function choices(legend, name, options, chosen = "") {
  const made = options.map(([value, shown, spoken]) => {
    const input = h("input", { type: "radio", name, value, checked: value === chosen, required: true });
    if (spoken) input.setAttribute("aria-label", spoken);
    return h("label", { class: "choice" }, input, shown);
  });
  return h("fieldset", { class: "choices" }, h("legend", {}, legend), ...made);
}

export function check(text, name, checked) {
  return h("label", { class: "choice" }, h("input", { type: "checkbox", name, checked }), text);
}

// a rule in a sentence, agreed or not
export function agreed(text, name, checked) {
  return h(
    "label",
    { class: "agreement marked" },
    h("input", { type: "checkbox", name, checked }),
    h("span", {}, text),
  );
}

export function field(text, attributes) {
  return h("label", { class: "field" }, text, h("input", { class: "input", ...attributes }));
}

export function dieFace(value, side) {
  const svg = node("svg", { class: "die-choice", viewBox: "0 0 64 64", "aria-hidden": "true" });
  svg.append(die(32, 32, 52, value, side));
  return svg;
}

// a form whose values are given to `submit` by name; what is refused is said above its buttons
export function form(submit, buttonText, ...children) {
  const trouble = h("p", { class: "error", role: "alert" });
  const made = h(
    "form",
    { class: "form" },
    ...children,
    trouble,
    buttons(h("button", { class: "button primary", type: "submit" }, buttonText)),
  );
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    trouble.textContent = "";
    const refused = await submit(new FormData(made));
    trouble.textContent = refused || "";
  });
  return made;
}
