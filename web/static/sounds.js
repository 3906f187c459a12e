// The sounds of the page, fetched with the first touch: before it browsers let no page sound.

/** @type {any} */
let sounds = null;

export const chime = () => sounds?.chime();
export const soundRoll = (state) => sounds?.soundRoll(state);

async function wake() {
  sounds ??= await import("./sound.js");
  sounds.allowSound();
}

addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });
