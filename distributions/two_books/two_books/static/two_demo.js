// The demo's two pages beside each other: whether the guest's side plays by itself.

import { request } from "/static/api.js";
import { at } from "/static/text.js";

const LOOK = 1500; // ms: a tap on the guest's page ends it too

const box = /** @type {HTMLInputElement} */ (at("by-itself"));

async function say(body = undefined) {
  try {
    const { by_itself: byItself } = await request("/api/two-demo", body, true);
    box.checked = byItself;
  } catch {
    // the pages themselves say that nobody answers
  }
}

box.addEventListener("change", () => say({ by_itself: box.checked }));
setInterval(say, LOOK);
say();
