// The classes of checkers in Abak Evolution, as boards show and say them.

import { BAR, checker, classesBy, node } from "./board.js";
import { gettext } from "./language.js";

// by the letters that stand on them; a soldier bears none
export const CLASSES = {
  S: gettext("soldier"),
  G: gettext("guard"),
  C: gettext("general"),
  D: gettext("druid"),
  E: gettext("even wounded"),
  O: gettext("odd wounded"),
};

const signOf = (letter, sure) => `${/s/i.test(letter) ? "" : letter.toUpperCase()}${sure ? "" : "?"}`;

// each stack as it lies, calls put(side, spot, sign)
function eachClassed(place, { points, bar, several }, put) {
  const stack = (letters, point, own) => {
    for (const [level, letter] of [...letters].entries()) {
      const side = letter === letter.toUpperCase() ? "light" : "dark";
      const spot = place.spot(side, own ?? (side === "light" ? point : 25 - point), level);
      put(side, spot, signOf(letter, !several.includes(point)));
    }
  };
  for (const [index, letters] of points.entries()) stack(letters, index + 1);
  stack(bar.light, 0, BAR);
  stack(bar.dark, 25, BAR);
}

// where the classes of a side lie, soldiers aside
function classesOf(side, stacks) {
  const found = [];
  const add = (letters, own) => {
    for (const letter of letters) {
      if (/s/i.test(letter) || (letter === letter.toUpperCase()) !== (side === "light")) continue;
      const name = CLASSES[letter.toUpperCase()];
      const at = { checker: name, point: own };
      found.push(own === BAR ? gettext("{checker} on the bar", at) : gettext("{checker} on {point}", at));
    }
  };
  for (const [index, letters] of stacks.points.entries()) add(letters, side === "light" ? index + 1 : 24 - index);
  add(stacks.bar[side], BAR);
  return found;
}

// from now on every board of this page does
export function showClasses() {
  classesBy({
    draw: (svg, place, stacks) =>
      eachClassed(place, stacks, (side, spot, sign) => svg.append(checker(side, spot, sign))),
    drawWanted: (svg, place, stacks) =>
      eachClassed(place, stacks, (side, { x, y }, sign) => {
        const text = node("text", { class: "count wanted-sign", x, y: y + 7 }, sign);
        svg.append(node("g", { class: `checker ${side}` }, text));
      }),
    words: classesOf,
  });
}
