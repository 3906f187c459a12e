"""The table's watcher, which follows the players when they change seats."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from arbiter.match.entered_events import PositionEntered, Undone
from arbiter.match.events import OutOfStep, PlayCorrected, PlayMade
from arbiter.position import BAR, OFF, Position
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.table.table import TableUpdate
from calibration.board import Board, Visibility
from calibration.visibility import low_contrast
from vision.pose_tracking import Outline
from vision.sources.frames import News
from vision.sources.pictures import Image
from vision.watcher import Watcher

CORRECTIONS = (Undone, PlayCorrected, OutOfStep)
"""After these what was last taken for sure may have been wrong."""


def seated(board: Board, seats: Seats) -> Board:
    """The same board, with the same checkers in its start picture, as those seats number its points."""
    light, dark = [0] * 26, [0] * 26
    numbers = {spot: number for number, spot in enumerate(seats.track(), 1)}
    for was, spot in enumerate(board.seats.track(), 1):
        light[numbers[spot]], dark[25 - numbers[spot]] = board.position.counts(was)
    for row, own in ((light, board.position.light), (dark, board.position.dark)):
        row[OFF], row[BAR] = own[OFF], own[BAR]
    position = Position(tuple(light), tuple(dark))
    return replace(board, seats=seats, position=position, visibility=_renumbered(board, seats))


def _renumbered(board: Board, seats: Seats) -> Visibility | None:
    if board.visibility is None:
        return None
    was = {spot: number for number, spot in enumerate(board.seats.track())}
    order = [was[spot] for spot in seats.track()]
    odds, contrast = board.visibility.odds, board.visibility.contrast
    return Visibility((*(odds[one] for one in order), *odds[len(order) :]), tuple(contrast[one] for one in order))


class SeatAwareWatcher:
    """A watcher of the board that is made anew when other seats hold. What is hard to see on it is reported once.

    light: on a small machine.
    """

    def __init__(self, board: Board, seats: Seats | None = None, *, light: bool = False) -> None:
        self._board, self._light = board, light
        self._seats = board.seats
        self._watcher = Watcher(board, light=light)
        self._hard = tuple(News(sentence) for sentence in low_contrast(board.visibility))
        self.sit(seats)

    def restart(self) -> Self:
        """The same watcher, having forgotten what it saw: another clip begins."""
        self._watcher = Watcher(seated(self._board, self._seats), light=self._light)
        return self

    def sit(self, seats: Seats | None) -> None:
        """From now on these hold; None: those of the board file."""
        wanted = seats or self._board.seats
        if wanted != self._seats:
            self._seats = wanted
            self._watcher = Watcher(seated(self._board, wanted), light=self._light)

    def on_update(self, update: TableUpdate) -> None:
        """An observer: a change of seats holds from here on; a play that is final shows what the board looks like."""
        self.sit(update.state.seats)
        if any(isinstance(event, CORRECTIONS) for event in update.events):
            self._watcher.unlearn()
            for event in update.events:
                if isinstance(event, PositionEntered) and update.state.dice is None:  # no play shows that is under way
                    self._watcher.learn(event.position, entered=True)
            return
        if update.state.out_of_step is None and update.state.warning is None:
            made = [event.position for event in update.events if isinstance(event, PlayMade)]
            if made:
                self._watcher.learn(made[-1])

    def learn(self, position: Position) -> None:
        """The picture read last shows this position, without doubt."""
        self._watcher.learn(position)

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        return self._watcher.read_frame(image, frame, time)

    def in_picture(self, learned: Outline) -> Outline:
        """See `Watcher.in_picture`; may be asked by any thread."""
        return self._watcher.in_picture(learned)

    def news(self) -> tuple[News, ...]:
        unreported, self._hard = self._hard, ()
        return (*unreported, *self._watcher.news())
