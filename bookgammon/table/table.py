"""The table loop: a frame becomes evidence, evidence becomes events, events are kept, then shown.

What people enter is taken between two frames and goes the same way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from arbiter.match.clock import Clock, advanced, after_all, run_out
from arbiter.match.commands import Command, CommandError, ProgramWord
from arbiter.match.events import Event, GameStarted, MatchStarted, Note, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from arbiter.xgid import MatchPosition
from bookgammon.errors import CompanionError, JournalHeldUp
from bookgammon.table.command_queue import CommandQueue
from vision.sources.pictures import Image
from vision.sources.sources import Frame, Item, News
from web.containment import contained

Keep = Callable[[Sequence[Event]], None]
"""Makes events last (journal) or prints them; whatever it returns from is safe."""
Observer = Callable[["TableUpdate"], None]
"""Gets what one frame brought, once it is kept. Never waits: the table goes on when all were called.

A CompanionError ends the match with its sentence; any other error is a fault: it is logged, and the others are called.
"""
Items = Iterable[Item]
_NOT_KEPT = Message(
    "That was not done, as the journal cannot be written just now: make room on the disk, then enter it."
)
_OTHER_USE = "another use of the board"
_GIVEN_UP = Message("The drill ended by a fault of the program; the match goes on.")


class FrameReader(Protocol):
    """What the table needs of `vision.watcher.Watcher`."""

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence: ...
    def news(self) -> Sequence[News]: ...


class RefereeLike(Protocol):
    """What the table needs of `arbiter.referee.referee.Referee`: it goes on from the table's state."""

    @property
    def state(self) -> MatchState: ...
    def go_on_from(self, state: MatchState) -> None: ...
    def observe(self, evidence: Evidence) -> tuple[Event, ...]: ...
    def handle(self, command: Command | ProgramWord, frame: int, time: float) -> tuple[Event, ...]: ...
    def finish(self, frame: int, time: float) -> tuple[Event, ...]: ...


class OtherUse(Protocol):
    """Whoever may use the board for something that is no part of the match, which stands still meanwhile."""

    @property
    def in_use(self) -> str:
        """What is shown in place of the match; empty while nobody uses the board otherwise."""
        ...

    def on_frame(self, evidence: Evidence) -> None: ...

    def give_up(self) -> None:
        """A fault has stopped it: the board is the match's again, and nobody uses it otherwise."""
        ...


@dataclass(frozen=True, slots=True)
class FrameTime:
    """The newest frame used (-1 before the first) and its time in seconds."""

    frame: int = -1
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """What can be shown after one frame.

    evidence and image, the frame it was read from, are None where only the match went on, not the camera;
    lost says why no frames come, or do not count. late: seconds that have gone by since the moment. clock: the
    tournament clock at the moment, None where the players agreed on none.
    """

    state: MatchState
    moment: FrameTime
    events: tuple[Event, ...]
    evidence: Evidence | None
    lost: str = ""
    image: Image | None = None
    late: float = 0.0
    clock: Clock | None = None


