// "Open to tablets": whether other devices on this network see the page. Only the table's own machine may change it.

import { request } from "./api.js";
import { button, buttons, check, h } from "./dom.js";
import { gettext } from "./language.js";

// null where this page cannot be opened while it runs
export async function sharing() {
  try {
    return await request("/api/sharing");
  } catch {
    return null;
  }
}

// the switch; `changed` is called once the server has done it
export function sharingSwitch({ open, kept, may_change: may }, changed) {
  if (!may)
    return open
      ? null
      : h("p", { class: "lead" }, gettext("Only the table’s own machine sees the page; it can be opened there."));
  const keep = check(gettext("also at the next start"), "keep", kept);
  const trouble = h("p", { class: "error", role: "alert" });
  const change = async () => {
    trouble.textContent = "";
    try {
      await request("/api/sharing", { open: !open, keep: keep.querySelector("input").checked });
      await changed();
      document.querySelector(".sharing button")?.focus(); // the one that was pressed is another now
    } catch (refusal) {
      trouble.textContent = refusal.message;
    }
  };
  const word = open ? gettext("Close to tablets") : gettext("Open to tablets");
  const about = open
    ? gettext("Every device on this network can look at the page.")
    : gettext(
        "Only this machine sees the page. Once it is open, every device on this network can look; to change something it needs the code.",
      );
  return h(
    "section",
    { class: "sharing stack" },
    h("p", {}, about),
    h("div", { class: "choices" }, keep),
    buttons(button(word, change, open ? "" : "primary")),
    trouble,
  );
}
