"""An evening in which much is corrected: what is recorded is what was played and entered, and nothing else.

    python -m lab.campaigns.corrections [--seed 1] [--plies 999]

Six games: two of a match to five points, one of a match to one, one for money, two of a chouette (begun at the table,
and as set-up begins it). They are played at a simulated table before the real referee, journal and page; real Chromium
does what people tap. Between the turns the board is cleared, swapped and jumbled, the camera goes, the position is
confirmed by hand, the dice are corrected, a roll is taken back and entered, and the roll of an earlier turn is edited.
A chouette's game ends with a double of the box that all drop. The camera is simulated
(`tests.arbiter_referee.simulated_camera`): this says nothing of what is read in pictures; that is
`lab.campaigns.streamed`. Exit code 1 where a record, a score or a ledger differs.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.entered_events import TurnEdited, TurnRevised, Undone
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
from bookgammon.setup.agreement import Agreement
from tests.arbiter_referee.table import sensible, shoved, steps
from tests.web.browser import chromium, find, press, screen, until
from tests.web.listening import choose, open_sheet
from tests.web.live_table import LiveTable
from tests.web.test_chouette_from_table import enter_players

NAMES = ("Ada", "Ben")
LONG = 40
"""Looks for which a board lies there otherwise: more than three seconds."""
LINE = ("Ada", "Ben", "Chloe")
EMPTY = Position((15, *(0,) * 25), (15, *(0,) * 25))


@dataclass(frozen=True, slots=True)
class Form:
    """What is played. chouette: where one is begun."""

    name: str
    rules: Rules
    chouette: Literal["", "at the table", "in set-up"] = ""

    @property
    def begins(self) -> list[Event]:
        """The events that its journal begins with."""
        opening: list[Event] = [MatchStarted(0, 0.0, self.rules, NAMES)]
        if self.chouette == "in set-up":
            return list(Agreement(self.rules, NAMES, LINE).settles(opening))
        return opening


FORMS = (
    Form("match to 1", Rules(length=1)),
    Form("match to 5", Rules(length=5)),
    Form("money session", Rules(length=0)),
    Form("chouette begun at the table", Rules(length=3), "at the table"),
    Form("chouette begun in set-up", Rules(length=0), "in set-up"),
    Form("match to 5", Rules(length=5)),
)


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
        """A game, or its first plies. Before every turn but the first something else lies on the board for a while,
        and people, or the camera, do something else beside."""
        upheavals: list[str] = []
        others: list[str] = []
        player = self.chance.choice(list(Side))
        for number in range(plies):
            correction = ""
            if number:
                self._upheaval(self._next(upheavals, ("cleared", "swapped", "jumbled")))
                correction = self._next(others, ("camera", "position", "dice", "turn", "edited"))
                self._between_turns(correction)
            self._turn(player, correction=correction)
            if self.turns[-1].after.row(player)[OFF] == 15:
                return
            player = player.other

    def _next(self, bag: list[str], kinds: Sequence[str]) -> str:
        """One after the other in an order of chance, each as often as any."""
        if not bag:
            bag += self.chance.sample(kinds, len(kinds))
        kind = bag.pop()
        self.done[kind] = self.done.get(kind, 0) + 1
        return kind

    def _upheaval(self, kind: str) -> None:
        here = self.table.players.position
        match kind:
            case "cleared":
                self._lies_otherwise(EMPTY)
            case "swapped":
                self._lies_otherwise(Position(here.dark, here.light))
            case "jumbled":
                self._lies_otherwise(shoved(here, 6, self.chance))

    def _between_turns(self, kind: str) -> None:
        match kind:
            case "camera":
                self.table.unplug()
            case "position":
                self._confirm_position()
            case "edited":
                self._edit()

    # -------------------------------------------------------------- a turn

    def _turn(self, player: Side, *, correction: str) -> None:
        """correction: "dice": people say that other dice lie there than those that do, and the turn is played with
        these; "turn": they take the roll back, and enter it."""
        players = self.table.players
        before, dice = players.position, self._roll()
        self.table.show(players.throw(player, dice))
        self._until(lambda: self.table.table.state.phase is Phase.MOVING)
        if correction == "turn":
            press(self.driver, "Undo")
            self._until(lambda: self._state.phase is Phase.TO_ROLL)
        if correction in ("dice", "turn"):
            dice = self._roll() if correction == "dice" else dice
            self._enter(dice)
        play = self.chance.choice(sensible(legal_plays(before, player, dice)))
        wanted = len(self.turns) + 1
        self.table.show(self._played(before, player, play))
        over = (Phase.GAME_OVER, Phase.MATCH_OVER)
        self._until(lambda: len(self._state.turns) >= wanted or self._state.phase in over)
        self.turns.append(Turn(player, dice, before, play.result))

    def _enter(self, dice: Dice) -> None:
        open_sheet(self.driver, "Correct the dice")
        choose(self.driver, "one", str(dice[0]))
        choose(self.driver, "two", str(dice[1]))
        press(self.driver, "These are the dice")
        self._until(lambda: self._state.dice is not None and sorted(self._state.dice) == sorted(dice))

    def drop_out(self) -> None:
        """The box doubles when it is on roll, and the whole team drops (R71)."""
        chouette = self._state.chouette
        assert chouette
        if self._state.player is not chouette.side:
            self._turn(chouette.side.other, correction="")
        press(self.driver, "Double")
        press(self.driver, "Who takes?")
        for member in range(len(LINE) - 1):
            choose(self.driver, f"member{member}", "drop")
        press(self.driver, "That is the answer")
        self._until(lambda: self._state.phase is Phase.GAME_OVER)

    def begin_chouette(self) -> None:
        """From the table, with the starting position lying there; the first of the line takes the box."""
        open_sheet(self.driver, "New match")
        choose(self.driver, "kind", "chouette")
        enter_players(self.driver, "653")
        press(self.driver, "Begin")
        self._until(lambda: self._state.chouette and self._state.phase is Phase.TO_ROLL)

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
    if (undone := sum(isinstance(event, Undone) for event in events)) != evening.done.get("turn", 0):
        found.append(f"{undone} times something was taken back")
    if revised := sum(isinstance(event, TurnRevised) for event in events):
        found.append(f"{revised} turns were revised")
    state = fold(standing(events))
    if state.score != score:
        found.append(f"the score is {state.score}, not {score}")
    return found


def ledger_problems(state: MatchState) -> list[str]:
    """What a chouette's ledger says otherwise than that the box has won a point from each of the others."""
    wanted = {LINE[0]: len(LINE) - 1, **dict.fromkeys(LINE[1:], -1)}
    entries = dict(state.chouette.ledger.entries) if state.chouette else {}
    return [] if entries == wanted else [f"the ledger is {entries}, not {wanted}"]


