"""An evening in which much is corrected: what is recorded is what was played and entered, and nothing else.

    python -m tests.table.corrections [--seed 1] [--plies 999]

Twice a match to one point, one to five and a money session are begun at a simulated table before the real referee,
journal and page; real Chromium does what people tap. Between the turns the board is cleared, mirrored and jumbled, the
camera goes, the position is confirmed by hand, the dice are corrected, and the roll of an earlier turn is edited. The
camera is simulated (`tests.arbiter_referee.simulated_camera`): this says nothing of what is read in pictures. Exit code
1 where a record differs.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.entered_events import TurnEdited, Undone
from arbiter.match.events import Event, MatchStarted
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import standing
from arbiter.plays import Dice, Play, legal_plays, results_of_any_roll
from arbiter.position import OFF, Position, Side
from arbiter.records import Played
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from arbiter.scoring import game_points, kind_of_win
from bookgammon.history.journal import Journal
from tests.arbiter_referee.table import sensible, shoved, steps
from tests.web.browser import chromium, find, press, screen, until
from tests.web.listening import choose, open_sheet
from tests.web.live_table import LiveTable

NAMES = ("Ada", "Ben")
LONG = 40
"""Looks for which a board lies there otherwise: more than three seconds."""
MATCHES = (Rules(length=1), Rules(length=5), Rules(length=0))
EMPTY = Position((15, *(0,) * 25), (15, *(0,) * 25))


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as it was played, or as people have said that it was. before: the board that it began from."""

    player: Side
    dice: Dice
    before: Position
    after: Position

    @property
    def line(self) -> tuple[str, tuple[int, ...], Position]:
        return self.player.value, tuple(sorted(self.dice)), self.after


@dataclass
class Evening:
    """One game. turns: what really happened. done: how often each kind of correction was made."""

    table: LiveTable
    driver: Chrome
    chance: random.Random
    turns: list[Turn] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)

    def play(self, plies: int) -> None:
        """A game, or its first plies, with a correction before or during every turn but the first."""
        kinds: list[tuple[str, Callable[[], None]]] = []
        self.table.show(self.table.players.rest(12, 12))
        player = self.chance.choice(list(Side))
        for number in range(plies):
            if number and not kinds:
                kinds = self._kinds()
                self.chance.shuffle(kinds)
            name, act = kinds.pop() if number else ("", lambda: None)
            if name and name != "dice":
                act()
            self._turn(player, corrected=name == "dice")
            self.done[name] = self.done.get(name, 0) + 1
            if self.turns[-1].after.row(player)[OFF] == 15:
                return
            player = player.other

    def _kinds(self) -> list[tuple[str, Callable[[], None]]]:
        here = self.table.players.position
        mirrored = Position(here.dark, here.light)
        return [
            ("cleared", lambda: self._lies_otherwise(EMPTY)),
            ("mirrored", lambda: self._lies_otherwise(mirrored)),
            ("jumbled", lambda: self._lies_otherwise(shoved(self.table.players.position, 6, self.chance))),
            ("camera", self.table.unplug),
            ("position", self._confirm_position),
            ("dice", lambda: None),
            ("edited", self._edit),
        ]

    # -------------------------------------------------------------- a turn

    def _turn(self, player: Side, *, corrected: bool) -> None:
        """corrected: people say that other dice lie there than those that do, and the turn is played with these."""
        players = self.table.players
        before, dice = players.position, self._roll()
        self.table.show(players.throw(player, dice))
        self._until(lambda: self.table.table.state.phase is Phase.MOVING)
        if corrected:
            dice = self._roll()
            open_sheet(self.driver, "Correct the dice")
            choose(self.driver, "one", str(dice[0]))
            choose(self.driver, "two", str(dice[1]))
            press(self.driver, "These are the dice")
            self._until(lambda: self._state.dice is not None and sorted(self._state.dice) == sorted(dice))
        play = self.chance.choice(sensible(legal_plays(before, player, dice)))
        wanted = len(self.turns) + 1
        self.table.show(self._played(before, player, play))
        over = (Phase.GAME_OVER, Phase.MATCH_OVER)
        self._until(lambda: len(self._state.turns) >= wanted or self._state.phase in over)
        self.turns.append(Turn(player, dice, before, play.result))

    def _played(self, before: Position, player: Side, play: Play) -> Iterator[Evidence]:
        players = self.table.players
        yield from players.walk(steps(before, play, player))
        yield from players.rest(6, 10)
        yield from players.lift()
        yield from players.rest(10, 10)

    def _roll(self) -> Dice:
        one, two = self.chance.randint(1, 6), self.chance.randint(1, 6)
        return self._roll() if not self.turns and one == two else (max(one, two), min(one, two))

    # -------------------------------------------------------------- what happens between turns

    def _lies_otherwise(self, shown: Position) -> None:
        players = self.table.players
        here = players.position
        self.table.show(players.reach(shown))
        self.table.show(players.rest(LONG, LONG))
        self.table.show(players.reach(here))
        self.table.show(players.rest(LONG, LONG))
        self._until(lambda: self._state.out_of_step is None)

    def _confirm_position(self) -> None:
        open_sheet(self.driver, "Correct the position")
        press(self.driver, "The board shows this")
        self._closed()

    def _edit(self) -> None:
        """The roll of an earlier turn, where another roll leads to the same board."""
        for number, turn in enumerate(self.turns):
            ways = results_of_any_roll(turn.before, turn.player).get(turn.after, ())
            rolls = [roll for roll, _play in ways if number or roll[0] != roll[1]]
            others = [roll for roll in rolls if sorted(roll) != sorted(turn.dice)]
            if not others:
                continue
            open_sheet(self.driver, "Correct an earlier turn")
            press(self.driver, f"{number + 1}. ")
            choose(self.driver, "one", str(others[0][0]))
            choose(self.driver, "two", str(others[0][1]))
            press(self.driver, "So it was")
            self._closed()
            self.turns[number] = replace(turn, dice=others[0])
            return

    # -------------------------------------------------------------- what is asked of the table

    @property
    def _state(self) -> MatchState:
        return self.table.table.state

    def _until(self, true: Callable[[], object]) -> None:
        until(self.driver, true)

    def _closed(self) -> None:
        self._until(lambda: not self.driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))


