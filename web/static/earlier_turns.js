// The turns of the game under way, each to be corrected; those of earlier games are in the past matches.

import { request } from "./api.js";
import { button, buttons, h } from "./dom.js";
import { gettext } from "./language.js";
import { open as openView } from "./control.js";
import { editTurn } from "./turn_editor.js";

const LOOK_AGAIN = 500; // ms: turns go on while the sheet lies open

async function played() {
  const { matches } = await request("/api/history");
  const now = matches.find(({ at_table }) => at_table);
  if (!now) throw new Error(gettext("No match is kept here that could be corrected."));
  return now.id;
}

export async function earlierTurns({ title, body, dialog, current }) {
  title(gettext("Correct an earlier turn"));
  const list = buttons();
  const whole = h("a", { class: "button small" }, gettext("All games of this match"));
  let shown = "";
  const follow = async () => {
    const state = current();
    const news = JSON.stringify([state.match.game, state.plays, state.undo]);
    try {
      if (news !== shown) {
        await show(state, list, whole);
        if (!list.isConnected) body.replaceChildren(list, whole);
        shown = news;
      }
    } catch (refusal) {
      if (body.textContent !== refusal.message)
        body.replaceChildren(h("p", { class: "error", role: "alert" }, refusal.message));
    }
    if (body.isConnected && dialog.open) setTimeout(follow, LOOK_AGAIN);
  };
  await follow();
}

async function show(state, list, whole) {
  const match = await played();
  const { steps } = await request(`/api/history/${match}`);
  const turns = steps.filter(({ game, turn }) => game === state.match.game && turn !== null).reverse();
  whole.href = `/history/${match}`;
  const known = new Map([...list.children].map((one) => [one.textContent, one]));
  const wanted = turns.map((step) => known.get(saysOf(state, step)) ?? turnButton(state, step));
  for (const one of known.values()) if (!wanted.includes(one)) one.remove();
  // those that stay are not moved, so that the focus stays on its button
  for (const [at, one] of wanted.entries())
    if (list.children[at] !== one) list.insertBefore(one, list.children[at] ?? null);
}

function saysOf(state, { turn, player, dice, text }) {
  const roll = dice ? dice.join("-") : "?";
  return `${turn}. ${state.match.names[player]} · ${roll}: ${text}`;
}

function turnButton(state, step) {
  const { game, turn } = step;
  return button(saysOf(state, step), () => openView("edit_turn", { game, turn }), "play");
}

export async function earlierTurn(sheet) {
  const { body, close, what } = sheet;
  try {
    await editTurn(sheet, { match: await played(), ...what }, close);
  } catch (refusal) {
    body.replaceChildren(h("p", { class: "error", role: "alert" }, refusal.message));
  }
}
