// A few seconds of film of what was contested, where one was kept: it runs by itself, without a sound, again and again.

import { gettext } from "./language.js";

/** @param {HTMLElement} figure @param {string} address empty: there is none */
export function showClip(figure, address) {
  figure.hidden = !address;
  figure.replaceChildren();
  if (!address) return;
  const video = document.createElement("video");
  video.className = "photo";
  video.controls = video.muted = video.loop = video.playsInline = true;
  video.autoplay = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  video.preload = "metadata";
  video.setAttribute("aria-label", gettext("Film of what happened"));
  video.src = address;
  const caption = document.createElement("figcaption");
  caption.className = "quiet";
  caption.textContent = gettext("From five seconds before it until it was settled.");
  figure.append(video, caption);
}
