"""Presses every control of a screen, and names those after which nothing happens: no request, nothing that changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from selenium.webdriver import Chrome

_CONTROLS = "button, a[href], summary, label input[type=radio], label input[type=checkbox]"
PATIENCE_MS = 3000
_LISTED = """
const controls = () => {
  const sheet = document.querySelector("dialog[open]") ?? document;
  return [...sheet.querySelectorAll("CONTROLS")].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.closest("[inert]") && !each.disabled &&
    !(each.type === "radio" && each.checked));
};
const named = (each) => `${each.localName} ${each.id || each.name || ""} ` +
  (each.innerText || each.closest("label")?.innerText || each.getAttribute("aria-label") || "").trim();
""".replace("CONTROLS", _CONTROLS)
_NAMES = _LISTED + "return controls().map(named);"
_PRESS = (
    _LISTED
    + """
const [name, patience, done] = arguments;
const control = controls().find((each) => named(each) === name);
if (!control) done("gone");
else if (control.localName === "a") {
  fetch(control.href).then(({ status }) => done(status < 400 ? "" : `leads to ${status}`), () => done("leads nowhere"));
} else {
  const ticked = control.checked;
  let changed = false;
  let sent = false;
  const real = window.fetch;
  window.fetch = (address, options) => { // what a page asks by itself, over and over, is no answer
    if (options?.method === "POST") sent = true;
    return real(address, options);
  };
  const seen = new MutationObserver((all) => {
    if (all.some(({ target }) => !(target instanceof HTMLImageElement))) changed = true; // a camera's picture is none
  });
  seen.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  const began = performance.now();
  const look = () => {
    if (changed || sent || control.checked !== ticked || performance.now() - began > patience) {
      seen.disconnect();
      window.fetch = real;
      done(changed || sent || control.checked !== ticked ? "" : "nothing happens");
    } else setTimeout(look, 20);
  };
  addEventListener("pagehide", () => (changed = true));
  control.click();
  setTimeout(look, 0);
}
"""
)


def pressed_in_vain(
    driver: Chrome, bring: Callable[[], None], skip: Sequence[str] = (), patience_ms: int = PATIENCE_MS
) -> list[str]:
    """The controls of the screen after which nothing happens. bring: shows that screen, as often as it is called.

    skip: parts of the names of controls that are left alone.
    """
    bring()
    found = []
    for name in dict.fromkeys(driver.execute_script(_NAMES)):
        if any(each in name for each in skip):
            continue
        bring()
        answer = driver.execute_async_script(_PRESS, name, patience_ms)
        if answer not in ("", "gone"):
            found.append(f"{name}: {answer}")
    return found
