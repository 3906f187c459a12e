"""A filmed game as a live stream, from the wizard to its end: what is recorded is what was played and entered.

    python -m lab.campaigns.streamed [--seed 40001] [--plies 8] [--keep FOLDER] [--form chouette] [--upheavals 1]

The real `play` follows a phone's stream, and real Chromium does what people tap. The game is one that
`lab.benchmarks.latency` renders, or the recording in the folder that is kept, with its illegal plays and its cube. The
match is begun in set-up, a chouette at the table too. After each turn the book is cleared, turned round or shows
another position for some seconds, or the stream breaks off (`reel.py`); between them the position is confirmed
by hand, the roll of an earlier turn is edited, and what the program asks about the board is answered. Each roll but the
first is taken back and entered, or its dice are corrected. At the end the near side resigns a single game; a chouette
whose cube nobody has turned ends with the box's double, which all drop.
Exit code 1 where record, score or ledger differ, or anything was warned of that nobody did. By the clock: the machine
has to keep up with the stream.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.entered_events import TurnEdited, TurnRevised, Undone
from arbiter.match.events import Event, IllegalPlay, MatchStarted
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.plays import Dice, results_of_any_roll
from arbiter.position import BAR, Position, Side
from arbiter.records import CubeTurned, Played
from bookgammon.history.journal import Journal
from lab.benchmarks.latency import board_file, game_in, pictures_of
from lab.benchmarks.live_table import AT_REST_S, Film
from lab.campaigns.corrections import LINE, NAMES, Turn
from lab.campaigns.reel import BACK_S, LIES_S, Reel, faults_of, reel_of, turns_of
from lab.simulator.clips import FPS
from tests.commands.program import environment, pairing_address
from tests.web.browser import chromium, press, screen, until
from tests.web.listening import choose, open_sheet
from tests.web.test_chouette_from_table import enter_players

FORMS = ("chouette", "chouette at the table", "money", "match to 1", "match to 5")


@dataclass(frozen=True, slots=True)
class Ending:
    """How it is to end. loser: who gives up, None where the box doubles and all drop; stake: what the cube shows then.

    box: the side of a chouette's box. doubles: by whom, each after how many turns.
    """

    form: str
    box: Side
    loser: Side | None
    stake: int
    doubles: tuple[tuple[int, Side], ...] = ()

    @property
    def line(self) -> bool:
        return self.form.startswith("chouette")

    def problems(self, state: MatchState) -> list[str]:
        """What score and ledger say otherwise."""
        if self.line:
            others = len(LINE) - 1
            won = self.stake if self.loser is not self.box else -self.stake
            wanted = {LINE[0]: others * won, **dict.fromkeys(LINE[1:], -won)}
            entries = dict(state.chouette.ledger.entries) if state.chouette else {}
            return [] if entries == wanted else [f"the ledger is {entries}, not {wanted}"]
        score = (0, self.stake) if self.loser is Side.LIGHT else (self.stake, 0)
        return [] if state.score == score else [f"the score is {state.score}, not {score}"]


def ending_of(truth: dict[str, Any], form: str, turns: Sequence[Turn]) -> Ending:
    """The box of a chouette is who is on roll at the end, or who was doubled, for the team doubles as one (R70)."""
    near, cubes = Side(truth["near"]), truth["cube_events"] if form != "match to 1" else ()
    if cubes:
        doubles = tuple((cube["ply"] - 1, Side(cube["by"])) for cube in cubes)
        return Ending(form, doubles[-1][1].other, near, cubes[-1]["value"], doubles)
    box = turns[-1].player.other
    return Ending(form, box, None if form.startswith("chouette") else near, 1)


def begin(driver: Chrome, address: str, form: str, near: Side, box: Side) -> None:
    """In set-up, on the page that asks who plays; then at the table, where the chouette is begun there."""
    driver.get(address)
    until(driver, lambda: driver.find_elements(By.ID, "match") and driver.find_element(By.ID, "match").is_displayed())
    if form == "chouette":
        _line_up(driver, "near" if box is near else "far")
    else:
        kind = "match" if form.startswith("match") else "money"
        driver.find_element(By.CSS_SELECTOR, f"[name=kind][value={kind}]").click()
        for seat, name in zip(("near", "far"), NAMES if box is near else NAMES[::-1], strict=True):
            driver.find_element(By.ID, seat).send_keys(name)
        if kind == "match":
            driver.find_element(By.CSS_SELECTOR, f"[name=points][value='{form.removeprefix('match to ')}']").click()
    driver.find_element(By.CSS_SELECTOR, "#match button[type=submit]").click()
    until(driver, lambda: driver.find_elements(By.ID, "table"))
    if form == "chouette at the table":
        open_sheet(driver, "New match")
        choose(driver, "kind", "chouette")
        enter_players(driver, "653" if box is Side.LIGHT else "563")
        choose(driver, "box", box.value)
        press(driver, "Begin")
        until(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))


def _line_up(driver: Chrome, box: str) -> None:
    driver.find_element(By.CSS_SELECTOR, "[name=kind][value=chouette]").click()
    names = "#player-list input"
    while len(driver.find_elements(By.CSS_SELECTOR, names)) < len(LINE):
        driver.find_element(By.ID, "more-players").click()
    for entry, name in zip(driver.find_elements(By.CSS_SELECTOR, names), LINE, strict=False):
        entry.send_keys(name)
    driver.find_element(By.CSS_SELECTOR, f"[name=box][value={box}]").click()


@dataclass
class Streamed:
    """driver: at the table's page. turns: what happened, as edited. film: by whose clock it happens.

    wrong: the numbers of those turns in which a rule was broken.
    """

    driver: Chrome
    film: Film
    reel: Reel
    turns: list[Turn]
    wrong: set[int]
    folder: Path
    ending: Ending

    def run(self) -> None:
        """Between the turns, what people do; after the last one the double that ends the game."""
        for number, (free, rolled) in enumerate(zip(self.reel.free, self.reel.rolled, strict=True), 1):
            self._at(free + BACK_S / 5)
            self._answer(number)
            until(self.driver, lambda: self._state().out_of_step is None)
            self._confirm_position()
            self._edit(number)
            late = self.film.position >= rolled  # undo would take back what was entered since the roll
            self._at(rolled)
            until(self.driver, lambda: self._state().phase is Phase.MOVING)
            if not late and self.film.position < rolled + LIES_S / 3:
                self._roll_again(number) if number % 2 else self._correct_dice(number)
        self._at(len(self.reel.pictures) / FPS - BACK_S / 2)
        until(self.driver, lambda: len(self._state().turns) == len(self.turns))
        if self.ending.loser is None:
            self._drop_out()
        else:
            open_sheet(self.driver, "Resign")
            choose(self.driver, "player", self.ending.loser.value)
            press(self.driver, "Offer it")
            press(self.driver, "Accept")
        until(self.driver, lambda: self._state().phase in (Phase.GAME_OVER, Phase.MATCH_OVER))

    def _count(self, kind: str) -> None:
        """It was entered, and its sheet is closed."""
        until(self.driver, lambda: not self.driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))
        self.reel.done[kind] = self.reel.done.get(kind, 0) + 1

    def _answer(self, number: int) -> None:
        """What lay there after that turn is right, where the program asks: a fault that it could not look at before."""
        state, player = self._state(), self.turns[number - 1].player.other
        if state.out_of_step is None or state.turns[number:]:
            return
        press(self.driver, f"The board is right: {state.names[player is Side.DARK]}")
        until(self.driver, lambda: self._state().out_of_step is None)
        self.reel.done["asked"] = self.reel.done.get("asked", 0) + 1

    def _confirm_position(self) -> None:
        open_sheet(self.driver, "Correct the position")
        press(self.driver, "The board shows this")
        self._count("position")

    def _roll_again(self, number: int) -> None:
        """The roll is taken back, and entered by hand."""
        press(self.driver, "Undo")
        until(self.driver, lambda: self._state().phase is Phase.TO_ROLL)
        self._enter(self.turns[number].dice)
        self._count("turn")

    def _correct_dice(self, number: int) -> None:
        """Other dice than those that lie there: with these the play is as right, or the true ones are entered after."""
        turn = self.turns[number]
        others = [] if number in self.wrong else _other_rolls(turn)
        entered = others or [next(dice for dice in ((6, 5), (4, 3)) if sorted(dice) != sorted(turn.dice)), turn.dice]
        for dice in entered[: 1 if others else 2]:
            self._enter(dice)
            self._count("dice")
        self.turns[number] = replace(turn, dice=entered[0]) if others else turn

    def _enter(self, dice: Dice) -> None:
        open_sheet(self.driver, "Correct the dice")
        choose(self.driver, "one", str(dice[0]))
        choose(self.driver, "two", str(dice[1]))
        press(self.driver, "These are the dice")
        until(self.driver, lambda: sorted(self._state().dice or ()) == sorted(dice))

    def _drop_out(self) -> None:
        press(self.driver, "Double")
        press(self.driver, "Who takes?")
        for member in range(len(LINE) - 1):
            choose(self.driver, f"member{member}", "drop")
        press(self.driver, "That is the answer")

    def _edit(self, done: int) -> None:
        """The roll of one of the turns done, where another leads to the same board.

        A play that is warned of is no turn yet.
        """
        for number, turn in enumerate(self.turns[: min(done, len(self._state().turns))]):
            others = [roll for roll in _other_rolls(turn) if number or roll[0] != roll[1]]
            if not others:
                continue
            open_sheet(self.driver, "Correct an earlier turn")
            press(self.driver, f"{number + 1}. ")
            choose(self.driver, "one", str(others[0][0]))
            choose(self.driver, "two", str(others[0][1]))
            press(self.driver, "So it was")
            self.turns[number] = replace(turn, dice=others[0])
            self._count("edited")
            return

    def _at(self, second: float) -> None:
        time.sleep(max(0.0, second - self.film.position))

    def _state(self) -> MatchState:
        return fold(events_in(self.folder))


def _other_rolls(turn: Turn) -> list[Dice]:
    """Those that lead to the same board."""
    ways = results_of_any_roll(turn.before, turn.player).get(turn.after, ())
    return [roll for roll, _ in ways if sorted(roll) != sorted(turn.dice)]


def events_in(data: Path) -> list[Event]:
    """All that the match's journal holds."""
    with Journal(data / "journal.sqlite", read_only=True) as journal:
        return list(journal.events(journal.matches()[-1]))


