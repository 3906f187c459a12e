"""Two tables whose programs are killed now and then; boards, hands and cameras go on where they stood."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from arbiter.match.commands import Command
from arbiter.match.events import Event
from arbiter.match.state import MatchState
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.history.journal import FILE, Journal
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.table import Table as Board
from tests.plugins.gnubg.opponent.at_table import Played, Stuck
from tests.two_books.match.table_process import Asked, Look, Page, Say, Seated, TableProcess, Tap, Tapped, Wait
from tests.two_books.match.two_tables import Player
from two_books.bodies import Said
from two_books.joined_match import Shown
from two_books.link import Role

WAITS_S = 300.0
"""For the other table, by the machine's clock."""
LOOK_S = 0.05
"""Between two looks while nothing happens here."""


class _Filled:
    """Stands for the queue's event: what waits in the program at the next look."""

    def __init__(self, player: KilledPlayer) -> None:
        self._player = player

    def wait(self, seconds: float) -> bool:
        self._player.wait(seconds)
        return True

    def clear(self) -> None:
        """It is cleared at the look."""


@dataclass
class _Queue:
    filled: _Filled


@dataclass
class _Joined:
    """What the card beside the board shows, and its taps."""

    player: KilledPlayer

    def shown(self) -> Shown:
        return self.player.card

    def say(self, said: Said) -> None:
        self.player.ask(Say(said))


@dataclass(frozen=True)
class _Link:
    role: Role


class KilledPlayer(Player):
    """A person at a table whose program lives in a process of its own. killed_at: looks at which it was gone.

    loses_journal: once, in the middle of a game, its journal is gone with it.
    """

    waits_s = WAITS_S

    def __init__(
        self, seated: Seated, seed: int, *, wrongly: float = 0.1, against_rules: float = 0.1, takes_back: float = 0.0,
        declines: float = 0.0, loses_journal: bool = False,
    ) -> None:
        self.seated, self.me = seated, seated.side
        self.random = random.Random(f"{seed} {seated.side} person")
        manners = Manners(tries=0.0, unseen_rolls=0.0, late_rolls=0.0, illegal=0.0)
        self.board = Board(2 * seed + (seated.side is Side.DARK), manners, Seats(seated.side))
        self.played, self.troubles = Played(), list[str]()
        self.thrown = None
        self.regretted = []
        self.wrongly, self.takes_back, self.declines = wrongly, takes_back, declines
        self.against_rules, self.gives_up = against_rules, 0.02
        self.against = list[int]()
        self.agreed = set[int]()
        self.disturb = lambda: None
        self.said: list[Event] = []
        self.queue = _Queue(_Filled(self))  # type: ignore[assignment]
        self.joined = _Joined(self)  # type: ignore[assignment]
        self.link = _Link(seated.role)  # type: ignore[assignment]
        self.stop, self.given_up = threading.Event(), False
        self.killed_at = list[int]()
        self._away = random.Random(f"{seed} {seated.side} away")
        self.loses_journal, self.lost_journal = loses_journal, False
        self._card: Shown | None = None
        self._state = MatchState()
        self.words, self.waiting = "", 0
        self._start()

    # -------------------------------------------------------------- the program

    @property
    def state(self) -> MatchState:
        return self._state

    @property
    def card(self) -> Shown:
        assert self._card is not None
        return self._card

    def kill(self) -> None:
        """Its program, as a pulled plug would; from any thread. It is started again within some seconds."""
        self._process.kill()

    def ask(self, asked: Asked) -> None:
        """What the program makes of it. One that was killed meanwhile is started again, and knows nothing of it."""
        try:
            self.see(self._process.ask(asked))
        except (EOFError, OSError):
            self._process.gone()
            self.killed_at.append(self.board.frame)
            time.sleep(self._away.uniform(0.0, 3.0))
            self._start()

    def _start(self) -> None:
        while not self.given_up:
            self._process = TableProcess(self.seated)
            try:
                self.see(self._process.hear())
                return
            except (EOFError, OSError):  # killed as it began
                self._process.gone()
        raise Stuck("the match is given up")

    def wait(self, seconds: float) -> None:
        """A little, for a command in the program's queue."""
        del seconds
        self.ask(Wait(LOOK_S))

    def give_up(self) -> None:
        """From any thread: its program is killed and not started again."""
        self.given_up = True
        self._process.kill()

    def see(self, page: Page) -> None:
        self._state = page.state or self._state
        self._card = page.shown or self._card
        self.said += page.events
        self.words, self.waiting = page.words, page.waiting

    # -------------------------------------------------------------- what they do

    def follow(self) -> Played:
        for evidence in self._match():
            self.ask(Look(evidence))
        ends = time.monotonic() + WAITS_S
        while not self.stop.is_set() and time.monotonic() < ends:
            self.ask(Wait(LOOK_S))
            self.ask(Look(self.board.look()))
        self._process.end()
        with Journal(self.seated.folder / FILE) as journal:
            self.events = journal.events(journal.at_table()[-1])
        return self.played

    def tap(self, command: Command) -> Iterator[Evidence]:
        self.ask(Tap(command))
        yield self.board.look()
        kills = len(self.killed_at)
        self.ask(Tapped())
        if self.words and kills == len(self.killed_at):
            raise Stuck(f"{command} was refused: {self.words}")

    def _begins_turn(self, player: Side) -> Iterator[Evidence]:
        if self.loses_journal and len(self.state.turns) > 4 and not self.waiting and self._in_the_log():
            self.loses_journal, self.lost_journal = False, True
            self._process.kill()
            for file in self.seated.folder.glob(f"{FILE}*"):
                file.unlink()
            self.ask(Wait(LOOK_S))
        yield from super()._begins_turn(player)

    def _in_the_log(self) -> bool:
        """Whether the log has all that happened at our table."""
        state, shared = self.state, self.card.match.state
        here, there = ((each.game, len(each.turns), each.phase, each.cube) for each in (state, shared))
        return here == there

    def _wrong(self, wrong: Position) -> Iterator[Evidence]:
        kills = len(self.killed_at)
        yield from super()._wrong(wrong)
        if kills != len(self.killed_at):  # nobody looked
            self.played.wrong.pop()

    def _stands(self) -> str:
        shared, state = self.card.match, self.state
        words = [
            f"{whose}: game {each.game}, {len(each.turns)} turns, {each.phase} {each.player} {each.dice} {each.cube} "
            f"{each.resignation}" for whose, each in (("table", state), ("shared", shared.state))
        ]  # fmt: skip
        words += [f"log {shared.number}, said {[event.name for event in self.said[-8:]]}, waiting {self.waiting}"]
        return "; ".join([*words, f"killed at {self.killed_at}, now {self.board.frame}", self.card.trouble])
