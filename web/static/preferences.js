// Preferences of this device alone: sound, pip counts, which way buttons face. Kept in the browser.

const DEFAULTS = { sound: "chime", rolls: false, pips: false, facing: true, welcomed: false };

function read() {
  try {
    return JSON.parse(localStorage.getItem("preferences") || "null") || {};
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
