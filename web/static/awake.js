// What a secure page may do: keep the screen awake, and say what is wrong while nobody answers.

/** @type {WakeLockSentinel | null} */
let lock = null;

// what is shown while nobody answers is kept by the browser
if (window.isSecureContext && navigator.serviceWorker)
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});

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
