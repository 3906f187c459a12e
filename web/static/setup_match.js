// The match form: who plays, where they sit, for what.

import { wear } from "./board.js";
import { gettext } from "./language.js";
import { KINDS, agreement, kindOf, offer } from "./match_form.js";

const FEWEST = 3;
const MOST = 12;
const SEATS = {
  near: {
    light: gettext("Name of who sits on the near side, with the light checkers"),
    dark: gettext("Name of who sits on the near side, with the dark checkers"),
  },
  far: {
    light: gettext("Name of who sits on the far side, with the light checkers"),
    dark: gettext("Name of who sits on the far side, with the dark checkers"),
  },
};
const PLACES = { 1: gettext("Player 1, the box"), 2: gettext("Player 2, the captain") };

export class MatchForm {
  constructor(form, send) {
    this.form = form;
    this.find = (id) => form.querySelector(`#${id}`);
    this.error = this.find("match-error");
    /** @type {any} */
    this.agreement = null;
    this.find("agreement").addEventListener("change", () => this.choose());
    this.find("more-players").addEventListener("click", () => this.addPlayer("", true));
    form.addEventListener("focusin", ({ target }) => {
      if (this.names().includes(target)) this.asked = target;
    });
    const begin = async (entered) => {
      this.error.textContent = "";
      try {
        await send(entered);
      } catch (refusal) {
        this.error.textContent = refusal.message;
      }
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      begin(this.entered());
    });
    this.find("rematch").addEventListener("click", () => begin({ ...this.entered(), ...this.again }));
  }

  // where names are entered for what is played
  names() {
    if (this.kind === "chouette") return [...this.find("player-list").querySelectorAll("input")];
    const absent = this.absent();
    return this.kind === "open" ? [] : ["far", "near"].filter((seat) => seat !== absent).map((seat) => this.find(seat));
  }

  // one tap: into the field that was touched, else into the first that is empty
  enter(name) {
    let fields = this.names();
    if (fields.some((field) => field.value === name)) return;
    const many = this.kind === "chouette";
    if (many && !this.asked && fields.every((field) => field.value) && fields.length < MOST) {
      this.addPlayer("", false);
      fields = this.names();
    }
    const field = fields.includes(this.asked) ? this.asked : fields.find((each) => !each.value) || fields[0];
    field.value = name;
    const next = fields[(fields.indexOf(field) + 1) % fields.length];
    this.asked = fields.find((each) => !each.value) || (many ? null : next);
  }

  offerPlayers(players) {
    const offered = players.map((name) => {
      const chip = document.createElement("button");
      Object.assign(chip, { type: "button", className: "button small", textContent: name });
      chip.addEventListener("click", () => this.enter(name));
      return chip;
    });
    this.find("before").replaceChildren(...offered);
  }

  // the same two for the same, at one tap
  offerRematch(form, last) {
    const { near, far, rules } = form;
    const again = { kind: kindOf(last || {}), near, far, rules: { ...rules, length: last?.length } };
    this.again = last?.named ? { ...again, opponent: last.opponent } : null;
    this.find("rematch").hidden = !this.again;
    if (this.again)
      this.find("rematch").textContent = gettext("Rematch: {one} – {other}", {
        one: last.names[0],
        other: last.names[1],
      });
  }

  get kind() {
    return this.form.elements.kind.value;
  }

  lastMatchText({ names, score, length }) {
    const goal = length ? gettext("match to {length}", { length }) : gettext("for money");
    return `${names[0]} ${score[0]}, ${names[1]} ${score[1]} (${goal})`;
  }

  fill({ form, near, last, players, look }) {
    const open = last?.is_open ? [["open", `${gettext("Go on:")} ${this.lastMatchText(last)}`]] : [];
    this.agreement = agreement(form.rules, [...open, ...KINDS], form.kind, form.opponent);
    this.agreement.kinds.classList.add("kinds");
    this.find("agreement").replaceChildren(this.agreement.kinds, ...this.agreement.against, ...this.agreement.parts);
    this.find("near").value = form.near;
    this.find("far").value = form.far;
    this.find("board").value = form.board;
    this.near = near;
    wear(look, this.form);
    for (const seat of ["near", "far"]) {
      const side = (seat === "near") === (near === "light") ? "light" : "dark";
      const disc = this.find(`${seat}-disc`);
      disc.dataset.side = side;
      this.find(seat).placeholder = side === "light" ? gettext("Light checkers") : gettext("Dark checkers");
      this.find(seat).setAttribute("aria-label", SEATS[seat][side]);
    }
    this.find("player-list").replaceChildren();
    for (let count = 0; count < Math.max(FEWEST, form.players.length); count += 1)
      this.addPlayer(form.players[count] || "", false);
    for (const choice of this.form.elements.box) choice.checked = false;
    this.asked = null;
    this.offerPlayers(players);
    this.offerRematch(form, last);
    this.choose();
  }

  choose() {
    for (const part of this.form.querySelectorAll("[data-for]"))
      offer(part, part.dataset.for.split(" ").includes(this.kind));
    this.agreement.show(this.kind);
    const absent = this.absent();
    for (const seat of ["near", "far"]) {
      this.find(seat).closest("label").hidden = seat === absent;
      if (seat === absent) this.find(seat).disabled = true; // the other, as the fieldset just became
    }
    this.find("before").hidden = this.kind === "open" || !this.find("before").children.length;
    this.error.textContent = "";
  }

  opponent() {
    return this.agreement.opponent(new FormData(this.form));
  }

  // the seat of whoever plays without sitting there
  absent() {
    const side = this.opponent()?.side;
    return side && (side === this.near ? "near" : "far");
  }

  addPlayer(name, focus) {
    const list = this.find("player-list");
    const entry = document.createElement("li");
    const input = document.createElement("input");
    const place = list.children.length + 1;
    Object.assign(input, {
      className: "input",
      maxLength: this.find("near").maxLength,
      value: name,
      autocomplete: "off",
      spellcheck: false,
    });
    input.setAttribute("aria-label", PLACES[place] || gettext("Player {number}", { number: place }));
    entry.append(input);
    list.append(entry);
    this.find("more-players").disabled = list.children.length >= MOST;
    if (focus) input.focus();
  }

  entered() {
    const players = [...this.find("player-list").querySelectorAll("input")].map((input) => input.value);
    return {
      kind: this.kind,
      near: this.find("near").value,
      far: this.find("far").value,
      board: this.find("board").value,
      opponent: this.opponent(),
      ...(this.kind === "open" ? {} : { rules: this.agreement.entered(new FormData(this.form)) }),
      players: this.kind === "chouette" ? players : [],
      box: this.form.elements.box.value,
    };
  }
}
