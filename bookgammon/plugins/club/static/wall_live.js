// The wall's connection: a stream of the tables that have changed, opened anew for as long as it takes.

const SILENCE = 12000; // ms without a sign of life before what is shown counts as old

export function followWall({ onWall, onBeat, onLink }) {
  /** @type {EventSource | null} */
  let source = null;
  let received = performance.now();

  function alive() {
    received = performance.now();
    onLink({ stale: false });
  }

  function open() {
    if (source) source.close();
    source = new EventSource("/api/wall/events");
    source.addEventListener("wall", (event) => {
      alive();
      onWall(JSON.parse(event.data));
    });
    source.addEventListener("beat", (event) => {
      alive();
      onBeat(JSON.parse(event.data).now);
    });
  }

  setInterval(() => {
    const silent = performance.now() - received;
    if (silent > SILENCE) onLink({ stale: true });
    // a stream that was refused is closed for good and has to be asked for again
    if (silent > SILENCE && Math.round(silent / 1000) % 5 === 0) open();
  }, 1000);
  addEventListener("pageshow", (event) => event.persisted && open());
  addEventListener("pagehide", () => source?.close());
  open();
}
