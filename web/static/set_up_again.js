// Set-up during a match, for another board.

import { request } from "./api.js";
import { refuse } from "./control.js";

// leaves the match for set-up, after which it goes on; the stream leads there
export async function setUpAgain() {
  try {
    await request("/api/setup/again", {});
    return "";
  } catch (refusal) {
    refuse(refusal.message);
    return refusal.message;
  }
}
