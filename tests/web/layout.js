// Measures the page as it stands: what is cut, covered, out of sight or too small to touch. Gives a list of sentences.
// `arguments[0]`: {scrolls: whether the page may be longer than the screen, within: the part that is looked at}.

const { scrolls, within } = arguments[0];
const root = document.querySelector(within || "body");
const found = [];
const wide = document.documentElement.clientWidth;
const high = document.documentElement.clientHeight;
const SLACK = 1.5;

const name = (part) => {
  const own = part.id ? `#${part.id}` : `${part.tagName.toLowerCase()}.${[...part.classList].join(".")}`;
  return `${own} "${(part.textContent || part.getAttribute("aria-label") || "").trim().replace(/\s+/g, " ").slice(0, 40)}"`;
};
const cut = (one, other) => ({
  left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
  top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
});

const styles = new Map();
const style = (part) => styles.get(part) || styles.set(part, getComputedStyle(part)).get(part);

const seen = new Map();
function visible(part) {
  if (!seen.has(part)) {
    const own = !part.matches("[inert], [hidden], .seen-by-ear") && style(part).clipPath === "none" && style(part).display !== "none";
    seen.set(part, own && style(part).opacity !== "0" && (!part.parentElement || visible(part.parentElement)));
  }
  // checkVisibility: what a closed <details> holds has a box and is not drawn
  return seen.get(part) && style(part).visibility === "visible" && part.checkVisibility();
}

// the box in which something can be seen at all: screen and every part around it that cuts
const screenBox = scrolls ? { left: 0, top: -1e6, right: wide, bottom: 1e6 } : { left: 0, top: 0, right: wide, bottom: high };
const windows = new Map();
function window_(part) {
  if (!part.parentElement || part.matches("dialog[open]")) return screenBox; // a sheet lies above everything
  if (!windows.has(part)) windows.set(part, cutBy(part.parentElement, window_(part.parentElement)));
  return windows.get(part);
}

function cutBy(part, box) {
  const { overflowX, overflowY } = style(part);
  if (/(auto|scroll)/.test(overflowY)) {
    const { left, right } = part.getBoundingClientRect();
    return cut(box, { left, right, top: -1e6, bottom: 1e6 }); // what is further down is reached by scrolling
  }
  return overflowX === "visible" && overflowY === "visible" ? box : cut(box, part.getBoundingClientRect());
}

const outside = (rect, box) =>
  rect.left < box.left - SLACK || rect.right > box.right + SLACK || rect.top < box.top - SLACK || rect.bottom > box.bottom + SLACK;

// whether a place is out of the window of a list that scrolls: it is reached by scrolling, as what is further down
function scrolledAway(part, y) {
  for (let around = part.parentElement; around; around = around.parentElement) {
    const { top, bottom } = around.getBoundingClientRect();
    if (/(auto|scroll)/.test(style(around).overflowY) && (y < top || y > bottom)) return true;
  }
  return false;
}

// who is seen at a place; whatever is laid over it covers it
function covered(part, rect) {
  const inset = (share, from, to) => from + (to - from) * share;
  // the marks of two corners that lie close may touch, as long as the middle of each can be taken hold of
  const places = part.matches(".knob") ? [[0.5, 0.5]] : [[0.5, 0.5], [0.06, 0.5], [0.94, 0.5], [0.5, 0.2], [0.5, 0.8]];
  for (const [across, down] of places) {
    const x = inset(across, rect.left, rect.right);
    const y = inset(down, rect.top, rect.bottom);
    if (x < 0 || y < 0 || x >= wide || y >= high || scrolledAway(part, y)) continue;
    const top = document.elementFromPoint(x, y);
    if (top && top !== part && !part.contains(top) && !top.contains(part)) return top;
  }
  return null;
}

// only parts whose overflow is meant, because rows that do not fit are left out whole
const LEFT_OUT = ".plays li, .plays li *";

for (const part of root.querySelectorAll(":not(svg, svg *)")) {
  if (part.matches(LEFT_OUT)) continue;
  const texts = [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  if (!texts.length || !visible(part)) continue;
  const box = window_(part);
  for (const text of texts) {
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      if (!rect.width || !rect.height) continue;
      // a line's box is higher than its letters
      const air = rect.height * 0.14;
      const letters = { left: rect.left, right: rect.right, top: rect.top + air, bottom: rect.bottom - air };
      if (outside(letters, box)) found.push(`cut: ${name(part)}`);
      const top = covered(part, letters);
      if (top) found.push(`covered: ${name(part)} by ${name(top)}`);
    }
  }
  if (style(part).textOverflow === "ellipsis" && part.scrollWidth > part.clientWidth + 1) found.push(`shortened: ${name(part)}`);
  if (parseFloat(style(part).fontSize) < 11.9) found.push(`tiny: ${name(part)}`);
}

for (const part of root.querySelectorAll("button, input:not([type=hidden]), summary, select, a.button")) {
  if (!visible(part) || part.disabled) continue;
  const target = part.closest("label") && part.matches("[type=radio], [type=checkbox]") ? part.closest("label") : part;
  const rect = target.getBoundingClientRect();
  if (outside(rect, window_(part))) found.push(`out of sight: ${name(target)}`);
  const top = covered(target, rect);
  if (top) found.push(`covered: ${name(target)} by ${name(top)}`);
  if (rect.width < 40 || rect.height < 40) found.push(`small: ${name(target)} ${Math.round(rect.width)}x${Math.round(rect.height)}`);
}

for (const svg of root.querySelectorAll("svg.board, svg.dice")) {
  if (!visible(svg)) continue;
  const rect = svg.getBoundingClientRect();
  if (outside(rect, window_(svg))) found.push(`out of sight: ${name(svg)}`);
  const top = covered(svg, rect);
  if (top && !top.closest(".plate, .unseen")) found.push(`covered: ${name(svg)} by ${name(top)}`);
}

if (document.documentElement.scrollWidth > wide) found.push("scrolls to the side");
return [...new Set(found)];
