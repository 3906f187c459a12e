// Sends pictures one by one: the next is taken when the last was answered. Many while something moves, few while
// nothing does.

import { Refusal, UNREACHED } from "./api.js";
import { gettext } from "./language.js";

const MOVING_EVERY = 100; // ms
const STILL_EVERY = 600; // ms; a table that hears nothing for three seconds takes the telephone for lost
const MOVING_FOR = 4000; // ms after something moved: what it came to has to be read
const LONGEST_SIDE = 1280;
const QUALITY = 0.85;
const THUMB = 48;
const MOVED = 14; // grey levels
const MOVING_SHARE = 0.004;
const PATIENCE = 8000; // ms

export const session = [...crypto.getRandomValues(new Uint8Array(16))]
  .map((byte) => byte.toString(16).padStart(2, "0"))
  .join("");

export function wait(time) {
  return new Promise((wake) => setTimeout(wake, time));
}

// whether something moves in the video, by a small grey copy of it
class Motion {
  constructor() {
    this.canvas = new OffscreenCanvas(THUMB, THUMB);
    this.context = this.canvas.getContext("2d", { willReadFrequently: true });
    this.last = null;
    this.movedAt = performance.now();
  }

  see(video, now) {
    if (!this.context) return true;
    this.context.drawImage(video, 0, 0, THUMB, THUMB);
    const { data } = this.context.getImageData(0, 0, THUMB, THUMB);
    const grey = new Uint8Array(THUMB * THUMB);
    let moved = 0;
    for (let at = 0; at < grey.length; at += 1) {
      grey[at] = (data[4 * at] + 2 * data[4 * at + 1] + data[4 * at + 2]) >> 2;
      if (this.last && Math.abs(grey[at] - this.last[at]) > MOVED) moved += 1;
    }
    if (!this.last || moved > MOVING_SHARE * grey.length) this.movedAt = now;
    this.last = grey;
    return now - this.movedAt < MOVING_FOR;
  }
}

export class Sender {
  constructor(video) {
    this.video = video;
    this.motion = new Motion();
    this.canvas = document.createElement("canvas");
    this.sentAt = -Infinity;
  }

  // waits until a picture is due, sends it and gives what the table answers; throws a Refusal
  async next() {
    for (;;) {
      const taken = await this.frame();
      const pause = this.motion.see(this.video, taken) ? MOVING_EVERY : STILL_EVERY;
      if (performance.now() - this.sentAt >= pause) return this.send(taken);
    }
  }

  // when the newest picture was seen; a hidden page is given none
  frame() {
    return new Promise((seen) => {
      const late = setTimeout(() => seen(performance.now()), STILL_EVERY);
      if (!this.video.requestVideoFrameCallback) {
        setTimeout(() => seen(performance.now()), MOVING_EVERY / 2);
        return;
      }
      this.video.requestVideoFrameCallback((now, about) => {
        clearTimeout(late);
        seen(about.captureTime ?? now);
      });
    });
  }

  async send(taken) {
    const { videoWidth: width, videoHeight: height } = this.video;
    const shrunk = Math.min(1, LONGEST_SIDE / Math.max(width, height));
    this.canvas.width = Math.round(width * shrunk);
    this.canvas.height = Math.round(height * shrunk);
    this.canvas.getContext("2d")?.drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    const picture = await new Promise((made) => this.canvas.toBlob(made, "image/jpeg", QUALITY));
    this.sentAt = performance.now();
    return post("/api/phone/picture", picture, { taken: taken / 1000, sent: this.sentAt / 1000 });
  }
}

// a picture as JPEG; throws a Refusal, status 0 where nobody answers
export async function post(address, picture, times = {}) {
  const limit = new AbortController();
  const patience = setTimeout(() => limit.abort(), PATIENCE);
  const words = new URLSearchParams({ session, ...times });
  try {
    const answer = await fetch(`${address}?${words}`, {
      method: "POST",
      body: picture,
      headers: { "Content-Type": "image/jpeg" },
      cache: "no-store",
      signal: limit.signal,
    });
    const content = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refusal(answer.status, content.error || gettext("That picture was not taken."));
    return content;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(0, UNREACHED);
  } finally {
    clearTimeout(patience);
  }
}
