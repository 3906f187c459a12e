// Preferences of this device alone: sound, voice, pip counts, which way buttons face. Kept in the browser.

const DEFAULTS = { sound: "chime", voice: "off", rolls: false, pips: false, facing: true, welcomed: false };

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem("preferences") || "null") || {};
    // as earlier versions kept it: warnings were spoken in place of a chime
    return kept.sound === "speech" ? { voice: "warnings", ...kept, sound: "off" } : kept;
  } catch {
    return {}; // a browser that keeps nothing, or keeps something else
  }
}

export function preference(name) {
  const kept = read()[name];
  return kept === undefined ? DEFAULTS[name] : kept;
}

export function setPreference(name, value) {
  try {
    localStorage.setItem("preferences", JSON.stringify({ ...read(), [name]: value }));
  } catch {
    return; // then the default holds
  }
  dispatchEvent(new Event("preferences"));
}
