// The connection to the table: an event stream, or polling where there is no place for one.
// Says when nothing has come for too long, and heals by itself.

const SILENCE = 12000; // ms without a sign of life before what is shown counts as old
const BROKEN = 3000; // ms after a known break
const POLL = 1000;
const COME_BACK = 30000; // ms until a refused stream is tried again

/** @param {{ onState: (state: any) => void, onLink: (link: { stale: boolean, seconds?: number }) => void, onBeat?: (now: number) => void }} handlers */
export function follow({ onState, onLink, onBeat = () => {} }) {
  /** @type {EventSource | null} */
  let source = null;
  let received = performance.now();
  let broken = 0;
  let retryAt = 0;
  let timer = 0;
  let drawn = true;

  // what could not be drawn is no sign of life, however busily the table beats: what is shown grows old
  function take(text) {
    drawn = false;
    onState(JSON.parse(text));
    drawn = true;
    alive();
  }

  function alive() {
    received = performance.now();
    broken = 0;
    onLink({ stale: false });
  }

  function fail() {
    broken = broken || performance.now();
  }

  function open() {
    if (source) source.close();
    source = new EventSource("/api/events");
    source.addEventListener("state", (event) => take(event.data));
    source.addEventListener("beat", (event) => {
      if (drawn) alive();
      onBeat(JSON.parse(event.data).now);
    });
    source.addEventListener("error", () => {
      fail();
      if (source?.readyState === EventSource.CLOSED) {
        source = null;
        retryAt = performance.now() + COME_BACK;
        clearTimeout(timer);
        poll();
      }
    });
  }

  async function poll() {
    if (source) return;
    const limit = new AbortController();
    const patience = setTimeout(() => limit.abort(), 4000);
    try {
      const answer = await fetch("/api/state", { cache: "no-cache", signal: limit.signal });
      if (!answer.ok) throw new Error(String(answer.status));
      const text = await answer.text();
      if (!source) take(text); // a slow answer must not undo what a stream has brought since
    } catch {
      fail();
    }
    clearTimeout(patience);
    if (source) return;
    if (performance.now() > retryAt) open();
    else timer = setTimeout(poll, POLL);
  }

  function watch() {
    const now = performance.now();
    const silent = now - received;
    if (silent > SILENCE || (broken && now - broken > BROKEN)) {
      onLink({ stale: true, seconds: Math.round(silent / 1000) });
      if (source && silent > SILENCE && Math.round(silent / 1000) % 5 === 0) open();
    }
  }

  function wake() {
    if (document.visibilityState === "visible") open();
  }

  // a page that was left may stay in the browser's memory: its stream must not hold one of six connections
  function rest() {
    if (source) source.close();
    source = null;
    retryAt = Infinity;
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pagehide", rest);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  setInterval(watch, 1000);
  open();
}
