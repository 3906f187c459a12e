// That what was tapped is sent, over whatever is on the screen, until the answer is there.

import { gettext } from "./language.js";

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = "/static/sent.css";
document.head.append(style);

const words = document.createElement("p");
words.className = "afloat sent";
words.setAttribute("role", "status");
let unanswered = 0;

export async function waits(answer) {
  (document.querySelector("dialog[open]") ?? document.body).append(words); // above a sheet nothing shows but what is in it
  words.textContent = gettext("Sent; waiting for the answer…");
  unanswered += 1;
  try {
    await answer;
  } catch {
    // whoever asked says why not
  } finally {
    unanswered -= 1;
    if (!unanswered) words.remove();
  }
}
