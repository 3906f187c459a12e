// How a past match is told: who, what for, how it stands, when.

export function namesOf(match) {
  const { light, dark } = match.names;
  return match.players.length ? match.players.join(", ") : `${light} – ${dark}`;
}

export function scoreOf(match) {
  return `${match.score.light} – ${match.score.dark}`;
}

export function formOf(match) {
  const goal = match.players.length ? "Chouette" : match.length ? `Match to ${match.length}` : "For money";
  const games = `${match.games} game${match.games === 1 ? "" : "s"}`;
  const state = { playing: "being played now", open: "not finished", over: "" }[match.state];
  return [goal, games, state].filter(Boolean).join(" · ");
}

export function dayOf(match) {
  const when = new Date(match.started);
  if (Number.isNaN(when.getTime())) return "";
  return when.toLocaleString(undefined, { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit" });
}
