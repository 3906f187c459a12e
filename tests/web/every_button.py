"""Presses every control of a screen, and names those after which nothing is seen to happen.

No question that the page asks is answered meanwhile, as by a table or a network that takes its time: what needs an
answer has to say that it waits for one.
"""

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
  const real = window.fetch;
  const asked = [];
  let answer;
  const late = new Promise((go) => (answer = go));
  window.fetch = (...question) => {
    const coming = late.then(() => real(...question));
    asked.push(coming.catch(() => null));
    return coming;
  };
  const byItself = (each) => each instanceof HTMLImageElement ||
    (each.closest ? each : each.parentElement)?.closest(".clock"); // a camera's picture, a clock that runs
  const seen = new MutationObserver((all) => {
    if (all.some(({ target }) => !byItself(target))) changed = true;
  });
  seen.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  const began = performance.now();
  const look = () => {
    const answered = changed || control.checked !== ticked;
    if (answered || performance.now() - began > patience) {
      seen.disconnect();
      window.fetch = real;
      answer();
      Promise.all(asked).then(() => setTimeout(() => done(answered ? "" : "nothing happens"), 0));
    } else setTimeout(look, 20);
  };
  addEventListener("pagehide", () => (changed = true));
  addEventListener("click", ({ target }) => (changed ||= target.type === "file"), true); // the browser asks for a file
  addEventListener("invalid", () => (changed = true), true); // the browser says what is missing
  control.click();
  setTimeout(look, 0);
}
"""
)


def pressed_in_vain(
    driver: Chrome, bring: Callable[[], None], skip: Sequence[str] = (), patience_ms: int = PATIENCE_MS
) -> list[str]:
    """The controls of the screen after which nothing is seen to happen within `patience_ms`.

    bring: shows that screen, as often as it is called. skip: parts of the names of controls that are left alone.
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
