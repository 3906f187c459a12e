// The sheet of paper laid over the scoreboard: everything that is corrected, agreed or chosen.

import { answers, sheets } from "./beside.js";
import { inControl, open as openView, send } from "./control.js";
import { devices } from "./devices.js";
import { button, buttons, choices, form, h } from "./dom.js";
import { correctPosition, misread } from "./editor.js";
import { chooseLanguage, chosenLanguage, gettext, languages } from "./language.js";
import { chouette, newMatch, team } from "./match.js";
import { correctDice, correctScore, name, otherRoll, resign, seats } from "./corrections.js";
import { setUpAgain } from "./set_up_again.js";
import { allowSound, chime } from "./sound.js";
import { takeUp } from "./take_up.js";
import { at } from "./text.js";
import { why } from "./why.js";
import { endingButtons, showsReading } from "./question.js";
import { earlierTurn, earlierTurns } from "./earlier_turns.js";
import { preference, setPreference } from "./preferences.js";
import { reading } from "./reading.js";
import { stackSheet } from "./stacks.js";

const VIEWS = {
  menu,
  why,
  reading,
  devices,
  misread,
  team,
  chouette,
  resign,
  name,
  seats,
  correct_dice: correctDice,
  other_roll: otherRoll,
  correct_position: correctPosition,
  correct_score: correctScore,
  earlier_turns: earlierTurns,
  edit_turn: earlierTurn,
  new_game: newGame,
  last_ending: lastEnding,
  new_match: newMatch,
  take_up: takeUp,
  stack: stackSheet,
};
/** @type {HTMLDialogElement} */
let dialog;

// view: its name; current(): the newest state; what: which turn, where the sheet is about one
/**
 * @param {string} view
 * @param {() => any} current
 * @param {any} what
 */
export function openMenu(view, current, what = null) {
  const state = current();
  if (!state) return;
  if (!dialog) {
    dialog = h("dialog", { class: "dialog", "aria-labelledby": "dialog-title" });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
  }
  const title = h("h2", { id: "dialog-title", tabindex: "-1" });
  const body = h("div", { class: "dialog-body stack" });
  const close = button(gettext("Close"), () => dialog.close(), "small close");
  const trouble = h("p", { class: "error", role: "alert" });
  const closeThis = () => body.isConnected && dialog.close(); // an answer that comes late finds another sheet open
  dialog.className = "dialog";
  dialog.dataset.view = view;
  dialog.replaceChildren(h("header", { class: "dialog-head" }, title, close), body);
  const sheet = {
    dialog,
    body,
    state,
    current,
    what,
    title: (text) => (title.textContent = text),
    close: closeThis,
    // a command: closes the sheet where it is done, else gives the sentence why not, which stands on the sheet
    send: async (command, fields) => {
      const refused = await send(command, fields);
      // a form says it by then
      if (refused) setTimeout(() => saysWhyNot(body, trouble, refused));
      else closeThis();
      return refused;
    },
  };
  (VIEWS[view] || sheets()[view])(sheet);
  if (!dialog.open) dialog.showModal();
  title.focus();
}

// beneath what is on the sheet, where no form on it says it
function saysWhyNot(body, trouble, refused) {
  trouble.remove();
  if ([...body.querySelectorAll(".error")].some((each) => each.textContent === refused)) return;
  trouble.textContent = refused;
  body.append(trouble);
}

// whether there is a board to be set up anew
function setsUp() {
  return inControl() && at("table").dataset.setsUp !== undefined;
}

function group(title, entries) {
  if (!entries.length) return null;
  return h("section", { class: "stack" }, h("h3", {}, title), buttons(...entries));
}

