// A file sent piece by piece: what was lost on the way is sent again from where the table has it.

import { Refusal, UNREACHED } from "/static/api.js";
import { gettext } from "/static/language.js";

const PIECE = 1024 * 1024; // bytes: `bookgammon.plugins.films.pages.MOST_OF_A_PIECE`
const PATIENCE = 9000; // ms
const AGAIN_MS = 2000;
const MOST_TRIES = 90; // three minutes without the network

// onReceived: gets how many bytes are there after each piece; a Refusal is thrown where the table takes no more
export async function send(file, id, offset, onReceived) {
  let received = offset;
  let tries = 0;
  while (received < file.size) {
    try {
      received = await piece(file.slice(received, received + PIECE), id, received);
      tries = 0;
      onReceived(received);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      tries += 1;
      if (tries > MOST_TRIES) throw new Refusal(0, UNREACHED);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

async function piece(blob, id, offset) {
  const limit = new AbortController();
  const patience = setTimeout(() => limit.abort(), PATIENCE);
  try {
    const answer = await fetch(`/api/recordings/piece?id=${id}&offset=${offset}`, {
      method: "POST",
      body: blob,
      headers: { "Content-Type": "application/octet-stream" },
      signal: limit.signal,
    });
    if (answer.ok) return (await answer.json()).received; // an answer that is cut off is as good as none
    const content = await answer.json().catch(() => ({}));
    throw new Refusal(answer.status, content.error || gettext("That could not be done."));
  } finally {
    clearTimeout(patience);
  }
}
