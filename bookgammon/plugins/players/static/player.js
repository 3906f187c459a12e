// A player's page: renamed, merged with another one, or removed, by whoever is in control.

import { request } from "/static/api.js";
import { button, field, form, h } from "/static/dom.js";
import { gettext } from "/static/language.js";

const at = /** @type {Document["getElementById"]} */ ((id) => document.getElementById(id));
const name = at("player").dataset.name;

function dialog(title, ...children) {
  const head = h("h2", { id: "dialog-title", tabindex: "-1" }, title);
  const made = h("dialog", { class: "dialog", "aria-labelledby": "dialog-title" });
  const close = () => made.close();
  made.addEventListener("close", () => made.remove());
  made.append(
    h("header", { class: "dialog-head" }, head, button(gettext("Close"), close, "small close")),
    h("div", { class: "dialog-body stack" }, ...children),
  );
  document.body.append(made);
  made.showModal();
  head.focus();
}

function openRename() {
  const asks = h("p", { class: "lead", role: "status" });
  let confirmed = "";
  const entered = form(
    async (data) => {
      const next = String(data.get("new") || "").trim();
      try {
        await request("/api/players/rename", { name, new: next, confirmed: confirmed === next });
      } catch (refusal) {
        if (!refusal.asks) return refusal.message;
        confirmed = next;
        asks.textContent = `${refusal.message} ${gettext("Say it once more, and it is done; it cannot be taken back.")}`;
        return "";
      }
      location.replace(`/players/player?name=${encodeURIComponent(next)}`);
      return "";
    },
    gettext("Rename"),
    h("p", {}, gettext("In every match that was played here. The name of another player makes both one.")),
    field(gettext("Name"), { name: "new", value: name, maxlength: 40, required: true, autocomplete: "off" }),
    asks,
  );
  dialog(gettext("Rename or merge {name}", { name }), entered);
}

function openRemove() {
  const trouble = h("p", { class: "error", role: "alert" });
  const remove = (matches) => () =>
    request("/api/players/remove", { name, matches }).then(
      () => location.replace("/players"),
      (refusal) => {
        trouble.textContent = refusal.message;
      },
    );
  dialog(
    gettext("Remove {name}?", { name }),
    h("p", {}, gettext("The name can be taken out of every match: the matches stay, played by nobody in particular.")),
    h("p", {}, gettext("Or the matches go too, with their pictures and analyses, for whoever played in them.")),
    h("p", {}, gettext("Neither can be taken back. Backups that were made before keep everything.")),
    trouble,
    h(
      "div",
      { class: "buttons" },
      button(gettext("Take the name out"), remove(false), "danger"),
      button(gettext("Delete the matches too"), remove(true), "danger"),
    ),
  );
}

at("rename").addEventListener("click", openRename);
at("remove").addEventListener("click", openRemove);
request("/api/me").then(
  ({ control }) => {
    at("rename").hidden = !control;
    at("remove").hidden = !control;
  },
  () => {},
);
