// Sheets for what is agreed before play: a match or session, a chouette, and who of a team takes.

import { clockAgreed, clockSettings } from "./clock_settings.js";
import { open as openView } from "./control.js";
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
      const refused = await send("new_match", { rules: wanted, names: names(data) });
      if (!refused && teams) openView("chouette");
      return refused;
    },
    gettext("Begin"),
    choices(gettext("Points to play for"), "length", lengths, chosen),
    nameFields(state),
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
    const money = new FormData(made).get("length") === "0" || new FormData(made).get("length") === "chouette";
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

function found({ body, state, send }) {
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
  [state.match.names.light, state.match.names.dark, ""].forEach(add);
  body.replaceChildren(
    h(
      "p",
      { class: "lead" },
      gettext("Everybody rolls one die; the highest plays in the box, the second is captain. Roll ties off."),
    ),
    form(
      (data) => {
        const dice = data.getAll("die");
        const rolls = data
          .getAll("name")
          .map((name, index) => [name, Number(dice[index])])
          .filter(([name]) => name.trim());
        return rolls.every(([, die]) => die)
          ? send("found_chouette", { rolls, box: data.get("box") })
          : gettext("Everybody needs a die.");
      },
      gettext("Begin the chouette"),
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
