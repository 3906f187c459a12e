// On every page that does not follow the table: what the program waits for, as it says, and the way there.

import { request } from "./api.js";

const ASK_EVERY = 3000; // ms
const strip = document.createElement("p");
const says = document.createElement("span");
const way = document.createElement("a");

function show(waiting) {
  const wanted = waiting.what !== "nothing";
  if (says.textContent !== waiting.says) says.textContent = waiting.says;
  if (way.textContent !== waiting.button) way.textContent = waiting.button;
  way.href = waiting.page;
  strip.hidden = !wanted;
}

async function follow() {
  try {
    if (!document.hidden) show(await request("/api/waiting"));
  } catch {
    strip.hidden = true; // nobody answers: nothing is known
  }
  setTimeout(follow, ASK_EVERY);
}

strip.className = "trouble calm waiting";
strip.setAttribute("role", "status");
strip.hidden = true;
way.className = "button small";
strip.append(says, " ", way);
document.body.prepend(strip);
follow();
