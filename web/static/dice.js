// Two dice beside each other, or the places where they will lie.

import { die, node } from "./board.js";
import { gettext } from "./language.js";

export function showDice(svg, values, side) {
  svg.replaceChildren();
  svg.setAttribute(
    "aria-label",
    values.length ? gettext("Dice {roll}", { roll: values.join("-") }) : gettext("No dice"),
  );
  [33, 103].forEach((x, index) => {
    if (values[index]) svg.append(die(x, 32, 56, values[index], side));
    else svg.append(node("rect", { class: "no-die", x: x - 27, y: 5, width: 54, height: 54, rx: 11 }));
  });
}
