// The book with a lamp at every point, drawn as the camera sees it.

const NS = "http://www.w3.org/2000/svg";
const CELL = 40;
const LEFT = 80;
const RIDGE = 42;

export function node(name, attributes, text = "") {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

// Draws into an svg of 692 x 360; gives each lamp by its name: its parts, and the area around it.
export function drawBook(svg) {
  const lamps = new Map();
  const width = 12 * CELL + RIDGE;

  function lamp(name, x, y, area) {
    const glow = node("circle", { class: "glow", cx: x, cy: y, r: 26, opacity: 0 });
    const bulb = node("circle", { class: "lamp", cx: x, cy: y, r: 11 });
    bulb.append(node("title", {}, name));
    svg.append(glow, bulb);
    lamps.set(name, { glow, bulb, area: { x: x - area.width / 2, ...area } });
  }

  svg.append(node("rect", { fill: "var(--night-cloth)", x: LEFT - 16, y: 4, width: width + 32, height: 352, rx: 8 }));
  svg.append(node("rect", { fill: "var(--night-felt)", x: LEFT, y: 50, width: 6 * CELL, height: 260 }));
  svg.append(
    node("rect", { fill: "var(--night-felt)", x: LEFT + 6 * CELL + RIDGE, y: 50, width: 6 * CELL, height: 260 }),
  );
  svg.append(node("rect", { fill: "var(--night-ridge)", x: LEFT + 6 * CELL, y: 4, width: RIDGE, height: 352 }));
  for (let column = 1; column <= 12; column++) {
    const x = LEFT + (column - 1) * CELL + (column > 6 ? RIDGE : 0) + CELL / 2;
    for (const [edge, base, tip, lampY, textY, top] of [
      ["far", 50, 155, 30, 172, 6],
      ["near", 310, 205, 330, 198, 182],
    ]) {
      svg.append(node("path", { fill: "var(--night-point)", d: `M${x - 18} ${base}L${x} ${tip}L${x + 18} ${base}Z` }));
      svg.append(node("text", { fill: "var(--night-number)", x, y: textY }, String(column)));
      lamp(`${edge} ${column}`, x, lampY, { y: top, width: CELL, height: 172 });
    }
  }
  const middle = LEFT + 6 * CELL + RIDGE / 2;
  const off = LEFT + width + 46;
  lamp("bar near", middle, 290, { y: 182, width: RIDGE, height: 172 });
  lamp("bar far", middle, 70, { y: 6, width: RIDGE, height: 172 });
  lamp("off near", off, 330, { y: 182, width: 52, height: 172 });
  lamp("off far", off, 30, { y: 6, width: 52, height: 172 });
  return lamps;
}
