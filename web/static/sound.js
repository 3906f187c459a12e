// The warning for the ear, where it is wished: two soft tones, or the sentence itself.

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

export function chime() {
  const sounding = tones();
  if (!sounding) return;
  [
    [587, 0],
    [440, 0.22],
  ].forEach(([pitch, after]) => {
    const tone = sounding.createOscillator();
    const volume = sounding.createGain();
    const start = sounding.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.22, start + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
    tone.connect(volume).connect(sounding.destination);
    tone.start(start);
    tone.stop(start + 0.75);
  });
}

export function say(sentence) {
  if (!window.speechSynthesis) return;
  speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(sentence);
  spoken.lang = document.documentElement.lang;
  speechSynthesis.speak(spoken);
}

export function announce(sentence) {
  const how = preference("sound");
  if (how === "chime") chime();
  if (how === "speech") say(sentence);
}

addEventListener("pointerdown", allowSound, { once: true });
addEventListener("keydown", allowSound, { once: true });
