// What the page shows of one state. It renders the server's words as text and keeps nothing of its own.

import { die, drawBoard, node } from "./board.js";
import { follow } from "./live.js";

const at = (id) => document.getElementById(id);
const SIDES = ["light", "dark"];
let warned = "";

function write(id, text) {
  const found = at(id);
  if (found.textContent !== text) found.textContent = text;
}

function show(id, wanted) {
  at(id).hidden = !wanted;
}

function showHead(state) {
  const { length, game, crawford } = state.match;
  const parts = [length ? `Match to ${length}` : "Money session"];
  if (game) parts.push(`Game ${game}`);
  if (crawford) parts.push("Crawford, no cube");
  write("match", parts.join(" · "));
  write("evening", state.demo ? "A recorded game" : "");
}

function showSeat(id, side, state) {
  const seat = at(id);
  seat.dataset.side = side;
  seat.classList.toggle("turn", state.player === side);
  write(`${id}-name`, state.match.names[side]);
  const holds = seat.querySelector(".holds");
  const words = [];
  if (state.player === side) words.push(state.phase === "doubled" ? "doubles" : "on turn");
  if (state.cube.owner === side) words.push(`holds the cube at ${state.cube.value}`);
  holds.textContent = words.join(", ") || `${side} checkers`;
  const score = seat.querySelector(".score");
  const points = state.match.score[side];
  score.textContent = String(points);
  score.setAttribute("aria-label", `${points} point${points === 1 ? "" : "s"}`);
}

function showDice(id, values, side) {
  const svg = at(id);
  svg.replaceChildren();
  svg.setAttribute("aria-label", values.length ? `Dice ${values.join(" and ")}` : "No dice");
  [33, 103].forEach((x, index) => {
    if (values[index]) svg.append(die(x, 32, 56, values[index], side));
    else svg.append(node("rect", { class: "no-die", x: x - 27, y: 5, width: 54, height: 54, rx: 11 }));
  });
}

function showPlays(state) {
  const rows = [...state.plays].reverse().map((turn) => {
    const row = document.createElement("li");
    row.dataset.side = turn.player;
    if (turn.illegal) row.className = "stood";
    const part = (name, text) => {
      const span = document.createElement("span");
      span.className = name;
      span.textContent = text;
      row.append(span);
      return span;
    };
    part("play-number", `${turn.number}.`);
    const disc = part("disc small", "");
    disc.setAttribute("role", "img");
    disc.setAttribute("aria-label", state.match.names[turn.player]);
    part("play-dice", turn.dice ? turn.dice.join("-") : "–");
    part("play-text", turn.play);
    if (turn.illegal) part("play-note", "illegal, stands");
    return row;
  });
  at("plays").replaceChildren(...rows);
}

function boardOf(state, position, moved) {
  return {
    position,
    moved,
    seats: state.seats,
    cube: state.cube,
    names: state.match.names,
    player: state.player,
    dice: state.board.dice,
    wanted: state.board.wanted,
  };
}

function showWarning(state) {
  const warning = state.warning;
  const key = warning ? JSON.stringify([state.match.game, state.plays.length, warning]) : "";
  show("hint", warning && warning.provisional);
  show("alarm", warning && !warning.provisional);
  at("table").inert = Boolean(warning && !warning.provisional);
  if (!warning || key === warned) {
    warned = key;
    return; // an opened rule stays open while the warning is the same
  }
  warned = key;
  if (warning.provisional) {
    write("hint-message", warning.message);
    write("hint-advice", warning.advice);
    write("hint-rules", warning.rules.map((rule) => rule.number).join(" "));
    return;
  }
  write("alarm-who", state.match.names[warning.player]);
  showDice("alarm-dice", warning.dice, warning.player);
  write("alarm-message", warning.message);
  write("alarm-advice", warning.advice);
  at("alarm-rules").replaceChildren(...warning.rules.map(ruleEntry));
  drawBoard(at("alarm-board"), boardOf(state, warning.position, warning.moved));
}

function ruleEntry(rule) {
  const entry = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = `Rule ${rule.number}`;
  const text = document.createElement("p");
  text.textContent = rule.text || "See the rules of the game.";
  entry.append(summary, text);
  return entry;
}

function showEnd(state) {
  const over = state.phase === "game_over";
  show("plate", over);
  if (over) {
    write("plate-title", state.headline);
    write("plate-text", state.detail);
  }
  const { winner, names, score, length } = state.match;
  show("finis", winner);
  if (!winner) return;
  const loser = SIDES.find((side) => side !== winner);
  write("finis-title", state.headline);
  write("finis-score", `${score[winner]} – ${score[loser]}`);
  write("finis-text", `against ${names[loser]}${length ? `, in a match to ${length}` : ""}`);
}

function render(state) {
  const far = SIDES.find((side) => side !== state.seats.near);
  const warning = state.warning;
  at("table").dataset.phase = state.phase;
  showHead(state);
  showSeat("far", far, state);
  showSeat("near", state.seats.near, state);
  write("headline", state.headline);
  write("detail", state.detail);
  showDice("dice", state.dice || [], state.player);
  drawBoard(at("board"), boardOf(state, state.board.position, warning ? warning.moved : []));
  show("unseen", !state.board.seen);
  showPlays(state);
  showWarning(state);
  showEnd(state);
  show("notice", state.notice);
  write("notice", state.notice);
  show("camera", !state.camera.ok);
  write("camera", state.camera.message);
  document.body.classList.toggle("blind", !state.camera.ok);
  document.body.dataset.version = state.version;
  document.title = warning && !warning.provisional ? "Illegal play!" : `${state.headline} – Bookgammon`;
}

function showLink({ stale, seconds }) {
  document.body.classList.toggle("stale", stale);
  show("stale", stale);
  if (stale) write("stale-age", ` by ${seconds} s`);
}

follow({ onState: render, onLink: showLink });
