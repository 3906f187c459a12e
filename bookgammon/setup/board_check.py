"""The check of the board in the first turns of a session (`bookgammon.setup.checked_in_play`), in a thread of its own.

The table's thread passes each turn's end and takes the result; measuring takes seconds, so it happens beside it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Self

from arbiter.position import Position
from arbiter.referee.evidence import Evidence
from bookgammon.setup.checked_in_play import LIMITS, ShownTurn, contradicts, measured_again
from calibration.board import Board
from vision.sources.pictures import Image
from web.containment import contained

FIRST_TURNS = 12
"""Turns of a session that are looked at: what was learned wrong shows in the first ones."""
_PATIENCE_S = 20.0
"""Seconds for a board that is being measured when the program ends: no thread may be left in OpenCV then."""


class BoardCheck:
    """Used as a `with` block. keep: is given a board that was measured again, to be kept for other sessions."""

    def __init__(self, keep: Callable[[Board], None]) -> None:
        self._keep = keep
        self._turns = 0
        self._against: list[ShownTurn] = []
        self._board: Board | None = None
        self._measuring: threading.Thread | None = None
        self._found: Board | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._measuring is not None:
            self._measuring.join(_PATIENCE_S)

    def turn_ended(self, board: Board, picture: Image, evidence: Evidence, position: Position) -> None:
        """A turn ended with this position, which nobody doubts. Never waits.

        board: as it is read now, with the seats that hold; picture: BGR uint8 as seen from where it was learned.
        """
        if self._turns >= FIRST_TURNS or self._measuring is not None:
            return
        self._turns += 1
        if self._board is None or self._board.seats != board.seats:
            self._against.clear()
        self._board = board
        if contradicts(evidence, position):
            self._against.append(ShownTurn(picture, position))
        if len(self._against) >= LIMITS.turns:
            turns, self._against = tuple(self._against), []
            measure = partial(contained, "the check of the board", partial(self._measure, board, turns), None)
            self._measuring = threading.Thread(target=measure, name="board check", daemon=True)
            self._measuring.start()

    def corrected(self) -> Board | None:
        """The board as it was measured again, once; None where there is none, or not yet."""
        if self._measuring is None or self._measuring.is_alive():
            return None
        found, self._found, self._measuring = self._found, None, None
        return found

    def _measure(self, board: Board, turns: tuple[ShownTurn, ...]) -> None:
        found = measured_again(board, turns)
        if found is not None:
            self._found = found
            self._keep(found)
