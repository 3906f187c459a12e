// Sheets for what is agreed before play: a match or session, a chouette, and who of a team takes.

import { clockAgreed, clockSettings } from "./clock_settings.js";
import { button, buttons, check, choices, field, form, h } from "./dom.js";
import { nameFields, names } from "./corrections.js";
import { gettext, ngettext } from "./language.js";

const LENGTHS = [1, 3, 5, 7, 9, 11, 13];
const VARIANTS = ["backgammon", "nackgammon", "longgammon", "hypergammon"].map((name) => [
  name,
  name[0].toUpperCase() + name.slice(1),
]);

export function newMatch({ title, body, state, send }) {
  title(gettext("New match"));
  const { rules } = state.match;
  const lengths = [
    ["0", gettext("Money session")],
    ["chouette", gettext("Chouette (three or more)")],
    ...LENGTHS.map((length) => [
      String(length),
      String(length),
      ngettext("to {count} point", "to {count} points", length),
    ]),
  ];
  const chosen = LENGTHS.includes(rules.length) || rules.length === 0 ? String(rules.length) : "5";
  const moneyOnly = h(
    "div",
    { class: "choices" },
    check(gettext("Jacoby rule"), "jacoby", rules.jacoby ?? true),
    check(gettext("Beavers"), "beavers", rules.beavers),
    check(gettext("Automatic double"), "automatic", rules.automatic_doubles > 0),
  );
  const matchOnly = h(
    "div",
    { class: "choices" },
    check(gettext("Crawford rule"), "crawford", rules.crawford),
    check(gettext("Tournament clock"), "clock", rules.clock === "delay"),
  );
  const clocked = clockSettings(rules);
  const pair = nameFields(state);
  const crew = crewFields(state);
  const made = form(
    async (data) => {
      const teams = data.get("length") === "chouette";
      const length = teams ? 0 : Number(data.get("length"));
      const agreed = length
        ? { jacoby: null, crawford: data.has("crawford"), beavers: false, automatic_doubles: 0 }
        : {
            jacoby: data.has("jacoby"),
            beavers: data.has("beavers"),
            automatic_doubles: data.has("automatic") ? 1 : 0,
          };
      const clock = length && data.has("clock") ? { clock: "delay", ...clockAgreed(data) } : { clock: "none" };
      const wanted = {
        ...rules,
        ...agreed,
        length,
        ...clock,
        variant: data.get("variant"),
        must_be_legal: data.has("must_be_legal"),
        warnings: data.get("warnings"),
      };
      if (!teams) return send("new_match", { rules: wanted, names: names(data) });
      const { rolls, box, missing } = crewEntered(data);
      return missing || send("new_match", { rules: wanted, rolls, box });
    },
    gettext("Begin"),
    choices(gettext("Points to play for"), "length", lengths, chosen),
    pair,
    crew,
    choices(gettext("Where the checkers begin"), "variant", VARIANTS, rules.variant),
    matchOnly,
    clocked.part,
    moneyOnly,
    choices(
      gettext("Illegal plays are"),
      "warnings",
      [
        ["all", gettext("pointed out at once")],
        ["final", gettext("pointed out when the dice are lifted")],
        ["none", gettext("only recorded")],
      ],
      rules.warnings,
    ),
    h(
      "div",
      { class: "choices" },
      check(gettext("An illegal play has to be put right"), "must_be_legal", rules.must_be_legal),
    ),
  );
  const fit = () => {
    const teams = new FormData(made).get("length") === "chouette";
    const money = teams || new FormData(made).get("length") === "0";
    offer(pair, !teams);
    offer(crew, teams);
    moneyOnly.hidden = !money;
    matchOnly.hidden = money;
    clocked.show(!money && new FormData(made).has("clock"));
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

// what is hidden is not asked either: an empty field that nobody sees would hold the form up
function offer(part, wanted) {
  part.hidden = !wanted;
  for (const input of part.querySelectorAll("input")) input.disabled = !wanted;
}

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
    choices(
      gettext("The box plays with the"),
      "box",
      [
        ["light", gettext("light checkers")],
        ["dark", gettext("dark checkers")],
      ],
      "light",
    ),
  );
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

export function team({ title, body, state, send }) {
  title(gettext("Who takes at {stake}?", { stake: state.cube.offered }));
  body.replaceChildren(
    form(
      (data) => send("answer_as_team", { takers: data.getAll("taker") }),
      gettext("That is the answer"),
      h(
        "p",
        { class: "quiet" },
        gettext("Who drops pays {stake} to the box now and is out of this game.", { stake: state.cube.value }),
      ),
      ...state.chouette.answers.map((name) => choicesFor(name)),
    ),
  );
}

function choicesFor(name) {
  return h(
    "label",
    { class: "choice" },
    h("input", { type: "checkbox", name: "taker", value: name }),
    gettext("{name} takes", { name }),
  );
}
