// The turns of the game under way, each to be corrected; those of earlier games are in the past matches.

import { request } from "./api.js";
import { button, buttons, h } from "./dom.js";
import { gettext } from "./language.js";
import { open as openView } from "./control.js";
import { editTurn } from "./turn_editor.js";

async function played() {
  const { matches } = await request("/api/history");
  const now = matches.find(({ state }) => state === "playing");
  if (!now) throw new Error(gettext("No match is kept here that could be corrected."));
  return now.id;
}

export async function earlierTurns(sheet) {
  const { title, body, state } = sheet;
  title(gettext("Correct an earlier turn"));
  try {
    const match = await played();
    const { steps } = await request(`/api/history/${match}`);
    const turns = steps.filter(({ game, turn }) => game === state.match.game && turn !== null).reverse();
    body.replaceChildren(
      buttons(...turns.map((step) => turnButton(state, step))),
      h("a", { class: "button small", href: `/history/${match}` }, gettext("All games of this match")),
    );
  } catch (refusal) {
    body.replaceChildren(h("p", { class: "error", role: "alert" }, refusal.message));
  }
}

function turnButton(state, { game, turn, player, dice, text }) {
  const roll = dice ? dice.join("-") : "?";
  const says = `${turn}. ${state.match.names[player]} · ${roll}: ${text}`;
  return button(says, () => openView("edit_turn", { game, turn }), "play");
}

export async function earlierTurn(sheet) {
  const { body, close, what } = sheet;
  try {
    await editTurn(sheet, { match: await played(), ...what }, close);
  } catch (refusal) {
    body.replaceChildren(h("p", { class: "error", role: "alert" }, refusal.message));
  }
}
