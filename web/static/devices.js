// The sheet that lets another device in, and shows one out.

import { request } from "./api.js";
import { checkControl } from "./control.js";
import { button, h } from "./dom.js";
import { gettext } from "./language.js";
import { sharing, sharingSwitch } from "./sharing.js";

const AGAIN = 4000; // ms: a code that was used is no invitation any more

export async function devices({ title, body, dialog }) {
  title(gettext("Devices"));
  body.replaceChildren(h("p", { class: "quiet" }, gettext("Asking…")));
  let shown = "";
  const refresh = async () => {
    try {
      const [listed, shared] = await Promise.all([request("/api/devices"), sharing()]);
      const news = JSON.stringify([
        shared,
        listed.address,
        listed.named,
        listed.code,
        listed.devices.map(({ id, name }) => [id, name]),
      ]);
      const naming = body.contains(document.activeElement) && document.activeElement?.matches(".device-name");
      if (news !== shown && !naming) {
        show(body, { ...listed, shared }, refresh);
        shown = news;
      }
    } catch (refusal) {
      body.replaceChildren(h("p", { class: "error" }, refusal.message));
    }
  };
  const follow = async () => {
    await refresh();
    if (body.isConnected && dialog.open) setTimeout(follow, AGAIN);
  };
  await follow();
}

function show(body, { address, named, code, devices: known, shared }, again) {
  const change = async (what, fields) => {
    try {
      show(body, { ...(await request(`/api/devices/${what}`, fields)), shared }, again);
    } catch (refusal) {
      body.replaceChildren(h("p", { class: "error" }, refusal.message));
    }
    checkControl();
  };
  const rows = known.map(({ id, name, joined, this: own }) =>
    h(
      "li",
      { class: "row" },
      h("input", {
        class: "input device-name",
        value: name,
        maxlength: 40,
        autocomplete: "off",
        "aria-label": gettext("Name of the device {name}", { name }),
        onchange: (event) => event.target.value.trim() && change("name", { id, name: event.target.value }),
      }),
      h("span", { class: "quiet" }, since(joined, own)),
      button(own ? gettext("Give up control") : gettext("Only look"), () => change("revoke", { id }), "small"),
    ),
  );
  const others = known.some((device) => !device.this)
    ? [button(gettext("All others only look"), () => change("revoke", {}), "danger")]
    : [];
  const opening = shared ? sharingSwitch(shared, again) : null;
  const parts = [
    address ? invitation(address, named, code) : opening || alone(),
    h("h3", {}, gettext("In control")),
    h("ul", { class: "devices stack" }, ...rows),
    ...others,
    ...(address && opening ? [opening] : []),
  ];
  body.replaceChildren(...parts);
}

function since(joined, own) {
  const time = new Date(joined * 1000).toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return own ? gettext("this one, since {time}", { time }) : gettext("since {time}", { time });
}

function invitation(address, named, code) {
  return h(
    "div",
    { class: "row" },
    h("img", {
      class: "qr",
      src: `/api/devices/code.svg?${encodeURIComponent(code)}`,
      alt: gettext("QR code that lets a device take control"),
      width: 240,
      height: 240,
    }),
    h(
      "div",
      { class: "grow" },
      h("p", { class: "lead" }, gettext("Scan this with a tablet or phone to let it control the match.")),
      h("p", {}, gettext("Or open this address and bring the code:"), " ", h("strong", {}, address)),
      ...(named
        ? [h("p", {}, gettext("On most devices this shorter one works too:"), " ", h("strong", {}, named))]
        : []),
      h("p", { class: "code" }, code),
      h(
        "p",
        { class: "quiet" },
        gettext("The code is good once, for some minutes; whoever has the address alone may look."),
      ),
    ),
  );
}

function alone() {
  return h("p", { class: "lead" }, gettext("Only this machine sees the page."));
}
