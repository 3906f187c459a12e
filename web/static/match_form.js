// What is agreed before play: one form for set-up and for the sheet of a new match.

import { clockAgreed, clockSettings } from "./clock_settings.js";
import { agreed, choices, h } from "./dom.js";
import { gettext, ngettext } from "./language.js";

const LENGTHS = [1, 3, 5, 7, 9, 11];
const MOST = 99; // points
const VARIANTS = [
  ...["backgammon", "nackgammon", "longgammon", "hypergammon"].map((name) => [
    name,
    name[0].toUpperCase() + name.slice(1),
  ]),
  ["abak", gettext("Abak Evolution")],
];
export const KINDS = [
  ["match", gettext("A match")],
  ["money", gettext("For money")],
  ["chouette", gettext("A chouette (three or more)")],
];

const LEVELS = ["beginner", "casual", "intermediate", "advanced", "expert", "world class", "supremo", "grandmaster"];
const PLAYED_BY_TWO = ["match", "money"];

export const kindOf = (rules) => (rules.length ? "match" : "money");

// what is hidden is not asked either: an empty field that nobody sees would hold the form up
export function offer(part, wanted) {
  part.hidden = !wanted;
  for (const input of part.querySelectorAll("input")) input.disabled = !wanted;
}

function lengthField(length) {
  const usual = LENGTHS.includes(length);
  const made = choices(
    gettext("Points to play for"),
    "points",
    LENGTHS.map((points) => [
      String(points),
      String(points),
      ngettext("to {count} point", "to {count} points", points),
    ]),
    usual ? String(length) : "",
  );
  const other = h("input", {
    class: "input number",
    name: "length",
    type: "number",
    min: 1,
    max: MOST,
    inputmode: "numeric",
    "aria-label": gettext("Another number of points"),
    value: usual ? null : String(length),
  });
  const points = [...made.querySelectorAll("[name=points]")];
  for (const choice of points) {
    choice.required = false;
    choice.addEventListener("change", () => (other.value = ""));
  }
  other.addEventListener("input", () => {
    if (other.value) for (const choice of points) choice.checked = false;
  });
  made.append(h("label", { class: "choice other" }, `${gettext("other")} `, other));
  return made;
}

// whether somebody can play who does not sit at the table; there is no coach either without
const COMPUTER = "computer" in document.documentElement.dataset;

// who plays: two at the board, or one of them against the computer, which sits opposite
function againstFields(opponent) {
  const who = choices(
    gettext("Who plays"),
    "against",
    [
      ["people", gettext("two at the board")],
      ...(COMPUTER ? [["computer", gettext("one, against the computer")]] : []),
    ],
    opponent && COMPUTER ? "computer" : "people",
  );
  const how = h(
    "div",
    { class: "agreements stack" },
    choices(
      gettext("How strong the computer plays (GNU Backgammon)"),
      "level",
      LEVELS.map((level) => [level, level]),
      opponent?.level || "casual",
    ),
    choices(
      gettext("You play with the"),
      "mine",
      [
        ["light", gettext("light checkers")],
        ["dark", gettext("dark checkers")],
      ],
      opponent?.side === "light" ? "dark" : "light",
    ),
    choices(
      gettext("Its dice"),
      "its_dice",
      [
        ["thrown", gettext("you throw them for it")],
        ["program", gettext("the program throws them")],
      ],
      opponent?.dice || "thrown",
    ),
  );
  return { who, how };
}

// with whose checkers nobody at the table plays; nothing where two sit there
function absentSide({ who, how }) {
  if (!who.querySelector("[value=computer]")?.checked) return "";
  return how.querySelector("[name=mine][value=light]").checked ? "dark" : "light";
}

// a coach sits there only where everybody who plays has ticked it, anew for each match
function coachFields(rules) {
  const each = {
    light: agreed(gettext("Whoever plays with the light checkers wants it"), "coach_light", rules.coach),
    dark: agreed(gettext("Whoever plays with the dark checkers wants it"), "coach_dark", rules.coach),
  };
  const part = h(
    "details",
    { open: rules.coach },
    h("summary", { class: "quiet" }, gettext("A coach")),
    h(
      "p",
      { class: "quiet" },
      gettext(
        "After each play GNU Backgammon says what it cost, for all to see, and gives hints when asked. It sits there only where everybody who plays wants it.",
      ),
    ),
    each.light,
    each.dark,
    choices(
      gettext("It offers to play once more"),
      "play_again",
      [
        ["doubtful", gettext("after doubtful plays too")],
        ["bad", gettext("after mistakes")],
        ["very bad", gettext("after blunders")],
        ["never", gettext("never")],
      ],
      rules.play_again,
    ),
  );
  return {
    part,
    show(absent) {
      for (const side of ["light", "dark"]) offer(each[side], side !== absent);
    },
    wanted: (absent) => ["light", "dark"].every((side) => side === absent || each[side].querySelector("input").checked),
  };
}

