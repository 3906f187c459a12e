"""What a person taps at a guest's page, done by a script in one go: nothing is drawn anew between look and tap."""

from __future__ import annotations

from collections.abc import Sequence

from selenium.webdriver import Chrome

ALL = ("Done", "Take", "Accept", "Throw the dice")
_TAP = """
const [wanted, lot] = arguments;
const seen = [...document.querySelectorAll("#acts button")].filter((each) => each.checkVisibility());
const button = wanted.map((text) => seen.find((each) => each.textContent === text)).find(Boolean);
if (button) return button.click();
for (const kind of ["can", "goal"]) {
  const spots = document.querySelectorAll(`.spot.${kind}`);
  spots[Math.floor(spots.length * lot)]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}
"""


def tap(driver: Chrome, wanted: Sequence[str] = ALL, lot: float = 0.5) -> None:
    """The first of these buttons that is there, else a checker and then where it goes. lot: which, below 1."""
    driver.execute_script(_TAP, list(wanted), lot)