function menu({ title, body, state, close }) {
  title(gettext("The table"));
  const may = new Set(inControl() ? state.table_offers : []);
  const entry = (offer, text, view = offer) => (may.has(offer) ? [button(text, () => openView(view))] : []);
  const now = (offer, text) => (may.has(offer) ? [button(text, () => send(offer).then(close))] : []);
  const turn = [
    ...(showsReading() ? [button(gettext("What do you see?"), () => openView("reading"))] : []),
    ...entry("correct_dice", gettext("Correct the dice")),
    ...entry("correct_position", gettext("Correct the position")),
    ...(inControl() && state.stacks ? [button(gettext("What lies in a stack"), () => openView("stack"))] : []),
    ...(inControl() && state.plays.length
      ? [button(gettext("Correct an earlier turn"), () => openView("earlier_turns"))]
      : []),
    ...entry("resign", gettext("Resign")),
    ...now("pause", gettext("Pause")),
    ...now("resume", gettext("Go on after the pause")),
    ...now("undo", gettext("Undo {action}", { action: state.undo })),
    ...now("redo", gettext("Redo {action}", { action: state.redo })),
  ];
  const match = [
    ...entry("correct_score", gettext("Correct the score")),
    ...entry("end_game", gettext("How the last game ended"), "last_ending"),
    ...entry("name_players", gettext("Names"), "name"),
    ...entry("seat", gettext("Seats"), "seats"),
    ...entry("new_game", gettext("New game")),
    ...entry("new_match", gettext("New match or session")),
    ...(setsUp() ? [button(gettext("Set this board up"), () => setUpAgain().then(close))] : []),
    ...(may.has("found_chouette") || may.has("join") ? [button(gettext("Chouette"), () => openView("chouette"))] : []),
  ];
  const links = document.importNode(document.getElementById("links").content, true).children;
  const join = inControl()
    ? button(gettext("Devices"), () => openView("devices"))
    : h("a", { class: "button", href: "/pair" }, gettext("Take control"));
  const groups = [
    group(gettext("This turn"), turn),
    group(gettext("The match"), match),
    thisDevice(),
    group(gettext("More"), [join, ...links]),
  ];
  body.replaceChildren(...groups.filter(Boolean));
}

function thisDevice() {
  const sound = choices(
    gettext("At a warning this device"),
    "sound",
    [
      ["off", gettext("is silent")],
      ["chime", gettext("chimes")],
    ],
    preference("sound"),
  );
  sound.addEventListener("change", (event) => {
    setPreference("sound", event.target.value);
    allowSound();
    chime();
  });
  const language = choices(
    gettext("Language"),
    "language",
    [["", gettext("as the browser asks")], ...languages],
    chosenLanguage(),
  );
  language.addEventListener("change", (event) => chooseLanguage(event.target.value));
  const toggle = (name, text) => {
    const box = h("input", {
      type: "checkbox",
      checked: preference(name),
      onchange: (event) => setPreference(name, event.target.checked),
    });
    return h("label", { class: "choice" }, box, text);
  };
  return h(
    "section",
    { class: "stack" },
    h("h3", {}, gettext("This device")),
    sound,
    ...answers("settings", choices),
    h(
      "div",
      { class: "choices" },
      toggle("rolls", gettext("A short sound when a roll is read")),
      toggle("pips", gettext("Pip counts (match play bars aids)")),
      toggle("facing", gettext("The far player’s buttons face that player")),
    ),
    language,
  );
}

function newGame({ title, body, state, send }) {
  title(gettext("New game"));
  const start = button(gettext("From the starting position"), () => send("new_game", {}), "primary");
  const here = button(gettext("From any position"), () => openView("take_up"));
  if (!state.endings.length) {
    body.replaceChildren(
      h("p", { class: "lead" }, gettext("Set the board up; the game begins with the opening roll.")),
      buttons(start, here),
    );
    return;
  }
  body.replaceChildren(
    h("p", { class: "lead" }, gettext("How did the game under way end?")),
    h("div", { class: "endings" }, ...endingButtons(state, send)),
    buttons(here),
  );
}

const KINDS = [
  ["single", gettext("a single game")],
  ["gammon", gettext("a gammon")],
  ["backgammon", gettext("a backgammon")],
];

function lastEnding({ title, body, state, send }) {
  title(gettext("How the last game ended"));
  const winners = [...["light", "dark"].map((side) => [side, state.match.names[side]]), ["nobody", gettext("Nobody")]];
  body.replaceChildren(
    form(
      (data) =>
        send("end_game", {
          winner: data.get("winner") === "nobody" ? null : data.get("winner"),
          kind: data.get("kind"),
          last: true,
        }),
      gettext("So it ended"),
      choices(gettext("Who won"), "winner", winners, state.result ? state.result.winner : "light"),
      choices(gettext("What was won"), "kind", KINDS, state.result ? state.result.kind : "single"),
    ),
  );
}
