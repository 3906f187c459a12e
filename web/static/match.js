// Sheets for what is agreed before play: a match or session, a chouette, and who of a team takes.

import { button, buttons, choices, field, form, h } from "./dom.js";
import { nameFields, names } from "./corrections.js";
import { gettext } from "./language.js";
import { KINDS, agreement, kindOf, offer } from "./match_form.js";

const COMPUTER = "GNU Backgammon"; // its level is added where the match begins

export function newMatch({ title, body, state, send }) {
  title(gettext("New match"));
  const rules = { ...state.match.rules, coach: false }; // agreed anew for each match
  const agreeing = agreement(rules, KINDS, kindOf(rules), state.opponent);
  const pair = nameFields(state);
  const crew = crewFields(state);
  const made = form(
    async (data) => {
      const wanted = agreeing.entered(data);
      if (data.get("kind") !== "chouette") {
        const opponent = agreeing.opponent(data);
        const entered = names(data).map((name) => name || COMPUTER);
        return send("new_match", { rules: wanted, names: entered, opponent });
      }
      const { rolls, box, missing } = crewEntered(data);
      return missing || send("new_match", { rules: wanted, rolls, box });
    },
    gettext("Begin"),
    agreeing.kinds,
    ...agreeing.against,
    pair,
    crew,
    ...agreeing.parts,
  );
  const fit = () => {
    const kind = made.elements.kind.value;
    agreeing.show(kind);
    offer(pair, kind !== "chouette");
    const absent = kind !== "chouette" && agreeing.opponent(new FormData(made))?.side;
    if (absent) offer(pair.querySelector(`[name=${absent}]`).closest("label"), false);
    offer(crew, kind === "chouette");
  };
  made.addEventListener("change", fit);
  fit();
  body.replaceChildren(made);
}

export function chouette(sheet) {
  sheet.title(gettext("Chouette"));
  if (sheet.state.chouette) members(sheet);
  else found(sheet);
}

const MOST = 8;

// who plays a chouette, with the die that each rolled, and the box's checkers
function crewFields(state) {
  const rows = h("div", { class: "rolls stack" });
  const add = (given = "") => {
    const number = rows.children.length + 1;
    rows.append(
      h(
        "div",
        { class: "roll" },
        field(gettext("Player {number}", { number }), {
          name: "name",
          maxlength: 40,
          value: given,
          autocomplete: "off",
        }),
        field(gettext("rolled"), { name: "die", type: "number", inputmode: "numeric", min: 1, max: 6 }),
      ),
    );
  };
  const there = state.chouette ? state.chouette.ledger.filter(({ role }) => role !== "gone") : [];
  const { light, dark } = state.match.names;
  for (const name of there.length ? there.map(({ name }) => name) : [light, dark, ""]) add(name);
  const box = choices(
    gettext("The box plays with the"),
    "box",
    [
      ["light", gettext("light checkers")],
      ["dark", gettext("dark checkers")],
    ],
    "light",
  );
  // until people say otherwise, who rolled highest keeps the checkers that they sit at
  const follow = () => {
    const boxed = highest(rows).querySelector("[name=name]").value.trim();
    box.querySelector(`[value=${boxed === dark ? "dark" : "light"}]`).checked = true;
  };
  rows.addEventListener("input", follow);
  box.addEventListener("click", () => rows.removeEventListener("input", follow)); // also on what is chosen already
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: "lead" },
      gettext("Everybody rolls one die; the highest plays in the box, the second is captain. Roll ties off."),
    ),
    rows,
    button(gettext("One more player"), () => rows.children.length < MOST && add(), "small"),
    box,
  );
}

// the row of the highest die so far; a tie is rolled off
function highest(rows) {
  const die = (row) => Number(row.querySelector("[name=die]").value);
  return [...rows.children].reduce((best, row) => (die(row) > die(best) ? row : best));
}

function crewEntered(data) {
  const dice = data.getAll("die");
  const rolls = data
    .getAll("name")
    .map((name, index) => [name, Number(dice[index])])
    .filter(([name]) => name.trim());
  const missing = rolls.every(([, die]) => die) ? "" : gettext("Everybody needs a die.");
  return { rolls, box: data.get("box"), missing };
}

function found({ body, state, send }) {
  body.replaceChildren(
    form(
      (data) => {
        const { rolls, box, missing } = crewEntered(data);
        return missing || send("found_chouette", { rolls, box });
      },
      gettext("Begin the chouette"),
      crewFields(state),
    ),
  );
}

function members({ body, state, send }) {
  const leaving = state.chouette.ledger
    .filter(({ role }) => role !== "gone")
    .map(({ name }) => button(gettext("{name} leaves", { name }), () => send("leave", { name })));
  body.replaceChildren(
    form(
      (data) => send("join", { name: data.get("name") }),
      gettext("Joins"),
      field(gettext("Somebody new"), { name: "name", maxlength: 40, required: true, autocomplete: "off" }),
    ),
    h("h3", {}, gettext("Between games")),
    buttons(...leaving),
  );
}

// each says it: nobody drops by having been overlooked
export function team({ title, body, state, send }) {
  title(gettext("Who takes at {stake}?", { stake: state.cube.offered }));
  const members = state.chouette.answers;
  const answers = [
    ["take", gettext("takes")],
    ["drop", gettext("drops")],
  ];
  body.replaceChildren(
    form(
      (data) => send("answer_as_team", { takers: members.filter((_, index) => data.get(`member${index}`) === "take") }),
      gettext("That is the answer"),
      h(
        "p",
        { class: "quiet" },
        gettext("Who drops pays {stake} to the box now and is out of this game.", { stake: state.cube.value }),
      ),
      ...members.map((name, index) => choices(name, `member${index}`, answers)),
    ),
  );
}
