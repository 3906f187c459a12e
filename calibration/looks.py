"""What everything on one board looks like: learned again from the board's pictures whenever it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbiter.position import Side
from calibration.bare import guess_bare
from calibration.board import Board
from calibration.colours import Colour, match_light
from calibration.learn import counts_in_picture
from calibration.measure import Placed, recall_checkers
from calibration.sheet import Image


@dataclass(frozen=True, eq=False)
class Looks:
    """bare: the board without checkers (BGR, the start picture's light); placed: the start picture's checkers."""

    bare: Image
    colours: Mapping[Side, Colour]
    placed: tuple[Placed, ...]


def recall_looks(board: Board) -> Looks:
    counts = counts_in_picture(board.position, board.seats)
    if board.empty is None:
        bare = guess_bare(board.start, board.leaves, counts)
    else:
        bare = match_light(board.empty, board.start)
    found = recall_checkers(board.start, bare, board.leaves, counts, board.checker)
    return Looks(bare, found.colours, found.placed)
