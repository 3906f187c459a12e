// The tournament clock beside the names: the server says how it stood; from there it runs here.

const TICK = 100; // ms
/** @type {any} */
let newest = null;
let ahead = 0;

function duration(seconds) {
  const whole = Math.ceil(Math.abs(seconds) - (seconds < 0 ? 1 : 0));
  const left = Math.max(0, whole);
  return `${seconds < 0 ? "−" : ""}${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}

function tick() {
  if (!newest?.clock) return;
  const { bank, delay_left: left, runner, at } = newest.clock;
  const passed = runner ? Math.max(0, Date.now() / 1000 - ahead - at) : 0;
  for (const seat of document.querySelectorAll(".seat")) {
    const { side = "" } = seat.dataset;
    const runs = runner === side;
    const over = runs ? Math.max(0, passed - left) : 0;
    const delay = runs ? Math.ceil(Math.max(0, left - passed)) : 0;
    const clock = seat.querySelector(".clock");
    const [rest, free] = clock.children;
    const remaining = bank[side] - over;
    rest.textContent = duration(remaining);
    free.textContent = runs && delay ? `+${delay}` : "";
    clock.classList.toggle("out", remaining < 0);
    clock.classList.toggle("runs", runs);
  }
}

// aheadOfServer: seconds by which this device's clock is ahead of the server's
export function showClock(state, aheadOfServer) {
  newest = state;
  ahead = aheadOfServer;
  for (const seat of document.querySelectorAll(".seat")) {
    seat.classList.toggle("clocked", Boolean(state.clock));
    seat.querySelector(".clock").hidden = !state.clock;
  }
  tick();
}

setInterval(tick, TICK);
