// Sends a file as it is.

import { answerTo } from "./api.js";

// wait: ms
export function sendFile(address, body, kind, wait) {
  return answerTo(address, { method: "POST", body, headers: { "Content-Type": kind } }, wait);
}
