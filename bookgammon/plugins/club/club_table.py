"""One table of a club as its messages describe it, and what the wall shows of it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from arbiter.match.events import Event
from arbiter.message import Message, shown_names
from arbiter.position import START, Position, Side
from bookgammon.plugins.club.report import Report
from bookgammon.plugins.club.results import MatchResult
from bookgammon.plugins.club.wall_pages import Attention, Standing, WallTable

SILENT_S = 14.0
"""A table that lives says so every four seconds; one silent for so long is reported within fifteen."""
GONE_S = 1800.0
"""A table that was silent for so long was carried away and is nobody's concern any more."""
TWO_RUNS_S = 30.0
"""Two programs that both speak as one table within so long are reported."""
PLAYS_SHOWN = 12

_WAITING = {
    "setting_up": Message("Setting up"),
    "to_roll": Message("{who} to roll"),
    "moving": Message("{who} to play"),
    "correcting": Message("{who} corrects it"),
    "doubled": Message("{who} doubles"),
    "game_over": Message("Game over"),
    "match_over": Message("Match over"),
}
_MOST_URGENT = ("two", "silent", "illegal", "doubt", "camera", "clock")


Place = tuple[object, ...]


@dataclass
class ClubTable:
    """seen: when it last said something of itself, by the hall's clock."""

    id: str
    seen: float
    report: Report | None = None
    position: Position = START
    online: bool = True
    order: dict[str, EventOrder[Event]] = field(default_factory=dict)
    plays: deque[str] = field(default_factory=lambda: deque(maxlen=PLAYS_SHOWN))
    runs: dict[str, float] = field(default_factory=dict)
    turns: int = 0
    asked_at: float = -1e9
    asked: int = 0
    asked_for: tuple[str, int] = ("", 0)
    proven: bool = False
    results: dict[str, MatchResult] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    picture: bytes = b""
    pictures: int = 0
    _kept: tuple[object, Place, WallTable] | None = field(default=None, repr=False)
    """What it was shown as last, behind all that it depends on: of a crowd of tables few have changed at a time."""

    def shown(self, now: float, epoch: float) -> tuple[Place, WallTable] | None:
        """Where it stands among all tables and what the wall shows of it; None before its first report.

        epoch: what to add to `now` for seconds since 1970.
        """
        report = self.report
        if report is None:
            return None
        standing = _standing(self, report, now - self.seen)
        attention = tuple(_attention(self, report, standing, now))
        received = round(self.seen + epoch, 1) if report.clock else 0.0
        now_known = (report, standing, attention, received, tuple(self.plays), self.pictures, bool(self.picture))
        if self._kept is None or self._kept[0] != now_known:
            table = _view(self, report, standing, attention, received)
            self._kept = now_known, _place(table), table
        return self._kept[1:]


def _view(
    table: ClubTable, report: Report, standing: Standing, attention: tuple[Attention, ...], received: float
) -> WallTable:
    match, clock = report.match, report.clock
    return WallTable(
        id=table.id,
        name=report.table,
        standing=standing,
        attention=attention,
        names=match.names,
        score=match.score,
        length=match.length,
        game=match.game,
        crawford=match.crawford,
        winner=match.winner,
        turn=report.turn,
        headline=_headline(report),
        position=table.position,
        dice=report.dice,
        seats=report.seats,
        cube=report.cube,
        owner=report.owner,
        offered=report.offered,
        cube_in_use=report.cube_in_use,
        clock=clock.left if clock else None,
        running=clock.running if clock else None,
        delay=clock.delay if clock else 0.0,
        received=received,
        events=match.events,
        plays=tuple(table.plays),
        picture=str(table.pictures) if table.picture else "",
    )


def _standing(table: ClubTable, report: Report, age: float) -> Standing:
    silent = age >= SILENT_S or not table.online
    if report.closed or (silent and report.match.winner is not None):  # whoever has played out may well have gone home
        return "closed"
    if age > GONE_S:
        return "gone"
    return "silent" if silent else "live"


def _attention(table: ClubTable, report: Report, standing: Standing, now: float) -> Iterator[Attention]:
    if standing in ("closed", "gone"):
        return
    if table.turns >= 2 and sum(now - at < TWO_RUNS_S for at in table.runs.values()) > 1:
        yield Attention("two", Message("Two programs speak as this table: give each its own name."))
    if standing == "silent":
        yield Attention("silent", Message("No word from this table."))
    if report.warning and not report.warning.provisional:
        yield Attention("illegal", report.warning.message or Message("An illegal play waits for its answer."))
    if report.doubt:
        yield Attention("doubt", report.doubt)
    if report.camera:
        yield Attention("camera", report.camera)
    if report.clock and min(report.clock.after(now - table.seen)) <= 0:
        yield Attention("clock", Message("The clock has run out."))


def _headline(report: Report) -> str:
    if report.match.winner is not None:
        light, dark = report.match.score
        who = _name(report, report.match.winner)
        return Message("{who} wins {won} to {lost}", who=who, won=max(light, dark), lost=min(light, dark))
    if report.paused:
        return Message("Paused")
    if report.phase == "to_roll" and report.turn is None:
        return Message("Opening roll")
    waiting = _WAITING.get(report.phase)
    return waiting.filled(who=_name(report, report.turn)) if waiting else ""


def _name(report: Report, side: Side | None) -> str:
    return "" if side is None else shown_names(report.match.names)[side is Side.DARK]


def _place(table: WallTable) -> Place:
    urgent = min((_MOST_URGENT.index(one.kind) for one in table.attention), default=len(_MOST_URGENT))
    away = table.standing in ("closed", "gone")
    return away, not table.attention, urgent, _natural(table.name), table.id


def _natural(name: str) -> list[tuple[bool, int, str]]:
    """So that Table 2 comes before Table 10."""
    parts = re.findall(r"[0-9]{1,9}|[^0-9]+", name.lower())
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]


MOST_HELD = 500
"""Events that are held while one before them is missing."""

T = TypeVar("T")


class EventOrder(Generic[T]):
    """done: events up to this number have been given out, or were never wanted."""

    def __init__(self, done: int = 0) -> None:
        self.done = done
        self._held: dict[int, T] = {}

    def take(self, number: int, event: T) -> list[T]:
        """The events that can be given out now that this one has come; numbers count from 1."""
        if number <= self.done or number in self._held or number > self.done + MOST_HELD:
            return []
        self._held[number] = event
        given = []
        while (number := self.done + 1) in self._held:
            given.append(self._held.pop(number))
            self.done = number
        return given

    def missing(self, sent: int) -> tuple[int, int] | None:
        """The first gap, (first, last), where the table says it has sent so many; None where nothing is missing."""
        first = self.done + 1
        last = min(self._held) - 1 if self._held else sent
        return (first, last) if last >= first else None

    def skip(self, last: int) -> list[T]:
        """Give up what is missing up to and including `last`; what was held behind it is given out."""
        self.done = max(self.done, last)
        given = []
        while (number := self.done + 1) in self._held:
            given.append(self._held.pop(number))
            self.done = number
        return given