// what the makers of Abak Evolution leave open, asked only where it is played
function abakFields(rules) {
  const part = h(
    "div",
    { class: "agreements stack" },
    h(
      "p",
      { class: "quiet" },
      gettext(
        "Six classes of checkers, followed by the plays alone. Other programs do not know the game: there is no coach, no computer and no analysis. Its makers leave open:",
      ),
    ),
    agreed(gettext("A druid that holds a checker may be hit"), "druid_hit", rules.druid_hit ?? true),
    agreed(gettext("Others may land above their druid that holds"), "druid_joined", rules.druid_joined ?? true),
    agreed(gettext("Any greater number bears off a wounded"), "wounded_off_by_any", rules.wounded_off_by_any ?? false),
    agreed(gettext("A wounded enters by any number"), "wounded_enter_by_any", rules.wounded_enter_by_any ?? false),
  );
  return {
    part,
    entered: (data) =>
      Object.fromEntries(
        ["druid_hit", "druid_joined", "wounded_off_by_any", "wounded_enter_by_any"].map((name) => [
          name,
          data.has(name),
        ]),
      ),
  };
}

// rules: what the fields begin with; opponent: who plays without sitting at the table, or null. Each part stands by itself, so that a form may lay them out as it likes.
export function agreement(rules, kinds, chosen, opponent = null) {
  const against = againstFields(opponent);
  const clock = clockSettings(rules);
  const only = (part, ...played) => ({ part, played });
  const clocked = agreed(
    gettext("With a clock: some seconds of each play are free, then the player’s bank of time runs (tournament clock)"),
    "clock",
    rules.clock === "delay",
  );
  const crawford = agreed(
    gettext("No cube in the game after a player comes within one point of the match (Crawford rule)"),
    "crawford",
    rules.crawford,
  );
  const coach = coachFields(rules);
  const abak = abakFields(rules);
  const variants = choices(gettext("Where the checkers begin"), "variant", VARIANTS, rules.variant);
  const playsAbak = () => variants.querySelector("[value=abak]").checked;
  const parts = [
    only(lengthField(rules.length || 5), "match"),
    only(h("div", { class: "agreements stack" }, clocked, clock.part), "match"),
    only(
      h(
        "div",
        { class: "agreements stack" },
        agreed(gettext("Gammons count only after a double (Jacoby rule)"), "jacoby", rules.jacoby ?? true),
        agreed(
          gettext("The same number twice on the opening roll turns the cube (automatic double)"),
          "automatic_doubles",
          rules.automatic_doubles > 0,
        ),
      ),
      "money",
      "chouette",
    ),
    only(
      h(
        "div",
        { class: "agreements stack" },
        agreed(gettext("Who is doubled may double back at once and keep the cube (beavers)"), "beavers", rules.beavers),
      ),
      "money", // a team could not answer one with one will
    ),
    ...(COMPUTER ? [only(coach.part, ...PLAYED_BY_TWO)] : []),
    only(
      h(
        "details",
        {},
        h("summary", { class: "quiet" }, gettext("More rules")),
        variants,
        abak.part,
        crawford,
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
        agreed(gettext("An illegal play has to be put right"), "must_be_legal", rules.must_be_legal),
      ),
      "match",
      "money",
      "chouette",
    ),
  ];
  return {
    kinds: choices(gettext("What is played"), "kind", kinds, chosen),
    against: [against.who, against.how],
    parts: parts.map(({ part }) => part),
    // only what matters for what is played is in sight
    show(kind) {
      for (const { part, played } of parts) offer(part, played.includes(kind));
      offer(crawford, kind === "match");
      offer(abak.part, playsAbak());
      const byTwo = COMPUTER && PLAYED_BY_TWO.includes(kind) && !playsAbak();
      offer(against.who, byTwo);
      offer(against.how, byTwo && against.who.querySelector("[value=computer]").checked);
      const timed = kind === "match" && clocked.querySelector("input").checked;
      clock.show(timed);
      if (timed || playsAbak())
        offer(coach.part, false); // never beside a clock
      else if (PLAYED_BY_TWO.includes(kind)) coach.show(absentSide(against));
    },
    // who plays without sitting at the table, as it was entered; null where two sit there
    opponent(data) {
      if (!PLAYED_BY_TWO.includes(data.get("kind")) || data.get("against") !== "computer" || playsAbak()) return null;
      const side = data.get("mine") === "light" ? "dark" : "light";
      return { side, engine: "gnubg", level: data.get("level"), dice: data.get("its_dice") };
    },
    // the rules as they were entered
    entered(data) {
      const match = data.get("kind") === "match";
      const timed = match && data.has("clock");
      const played = PLAYED_BY_TWO.includes(data.get("kind")) && !playsAbak();
      return {
        ...rules,
        coach: played && !timed && coach.wanted(absentSide(against)),
        play_again: data.get("play_again") || rules.play_again,
        length: match ? Number(data.get("length") || data.get("points") || 5) : 0,
        jacoby: match ? null : data.has("jacoby"),
        crawford: match ? data.has("crawford") : rules.crawford,
        beavers: data.has("beavers"),
        automatic_doubles: data.has("automatic_doubles") ? rules.automatic_doubles || 1 : 0,
        ...(timed ? { clock: "delay", ...clockAgreed(data) } : { clock: "none" }),
        variant: data.get("variant"),
        ...(playsAbak() ? abak.entered(data) : {}),
        warnings: data.get("warnings"),
        must_be_legal: data.has("must_be_legal"),
      };
    },
  };
}
