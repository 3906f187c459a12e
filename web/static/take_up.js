// A game from any position: tapped here, laid on the board and read, or pasted as an XGID; with turn, cube and score.

import { request } from "./api.js";
import { inControl, open } from "./control.js";
import { button, buttons, check, choices, field, h } from "./dom.js";
import { edit } from "./editor.js";
import { gettext } from "./language.js";

const SIDES = ["light", "dark"];
const MOST_LENGTH = 99;
const EMPTY = { points: Array(24).fill(0), bar: { light: 0, dark: 0 }, off: { light: 15, dark: 15 }, mixed: [] };

// begins with the position in the page's address. state: the newest, as a function
export function takeUpLinked(state) {
  const xgid = location.hash.slice(1).split("=", 2)[1];
  if (!xgid || !inControl()) return;
  if (!state()) return setTimeout(() => takeUpLinked(state), 100); // until the first state has come
  history.replaceState(null, "", location.pathname);
  open("take_up", decodeURIComponent(xgid));
}

export function takeUp(sheet) {
  const { title, state, current, what } = sheet; // what: an XGID to begin with, perhaps
  title(gettext("A game from any position"));
  const fields = agreed(state);
  const pasted = field(gettext("An XGID, or what eXtreme Gammon copies"), { name: "xgid", autocomplete: "off" });
  pasted.classList.add("grow");
  const trouble = h("p", { class: "error", role: "alert" });
  const load = async () => {
    trouble.textContent = "";
    try {
      const found = await request("/api/position", { text: pasted.querySelector("input").value });
      editor.show(found.position);
      fields.set(found);
    } catch (refusal) {
      trouble.textContent = refusal.message;
    }
  };
  const places = buttons(
    button(gettext("As the camera sees it"), () => editor.show(current().board.position), "small"),
    button(gettext("Clear the board"), () => editor.show(EMPTY), "small"),
  );
  const about = h("p", { class: "quiet" }, gettext("The board has to show the same: lay it so before you begin."));
  const editor = edit(
    sheet,
    state.board.position,
    (position, send) => send("new_game", { position, ...fields.entered() }),
    {
      free: true,
      says: gettext("Begin from here"),
      more: [places, h("div", { class: "row" }, pasted, button(gettext("Use it"), load)), trouble, fields.part, about],
    },
  );
  if (typeof what !== "string") return;
  pasted.querySelector("input").value = what;
  load();
}

// whose turn, dice, cube and score; of a chouette the ledger says the score
export function agreed(state) {
  const { match, chouette } = state;
  const players = SIDES.map((side) => [side, match.names[side]]);
  const number = (text, name, value, most) =>
    field(text, { name, type: "number", inputmode: "numeric", min: 0, max: most, value: String(value) });
  const turn = choices(
    gettext("On roll"),
    "player",
    [...players, ["", gettext("the opening roll decides")]],
    state.player || "light",
  );
  const dice = field(gettext("Rolled already, as 63; or nothing"), {
    name: "dice",
    inputmode: "numeric",
    maxlength: 3,
    autocomplete: "off",
  });
  const cube = choices(
    gettext("Cube"),
    "cube",
    ["1", "2", "4", "8", "16", "32", "64"].map((value) => [value, value]),
    "1",
  );
  const owner = choices(gettext("Cube with"), "owner", [["", gettext("nobody")], ...players], "");
  const score = h(
    "div",
    { class: "pair" },
    ...players.map(([side, name]) =>
      number(gettext("Points of {name}", { name }), `score_${side}`, match.score[side], 999),
    ),
  );
  const length = number(gettext("Played to (0: for money)"), "length", match.length, MOST_LENGTH);
  const crawford = check(gettext("This is the Crawford game"), "crawford", !match.post_crawford);
  const part = h("form", { class: "stack" }, turn, dice, cube, owner, ...(chouette ? [] : [length, score, crawford]));
  const input = (name) => part.querySelector(`[name=${name}]`);
  const chosen = (name) => part.querySelector(`[name=${name}]:checked`).value;
  const choose = (name, value) => {
    const wanted = part.querySelector(`[name=${name}][value="${value}"]`);
    if (wanted) wanted.checked = true;
  };
  const fit = () => {
    if (chouette) return;
    const most = Number(input("length").value);
    crawford.hidden = !most || SIDES.every((side) => Number(input(`score_${side}`).value) !== most - 1);
  };
  part.addEventListener("submit", (event) => event.preventDefault());
  part.addEventListener("input", fit);
  fit();

  return {
    part,
    // what an XGID says of it
    set: (found) => {
      choose("player", found.player);
      choose("cube", found.cube);
      choose("owner", found.owner || "");
      input("dice").value = found.dice ? found.dice.join("") : "";
      if (chouette) return;
      input("length").value = found.length;
      input("crawford").checked = found.crawford;
      SIDES.forEach((side, index) => {
        input(`score_${side}`).value = found.score[index];
      });
      fit();
    },
    entered: () => ({
      player: chosen("player") || null,
      cube: Number(chosen("cube")),
      owner: chosen("owner") || null,
      dice: input("dice").value.match(/\d/g)?.map(Number) || null,
      ...(chouette
        ? {}
        : {
            length: Number(input("length").value),
            score: SIDES.map((side) => Number(input(`score_${side}`).value)),
            crawford: input("crawford").checked,
          }),
    }),
  };
}
