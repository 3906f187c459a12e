"""A rendered game as a live stream, from the wizard to the ledger: what is recorded is what was played and entered.

    python -m tests.table.streamed [--seed 40001] [--plies 8] [--keep FOLDER]

The real `play` follows a phone's stream (`lab.benchmarks.latency` renders its game), and real Chromium does what people
tap. A chouette is begun in set-up. After each turn the book is cleared, turned round or shows another position for some
seconds, or the stream breaks off; between them the position is confirmed by hand and the roll of an earlier turn is
edited. At its end the box doubles and all drop. Exit code 1 where record or ledger differ. By the clock: the machine
has to keep up with the stream. A folder that is kept holds the game, which takes minutes to render.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.entered_events import TurnEdited, TurnRevised
from arbiter.match.events import Event, MatchStarted
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.notation import find_play
from arbiter.plays import Dice, results_of_any_roll
from arbiter.position import START, Side
from arbiter.records import Played
from bookgammon.history.journal import Journal
from lab.benchmarks.latency import board_file, game_in, pictures_of
from lab.benchmarks.live_table import AT_REST_S, Film
from lab.simulator.clips import FPS
from tests.commands.program import environment
from tests.table.corrections import LINE, Turn, ledger_problems
from tests.web.browser import chromium, press, screen, until
from tests.web.listening import choose, open_sheet

AWAY_S, BACK_S = 5.0, 9.0
"""For which something else lies there, and the board again before the next throw."""
SETTLED = 12
"""Pictures after the last hand of a turn, all of them at rest."""
GONE = b""
"""No picture: the stream breaks off."""
BESIDE = ("position", "edited")


def shown_instead(start: bytes, empty: bytes) -> dict[str, bytes]:
    """What is shown in the board's place. start: another position on the same board."""
    picture = cv2.imdecode(np.frombuffer(start, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    jpeg = cv2.imencode(".jpg", np.ascontiguousarray(picture[::-1, ::-1]), [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
    return {"cleared": empty, "turned": jpeg, "another position": start, "camera gone": GONE}


@dataclass
class Reel:
    """The film as it is shown. free: for each turn but the last, the second in which the board lies as it did again."""

    pictures: list[bytes]
    free: list[float] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)


def reel_of(truth: dict[str, Any], pictures: Sequence[bytes], instead: dict[str, bytes]) -> Reel:
    """The game's pictures with something else after each turn."""
    reel, shown = Reel([]), 0
    kinds = cycle(instead)
    for ply in truth["plies"][:-1]:
        still = ply["clear_frame"] + SETTLED
        reel.pictures += pictures[shown:still]
        shown, kind = still, next(kinds)
        reel.pictures += [instead[kind]] * int(AWAY_S * FPS)
        reel.free.append(len(reel.pictures) / FPS)
        around = pictures[still - SETTLED // 2 : still]
        reel.pictures += [around[number % len(around)] for number in range(int(BACK_S * FPS))]
        reel.done[kind] = reel.done.get(kind, 0) + 1
    reel.pictures += pictures[shown:]
    reel.pictures += [pictures[-1 - number % SETTLED] for number in range(int(BACK_S * FPS))]
    return reel


def turns_of(truth: dict[str, Any]) -> list[Turn]:
    """What really happened."""
    before, turns = START, list[Turn]()
    for ply in truth["plies"]:
        side, (one, two) = Side(ply["player"]), ply["dice"]
        after = find_play(ply["play"], before, side, (one, two)).result
        turns.append(Turn(side, (one, two), before, after))
        before = after
    return turns


def begin_chouette(driver: Chrome, address: str, box: str) -> None:
    """In set-up, on the page that asks who plays."""
    driver.get(address)
    until(driver, lambda: driver.find_elements(By.ID, "match") and driver.find_element(By.ID, "match").is_displayed())
    driver.find_element(By.CSS_SELECTOR, "[name=kind][value=chouette]").click()
    names = "#player-list input"
    while len(driver.find_elements(By.CSS_SELECTOR, names)) < len(LINE):
        driver.find_element(By.ID, "more-players").click()
    for entry, name in zip(driver.find_elements(By.CSS_SELECTOR, names), LINE, strict=False):
        entry.send_keys(name)
    driver.find_element(By.CSS_SELECTOR, f"[name=box][value={box}]").click()
    driver.find_element(By.CSS_SELECTOR, "#match button[type=submit]").click()
    until(driver, lambda: driver.find_elements(By.ID, "table"))


@dataclass
class Streamed:
    """driver: at the table's page. turns: what happened, as edited. film: by whose clock it happens."""

    driver: Chrome
    film: Film
    reel: Reel
    turns: list[Turn]
    folder: Path

    def run(self) -> None:
        """Between the turns, what people do; after the last one the double that ends the game."""
        for number, (free, kind) in enumerate(zip(self.reel.free, cycle(BESIDE), strict=False), 1):
            self._at(free + BACK_S / 3)
            if kind == "position":
                open_sheet(self.driver, "Correct the position")
                press(self.driver, "The board shows this")
            elif not self._edit(number):
                continue
            until(self.driver, lambda: not self.driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))
            self.reel.done[kind] = self.reel.done.get(kind, 0) + 1
        self._at(len(self.reel.pictures) / FPS - BACK_S / 2)
        until(self.driver, lambda: len(self._state().turns) == len(self.turns))
        press(self.driver, "Double")
        press(self.driver, "Who takes?")
        for member in range(len(LINE) - 1):
            choose(self.driver, f"member{member}", "drop")
        press(self.driver, "That is the answer")
        until(self.driver, lambda: self._state().phase is Phase.GAME_OVER)

    def _edit(self, done: int) -> bool:
        """The roll of one of the turns done, where another leads to the same board; whether there was such a turn."""
        for number, turn in enumerate(self.turns[:done]):
            rolls: list[Dice] = [roll for roll, _ in results_of_any_roll(turn.before, turn.player)[turn.after]]
            others = [roll for roll in rolls if sorted(roll) != sorted(turn.dice) and (number or roll[0] != roll[1])]
            if not others:
                continue
            open_sheet(self.driver, "Correct an earlier turn")
            press(self.driver, f"{number + 1}. ")
            choose(self.driver, "one", str(others[0][0]))
            choose(self.driver, "two", str(others[0][1]))
            press(self.driver, "So it was")
            self.turns[number] = Turn(turn.player, others[0], turn.before, turn.after)
            return True
        return False

    def _at(self, second: float) -> None:
        time.sleep(max(0.0, second - self.film.position))

    def _state(self) -> MatchState:
        return fold(events_in(self.folder))


def events_in(data: Path) -> list[Event]:
    """All that the match's journal holds."""
    with Journal(data / "journal.sqlite", read_only=True) as journal:
        return list(journal.events(journal.matches()[-1]))


def problems(events: Sequence[Event], turns: Sequence[Turn], edits: int) -> list[str]:
    """What the journal says otherwise than what was played and entered."""
    games = record_of(events).games
    plays = [action for action in games[0].actions if isinstance(action, Played)] if games else []
    recorded = [(play.side.value, tuple(sorted(play.dice or ())), play.after) for play in plays]
    found = [
        f"turn {number}: {turn.player} {turn.dice}, recorded {plays[number - 1].dice}: {plays[number - 1].play}"
        for number, (turn, line) in enumerate(zip(turns, recorded, strict=False), 1)
        if turn.line != line
    ]
    if len(turns) != len(plays):
        found.append(f"{len(plays)} turns are recorded of {len(turns)}")
    if (edited := sum(isinstance(event, TurnEdited) for event in events)) != edits:
        found.append(f"{edited} edits of {edits}")
    if revised := sum(isinstance(event, TurnRevised) for event in events):
        found.append(f"{revised} turns were revised")
    if sum(isinstance(event, MatchStarted) for event in events) != 1:
        found.append("another match was begun")
    return found + ledger_problems(fold(events))


def address_of(lines: Iterator[str]) -> str:
    """Where the page is that this machine's own browser controls the match by."""
    for line in lines:
        if found := re.search(r"http://127\.0\.0\.1:\d+/pair#\S+", line):
            return found[0]
    raise RuntimeError("the program ended before it showed a page")


def streamed(folder: Path, truth: dict[str, Any]) -> tuple[Reel, list[str]]:
    """What was done, and what the record says otherwise."""
    pictures, turns = pictures_of(folder), turns_of(truth)
    instead = shown_instead((folder / truth["start"]).read_bytes(), (folder / truth["empty"]).read_bytes())
    reel = reel_of(truth, pictures, instead)
    film = Film(reel.pictures, FPS)
    threading.Thread(target=film.serve_forever, daemon=True).start()
    first = turns[0].player if len(turns) % 2 == 0 else turns[0].player.other  # is on roll after the last turn
    box = "near" if first is Side(truth["near"]) else "far"
    with tempfile.TemporaryDirectory() as data, chromium(Path(data) / "browser") as driver:
        for file in board_file(folder, truth).parent.glob("board.*"):
            shutil.copy(file, data)
        words = ["play", film.address, "--data", data, "--port", 0]
        with subprocess.Popen(
            [sys.executable, "-m", "bookgammon", *map(str, words)],
            env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        ) as running:  # fmt: skip
            try:
                assert running.stderr
                address = address_of(iter(running.stderr))
                threading.Thread(target=_drain, args=(running.stderr.readline,), daemon=True).start()
                screen(driver, 1180, 820)
                begin_chouette(driver, address, box)
                time.sleep(AT_REST_S)
                film.began = time.monotonic()
                evening = Streamed(driver, film, reel, turns, Path(data))
                evening.run()
            finally:
                driver.get("about:blank")
                running.terminate()
                running.wait(60)
        film.shutdown()
        film.server_close()
        return reel, problems(events_in(Path(data)), evening.turns, reel.done.get("edited", 0))


def _drain(read: Callable[[], str]) -> None:
    while read():
        pass


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--seed", type=int, default=40_001)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the rendered game is, or is left")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or Path(scratch)
        reel, found = streamed(folder, game_in(folder, args.seed, args.plies))
    what = ", ".join(f"{kind} {count}" for kind, count in sorted(reel.done.items()))
    print(f"a chouette of {args.plies} turns, live: {what}: {'; '.join(found) or 'as played'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
