// The list of past matches.

import { request } from "./api.js";
import { dayOf, formOf, namesOf, scoreOf } from "./history_words.js";
import { gettext } from "./language.js";

const says = document.getElementById("history-says");

function entry(match) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/history/${match.id}`;
  link.className = "match-entry entry card";
  const part = (name, text) => {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = text;
    link.append(span);
  };
  part("match-names big", match.trouble ? gettext("A match that cannot be read") : namesOf(match));
  part("match-score big end", match.trouble || match.players.length ? "" : scoreOf(match));
  part("match-form quiet", match.trouble || formOf(match));
  part("match-day quiet end", dayOf(match));
  item.append(link);
  return item;
}

async function show() {
  try {
    const { matches } = await request("/api/history");
    says.textContent = matches.length
      ? gettext("Newest first. Touch one to step through it.")
      : gettext("No match was played yet.");
    document.getElementById("matches").replaceChildren(...matches.map(entry));
  } catch (refusal) {
    says.textContent = refusal.message;
  }
}

addEventListener("recordings-kept", show);
show();
