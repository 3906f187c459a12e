"""What everything on a calibrated board looks like, learned from its pictures whenever it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbiter.position import Position, Side
from arbiter.seats import Seats
from calibration.bare import bare_under
from calibration.board import Board
from calibration.colours import Colour
from calibration.known_checkers import KnownChecker, colours_of_sides, known_checkers
from calibration.sheet import Image


def counts_in_picture(position: Position, seats: Seats) -> dict[str, tuple[int, ...]]:
    """The position as the picture's far ('top') and near ('bottom') rows of 12 signed counts, left to right."""
    rows = {"top": [0] * 12, "bottom": [0] * 12}
    for count, (row, column) in zip(position.points, seats.track(), strict=True):
        rows[row][column] = count
    return {row: tuple(counts) for row, counts in rows.items()}


@dataclass(frozen=True, eq=False)
class Appearance:
    """bare: the board without checkers (BGR, the start picture's light); placed: the start picture's checkers."""

    bare: Image
    colours: Mapping[Side, Colour]
    placed: tuple[KnownChecker, ...]


def recall_appearance(board: Board) -> Appearance:
    counts = counts_in_picture(board.position, board.seats)
    ridge = (board.ridge, board.ridge_width)
    bare = bare_under(board.start, board.empty, board.leaves, ridge, board.position, counts)
    colours = colours_of_sides(board.start, board.leaves, counts, board.checker)
    return Appearance(bare, colours, known_checkers(board.leaves, counts, board.checker))
