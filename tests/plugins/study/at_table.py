"""Somebody who practises at the simulated table, before the real program: table, referee, journal, study and engine."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from arbiter.match.events import Event, MatchStarted
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from bookgammon.plugins.gnubg.analysis.grading import Graded, Grader
from bookgammon.plugins.study.drill_session import DrillSession
from bookgammon.plugins.study.exercise import Exercise
from bookgammon.plugins.study.pages import DrillShown
from bookgammon.plugins.study.service import StudyService
from bookgammon.plugins.study.store import Origin, PastDecision
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.table import Table, TableUpdate
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.table import Table as Board
from vision.sources.frames import Frame, News

LEARNER = "Ada"
ANSWERS_S = 180.0
NO_IMAGE = np.zeros((1, 1, 3), np.uint8)
EXACT = Manners(
    tries=0.0, unseen_rolls=0.0, late_rolls=0.0, illegal=0.0, die_errors=0.02, die_misses=0.02, tired=0.0, repeats=True
)


class NoPast:
    """No past match."""

    def news(self) -> Iterator[tuple[str, Origin, tuple[PastDecision, ...]]]:
        yield from ()


@dataclass
class Studying:
    """One table with a service. events: of a match that stands there already. kept: what the match was given since."""

    path: Path
    seed: int = 1
    events: Sequence[Event] = (MatchStarted(0, 0.0, Rules(length=5), ("Ada", "Ben")),)
    make: Callable[[], Grader] = Grader
    manners: Manners = EXACT
    now: Callable[[], datetime] = lambda: datetime(2026, 1, 2, 20, tzinfo=UTC)
    kept: list[Event] = field(default_factory=list)
    updates: list[TableUpdate] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(f"{self.seed} learner")
        self.board = Board(self.seed, self.manners)
        self.queue = CommandQueue(patience=5.0)
        table = Table(self.events, lambda _: None)
        self.service = StudyService(
            self.path / "journal.sqlite", self.board.seats, table.state, lambda: 1, NoPast(), self.make, self.now
        )
        self.table = Table(
            self.events,
            self.kept.extend,
            [self.updates.append, self.service.on_update],
            self.queue,
            other_use=self.service,
        )
        self.service.on_update(TableUpdate(self.table.state, self.table.moment, (), None))
        self.referee = Referee(self.table.state, self.board.seats)

    # -------------------------------------------------------------- frames

    def read_frame(self, image: object, frame: int, time: float) -> Evidence:
        return self._evidence

    def news(self) -> Sequence[News]:
        return ()

    def show(self, script: Iterator[Evidence]) -> None:
        """All of it passes before the program."""
        for evidence in script:
            self._evidence = evidence
            self.table.follow([Frame(NO_IMAGE, evidence.frame, evidence.time)], self, self.referee)

    def rest(self, frames: int = 16) -> None:
        self.show(self.board.rest(frames, frames))

    def lay(self, position: Position) -> None:
        """A hand lays it."""
        self.show(self.board.reach(position))
        self.rest()

    def throw(self, dice: Sequence[int]) -> None:
        """They are laid on the right-hand leaf."""
        self.show(iter([self.board.look(hand=True, still=False)]))
        x = self.random.uniform(580, 700)
        self.board.dice = [(value, (x + 35 * number, 250.0), "right", Side.LIGHT) for number, value in enumerate(dice)]
        self.board.camera.thrown(self.board.dice)
        self.rest()

    def lift(self) -> None:
        self.show(self.board.lift())
        self.rest()

    # -------------------------------------------------------------- what the page shows

    @property
    def drill(self) -> DrillShown:
        shown = self.service.drill()
        assert shown is not None
        return shown

    @property
    def exercise(self) -> Exercise:
        """As it is to lie on the board."""
        assert isinstance(self.service._use, DrillSession)
        return self.service._use.drill.exercise

    @property
    def grade(self) -> Graded | None:
        assert isinstance(self.service._use, DrillSession)
        return self.service._use.drill.grade

    def graded(self) -> DrillShown:
        """Once the engine has said so."""
        until = time.monotonic() + ANSWERS_S
        while self.drill.stage == "answered" and time.monotonic() < until:
            time.sleep(0.02)
        return self.drill
