// Tapping the map: the program lights one LED, somebody taps the lamp, the next one shines.

import { request } from "./api.js";
import { gettext, ngettext } from "./language.js";
import { drawBook, node } from "./lights_book.js";

const part = /** @type {Document["getElementById"]} */ ((name) => document.getElementById(name));
/** @type {any} */
let now = null;
let looking = false; // at the section, before all LEDs were named
let anew = false; // at the first form, though a strip is lit already
let busy = false; // what was tapped is not answered yet
let taps = 0;

function words(lamp) {
  const [first, second] = lamp.split(" ");
  if (first === "bar")
    return second === "near" ? gettext("the ridge at the near edge") : gettext("the ridge at the far edge");
  if (first === "off")
    return second === "near"
      ? gettext("the lamp beside the book at the near edge")
      : gettext("the lamp beside the book at the far edge");
  return first === "near"
    ? gettext("point {number} at the near edge", { number: second })
    : gettext("point {number} at the far edge", { number: second });
}

async function act(address, body) {
  if (busy) return;
  busy = true;
  taps += 1;
  try {
    show(await request(address, body));
    part("trouble").textContent = "";
  } catch (refusal) {
    part("trouble").textContent = refusal.message;
  } finally {
    busy = false;
  }
}

const nameLed = (lamp) => act("/api/lights/map/tell", { lamp });

const lamps = drawBook(part("book"));
const areas = new Map();
for (const [name, { area }] of lamps) {
  const tap = node("rect", { class: "tap", ...area, rx: 5, tabindex: 0, role: "button", "aria-label": words(name) });
  const bulb = lamps.get(name).bulb;
  const count = node("text", {
    class: "count",
    fill: "var(--pip-dark)",
    "font-weight": 700,
    x: bulb.getAttribute("cx"),
    y: Number(bulb.getAttribute("cy")) + 4,
  });
  tap.addEventListener("click", () => nameLed(name));
  tap.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      nameLed(name);
    }
  });
  part("book").append(count, tap);
  areas.set(name, { tap, count });
}

function choosePorts() {
  const known = [...now.ports];
  if (now.port && !known.some((port) => port.name === now.port))
    known.unshift({ name: now.port, description: gettext("as set before") });
  known.push({ name: "", description: gettext("none: only try it out in this picture") });
  const shown = JSON.stringify(known);
  if (part("ports").dataset.shown === shown) return;
  part("ports").dataset.shown = shown;
  for (const choice of part("ports").querySelectorAll(".choice")) choice.remove();
  for (const port of known) {
    const choice = document.createElement("label");
    choice.className = "choice";
    const radio = Object.assign(document.createElement("input"), {
      type: "radio",
      name: "port",
      value: port.name,
      required: true,
    });
    radio.checked = port.name === now.port;
    choice.append(radio, port.name ? `${port.name} (${port.description})` : port.description);
    part("ports").append(choice);
  }
}

function showStrip() {
  const dots = Array.from({ length: now.leds }, (_, led) => {
    const dot = document.createElement("li");
    if (led < now.named.length) dot.className = now.named[led] ? "named" : "dark";
    if (led === now.named.length) dot.className = "lit";
    return dot;
  });
  part("strip").replaceChildren(...dots);
}

function showTapping() {
  const at = now.named.length + 1;
  part("asked").textContent = gettext("LED {at} of {leds} shines: tap the point that it lights.", {
    at,
    leds: now.leds,
  });
  for (const [name, { tap, count }] of areas) {
    const leds = now.named.filter((lamp) => lamp === name).length;
    count.textContent = leds ? String(leds) : "";
    lamps.get(name).bulb.classList.toggle("named", leds > 0);
    tap.classList.toggle("likely", name === now.likely);
  }
  part("likely").hidden = !now.likely;
  if (now.likely) part("likely").textContent = gettext("Yes, {lamp}", { lamp: words(now.likely) });
  part("back").disabled = !now.named.length;
  part("enough").disabled = !now.text;
  showStrip();
}

function showWritten() {
  const points = new Set(now.named.filter((lamp) => lamp && /^(near|far)/.test(lamp)));
  const missing = 24 - points.size;
  const without = missing
    ? ngettext("{count} of 24 points has no LED.", "{count} of 24 points have no LED.", missing)
    : gettext("Every point has its light.");
  part("result").textContent = now.saved
    ? gettext(
        "The map is kept: the board is lit from the next match on. Try bookgammon leds walk to see it point after point.",
      )
    : [
        ngettext("{count} LED was told.", "{count} LEDs were told.", now.named.length),
        without,
        gettext("Keep the map if that is right."),
      ].join(" ");
  part("text").textContent = now.text;
  part("save").hidden = now.saved;
  part("more").hidden = part("anew").hidden = now.saved;
}

function show(progress) {
  now = progress;
  const first = anew || !now.leds;
  const end = !first && (looking || now.saved || now.named.length === now.leds);
  part("begin").hidden = !first;
  part("tapping").hidden = first || end;
  part("written").hidden = !end;
  part("news").textContent = now.message;
  if (first) choosePorts();
  else if (end) showWritten();
  else showTapping();
}

part("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  const port = part("begin").querySelector("input[name=port]:checked").value;
  anew = looking = false;
  act("/api/lights/map/begin", { port, leds: Number(part("leds").value) });
});
part("likely").addEventListener("click", () => nameLed(now.likely));
part("nothing").addEventListener("click", () => nameLed(null));
part("back").addEventListener("click", () => act("/api/lights/map/back", {}));
part("save").addEventListener("click", () => act("/api/lights/map/save", {}));
part("enough").addEventListener("click", () => {
  looking = true;
  show(now);
});
part("more").addEventListener("click", () => {
  looking = false;
  if (now.named.length === now.leds) act("/api/lights/map/back", {});
  else show(now);
});
part("anew").addEventListener("click", () => {
  anew = true;
  looking = false;
  show(now);
});

// never in the way of a tap, and never shown after what came of one
async function look() {
  const before = taps;
  try {
    const progress = await request("/api/lights/map");
    if (taps === before) show(progress);
  } catch (refusal) {
    part("trouble").textContent = refusal.message;
  }
}

async function follow() {
  if (!busy) await look();
  if (!now?.saved) setTimeout(follow, 2000);
}

follow();
