// What a device is told once, when it shows the table for the first time.

import { gettext } from "./language.js";
import { preference, setPreference } from "./preferences.js";

let asked = false;

// busy: something more important is on the screen
export async function welcome(busy) {
  if (busy) document.getElementById("help")?.close("interrupted");
  if (busy || asked || preference("welcomed")) return;
  asked = true;
  const { openHelp } = await import("./help_sheet.js");
  if (await openHelp("/help/screen/welcome", gettext("Let’s play"))) setPreference("welcomed", true);
  else setTimeout(() => (asked = false), 1000);
}