class Table:
    """One match being followed. Events are kept first, then they are part of the state, then they are shown.

    state: the only one there is. Before each frame and command the referee is given it; what follows from these comes
    back with the events.

    observers: called in this order. orders: what people enter; taken whenever a frame, or a moment without one, has
    gone by. other_use: the match stands still while it says so, and nothing is kept. keep_now: as `keep`, but raises
    JournalHeldUp at once where the disk does not let it: what people enter is then refused, and not done when there is
    room again. clock: the tournament clock as an earlier run left it, counted up to when that followed the match.
    steady: the time of the machine, in seconds, by which commands are dated.
    """

    def __init__(
        self,
        events: Sequence[Event],
        keep: Keep,
        observers: Sequence[Observer] = (),
        orders: CommandQueue | None = None,
        *,
        other_use: OtherUse | None = None,
        keep_now: Keep | None = None,
        clock: Clock | None = None,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.state = fold(events)
        last = events[-1] if events else None
        self.clock = clock or after_all(None, MatchState(), events)
        followed = self.clock.at if self.clock else 0.0
        self.moment = FrameTime(last.frame, max(last.time, followed)) if last else FrameTime()
        self._steady = steady
        self._ahead: float | None = None
        self._keep, self._observers, self._orders = keep, tuple(observers), orders
        self._keep_now = keep_now or keep
        self._lost = ""
        self._other_use = other_use

    @property
    def _in_use(self) -> str:
        return self._other_use.in_use if self._other_use else ""

    def commit(
        self,
        events: Sequence[Event],
        evidence: Evidence | None = None,
        image: Image | None = None,
        *,
        state: MatchState | None = None,
        keep: Keep | None = None,
    ) -> None:
        """Events become part of the match, then everybody may see them.

        state: what the referee has made of them already; without it they are folded here. keep: in place of the
        table's own.
        """
        if events:
            (keep or self._keep)(events)
            self.clock = after_all(self.clock, self.state, events)
            self.state = fold(events, self.state) if state is None else state
        if not events and evidence is None:
            return
        self._notify(events, evidence, image)

    def settle(self, referee: RefereeLike) -> None:
        """The source has ended: what it left open is settled."""
        referee.go_on_from(self.state)
        events = referee.finish(max(self.moment.frame, 0), self.moment.time)
        self.commit(events, state=referee.state)

    def _notify(self, events: Sequence[Event], evidence: Evidence | None, image: Image | None) -> None:
        late = 0.0 if self._ahead is None else max(0.0, self._steady() - self._ahead - self.moment.time)
        lost = self._lost or self._in_use
        if self.clock:
            self.clock = advanced(self.clock, self.state, self.moment.time)
        update = TableUpdate(self.state, self.moment, tuple(events), evidence, lost, image, late, self.clock)
        for observer in self._observers:
            contained("an observer of the table", partial(observer, update), None, (CompanionError,))

    def follow(self, items: Items, reader: FrameReader, referee: RefereeLike) -> None:
        """Until the source ends; a camera's never does."""
        for item in items:
            self.run_commands(referee)
            if isinstance(item, News):
                self._handle_news(item)
            elif isinstance(item, Frame):
                self._ahead = self._steady() - item.time
                evidence = reader.read_frame(item.image, item.index, item.time)
                self.moment = FrameTime(item.index, item.time)
                for news in reader.news():
                    self._handle_news(news)
                if self._other_use and self._in_use:
                    self._use_otherwise(self._other_use, evidence)
                    self._notify((), None, item.image)
                    continue
                referee.go_on_from(self.state)
                self.commit(referee.observe(evidence), evidence, item.image, state=referee.state)
                if self.clock and (said := run_out(self.clock, self.state)):
                    self._handle_command(referee, said, self.moment.time, self._keep)

    def _use_otherwise(self, use: OtherUse, evidence: Evidence) -> None:
        """A fault there ends that use with a sentence, never the match."""

        def goes_on() -> bool:
            use.on_frame(evidence)
            return True

        def ended() -> bool:
            use.give_up()
            return not use.in_use

        if contained(_OTHER_USE, goes_on, False):
            return
        if not contained(_OTHER_USE, ended, False):
            self._other_use = None  # it cannot even be ended: the match goes on without it
        self._handle_news(News(_GIVEN_UP))

    def _handle_news(self, news: News) -> None:
        """What the camera, or whoever looks through it, has to say."""
        self._lost = news.message if news.lost else ""
        if news.kept and not self._in_use:
            self.commit([Note(max(self.moment.frame, 0), self.moment.time, news.message)])
        else:
            self._notify((), None, None)

    def run_commands(self, referee: RefereeLike) -> None:
        """Do what people have entered by now."""
        if self._orders is not None:
            self._orders.run_waiting(
                lambda command, entered: self._handle_command(referee, command, self._time_of(entered))
            )

    def _time_of(self, entered: float) -> float:
        """When something was entered, as frames count time. Without a clock the newest frame's time is as good."""
        if self._ahead is None or self.state.rules.clock == "none":
            return self.moment.time
        return max(self.moment.time, entered - self._ahead)

    def _handle_command(
        self, referee: RefereeLike, command: Command | ProgramWord, moment: float, keep: Keep | None = None
    ) -> None:
        """Done, or refused by CommandError and not done, also where the disk is full."""
        if self._in_use:
            raise CommandError(self._in_use)
        referee.go_on_from(self.state)
        events = referee.handle(command, max(self.moment.frame, 0), moment)
        try:
            self.commit(events, state=referee.state, keep=keep or self._keep_now)
        except JournalHeldUp as error:
            referee.go_on_from(self.state)
            raise CommandError(_NOT_KEPT) from error


def opening(rules: Rules, score: tuple[int, int], start: MatchPosition | None, at: FrameTime) -> tuple[Event, ...]:
    """The events that a match begins with; with a position given, its game is taken up in the middle."""
    frame = max(at.frame, 0)
    match = MatchStarted(frame, at.time, rules, score=score)
    return (match, *game_taken_up(start, frame, at.time)) if start else (match,)


def game_taken_up(start: MatchPosition, frame: int, moment: float) -> tuple[Event, ...]:
    """A game from a position in its middle, with its dice where it has any."""
    game = GameStarted(frame, moment, start.position, start.turn, start.cube, start.owner, start.crawford)
    return (game, RollSeen(frame, moment, start.turn, start.dice, "entered")) if start.dice else (game,)


def shifted(items: Items, frames: int, seconds: float) -> Iterator[Item]:
    """The same frames, counted on from an earlier run or an earlier clip."""
    for item in items:
        if isinstance(item, Frame):
            yield replace(item, index=item.index + frames, time=item.time + seconds)
        else:
            yield item


def continued(items: Items, frames: int, moment: float) -> Iterator[Item]:
    """A camera's frames, counted on; the first follows the moment up to which the match was followed at once.

    What passed before the table looked (the camera opened, the page started) counts for nobody.
    """
    behind: float | None = None
    for item in items:
        if isinstance(item, Frame):
            behind = item.time if behind is None else behind
            yield replace(item, index=item.index + frames, time=item.time - behind + moment)
        else:
            yield item


def paced(
    items: Items,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Item]:
    """A recording at its own speed. No frame is dropped: on a slow machine it runs late instead."""
    behind: float | None = None
    for item in items:
        if isinstance(item, Frame):
            if behind is None:
                behind = clock() - item.time
            early = behind + item.time - clock()
            if early > 0:
                sleep(early)
            else:
                behind -= early  # late: go on from here instead of rushing to catch up
        yield item
