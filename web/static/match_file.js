// The match that a file carries in itself.

import { nameMatch, startReplay } from "./replay.js";

const match = JSON.parse(document.getElementById("match-data").textContent);
nameMatch(match);
startReplay(
  match,
  (frame) => match.pictures[frame],
  (name) => match.clips[name],
);
