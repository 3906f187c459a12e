// Parts of the page by their id, written only where something changed: a screen reader hears each thing once.

export const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));

export function write(id, text) {
  const found = at(id);
  if (found.textContent !== text) found.textContent = text;
}

export function show(id, wanted) {
  at(id).hidden = !wanted;
}

// what is to be seen of a part, in one line: without what is hidden in it
/** @param {any} part */
export function shownText(part) {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not be read out
  return part.innerText.replace(/\s+/g, " ").trim();
}
