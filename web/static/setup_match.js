// The match form: who plays, where they sit, for what.

import { clockAgreed, clockSettings } from "./clock_settings.js";
import { gettext } from "./language.js";

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
    for (const choice of form.elements.kind) choice.addEventListener("change", () => this.choose());
    for (const choice of form.elements.points)
      choice.addEventListener("change", () => (this.find("length").value = ""));
    form.elements.clock.addEventListener("change", () => this.choose());
    this.find("length").addEventListener("input", () => this.otherLength());
    this.find("more-players").addEventListener("click", () => this.addPlayer("", true));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      this.error.textContent = "";
      try {
        await send(this.entered());
      } catch (refusal) {
        this.error.textContent = refusal.message;
      }
    });
  }

  get kind() {
    return this.form.elements.kind.value;
  }

  told({ names, score, length }) {
    const goal = length ? gettext("match to {length}", { length }) : gettext("for money");
    return `${names[0]} ${score[0]}, ${names[1]} ${score[1]} (${goal})`;
  }

  fill({ form, near, last }) {
    this.find("open-choice").hidden = !last?.is_open;
    if (last?.is_open) this.find("open-match").textContent = this.told(last);
    this.form.elements.kind.value = form.kind;
    const points = [...this.form.elements.points].find((choice) => Number(choice.value) === form.length);
    if (points) points.checked = true;
    else this.find("length").value = String(form.length);
    for (const name of ["jacoby", "beavers", "automatic_doubles", "clock"])
      this.form.elements[name].checked = form[name];
    this.clock = clockSettings(form);
    this.find("clock-settings").replaceChildren(this.clock.part);
    this.find("near").value = form.near;
    this.find("far").value = form.far;
    this.find("board").value = form.board;
    for (const seat of ["near", "far"]) {
      const side = (seat === "near") === (near === "light") ? "light" : "dark";
      const disc = this.find(`${seat}-disc`);
      disc.dataset.side = side;
      this.find(seat).placeholder = side === "light" ? gettext("Light checkers") : gettext("Dark checkers");
      this.find(seat).setAttribute("aria-label", SEATS[seat][side]);
    }
    this.find("player-list").replaceChildren();
    for (let count = 0; count < FEWEST; count += 1) this.addPlayer("", false);
    this.choose();
  }

  choose() {
    for (const part of this.form.querySelectorAll("[data-for]"))
      part.hidden = !part.dataset.for.split(" ").includes(this.kind);
    this.clock?.show(this.kind === "match" && this.form.elements.clock.checked);
    this.error.textContent = "";
  }

  otherLength() {
    if (this.find("length").value) for (const choice of this.form.elements.points) choice.checked = false;
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
    const { points, jacoby, beavers, automatic_doubles: ties, clock } = this.form.elements;
    const players = [...this.find("player-list").querySelectorAll("input")].map((input) => input.value);
    return {
      kind: this.kind,
      near: this.find("near").value,
      far: this.find("far").value,
      board: this.find("board").value,
      length: Number(this.find("length").value || points.value || 5),
      jacoby: jacoby.checked,
      beavers: beavers.checked,
      automatic_doubles: ties.checked,
      clock: clock.checked,
      ...(clock.checked ? clockAgreed(new FormData(this.form)) : {}),
      players: this.kind === "chouette" ? players : [],
    };
  }
}
