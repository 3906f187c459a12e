// The coach's slip on the table's page. What it needs is fetched once somebody has agreed on a coach.

import { add } from "/static/beside.js";
import { open, send, styled } from "/static/control.js";
import { at } from "/static/text.js";

/** @type {any} */
let coach = null;

async function fetchCoach() {
  const [part] = await Promise.all([import("./coach.js"), styled("coach", "/plugins/gnubg")]);
  coach = part;
  return part;
}

at("coach-again").addEventListener("click", () => send("play_again"));
at("coach-show").addEventListener("click", () => open("coach"));
add({
  show(state, redraw) {
    if (coach) coach.showCoach(state, redraw);
    else if (state.coach) fetchCoach().then(redraw);
  },
  ready: (state) => Boolean(coach || !state.coach),
  better: (state) => coach?.betterPlay(state),
  wayBack: (state) => state.coach?.way_back,
  sheets: { coach: async (sheet) => (coach || (await fetchCoach())).coachSheet(sheet) },
});
