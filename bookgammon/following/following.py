"""A film becomes events: the board is found, each game followed, and another board sought where that one is gone.

The film is followed in parts. Each ends at a checkpoint: a quiet moment between two turns, or where another board was
found. Every part begins with a new referee and new readings, whether the work was cut off before it or not; so whoever
keeps events and checkpoints goes on from the last one, and gets the same record however often that happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from arbiter.match.entered_events import Seated
from arbiter.match.events import Event
from arbiter.position import Side
from arbiter.referee.trust import Trust
from bookgammon.following.game_beginnings import BoardSearch
from bookgammon.following.part import Part
from bookgammon.history.steps import USUAL_SEATS
from bookgammon.table.table import Keep, Observer, Table, TableUpdate
from calibration.board import Board
from vision.sources.frames import Frame, Item

PART_S = 60.0
"""Seconds of the film after which the next quiet moment ends a part: so much is followed again after a kill."""
LOST_S = 2.0
"""Seconds without the board after which another one is sought as well."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """frame: the film's next one. events: how many are known by then. board: the number of the board in sight, from 1;
    0 while it is not found. waits: no game is under way on this board yet. trust: what its dice have shown.
    """

    frame: int = 0
    events: int = 0
    board: int = 0
    waits: bool = True
    trust: Trust = field(default_factory=Trust)


def checkpoint_to_json(checkpoint: Checkpoint) -> dict[str, Any]:
    trust = [
        {"set": owner and owner.value, "known": [list(row) for row in table]}
        for owner, table in checkpoint.trust.known.items()
    ]
    return {
        "frame": checkpoint.frame,
        "events": checkpoint.events,
        "board": checkpoint.board,
        "waits": checkpoint.waits,
        "trust": trust,
    }


def checkpoint_from_json(data: Any) -> Checkpoint:
    """Raises ValueError, TypeError or KeyError where it is none."""
    known = {
        Side(each["set"]) if each["set"] else None: tuple(tuple(map(float, row)) for row in each["known"])
        for each in data["trust"]
    }
    if any(len(table) != 6 or any(len(row) != 6 for row in table) for table in known.values()):
        raise ValueError(data)
    return Checkpoint(int(data["frame"]), int(data["events"]), int(data["board"]), bool(data["waits"]), Trust(known))


class Film(Protocol):
    """What is followed. step: from one frame's index to the next one's."""

    @property
    def step(self) -> int: ...
    def items(self, start: int) -> Iterator[Item]:
        """Frames from index `start` on, with the source's news between them."""
        ...

    def searched(self, start: int) -> Iterator[Item]:
        """The same with fewer frames, where a board is sought."""
        ...


class Boards(Protocol):
    """The boards of a film, by numbers from 1."""

    def keep(self, board: Board) -> int: ...
    def load(self, number: int) -> Board: ...


class Following:
    """One film, followed from a checkpoint to its end by `run`.

    events: all up to the checkpoint, the match's beginning among them. keep: makes events last; reached: the same for
    a checkpoint, with which the events before it count. observers: see `Table`. seen: gets the index of each frame.
    at: the last checkpoint; at the end of the film what stands for it.
    """

    def __init__(
        self,
        film: Film,
        boards: Boards,
        begin: Checkpoint,
        events: Sequence[Event],
        keep: Keep,
        *,
        reached: Callable[[Checkpoint], None] = lambda _: None,
        observers: Sequence[Observer] = (),
        seen: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._film, self._boards, self.at = film, boards, begin
        self._keep, self._reached, self._seen = keep, reached, seen
        self._count = len(events)
        self._part: Part | None = None
        self._table = Table(events, self._kept, (self._show, *observers))

    def run(self) -> None:
        """To the film's end. Raises SourceError where it cannot be read."""
        while self.at.board or self._search():
            self._part = None
            if not self._follow():
                break
        self.at = replace(self.at, events=self._count)

    def _kept(self, events: Sequence[Event]) -> None:
        self._keep(events)
        self._count += len(events)

    def _show(self, update: TableUpdate) -> None:
        if self._part is not None:
            self._part.watcher.on_update(update)

    def _search(self) -> bool:
        """Whether there is a board in the rest of the film; what is before its starting position is followed too."""
        search = BoardSearch()
        for item in self._film.searched(self.at.frame):
            if isinstance(item, Frame):
                self._seen(item.index)
                board = search.observe(item)
                if board is not None:
                    self._sit_at(board, self.at.frame)
                    return True
        return False

    def _sit_at(self, board: Board, frame: int) -> None:
        """From this frame on this is the board."""
        number = self._boards.keep(board)
        seats = board.seats
        if seats != (self._table.state.seats or USUAL_SEATS):
            self._table.commit([Seated(frame, self._table.moment.time, seats.near, seats.home)])
        self._reach(Checkpoint(frame, self._count, number, waits=True))

    def _reach(self, checkpoint: Checkpoint) -> None:
        self.at = checkpoint
        self._reached(checkpoint)

    def _begun(self) -> Part:
        """The part that begins at the checkpoint."""
        at = self.at
        return Part(self._boards.load(at.board), self._table, waits=at.waits, trust=at.trust)

    def _follow(self) -> bool:
        """To where another board was found; False where the film ended."""
        part = self._part = self._begun()
        last, begun = self.at.frame, None
        lost: float | None = None
        search = BoardSearch()
        for item in self._film.items(self.at.frame):
            if not isinstance(item, Frame):
                part.hear(item)
                continue
            begun = item.time if begun is None else begun
            evidence = part.observe(item)
            self._seen(item.index)
            if evidence.places:
                last, lost, search = item.index + self._film.step, None, BoardSearch()
            elif evidence.hand:  # it does not lie where it lay
                lost = item.time if lost is None else lost
                if item.time - lost >= LOST_S and (board := search.observe(item)) is not None:
                    self._sit_at(board, last)
                    return True
            if item.time - begun >= PART_S and part.is_quiet(evidence):
                number, after = self.at.board, item.index + self._film.step
                self._reach(Checkpoint(after, self._count, number, part.waits, part.trust))
                part, begun = self._begun(), item.time
                self._part = part
        part.settle()
        return False