def problems(evening: Evening, events: Sequence[Event], score: tuple[int, int]) -> list[str]:
    """What the journal says otherwise than what was played and entered."""
    found = []
    plays = [action for action in record_of(events).games[0].actions if isinstance(action, Played)]
    for number, turn in enumerate(evening.turns):
        play = plays[number] if number < len(plays) else None
        recorded = (play.side.value, tuple(sorted(play.dice or ())), play.after) if play else None
        if recorded != turn.line:
            text = f"{play.dice}: {play.play}" if play else "nothing"
            found.append(f"turn {number + 1}: {turn.player} {turn.dice}, recorded {text}")
    if len(plays) > len(evening.turns):
        found.append(f"{len(plays) - len(evening.turns)} plays were invented")
    if undone := sum(isinstance(event, Undone) for event in events):
        found.append(f"{undone} times something was taken back")
    if fold(standing(events)).score != score:
        found.append(f"the score is {fold(standing(events)).score}, not {score}")
    return found


def one_game(driver: Chrome, folder: Path, rules: Rules, seed: int, plies: int) -> tuple[Evening, list[str]]:
    """A game of that match, and what its journal says otherwise."""
    table = LiveTable([MatchStarted(0, 0.0, rules, NAMES)], folder / "journal.sqlite")
    evening = Evening(table, driver, random.Random(seed))
    with table.followed() as page:
        screen(driver, 1180, 820)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "undo").is_displayed())
        evening.play(plies)
        driver.get("about:blank")
    with Journal(folder / "journal.sqlite", read_only=True) as journal:
        events = journal.events(table.entry)
    last, score = evening.turns[-1], (0, 0)
    if last.after.row(last.player)[OFF] == 15:
        _kind, points = game_points(kind_of_win(last.after, last.player), 1, False, rules)
        score = (points, 0) if last.player is Side.LIGHT else (0, points)
    found = problems(evening, events, score)
    if fold(events) != table.table.state:
        found.append("the journal leads to another state than the one that was shown")
    edits = sum(isinstance(event, TurnEdited) for event in events)
    return evening, found if edits <= evening.done.get("edited", 0) else [*found, f"{edits} edits"]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=999, help="of each game at most")
    args = parser.parse_args(argv)
    faults = 0
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        for number, rules in enumerate(2 * MATCHES):
            with tempfile.TemporaryDirectory() as folder:
                evening, found = one_game(driver, Path(folder), rules, args.seed + number, args.plies)
            what = ", ".join(f"{name} {count}" for name, count in sorted(evening.done.items()) if name)
            kind = f"match to {rules.length}" if rules.length else "money session"
            print(f"game {number + 1} ({kind}): {len(evening.turns)} turns; {what}: {'; '.join(found) or 'as played'}")
            faults += len(found)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
