"""The table's watcher, which follows the players when they change seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self

from arbiter.match.entered_events import PositionEntered, Undone
from arbiter.match.events import OutOfStep, PlayCorrected, PlayMade
from arbiter.message import Message
from arbiter.position import Position
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.boards.seated import seated
from bookgammon.table.table import TableUpdate
from calibration.board import Board
from calibration.visibility import low_contrast
from vision.pose_tracking import Outline
from vision.sources.frames import News
from vision.sources.pictures import Image
from vision.watcher import Watcher

CORRECTIONS = (Undone, PlayCorrected, OutOfStep)
"""After these what was last taken for sure may have been wrong."""
MEASURED_AGAIN = Message("What was learned about the board did not fit what lies on it: it has been measured again.")


class Check(Protocol):
    """What looks at the first turns for a board that was learned wrong: `bookgammon.setup.board_check`."""

    def turn_ended(self, board: Board, picture: Image, evidence: Evidence, position: Position) -> None: ...
    def corrected(self) -> Board | None: ...


class SeatAwareWatcher:
    """A watcher of the board that is made anew when other seats hold. What is hard to see on it is reported once.

    small: on a small machine. check: of the board in the first turns; without it the board stays as it was learned.
    on_board: is given the board that takes its place, for whoever shows where it lies.
    """

    def __init__(
        self,
        board: Board,
        seats: Seats | None = None,
        *,
        small: bool = False,
        check: Check | None = None,
        on_board: Callable[[Board], None] = lambda _: None,
    ) -> None:
        self._on_board = on_board
        self._board, self._small, self._check = board, small, check
        self._seats = board.seats
        self._watcher = Watcher(board, small=small)
        self._hard = tuple(News(sentence) for sentence in low_contrast(board.visibility))
        self.sit(seats)

    def restart(self) -> Self:
        """The same watcher, having forgotten what it saw: another clip begins."""
        self._watcher = Watcher(seated(self._board, self._seats), small=self._small)
        return self

    def sit(self, seats: Seats | None) -> None:
        """From now on these hold; None: those of the board file."""
        wanted = seats or self._board.seats
        if wanted != self._seats:
            self._seats = wanted
            self._watcher = Watcher(seated(self._board, wanted), small=self._small)

    def on_update(self, update: TableUpdate) -> None:
        """An observer: a change of seats holds from here on; a play that is final shows whether the board was learned
        right. Between two turns a board that was measured again takes the place of the one that was learned.
        """
        self.sit(update.state.seats)
        if any(isinstance(event, CORRECTIONS) for event in update.events):
            for event in update.events:
                if isinstance(event, PositionEntered) and update.state.dice is None:  # no play shows that is under way
                    self._check_turn(event.position)
            return
        if update.state.out_of_step is None and update.state.warning is None:
            made = [event.position for event in update.events if isinstance(event, PlayMade)]
            if made:
                self._check_turn(made[-1])
        if self._check is not None and update.state.dice is None and (board := self._check.corrected()) is not None:
            self._board = seated(board, self._board.seats)
            self._hard = (*self._hard, News(MEASURED_AGAIN))
            self.restart()
            self._on_board(self._board)

    def _check_turn(self, position: Position) -> None:
        if self._check is not None and (shown := self._watcher.take_shown()) is not None:
            self._check.turn_ended(seated(self._board, self._seats), *shown, position)

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        return self._watcher.read_frame(image, frame, time)

    def in_picture(self, learned: Outline) -> Outline:
        """See `Watcher.in_picture`; may be asked by any thread."""
        return self._watcher.in_picture(learned)

    def news(self) -> tuple[News, ...]:
        unreported, self._hard = self._hard, ()
        return (*unreported, *self._watcher.news())
