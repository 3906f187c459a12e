// Everything else about a warning, behind "Why?": the rule, the way back, the camera's pictures, and what each answer does.

import { showClip } from "./clip.js";
import { h } from "./dom.js";
import { gettext } from "./language.js";

const RETRY = 700; // ms after which the film, if it was not there, is asked for again

export function why({ title, body, state, current }) {
  const { warning } = state;
  title(gettext("Why?"));
  if (!warning) return;
  const picture = (which, alt, caption) =>
    h(
      "figure",
      {},
      h("img", { class: "photo", src: warning.pictures[which], alt }),
      h("figcaption", { class: "quiet" }, caption),
    );
  const film = h("figure", { class: "why-clip", hidden: true });
  const showFilm = () => {
    const address = current()?.warning?.clip;
    if (address) showClip(film, address);
    else setTimeout(() => film.isConnected && showFilm(), RETRY);
  };
  body.replaceChildren(
    h("p", { class: "lead" }, [warning.verdict, warning.reason, warning.read].filter(Boolean).join(" ")),
    ...warning.rules.map(ruleEntry),
    h("p", {}, [warning.way_back_text, warning.advice].filter(Boolean).join(" ")),
    film,
    h("h3", {}, gettext("What you can do")),
    h(
      "ul",
      { class: "help-list" },
      h("li", {}, gettext("Put it right on the board: the warning goes by itself.")),
      h("li", {}, gettext("The opponent wants it put right, or lets it stand; rolling lets it stand as well.")),
      h(
        "li",
        {},
        gettext(
          "The camera misread the board? Touch that: choose the play, show the board, or correct an earlier turn.",
        ),
      ),
      ...(warning.other_roll
        ? [
            h(
              "li",
              {},
              gettext("The dice were {roll}? Touch that, and the play is judged by them.", {
                roll: warning.other_roll.join("-"),
              }),
            ),
          ]
        : []),
    ),
    ...(warning.pictures
      ? [
          h(
            "div",
            { class: "why-pictures" },
            picture("before", gettext("The board before the play, as the camera saw it"), gettext("before")),
            picture("after", gettext("The board after the play, as the camera saw it"), gettext("after")),
          ),
        ]
      : []),
  );
  showFilm();
}

function ruleEntry({ number, text }) {
  return h(
    "p",
    { class: "why-rule field big" },
    h("strong", {}, gettext("Rule {number}", { number })),
    h("span", {}, text || gettext("See the rules of the game.")),
  );
}
