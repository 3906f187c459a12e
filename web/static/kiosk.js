// The screen that nobody touches: the code for a telephone, then the table.

import { request } from "./api.js";
import { gettext } from "./language.js";
import { setPreference } from "./preferences.js";

const ASK_EVERY = 2000; // ms
const at = /** @type {(id: string) => any} */ ((id) => document.getElementById(id));
const showsTable = Boolean(at("table"));
let shown = "";

async function refresh() {
  try {
    const { table, address, code, paired, says } = await request("/api/kiosk");
    if (table !== showsTable) return location.reload();
    if (shown !== address + code) show(address, code);
    if (!showsTable) at("kiosk-says").textContent = `${says} ${words(address, code, paired)}`.trim();
  } catch {
    // the program starts anew, or has stopped: what stands here stays until it answers
  }
  setTimeout(refresh, ASK_EVERY);
}

function show(address, code) {
  shown = address + code;
  at("kiosk-code").hidden = !address;
  at("kiosk-code").src = `/api/kiosk/code.svg?${Date.now()}`;
}

function words(address, code, paired) {
  if (!address) return gettext("Telephones cannot reach this page: start the program without --host.");
  const how = gettext("Take the telephone’s own camera app to this code, or open {address} on it and enter {code}.", {
    address,
    code,
  });
  return paired ? `${gettext("A telephone that was here before just opens the page.")} ${how}` : how;
}

setPreference("welcomed", true); // nobody could put the explanation away
refresh();
