"""Calibrating: from a picture of a known position to a `Board`, and from its pictures to what everything looks like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arbiter.message import Message
from arbiter.position import START, Position, Side
from arbiter.seats import Seats
from calibration.bare import bare_under
from calibration.board import Board
from calibration.colours import Colour
from calibration.corners import CUT_OFF, LeafCorners
from calibration.errors import BadCorners, WrongStart
from calibration.leaf import leaves_from_corners, ridge_between
from calibration.measure import MEASURING, Placed, measured_ways, recall_checkers
from calibration.sheet import Image


def counts_in_picture(position: Position, seats: Seats) -> dict[str, tuple[int, ...]]:
    """The position as the picture's far ('top') and near ('bottom') rows of 12 signed counts, left to right."""
    rows = {"top": [0] * 12, "bottom": [0] * 12}
    for count, (row, column) in zip(position.points, seats.track(), strict=True):
        rows[row][column] = count
    return {row: tuple(counts) for row, counts in rows.items()}


def learn_board(
    start: Image,
    corners: LeafCorners,
    seats: Seats,
    empty: Image | None = None,
    position: Position = START,
    name: str = "board",
) -> Board:
    """Learn a board from a picture (BGR uint8) of a known position and, if there is one, of the empty board.

    Raises BadCorners where a corner lies farther outside the picture than CUT_OFF point widths, WrongStart where the
    pictures differ in size or too few checkers are on the points to learn from.
    """
    return next(learned_ways(start, corners, seats, empty, position, name))


def learned_ways(
    start: Image,
    corners: LeafCorners,
    seats: Seats,
    empty: Image | None = None,
    position: Position = START,
    name: str = "board",
) -> Iterator[Board]:
    """The board with each size of checkers that the picture may show, the likeliest first: see `learn_board`."""
    height, width = start.shape[:2]
    if corners.cut_off((width, height)) > CUT_OFF:
        raise BadCorners(
            Message("A corner lies outside the picture of {width} by {height} pixels.", width=width, height=height)
        )
    if empty is not None and empty.shape != start.shape:
        raise WrongStart(Message("The picture of the empty board has another size than the one with checkers."))
    counts = _enough(position, seats)
    leaves = leaves_from_corners(corners, (width, height))
    ridge, ridge_width = ridge_between(leaves, corners)
    bare = bare_under(start, empty, leaves, (ridge, ridge_width), position, counts)
    for measured in measured_ways(start, bare, leaves, counts):
        yield Board(corners, seats, start, empty, measured.checker, leaves, ridge, ridge_width, position, name)


def _enough(position: Position, seats: Seats) -> dict[str, tuple[int, ...]]:
    """The counts in the picture. Raises WrongStart where they are too few to learn from."""
    counts = counts_in_picture(position, seats)
    if any(sum(max(sign * n, 0) for row in counts.values() for n in row) < 2 for sign in (1, -1)):
        raise WrongStart(Message("The known position needs at least two checkers of each colour on the points."))
    return counts


@dataclass(frozen=True, eq=False)
class Appearance:
    """What everything on one board looks like: learned again from its pictures whenever it is opened.

    bare: the board without checkers (BGR, the start picture's light); placed: the start picture's checkers.
    """

    bare: Image
    colours: Mapping[Side, Colour]
    placed: tuple[Placed, ...]


def recall_appearance(board: Board) -> Appearance:
    counts = counts_in_picture(board.position, board.seats)
    ridge = (board.ridge, board.ridge_width)
    bare = bare_under(board.start, board.empty, board.leaves, ridge, board.position, counts)
    found = recall_checkers(board.start, bare, board.leaves, counts, board.checker, MEASURING.learned)
    return Appearance(bare, found.colours, found.placed)
