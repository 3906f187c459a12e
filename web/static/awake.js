// Keeps the screen awake while a match is shown, where the browser allows it: on a page that is served securely.

let lock = null;

export async function stayAwake(wanted) {
  if (!window.isSecureContext || !navigator.wakeLock) return;
  if (!wanted || document.visibilityState !== "visible") {
    if (!wanted && lock) await lock.release();
    return;
  }
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // a tablet that saves its battery says no; it is asked again with the next change
  }
}
