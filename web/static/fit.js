// Text that fits by itself: a part with `data-lines` gets the largest type, up to its style sheet's, that needs no more
// lines and breaks no word. A style sheet may say otherwise with `--lines`.

const SMALLEST = 12; // px; below that a broken word or one line more is the lesser evil
const STEPS = 6; // of halving the range of sizes
const done = new WeakMap();

function fits(part, lines) {
  const range = document.createRange();
  range.selectNodeContents(part);
  const rects = [...range.getClientRects()];
  const style = getComputedStyle(part);
  const box = part.getBoundingClientRect();
  const left = box.left + part.clientLeft + parseFloat(style.paddingLeft);
  const right = box.right - part.clientLeft - parseFloat(style.paddingRight);
  const middles = rects.map((rect) => rect.top + rect.height / 2).sort((one, other) => one - other);
  const apart = parseFloat(style.fontSize) / 2;
  const found = middles.filter((middle, index) => index === 0 || middle - middles[index - 1] > apart).length;
  return found <= lines && rects.every((rect) => rect.left > left - 1 && rect.right < right + 1);
}

function fit(part) {
  const lines = Number(getComputedStyle(part).getPropertyValue("--lines") || part.dataset.lines);
  part.style.fontSize = "";
  part.classList.remove("cramped");
  if (fits(part, lines)) return;
  let large = parseFloat(getComputedStyle(part).fontSize);
  let small = Math.min(SMALLEST, large);
  for (let step = 0; step < STEPS; step++) {
    const middle = (small + large) / 2;
    part.style.fontSize = `${middle}px`;
    if (fits(part, lines)) small = middle;
    else large = middle;
  }
  part.style.fontSize = `${small}px`;
  part.classList.toggle("cramped", !fits(part, lines));
}

// what has kept its words and its place is left as it is
export function fitAll(within = document) {
  for (const part of within.querySelectorAll("[data-lines]")) {
    const room = part.clientWidth;
    if (!room || !part.textContent) continue;
    const key = `${room} ${innerWidth} ${innerHeight} ${part.textContent}`;
    if (done.get(part) === key) continue;
    fit(part);
    done.set(part, key);
  }
}

addEventListener("resize", () => fitAll());
