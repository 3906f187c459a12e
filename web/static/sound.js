// For the ear, where it is wished: a warning as two soft tones, and a short sound for a roll.

import { preference } from "./preferences.js";

/** @type {AudioContext | null} */
let context = null;

function tones() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return null;
  context = context || new Context();
  return context.state === "running" ? context : null;
}

// browsers let a page sound only after somebody has touched it
export function allowSound() {
  tones();
  if (context && context.state === "suspended") context.resume();
}

// after, lasts: seconds
function sound(pitch, after, lasts) {
  const sounding = tones();
  if (!sounding) return;
  const tone = sounding.createOscillator();
  const volume = sounding.createGain();
  const start = sounding.currentTime + after;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.22, start + lasts / 25);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  tone.connect(volume).connect(sounding.destination);
  tone.start(start);
  tone.stop(start + lasts + 0.05);
}

export function chime() {
  if (preference("sound") !== "chime") return;
  sound(587, 0, 0.7);
  sound(440, 0.22, 0.7);
}

// a roll was read: once for each, none for the one that lay there when the page was opened
/** @type {string | null} */
let last = null;

export function soundRoll({ dice, player, plays, match }) {
  const roll = dice ? `${match.game} ${plays.at(-1)?.number ?? 0} ${player}` : "";
  if (last !== null && roll && roll !== last && preference("rolls")) sound(988, 0, 0.12);
  last = roll;
}
