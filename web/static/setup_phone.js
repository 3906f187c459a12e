// "Use a telephone": the code that its camera reads, new whenever it was used.

import { request } from "./api.js";
import { gettext } from "./language.js";

const at = (id) => document.getElementById(id);
const ASK_EVERY = 2000; // ms
let offered = false;
let shown = null;

async function refresh() {
  if (!offered) return;
  try {
    const { address, code, sender } = await request("/api/phone");
    at("phone-code").hidden = !address;
    if (address && shown !== address + code) {
      shown = address + code;
      at("phone-code").src = `/api/phone/code.svg?${Date.now()}`;
    }
    at("phone-says").textContent = words(address, sender);
  } catch {
    // the wizard itself tells that nobody answers
  }
  setTimeout(refresh, ASK_EVERY);
}

function words(address, sender) {
  if (!address) return gettext("Telephones cannot reach this page: start bookgammon with --host 0.0.0.0, or say yes when it asks about this network.");
  const open = gettext("Take the telephone’s own camera app to this code, or open {address} on it.", { address });
  const about = sender ? gettext("{sender} is paired and may send; this is for another one.", { sender }) : gettext("Nothing to install.");
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
