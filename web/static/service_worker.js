// Where the page is served securely: what is shown while the table's machine does not answer.

const KEPT = [
  "/offline",
  "/static/colours.css",
  "/static/tokens.css",
  "/static/components.css",
  "/static/controls.css",
  "/static/icon.svg",
];
const STORE = "offline-1";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => event.waitUntil(caches.open(STORE).then((store) => store.addAll(KEPT))));
const kept = async (path) => (await caches.match(path)) || Response.error();
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const asked = new URL(request.url).pathname;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept("/offline")));
  else if (KEPT.includes(asked)) event.respondWith(fetch(request).catch(() => kept(asked)));
});
