// The lights as they are; asks for them ten times a second.

import { gettext, ngettext } from "./language.js";
import { drawBook } from "./lights_book.js";

const svg = document.getElementById("lights");
const caption = document.getElementById("caption");
const about = document.getElementById("about");
const lamps = drawBook(svg);
const EYE = 0.6; // a lamp in a dim room looks brighter than the same colour on a screen

function show(now) {
  const mapped = new Set(now.mapped);
  let lit = 0;
  for (const [name, { glow, bulb }] of lamps) {
    const colour = now.lamps[name] || [0, 0, 0];
    const bright = (Math.max(...colour) / 255) ** EYE;
    const css = `rgb(${colour.map((part) => Math.round((255 * bright * part) / Math.max(...colour, 1))).join(" ")})`;
    bulb.classList.toggle("missing", !mapped.has(name));
    bulb.style.fill = bright ? css : "";
    glow.style.fill = css;
    glow.setAttribute("opacity", (bright * 0.45).toFixed(3));
    if (bright) lit += 1;
  }
  svg.setAttribute(
    "aria-label",
    lit
      ? ngettext("The lights on the board: {count} lamp shines", "The lights on the board: {count} lamps shine", lit)
      : gettext("The lights on the board, all dark"),
  );
  if (caption.textContent !== now.caption) caption.textContent = now.caption;
  const where = now.port
    ? gettext("at {port}", { port: now.port })
    : gettext("no port is set, so this picture is all there is");
  const words = gettext(
    "{leds} LEDs ({where}), about {milliamps} of {budget} mA. {message} A dashed lamp has no LED.",
    { leds: now.leds, where, milliamps: now.milliamps, budget: now.budget, message: now.message },
  );
  if (about.textContent !== words) about.textContent = words;
}

async function follow() {
  try {
    const answer = await fetch("/api/lights", { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
    setTimeout(follow, document.hidden ? 2000 : 100);
  } catch {
    about.textContent = gettext("The program does not answer; it is tried again.");
    setTimeout(follow, 2000);
  }
}

follow();
