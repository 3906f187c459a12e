// What is agreed about the tournament clock: for set-up's form and for the sheet of a new match.

import { choices, field, h } from "./dom.js";
import { gettext } from "./language.js";

const COSTS = [
  ["shown", gettext("costs nothing")],
  ["point", gettext("costs a point each time")],
  ["overtime", gettext("costs the match the second time")],
  ["match", gettext("costs the match")],
];
const MOST = { delay: 600, bank: 3600, overtime: 3600 }; // seconds

// agreed: delay, bank, overtime (seconds) and time_out. `show` hides what does not matter as things are chosen.
export function clockSettings(agreed) {
  const seconds = (text, name) =>
    field(text, {
      name,
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: MOST[name],
      required: true,
      value: String(agreed[name]),
    });
  const overtime = seconds(gettext("Seconds more, once it is used up"), "overtime");
  const costs = choices(gettext("A bank that is used up"), "time_out", COSTS, agreed.time_out);
  const part = h(
    "div",
    { class: "clock-settings stack" },
    seconds(gettext("Free seconds for each play"), "delay"),
    seconds(gettext("Seconds in the bank for each point of the match"), "bank"),
    costs,
    overtime,
  );
  const show = (wanted) => {
    part.hidden = !wanted;
    for (const input of part.querySelectorAll("input")) input.disabled = !wanted;
    const chosen = costs.querySelector(":checked");
    overtime.hidden = !chosen || !["point", "overtime"].includes(chosen.value);
  };
  costs.addEventListener("change", () => show(true));
  return { part, show };
}

// as entered: `data` gives each field by its name
export function clockAgreed(data) {
  const whole = (name) => Number(data.get(name));
  return { delay: whole("delay"), bank: whole("bank"), overtime: whole("overtime"), time_out: data.get("time_out") };
}
