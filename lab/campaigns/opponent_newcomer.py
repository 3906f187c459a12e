"""From *New match* to the computer's first play done, by somebody who only reads the page.

`python -m lab.campaigns.opponent_newcomer`: the table's time is real; before anything is done the newcomer
takes time to read
what is new on the page, and to tap. What is to be done (throw, move which checkers, lift) comes from its words alone.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.events import MatchStarted
from arbiter.plays import accepted_plays
from arbiter.position import BAR, OFF, Side
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from arbiter.seats import Leaf
from tests.arbiter_referee.table import sensible, steps
from tests.web import live_table
from tests.web.browser import chromium, find, press, screen, until
from tests.web.listening import open_sheet
from tests.web.live_table import LiveTable

READ_S, TAP_S = 2.5, 1.5
"""To read a sentence that is new, and to find and touch a button."""
IN_TIME_S = 60.0
_STEP = re.compile(r"(\d+|the bar) to (\d+|off)(?: \((\d+) times\))?")
_PLACES = {"the bar": BAR, "off": OFF}


@dataclass
class Newcomer:
    """What they have read and done. began: seconds, when *New match* was touched."""

    driver: Chrome
    table: LiveTable
    began: float = 0.0
    taps: int = 0
    said: list[str] = field(default_factory=list)

    def tap(self, what: str) -> None:
        time.sleep(TAP_S)
        self.taps += 1
        press(self.driver, what)

    def choose(self, label: str) -> None:
        """The choice with these words."""
        time.sleep(TAP_S)
        self.taps += 1
        place = f"//dialog//label[contains(normalize-space(.), '{label}')]/input"
        until(self.driver, lambda: self.driver.find_elements(By.XPATH, place))
        self.driver.find_element(By.XPATH, place).click()

    def reads(self) -> str:
        """Headline and sentence; what is new takes time."""
        words = f"{find(self.driver, 'headline').text}. {find(self.driver, 'detail').text}"
        if not self.said or words != self.said[-1]:
            time.sleep(READ_S)
            self.said.append(words)
        return words

    def does(self, script: Iterator[Evidence]) -> None:
        self.table.show(script)

    def begins(self) -> None:
        open_sheet(self.driver, "New match")
        self.began = time.monotonic()
        self.choose("one, against the computer")
        self.tap("Begin")
        until(self.driver, lambda: "GNU" in find(self.driver, "far-name").text)

    def plays_on(self) -> None:
        """As the page says, until the computer's first play is done."""
        while not any(turn.player is Side.DARK for turn in self.table.table.state.turns):
            self._as_told(self.reads())
            if time.monotonic() - self.began > 4 * IN_TIME_S:
                raise TimeoutError(self.said)

    def _as_told(self, words: str) -> None:
        players = self.table.players
        if "one die in each half" in words:
            self.does(self._throws(((6, 640.0, "right"), (2, 320.0, "left"))))
        elif words.startswith("Throw for it"):
            self.does(self._throws(((5, 620.0, "right"), (3, 660.0, "right"))))
        elif "Now lift the dice" in words:
            self.does(players.lift())
        elif moves := _STEP.findall(words) if "to move for it" in words else []:
            self.does(self._moves(moves))
        elif "to play" in words and players.dice:
            state = self.table.table.state
            if state.dice and state.player is Side.LIGHT:
                play = sensible(accepted_plays(state.position, Side.LIGHT, state.dice))[0]
                self.does(players.walk(steps(state.position, play, Side.LIGHT)))
                self.does(players.lift())
        else:
            time.sleep(0.3)

    def _throws(self, dice: tuple[tuple[int, float, Leaf], ...]) -> Iterator[Evidence]:
        players = self.table.players
        for _ in range(6):
            yield players.look(still=False)
        players.dice = [(value, (x, 250.0), leaf, Side.LIGHT) for value, x, leaf in dice]
        players.camera.thrown(players.dice)
        yield from players.rest(10, 10)

    def _moves(self, moves: list[tuple[str, str, str]]) -> Iterator[Evidence]:
        """One checker after the other, from and to as they are named, whoever is hit goes to the bar."""
        players = self.table.players
        position = players.position
        for start, end, times in moves:
            for _ in range(int(times or 1)):
                one = _PLACES.get(start) or int(start)
                other = _PLACES[end] if end in _PLACES else int(end)
                position = position.moved(Side.DARK, ((one, other),))
                yield from players.reach(position)
                yield from players.rest(12, 14)


def main() -> int:
    live_table._PAUSE = 1 / 12
    with tempfile.TemporaryDirectory() as folder, chromium(Path(folder)) as driver:
        table = LiveTable([MatchStarted(0, 0.0, Rules(length=3), ("Ada", "Ben"))], opponent=True)
        with table.followed() as page:
            screen(driver, 1180, 820)
            driver.get(page.opened_here())
            until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "headline").is_displayed())
            newcomer = Newcomer(driver, table)
            newcomer.begins()
            newcomer.plays_on()
            took = time.monotonic() - newcomer.began
        print(*newcomer.said, sep="\n")
        turns = " / ".join(f"{turn.player.value} {turn.dice}: {turn.play}" for turn in table.table.state.turns)
        print(f"{turns}\n{took:.0f} s, {newcomer.taps} taps; load {os.getloadavg()[0]:.1f}")
    return 0 if took <= IN_TIME_S else 1


if __name__ == "__main__":
    sys.exit(main())
