// What is wished on this device alone: sound, pip counts, which way buttons face. Kept in the browser.

const USUAL = { sound: "chime", pips: false, facing: true };

function read() {
  try {
    return JSON.parse(localStorage.getItem("wishes")) || {};
  } catch {
    return {}; // a browser that keeps nothing, or keeps something else
  }
}

export function wished(name) {
  const kept = read()[name];
  return kept === undefined ? USUAL[name] : kept;
}

export function wish(name, value) {
  try {
    localStorage.setItem("wishes", JSON.stringify({ ...read(), [name]: value }));
  } catch {
    return; // then the usual holds
  }
  dispatchEvent(new Event("wishes"));
}
