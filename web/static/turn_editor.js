// An earlier turn that was another one: its roll, its play, a double before it. What came after it stays.

import { request } from "./api.js";
import { button, buttons, choices, dieFace, field, form, h } from "./dom.js";
import { edit as editBoard } from "./editor.js";
import { gettext } from "./language.js";

const FACES = [1, 2, 3, 4, 5, 6];
const RECORDED = "recorded";
const WRITTEN = "written";
const TAPPED = "tapped";

// where: {match, game, turn} as the record counts them; done(): it was corrected
export async function editTurn(sheet, where, done) {
  const { title, body } = sheet;
  title(gettext("Turn {number}", { number: where.turn }));
  body.replaceChildren(h("p", { class: "quiet", role: "status" }, gettext("Turning the pages…")));
  try {
    new TurnEditor(sheet, where, done, await turnOf(where)).show();
  } catch (refusal) {
    body.replaceChildren(h("p", { class: "error", role: "alert" }, refusal.message));
  }
}

function turnOf({ match, game, turn }, dice = "") {
  return request(`/api/history/${match}/turns/${game}/${turn}${dice && `?dice=${dice}`}`);
}

class TurnEditor {
  constructor(sheet, where, done, turn) {
    this.sheet = sheet;
    this.where = where;
    this.done = done;
    this.turn = turn;
    this.tapped = null; // the board after the play, where it was tapped
    this.plays = h("div", { class: "stack" });
    this.asked = h("div", { class: "stack" });
  }

  show() {
    const { turn } = this;
    const recorded = { name: turn.names[turn.player], roll: turn.dice?.join("-") ?? "?", play: turn.play || "?" };
    const cube = choices(
      gettext("Before the roll"),
      "cube",
      [
        ["none", gettext("no double")],
        ["taken", gettext("a double, taken")],
      ],
      turn.doubled ? "taken" : "none",
    );
    cube.hidden = !turn.may_double;
    const made = form(
      (data) => this.correct(this.fieldsOf(data)),
      gettext("So it was"),
      h("p", { class: "lead" }, gettext("Recorded: {name} rolled {roll} and played {play}.", recorded)),
      this.dice(gettext("One die"), "one", turn.dice?.[0]),
      this.dice(gettext("The other"), "two", turn.dice?.[1]),
      cube,
      this.plays,
      this.asked,
    );
    this.listPlays(turn.plays);
    made.addEventListener("change", (event) => {
      this.asked.replaceChildren();
      if (["one", "two"].includes(event.target.name)) this.rolled(new FormData(made));
    });
    this.sheet.body.replaceChildren(made);
  }

  dice(legend, name, chosen) {
    const faces = FACES.map((value) => [String(value), dieFace(value, this.turn.player), String(value)]);
    return choices(legend, name, faces, chosen ? String(chosen) : "");
  }

  // another roll has other legal plays
  async rolled(data) {
    if (!data.get("one") || !data.get("two")) return;
    const { plays } = await turnOf(this.where, `${data.get("one")}-${data.get("two")}`).catch(() => this.turn);
    this.listPlays(plays, data.get("play") === WRITTEN ? RECORDED : data.get("play"));
  }

  listPlays(plays, chosen = RECORDED) {
    const recorded = JSON.stringify(this.turn.after);
    this.legal = plays.filter(({ position }) => JSON.stringify(position) !== recorded);
    const shown = [
      [RECORDED, gettext("as recorded: {play}", { play: this.turn.play || "?" })],
      ...(this.tapped ? [[TAPPED, gettext("as tapped on the board")]] : []),
      ...this.legal.map(({ play }) => [play, play]),
      [WRITTEN, gettext("another one, as written here")],
    ];
    const known = shown.some(([value]) => value === chosen) ? chosen : RECORDED;
    const list = choices(gettext("The play"), "play", shown, this.tapped ? TAPPED : known);
    const text = field(gettext("In notation, as it was played: 13/9 6/3"), {
      name: "text",
      maxlength: 100,
      autocomplete: "off",
      oninput: () => (list.querySelector(`[value=${WRITTEN}]`).checked = true),
    });
    const board = button(gettext("Show it on the board"), () => this.byTapping(), "small");
    this.plays.replaceChildren(list, text, buttons(board));
  }

  byTapping() {
    const { turn, sheet } = this;
    const { seats, names, player, after } = turn;
    sheet.title(gettext("As the board lay after it"));
    const state = { seats, match: { names }, player };
    editBoard({ ...sheet, state }, this.tapped || after, (position) => {
      this.tapped = position;
      sheet.dialog.classList.remove("full");
      sheet.title(gettext("Turn {number}", { number: this.where.turn }));
      this.show();
      return "";
    });
  }

  fieldsOf(data) {
    const { game, turn } = this.where;
    const fields = { game, turn };
    if (data.get("one") && data.get("two")) fields.dice = [Number(data.get("one")), Number(data.get("two"))];
    if (this.turn.may_double) fields.cube = data.get("cube");
    const play = data.get("play");
    if (play === WRITTEN) fields.play = data.get("text");
    else if (play === TAPPED) fields.position = this.tapped;
    else if (play !== RECORDED) fields.position = this.legal.find((each) => each.play === play).position;
    return fields;
  }

  async correct(fields) {
    try {
      await request(`/api/history/${this.where.match}/edit`, fields);
      this.done();
    } catch (refusal) {
      if (!refusal.asks) return refusal.message;
      this.ask(refusal.message, fields);
    }
    return "";
  }

  // what follows from it is said first; nothing is changed before people say so
  ask(sentence, fields) {
    const anyway = async () => {
      trouble.textContent = await this.correct({ ...fields, confirmed: true });
    };
    const trouble = h("p", { class: "error", role: "alert" });
    this.asked.replaceChildren(
      h("p", { class: "lead", role: "alert" }, sentence),
      trouble,
      buttons(
        button(gettext("Correct it all the same"), anyway),
        button(gettext("Leave it as it was"), () => this.sheet.close()),
      ),
    );
    this.asked.scrollIntoView({ block: "nearest" });
  }
}
