// The sheet that lets another device in, and shows one out.

import { request } from "./api.js";
import { checkControl } from "./control.js";
import { button, h } from "./dom.js";

export async function devices({ title, body }) {
  title("Devices");
  body.replaceChildren(h("p", { class: "quiet" }, "Asking…"));
  try {
    show(body, await request("/api/devices"));
  } catch (refusal) {
    body.replaceChildren(h("p", { class: "error" }, refusal.message));
  }
}

function show(body, { address, code, devices: known }) {
  const revoke = async (some) => {
    try {
      show(body, await request("/api/devices/revoke", some));
    } catch (refusal) {
      body.replaceChildren(h("p", { class: "error" }, refusal.message));
    }
    checkControl();
  };
  const rows = known.map(({ id, name, joined, this: own }) =>
    h(
      "li", {},
      h("span", { class: "device-name" }, own ? `${name} (this one)` : name),
      h("span", { class: "quiet" }, `since ${new Date(joined * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}`),
      button(own ? "Give up control" : "Only look", () => revoke({ id }), "small"),
    ),
  );
  const others = known.some((device) => !device.this) ? [button("All others only look", () => revoke({}), "danger")] : [];
  body.replaceChildren(address ? invitation(address, code) : alone(), h("h3", {}, "In control"), h("ul", { class: "devices" }, ...rows), ...others);
}

function invitation(address, code) {
  return h(
    "div", { class: "invitation" },
    h("img", { class: "qr", src: `/api/devices/code.svg?${encodeURIComponent(code)}`, alt: "QR code that lets a device take control", width: 240, height: 240 }),
    h(
      "div", {},
      h("p", { class: "lead" }, "Scan this with a tablet or phone to let it control the match."),
      h("p", {}, "Or open ", h("strong", {}, address), " and bring the code"),
      h("p", { class: "code-shown" }, code),
      h("p", { class: "quiet" }, "Whoever has the address alone may look."),
    ),
  );
}

function alone() {
  return h("p", { class: "lead" }, "Only this machine sees the page: start bookgammon play with --host 0.0.0.0 to let the tablets on this network see it.");
}
