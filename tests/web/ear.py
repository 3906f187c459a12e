"""An ear for the tests: a recorder in place of the browser's speech, which notes what was spoken and what cut off."""

from __future__ import annotations

import time
from collections.abc import Callable

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from tests.web.browser import PATIENCE, until

RECORDER = """
(() => {
  const heard = [];
  let current = null;
  let timer = 0;
  const over = (kind) => {
    const ended = current;
    clearTimeout(timer);
    current = null;
    if (ended) ended.dispatchEvent(new Event(kind));
  };
  const recorder = {
    heard,
    lasts: 0,
    speak(utterance) {
      current = utterance;
      heard.push({ text: utterance.text, lang: utterance.lang });
      timer = setTimeout(() => over("end"), recorder.lasts);
    },
    cancel() {
      if (current && heard.length) heard[heard.length - 1].cut = true; // unless it was noted by the test already
      over("error");
    },
    getVoices: () => [],
  };
  Object.defineProperty(window, "speechSynthesis", { value: recorder, configurable: true });
})();
"""
"""Each sentence lasts `speechSynthesis.lasts` milliseconds."""


class Ear:
    """What the page of this browser has said since it was last asked. Open it before the page."""

    def __init__(self, driver: Chrome) -> None:
        self._driver = driver
        self.everything: list[str] = []
        found = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": RECORDER})
        self._script = found["identifier"]

    def close(self) -> None:
        self._driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self._script})

    def wait_for_page(self, part: str) -> None:
        """Until the page with that part is there, and its scripts are."""
        script = "return document.readyState === 'complete' && Boolean(document.getElementById(arguments[0]))"
        until(self._driver, lambda: self._driver.execute_script(script, part))

    def news(self) -> list[str]:
        """The sentences since the last time, oldest first."""
        found = self._driver.execute_script("return speechSynthesis.heard.splice(0)")
        texts = [str(each["text"]) for each in found]
        self.everything += texts
        return texts

    def until(self, wanted: Callable[[str], bool]) -> str:
        """The first sentence from now on that is wanted."""
        end = time.monotonic() + PATIENCE
        passed: list[str] = []
        while time.monotonic() < end:
            new = self.news()
            for place, text in enumerate(new):
                if wanted(text):
                    self._driver.execute_script("speechSynthesis.heard.unshift(...arguments[0])", [
                        {"text": later} for later in new[place + 1 :]
                    ])  # fmt: skip
                    self.everything = self.everything[: len(self.everything) - len(new) + place + 1]
                    return text
            passed += new
            time.sleep(0.05)
        raise AssertionError(f"never said; instead: {passed}")

    def has(self, part: str) -> str:
        """The first sentence from now on with these words in it."""
        return self.until(lambda text: part in text)


def keys(driver: Chrome, *pressed: str) -> None:
    ActionChains(driver).send_keys(*pressed).perform()


def switch_voice(driver: Chrome) -> None:
    """Alt and V."""
    ActionChains(driver).key_down(Keys.ALT).send_keys("v").key_up(Keys.ALT).perform()
