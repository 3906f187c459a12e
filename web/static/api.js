// Asking the server to do something: JSON there, JSON back, and a sentence where it is refused.

import { gettext } from "./language.js";

const PATIENCE = 8000; // ms
export const UNREACHED = gettext("The table does not answer; look whether this device is still on its network.");

const SILENT = 500; // ms: an answer that comes sooner needs no word before it

export class Refusal extends Error {
  constructor(status, message, asks = false) {
    super(message);
    this.status = status;
    this.asks = asks; // it is done where the same is said again as `confirmed`
  }
}

export async function answerTo(address, options, wait) {
  const limit = new AbortController();
  const patience = setTimeout(() => limit.abort(), wait);
  try {
    const answered = await fetch(address, { ...options, cache: "no-store", signal: limit.signal });
    const content = await answered.json().catch(() => ({}));
    if (!answered.ok) {
      throw new Refusal(answered.status, content.error || gettext("That could not be done."), Boolean(content.asks));
    }
    return content;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(0, UNREACHED);
  } finally {
    clearTimeout(patience);
  }
}

const sent = document.createElement("p");
sent.className = "afloat sent";
sent.setAttribute("role", "status");
let unanswered = 0;

// Says that what was tapped is sent, over whatever is on the screen, until the answer is there.
async function untilAnswered(answer) {
  let told = false;
  const late = setTimeout(() => {
    told = true;
    (document.querySelector("dialog[open]") ?? document.body).append(sent); // above a sheet nothing shows but what is in it
    sent.textContent = gettext("Sent; waiting for the answer…");
    unanswered += 1;
  }, SILENT);
  try {
    return await answer;
  } finally {
    clearTimeout(late);
    unanswered -= Number(told);
    if (!unanswered) sent.remove();
  }
}

// quiet: nobody tapped anything, so that nobody waits
/** @param {string} address @param {any} body */
export function request(address, body = undefined, quiet = false) {
  const headers = { "Content-Type": "application/json" };
  if (body === undefined) return answerTo(address, {}, PATIENCE);
  const answer = answerTo(address, { method: "POST", body: JSON.stringify(body), headers }, PATIENCE);
  return quiet ? answer : untilAnswered(answer);
}

// Asks as `request` does what a page goes on showing: null where a later question was answered before, since an answer
// that comes late shows what was.
export function newestAnswers() {
  let asked = 0;
  let answered = 0;
  /** @param {string} address @param {any} body */
  return async (address, body = undefined) => {
    asked += 1;
    const number = asked;
    const content = await request(address, body);
    if (number < answered) return null;
    answered = number;
    return content;
  };
}
