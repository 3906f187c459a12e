// Everything else about a warning, behind "Why?": the rule, the way back, the camera's pictures, and what each answer does.

import { h } from "./dom.js";

export function why({ title, body, state }) {
  const { warning } = state;
  title("Why?");
  if (!warning) return;
  const picture = (which, alt) => h(
    "figure", {},
    h("img", { src: warning.pictures[which], alt: `The board ${alt} the play, as the camera saw it` }),
    h("figcaption", {}, alt),
  );
  body.replaceChildren(
    h("p", { class: "lead" }, warning.message),
    ...warning.rules.map(ruleEntry),
    h("p", {}, [warning.way_back_text, warning.advice].filter(Boolean).join(" ")),
    h("h3", {}, "What you can do"),
    h(
      "ul", { class: "help-list" },
      h("li", {}, "Put it right on the board: the warning goes by itself."),
      h("li", {}, "The opponent wants it put right, or lets it stand; rolling lets it stand as well."),
      h("li", {}, "It was legal? “The camera misread” offers the plays nearest to what was seen."),
    ),
    ...(warning.pictures ? [h("div", { class: "why-pictures" }, picture("before", "before"), picture("after", "after"))] : []),
  );
}

function ruleEntry({ number, text }) {
  return h("p", { class: "why-rule" }, h("strong", {}, `Rule ${number}`), h("span", {}, text || "See the rules of the game."));
}