def problems(
    events: Sequence[Event], turns: Sequence[Turn], faults: set[Position], done: Mapping[str, int], ending: Ending
) -> list[str]:
    """What the journal says otherwise than what was played and entered. faults: the boards of illegal plays."""
    begins = [number for number, event in enumerate(events) if isinstance(event, MatchStarted)]
    games = record_of(events[begins[-1] :]).games
    plays = [action for action in games[0].actions if isinstance(action, Played)] if games else []
    recorded = [(play.side.value, tuple(sorted(play.dice or ())), play.after) for play in plays]
    found = [
        f"turn {number}: {turn.player} {turn.dice}, recorded {plays[number - 1].dice}: {plays[number - 1].play}"
        for number, (turn, line) in enumerate(zip(turns, recorded, strict=False), 1)
        if turn.line != line
    ]
    if len(turns) != len(plays):
        found.append(f"{len(plays)} turns are recorded of {len(turns)}")
    doubles, turned = [], 0
    for action in games[0].actions if games else ():
        turned += isinstance(action, Played)
        if isinstance(action, CubeTurned) and action.verb == "double" and turned < len(turns):
            doubles.append((turned, action.side))
    if tuple(doubles) != ending.doubles:
        found.append(f"doubles {doubles}, not {ending.doubles}")
    if (edited := sum(isinstance(event, TurnEdited) for event in events)) != done.get("edited", 0):
        found.append(f"{edited} edits of {done.get('edited', 0)}")
    if (undone := sum(isinstance(event, Undone) for event in events)) != done.get("turn", 0):
        found.append(f"{undone} times something was taken back")
    if revised := sum(isinstance(event, TurnRevised) for event in events):
        found.append(f"{revised} turns were revised")
    warned = {_hit_put_away(event, faults): event for event in events if isinstance(event, IllegalPlay)}
    found += [f"warned of {event.message}" for position, event in warned.items() if position not in faults]
    if len(missed := faults - warned.keys()) > done.get("asked", 0):
        found.append(f"{len(missed)} faults without a warning")
    if len(begins) != 1:
        found.append("another match was begun")
    return found + ending.problems(fold(events))


