// Asking the server to do something: JSON there, JSON back, and a sentence where it is refused.

import { gettext } from "./language.js";

const PATIENCE = 8000; // ms
export const UNREACHED = gettext("The table does not answer; look whether this device is still on its network.");

const SILENT = 500; // ms: a sooner answer needs no word

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

// Not needed before the page stands, and there before the network fails.
const sent = () => import("./sent.js").catch(() => null);
addEventListener("load", sent);

async function untilAnswered(answer) {
  const late = setTimeout(() => sent().then((said) => said?.waits(answer)), SILENT);
  try {
    return await answer;
  } finally {
    clearTimeout(late);
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
