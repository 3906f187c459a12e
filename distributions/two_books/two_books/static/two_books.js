// The other board beside ours: who is there, what they ask, what they say, their picture.

import { request } from "/static/api.js";
import { add } from "/static/beside.js";
import { refuse, send as enter } from "/static/control.js";
import { gettext } from "/static/language.js";
import { at, show, write } from "/static/text.js";

const PHRASES = {
  hello: gettext("Hello!"),
  "well played": gettext("Well played."),
  "bad luck": gettext("Bad luck."),
  "one moment": gettext("One moment, please."),
  again: gettext("Another match?"),
  thanks: gettext("Thank you for the game."),
};

const PUTS = 20000; // ms that a play may take to be put on the board
const NOTICED_S = 0.5; // a delay from which on people notice it

let asked = 0;
let pictured = 0;
let seat = {};
let filmed = 0;
let goesOn = 0;

function send(body) {
  request("/api/two-books", body).catch((error) => refuse(error.message));
}

for (const [name, text] of Object.entries(PHRASES)) {
  const button = document.createElement("button");
  button.className = "button small";
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", () => send({ phrase: name }));
  at("two-books-phrases").append(button);
}
at("two-books-agree").addEventListener("click", () => send({ asked, agrees: true }));
at("two-books-decline").addEventListener("click", () => send({ asked, agrees: false }));
at("two-books-turn-round").addEventListener("click", () => enter("seat", seat));
at("two-books-go-on").addEventListener("click", () => send({ on: true }));
at("two-books-shows").addEventListener("change", (event) =>
  send({ shows: /** @type {HTMLInputElement} */ (event.target).checked }),
);

function line(id, text) {
  write(id, text || "");
  show(id, Boolean(text));
}

// whoever is just putting the other's play on their board needs no advice on what to do where a camera fails
function offerToGoOn(may) {
  if (may && !goesOn) goesOn = setTimeout(() => show("two-books-on", true), PUTS);
  if (may) return;
  clearTimeout(goesOn);
  goesOn = 0;
  show("two-books-on", false);
}

add({
  show({ two_books: other, seats }) {
    show("two-books", Boolean(other));
    if (!other) return;
    write("two-books-status", other.status);
    const far = other.delay !== null && other.delay >= NOTICED_S;
    write("two-books-delay", far ? gettext("{seconds} s away", { seconds: other.delay.toFixed(1) }) : "");
    line("two-books-phrase", other.phrase && `${other.name}: ${other.phrase}`);
    line("two-books-trouble", [other.trouble, other.difference, other.refused, other.declined].filter(Boolean).join(" "));
    asked = other.asked ? other.asked.number : 0;
    show("two-books-asked", Boolean(other.asked));
    at("two-books").classList.toggle("asking", Boolean(other.asked && !other.asked.ours));
    write("two-books-asked-words", other.asked ? other.asked.what : "");
    seat = { near: other.may_turn, home: seats.home };
    show("two-books-turn", Boolean(other.may_turn) && !other.asked && other.may_turn !== seats.near);
    offerToGoOn(other.may_go_on);
    show("two-books-agree", Boolean(other.asked && !other.asked.ours));
    show("two-books-decline", Boolean(other.asked?.may_answer));
    write("two-books-decline", other.asked?.ours ? gettext("Do not ask any more") : gettext("Do not agree"));
    /** @type {HTMLInputElement} */ (at("two-books-shows")).checked = other.shows_ours;
    const picture = /** @type {HTMLImageElement} */ (at("two-books-picture"));
    if (other.picture && other.picture !== pictured) picture.src = `/two-books/picture/${other.picture}`;
    pictured = other.picture || 0;
    show("two-books-picture", Boolean(other.picture));
    const film = /** @type {HTMLVideoElement} */ (at("two-books-film"));
    if (other.film && other.film !== filmed) {
      film.src = `/two-books/film/${other.film}.webm`;
      film.play().catch(() => {}); // some browsers begin no film by themselves: its own button does
    }
    filmed = other.film || 0;
    show("two-books-film", Boolean(other.film));
  },
});
