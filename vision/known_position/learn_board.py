"""From a picture of a known position to a `Board`."""

from __future__ import annotations

from arbiter.message import Message
from arbiter.position import START, Position
from arbiter.seats import Seats
from calibration.board import Board
from calibration.corners import CUT_OFF, LeafCorners
from calibration.errors import BadCorners, WrongStart
from calibration.leaf import leaves_from_corners, ridge_between
from calibration.learn import counts_in_picture
from calibration.sheet import Image
from vision.known_position.known_book import known_book


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
    checker = known_book(start, corners, empty, counts, loose=0.0).checker
    return Board(corners, seats, start, empty, checker, leaves, ridge, ridge_width, position, name)


def _enough(position: Position, seats: Seats) -> dict[str, tuple[int, ...]]:
    """The counts in the picture. Raises WrongStart where they are too few to learn from."""
    counts = counts_in_picture(position, seats)
    if any(sum(max(sign * n, 0) for row in counts.values() for n in row) < 2 for sign in (1, -1)):
        raise WrongStart(Message("The known position needs at least two checkers of each colour on the points."))
    return counts
