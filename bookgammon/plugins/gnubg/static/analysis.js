// The analysis of a past match: asked for by who is in control, and shown anew as it grows.

import { request } from "/static/api.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const page = at("analysis");
const address = `/api/history/${page.dataset.match}/analysis`;
const BETWEEN_MS = 2000;
const GOING_ON = ["waiting", "working"];

function onStatus(status) {
  at("analysis-says").textContent = status.sentence;
  const grown =
    String(status.done) !== page.dataset.done || (status.state === "ready" && page.dataset.state !== "ready");
  if (grown) location.reload();
  else if (GOING_ON.includes(status.state)) later();
}

function later() {
  setTimeout(() => request(address).then(onStatus, later), BETWEEN_MS);
}

if (GOING_ON.includes(page.dataset.state || "")) later();

const button = at("analyse");
if (button) {
  request("/api/me").then(
    ({ control }) => {
      button.hidden = !control;
      at("analyse-why-not").hidden = control;
    },
    () => {},
  );
  button.addEventListener("click", () => {
    button.disabled = true;
    request(address, {}).then(onStatus, (refusal) => {
      button.disabled = false;
      at("analysis-error").textContent = refusal.message;
    });
  });
}
