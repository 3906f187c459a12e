"""The check of the board in the first turns of a session (`bookgammon.setup.checked_in_play`), in a thread of its own.

The table's thread passes each turn's end and takes the result; measuring takes seconds, so it happens beside it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from arbiter.message import Message
from arbiter.position import Position
from arbiter.referee.evidence import Evidence
from bookgammon.setup.checked_in_play import LIMITS, ShownTurn, contradicts, measured_again
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from calibration.board import Board
from vision.sources.pictures import Image

FIRST_TURNS = 12
"""Turns of a session that are looked at: what was learned wrong shows in the first ones."""
_PART = Message("the check of the board")
_PATIENCE_S = 20.0
"""Seconds for a board that is being measured when the program ends: no thread may be left in OpenCV then."""


class BoardCheck:
    """Used as a `with` block. keep: is given a board that was measured again, to be kept for other sessions."""

    def __init__(self, keep: Callable[[Board], None], workers: Workers | None = None) -> None:
        self._keep = keep
        self._turns = 0
        self._against: list[ShownTurn] = []
        self._board: Board | None = None
        self._asked: Jobs[_Shown] = Jobs(
            workers or Workers(), "board check", _PART, self._measure, most=1, failed=self._leave
        )
        self._measuring = False
        self._measured = threading.Event()
        self._found: Board | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._asked.stop(_PATIENCE_S)

    def turn_ended(self, board: Board, picture: Image, evidence: Evidence, position: Position) -> None:
        """A turn ended with this position, which nobody doubts. Never waits.

        board: as it is read now, with the seats that hold; picture: BGR uint8 as seen from where it was learned.
        """
        if self._turns >= FIRST_TURNS or self._measuring:
            return
        self._turns += 1
        if self._board is None or self._board.seats != board.seats:
            self._against.clear()
        self._board = board
        if contradicts(evidence, position):
            self._against.append(ShownTurn(picture, position))
        if len(self._against) >= LIMITS.turns:
            turns, self._against = tuple(self._against), []
            self._asked.start()
            self._measuring = self._asked.offer(_Shown(board, turns))

    def corrected(self) -> Board | None:
        """The board as it was measured again, once; None where there is none, or not yet."""
        if not self._measured.is_set():
            return None
        self._measured.clear()
        found, self._found, self._measuring = self._found, None, False
        return found

    def _measure(self, shown: _Shown) -> None:
        found = measured_again(shown.board, shown.turns)
        if found is not None:
            self._found = found
            self._keep(found)
        self._measured.set()

    def _leave(self, shown: _Shown) -> None:
        """A fault: the board stays as it was learned."""
        del shown
        self._measured.set()


@dataclass(frozen=True, eq=False)
class _Shown:
    """A board, and the turns that speak against it."""

    board: Board
    turns: tuple[ShownTurn, ...]