def one_game(driver: Chrome, folder: Path, form: Form, seed: int, plies: int) -> tuple[Evening, list[str]]:
    """A game of that form, and what its journal says otherwise."""
    table = LiveTable(form.begins, folder / "journal.sqlite")
    evening = Evening(table, driver, random.Random(seed))
    with table.followed() as page:
        screen(driver, 1180, 820)
        driver.get(page.opened_here())
        until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "undo").is_displayed())
        table.show(table.players.rest(12, 12))
        if form.chouette == "at the table":
            evening.begin_chouette()
        evening.play(plies)
        if form.chouette:
            evening.drop_out()
        driver.get("about:blank")
    with Journal(folder / "journal.sqlite", read_only=True) as journal:
        events = journal.events(table.entry)
    begun = max(number for number, event in enumerate(events) if isinstance(event, MatchStarted))
    last, score = evening.turns[-1], (0, 0)
    if chouette := table.table.state.chouette:
        score = (1, 0) if chouette.side is Side.LIGHT else (0, 1)
    elif last.after.row(last.player)[OFF] == 15:
        _kind, points = game_points(kind_of_win(last.after, last.player), 1, False, form.rules)
        score = (points, 0) if last.player is Side.LIGHT else (0, points)
    found = problems(evening, events[begun:], score)
    if form.chouette:
        found += ledger_problems(table.table.state)
    if fold(events) != table.table.state:
        found.append("the journal leads to another state than the one that was shown")
    edits = sum(isinstance(event, TurnEdited) for event in events)
    return evening, found if edits <= evening.done.get("edited", 0) else [*found, f"{edits} edits"]


def _counted(done: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(done.items()) if name)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=999, help="of each game at most")
    args = parser.parse_args(argv)
    faults, done = 0, Counter[str]()
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        for number, form in enumerate(FORMS):
            with tempfile.TemporaryDirectory() as folder:
                evening, found = one_game(driver, Path(folder), form, args.seed + number, args.plies)
            done += Counter(evening.done)
            print(
                f"game {number + 1} ({form.name}): {len(evening.turns)} turns; {_counted(evening.done)}:"
                f" {'; '.join(found) or 'as played'}",
                flush=True,
            )
            faults += len(found)
    print(f"all: {_counted(done)}: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
