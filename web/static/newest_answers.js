// Questions of which a page goes on showing the newest answer.

import { request } from "./api.js";

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