def _hit_put_away(warning: IllegalPlay, faults: set[Position]) -> Position:
    """The board warned of. A film may show a hit checker on its point yet, while its label has it on the bar."""
    position, mover = warning.position, warning.player
    hit = list(position.row(mover.other))
    for point in range(1, BAR):
        if position.row(mover)[point] and hit[BAR - point] == 1:
            hit[BAR - point], hit[BAR] = 0, hit[BAR] + 1
    put_away = position.with_row(mover.other, tuple(hit))
    return put_away if put_away in faults else position


def streamed(folder: Path, truth: dict[str, Any], form: str, upheavals: int) -> tuple[Reel, list[str]]:
    """What was done, and what the record says otherwise."""
    turns = turns_of(truth)
    start, empty = ((folder / truth[name]).read_bytes() for name in ("start", "empty"))
    reel, ending = reel_of(truth, pictures_of(folder), empty, start, upheavals), ending_of(truth, form, turns)
    film = Film(reel.pictures, FPS)
    threading.Thread(target=film.serve_forever, daemon=True).start()
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
                address = pairing_address(running.stderr)
                threading.Thread(target=_drain, args=(running.stderr.readline,), daemon=True).start()
                screen(driver, 1180, 820)
                begin(driver, address, form, Side(truth["near"]), ending.box)
                time.sleep(AT_REST_S)
                film.began = time.monotonic()
                wrong = {number for number, ply in enumerate(truth["plies"]) if ply.get("why")}
                played = Streamed(driver, film, reel, turns, wrong, Path(data), ending)
                played.run()
            finally:
                driver.get("about:blank")
                running.terminate()
                running.wait(60)
        film.shutdown()
        film.server_close()
        events = events_in(Path(data))
        return reel, problems(events, played.turns, faults_of(truth), reel.done, ending)


def _drain(read: Callable[[], str]) -> None:
    while read():
        pass


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--seed", type=int, default=40_001)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the rendered game is, or is left")
    parser.add_argument("--form", choices=FORMS, default=FORMS[0])
    parser.add_argument("--upheavals", type=int, default=1, help="after each turn")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or Path(scratch)
        reel, found = streamed(folder, truth := game_in(folder, args.seed, args.plies), args.form, args.upheavals)
    what = ", ".join(f"{kind} {count}" for kind, count in sorted(reel.done.items()))
    print(f"{args.form}, {len(truth['plies'])} turns, live: {what}: {'; '.join(found) or 'as played'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
