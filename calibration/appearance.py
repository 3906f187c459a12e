"""What everything on one board looks like: learned again from the board's pictures whenever it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbiter.position import Side
from calibration.bare import bare_under
from calibration.board import Board
from calibration.colours import Colour
from calibration.learn import counts_in_picture
from calibration.measure import Placed, recall_checkers
from calibration.sheet import Image


@dataclass(frozen=True, eq=False)
class Appearance:
    """bare: the board without checkers (BGR, the start picture's light); placed: the start picture's checkers."""

    bare: Image
    colours: Mapping[Side, Colour]
    placed: tuple[Placed, ...]


def recall_appearance(board: Board) -> Appearance:
    counts = counts_in_picture(board.position, board.seats)
    ridge = (board.ridge, board.ridge_width)
    bare = bare_under(board.start, board.empty, board.leaves, ridge, board.position, counts)
    found = recall_checkers(board.start, bare, board.leaves, counts, board.checker)
    return Appearance(bare, found.colours, found.placed)
