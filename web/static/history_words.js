// What the page says of a past match: who, what for, how it stands, when.

import { gettext, ngettext } from "./language.js";

export function namesOf(match) {
  const { light, dark } = match.names;
  return match.players.length ? match.players.join(", ") : `${light} – ${dark}`;
}

export function scoreOf(match) {
  return `${match.score.light} – ${match.score.dark}`;
}

export function formOf(match) {
  const goal = match.players.length
    ? gettext("Chouette")
    : match.length
      ? gettext("Match to {length}", { length: match.length })
      : gettext("For money");
  const games = ngettext("{count} game", "{count} games", match.games);
  const state = { playing: gettext("being played now"), open: gettext("not finished"), over: "" }[match.state];
  const where = match.elsewhere ? gettext("played elsewhere") : "";
  return [goal, games, state, where].filter(Boolean).join(" · ");
}

export function dayOf(match) {
  const when = new Date(match.started);
  if (Number.isNaN(when.getTime())) return "";
  const day = /** @type {const} */ ({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const hour = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
  // a record of a match played elsewhere names its day alone, which is kept as noon of that day in Greenwich
  const shown = match.elsewhere ? { ...day, timeZone: "UTC" } : { ...day, ...hour };
  return when.toLocaleString(document.documentElement.lang, shown);
}
