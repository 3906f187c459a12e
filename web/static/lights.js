// The book with its lamps, drawn as the camera sees it; asks for the lights ten times a second.

const NS = "http://www.w3.org/2000/svg";
const svg = document.getElementById("lights");
const caption = document.getElementById("caption");
const about = document.getElementById("about");
const lamps = new Map();
const CELL = 40;
const LEFT = 80;
const RIDGE = 42;

function node(name, attributes, text = "") {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function lamp(name, x, y) {
  const glow = node("circle", { class: "glow", cx: x, cy: y, r: 26, opacity: 0 });
  const bulb = node("circle", { class: "lamp", cx: x, cy: y, r: 9 });
  bulb.append(node("title", {}, name));
  svg.append(glow, bulb);
  lamps.set(name, { glow, bulb });
}

function draw() {
  const width = 12 * CELL + RIDGE;
  svg.append(node("rect", { class: "cloth", x: LEFT - 16, y: 4, width: width + 32, height: 352, rx: 8 }));
  svg.append(node("rect", { class: "felt", x: LEFT, y: 50, width: 6 * CELL, height: 260 }));
  svg.append(node("rect", { class: "felt", x: LEFT + 6 * CELL + RIDGE, y: 50, width: 6 * CELL, height: 260 }));
  svg.append(node("rect", { class: "ridge", x: LEFT + 6 * CELL, y: 4, width: RIDGE, height: 352 }));
  for (let column = 1; column <= 12; column++) {
    const x = LEFT + (column - 1) * CELL + (column > 6 ? RIDGE : 0) + CELL / 2;
    for (const [edge, base, tip, lampY, textY] of [["far", 50, 155, 30, 172], ["near", 310, 205, 330, 198]]) {
      svg.append(node("path", { class: "point", d: `M${x - 18} ${base}L${x} ${tip}L${x + 18} ${base}Z` }));
      svg.append(node("text", { class: "number", x, y: textY }, String(column)));
      lamp(`${edge} ${column}`, x, lampY);
    }
  }
  const middle = LEFT + 6 * CELL + RIDGE / 2;
  lamp("bar near", middle, 290);
  lamp("bar far", middle, 70);
  lamp("off near", LEFT + width + 46, 330);
  lamp("off far", LEFT + width + 46, 30);
}

function show(now) {
  const mapped = new Set(now.mapped);
  let lit = 0;
  for (const [name, { glow, bulb }] of lamps) {
    const colour = now.lamps[name] || [0, 0, 0];
    const bright = Math.max(...colour) / 255;
    const css = `rgb(${colour.join(" ")})`;
    bulb.classList.toggle("missing", !mapped.has(name));
    bulb.setAttribute("fill-opacity", 1);
    bulb.style.fill = bright ? css : "";
    glow.style.fill = css;
    glow.setAttribute("opacity", (bright * 0.45).toFixed(3));
    if (bright) lit += 1;
  }
  svg.setAttribute("aria-label", lit ? `The lights on the board: ${lit} lamps shine` : "The lights on the board, all dark");
  if (caption.textContent !== now.caption) caption.textContent = now.caption;
  const where = now.port ? `at ${now.port}` : "no port is set, so this picture is all there is";
  const words = `${now.leds} LEDs (${where}), about ${now.milliamps} of ${now.budget} mA. ${now.message} A dashed lamp has no LED.`;
  if (about.textContent !== words) about.textContent = words;
}

async function follow() {
  try {
    const answer = await fetch("/api/lights", { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.status);
    show(await answer.json());
    setTimeout(follow, document.hidden ? 2000 : 100);
  } catch {
    about.textContent = "The program does not answer; it is tried again.";
    setTimeout(follow, 2000);
  }
}

draw();
follow();
