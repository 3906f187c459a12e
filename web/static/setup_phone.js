// "Use a telephone": the code that its camera reads, new whenever it was used.

import { request } from "./api.js";
import { gettext } from "./language.js";
import { sharing, sharingSwitch } from "./sharing.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const ASK_EVERY = 2000; // ms
let offered = false;
let shown = null;

async function refresh() {
  if (!offered) return;
  await refreshNow();
  setTimeout(refresh, ASK_EVERY);
}

async function refreshNow() {
  try {
    const { address, code, sender } = await request("/api/phone");
    at("phone-code").hidden = !address;
    const shared = address ? null : await sharing();
    at("phone-sharing").hidden = !shared;
    if (shared && !at("phone-sharing").hasChildNodes()) at("phone-sharing").append(sharingSwitch(shared, refreshNow));
    if (!shared) at("phone-sharing").replaceChildren();
    if (address && shown !== address + code) {
      shown = address + code;
      at("phone-code").src = `/api/phone/code.svg?${Date.now()}`;
    }
    at("phone-says").textContent = words(address, code, sender);
  } catch {
    // the wizard itself shows that nobody answers
  }
}

function words(address, code, sender) {
  if (!address) return gettext("Telephones cannot reach this page yet.");
  const open = gettext("Take the telephone’s own camera app to this code, or open {address} on it and enter {code}.", {
    address,
    code,
  });
  const about = sender
    ? gettext("{sender} is paired and may send; this is for another one.", { sender })
    : gettext("Nothing to install.");
  return `${about} ${open}`;
}

export function offerPhone(wanted) {
  at("use-phone").hidden = !wanted;
  if (wanted && !offered) {
    offered = true;
    refresh();
  }
  offered = wanted;
}
