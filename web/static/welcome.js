// The explanation that a device shows once, when it shows the table for the first time.

import { gettext } from "./language.js";
import { preference, setPreference } from "./preferences.js";

let asked = false;
let occupied = false;

// busy: something more important is on the screen
export async function welcome(busy) {
  occupied = busy;
  if (busy) document.getElementById("help")?.close("interrupted");
  if (busy || asked || preference("welcomed")) return;
  asked = true;
  const { openHelp } = await import("./help_sheet.js");
  if (await openHelp("/help/screen/welcome", gettext("Let’s play"))) setPreference("welcomed", true);
  else setTimeout(again, 1000);
}

// what interrupted it may be over by now, and nothing new may come for long
function again() {
  asked = false;
  welcome(occupied);
}
