// The page of one past match: fetched, played again, taken away, deleted.

import { request } from "./api.js";
import { dayOf, namesOf } from "./history_words.js";
import { gettext } from "./language.js";
import { nameMatch, startReplay } from "./replay.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const id = at("past").dataset.match;
let match = null;

function open(found) {
  match = found;
  nameMatch(match);
  at("take").hidden = false;
  startReplay(match, (frame) => `/api/history/${id}/pictures/${frame}.jpg`);
}

at("delete").addEventListener("click", () => {
  at("sure-text").textContent = gettext("{match}: its record and its pictures are gone then.", {
    match: [namesOf(match), dayOf(match)].filter(Boolean).join(", "),
  });
  at("sure-error").textContent = "";
  at("sure").showModal();
});
at("keep").addEventListener("click", () => at("sure").close());
at("really").addEventListener("click", () => {
  request(`/api/history/${id}/delete`, {}).then(
    () => location.replace("/history"),
    (refusal) => (at("sure-error").textContent = refusal.message),
  );
});

request(`/api/history/${id}`).then(open, (refusal) => {
  at("title").textContent = gettext("This match cannot be shown");
  at("past-error").textContent =
    refusal.status === 404 ? gettext("There is no such match here; it may have been deleted.") : refusal.message;
});
request("/api/me").then(
  ({ control }) => (at("delete").hidden = !control),
  () => {},
);
