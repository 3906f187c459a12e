// Asking the server to do something: JSON there, JSON back, and a sentence where it is refused.

import { gettext } from "./language.js";

const PATIENCE = 8000; // ms
export const UNREACHED = gettext("The table does not answer; look whether this device is still on its network.");

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

export function request(address, body) {
  const headers = { "Content-Type": "application/json" };
  return answerTo(address, body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers }, PATIENCE);
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
