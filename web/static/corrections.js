// Sheets that put right what was read or written down: dice, score, names, seats; and the resignation.

import { button, buttons, choices, dieFace, field, form, h } from "./dom.js";
import { gettext } from "./language.js";

const SIDES = ["light", "dark"];
const players = (state) => SIDES.map((side) => [side, state.match.names[side]]);

export function correctDice({ title, body, state, send }) {
  title(gettext("The dice"));
  const faces = [1, 2, 3, 4, 5, 6].map((value) => [String(value), value]);
  const row = (which, name, chosen) =>
    choices(
      which,
      name,
      faces.map(([value, pips]) => [value, dieFace(pips, state.player), value]),
      chosen && String(chosen),
    );
  const [one, two] = state.dice || [];
  const begins = state.player ? [] : [choices(gettext("Who begins"), "player", players(state))];
  body.replaceChildren(
    form(
      (data) => {
        const player = data.get("player");
        return send("correct_dice", {
          dice: [Number(data.get("one")), Number(data.get("two"))],
          ...(player && { player }),
        });
      },
      gettext("These are the dice"),
      ...begins,
      row(gettext("One die"), "one", one),
      row(gettext("The other"), "two", two),
    ),
  );
}

// the camera read the dice clearly, and people say that they were others
export function otherRoll({ title, body, state, send, close }) {
  const { warning } = state;
  if (!warning?.other_roll) return close();
  const roll = warning.other_roll.join("-");
  title(gettext("The dice were {roll}", { roll }));
  body.replaceChildren(
    h("p", { class: "lead" }, warning.read),
    h("p", {}, gettext("It read them clearly. If they were {roll}, the play is legal.", { roll })),
    buttons(
      button(gettext("They were {roll}", { roll }), () => send("correct_dice", { dice: warning.other_roll })),
      button(gettext("They were not"), close),
    ),
  );
}

export function resign({ title, body, state, send }) {
  title(gettext("Resign"));
  const present = players(state).filter(([side]) => side !== state.opponent?.side); // who does not sit there decides alone
  body.replaceChildren(
    form(
      (data) => send("resign", { player: data.get("player"), kind: data.get("kind") }),
      gettext("Offer it"),
      choices(gettext("Who resigns"), "player", present, present.length > 1 ? state.player : present[0][0]),
      choices(
        gettext("What is lost"),
        "kind",
        [
          ["single", gettext("a single game")],
          ["gammon", gettext("a gammon")],
          ["backgammon", gettext("a backgammon")],
        ],
        "single",
      ),
      h("p", { class: "quiet" }, gettext("The opponent accepts, or plays on for more.")),
    ),
  );
}

export function correctScore({ title, body, state, send }) {
  title(gettext("The score"));
  const most = state.match.length || 999;
  const points = (side) =>
    field(state.match.names[side], {
      name: side,
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: most,
      step: 1,
      required: true,
      value: state.match.score[side],
    });
  body.replaceChildren(
    form(
      (data) => send("correct_score", { score: SIDES.map((side) => Number(data.get(side))) }),
      gettext("That is the score"),
      h("div", { class: "pair" }, ...SIDES.map(points)),
      h("p", { class: "quiet" }, gettext("Points of finished games; the game under way is not counted yet.")),
    ),
  );
}

export function nameFields(state) {
  const named = (side) =>
    field(side === "light" ? gettext("Light checkers") : gettext("Dark checkers"), {
      name: side,
      maxlength: 40,
      required: true,
      value: state.match.names[side],
      autocomplete: "off",
    });
  return h("div", { class: "pair" }, ...SIDES.map(named));
}

export const names = (data) => SIDES.map((side) => data.get(side));

export function name({ title, body, state, send }) {
  title(gettext("Names"));
  body.replaceChildren(
    form((data) => send("name_players", { names: names(data) }), gettext("Those are the names"), nameFields(state)),
  );
}

export function seats({ title, body, state, send }) {
  title(gettext("Seats"));
  const { near, home } = state.seats;
  const far = near === "light" ? "dark" : "light";
  body.replaceChildren(
    button(gettext("Swap the seats"), () => send("seat", { near: far, home })),
    form(
      (data) => send("seat", { near: data.get("near"), home: data.get("home") }),
      gettext("They sit so"),
      choices(gettext("At the lower edge of the picture sits"), "near", players(state), near),
      choices(
        gettext("As seen from there, both home boards lie"),
        "home",
        [
          ["right", gettext("on the right")],
          ["left", gettext("on the left")],
        ],
        home,
      ),
    ),
  );
}
