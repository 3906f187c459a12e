// The question mark of every screen, as a sheet over it instead of a page of its own. The key "?" does the same.

import { gettext } from "./language.js";

const button = document.getElementById("help-open");

async function open() {
  if (document.querySelector("dialog[open]")) return;
  const { openHelp } = await import("./help_sheet.js");
  openHelp(button.href, gettext("Close"));
}

button.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in a tab of its own, as wished
  event.preventDefault();
  open();
});
addEventListener("keydown", (event) => {
  const typing =
    event.target instanceof Element &&
    event.target.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea");
  if (event.key === "?" && !typing && !event.ctrlKey && !event.metaKey) open();
});
