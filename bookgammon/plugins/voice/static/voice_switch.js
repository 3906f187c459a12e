// The key that makes a page speak; what it needs for that is fetched only then.

import { add } from "/static/beside.js";
import { gettext } from "/static/language.js";
import { preference, setPreference } from "/static/preferences.js";

// how much a device says: [as it is kept, as it is named]; each holds those before it
export const VOICES = [
  ["off", gettext("nothing")],
  ["warnings", gettext("warnings and questions")],
  ["rolls", gettext("warnings and rolls")],
  ["all", gettext("everything")],
];

/** @type {Promise<any> | null} */
let parts = null;

// the module that speaks, or null while this device is silent
export function voice() {
  if (preference("voice") === "off") return null;
  parts ??= Promise.all([import("./voice.js"), import("./voice_reader.js")]).then(([first]) => first);
  return parts;
}

addEventListener("keydown", async (event) => {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyV") return;
  event.preventDefault();
  if (event.repeat) return;
  setPreference("voice", preference("voice") === "all" ? "off" : "all");
  (await (parts || voice()))?.voiceChanged();
});

voice()?.then((part) => part.arrive());

// on the table's page: each state is heard, and the menu has the settings
add({
  hear: async (state, known) => (await voice())?.followTable(state, known),
  alive: async () => (await voice())?.tableIsAlive(),
  settings(choices) {
    const spoken = choices(gettext("This device says aloud"), "voice", VOICES, preference("voice"));
    spoken.addEventListener("change", async (event) => {
      setPreference("voice", event.target.value);
      (await voice())?.voiceChanged();
    });
    return spoken;
  },
});
