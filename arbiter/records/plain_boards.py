"""Boards for formats that hold one number a point, so that both colours never stand together.

A checker put on a made point is the most ordinary illegal play, and where it stood the game went on from such a board.
"""

from __future__ import annotations

from arbiter.message import Message
from arbiter.position import BAR, Position, Side


def plain_board(position: Position) -> Position:
    """The same board where no point holds both colours, else the nearest one of that kind.

    Of such a point the colour with fewer checkers there (dark's, where both have as many) stands on the nearest point
    that holds none of the other's, in case of doubt behind it; on the bar where there is none.
    """
    for point, light, dark in position.mixed:
        side = Side.LIGHT if light < dark else Side.DARK
        own = point if side is Side.LIGHT else BAR - point
        position = _moved_aside(position, side, own)
    return position


def both_colours(position: Position) -> Message:
    """Which points hold both colours, for people; only of a board that has such points."""
    points = ", ".join(str(point) for point, _, _ in position.mixed)
    return Message.counted(
        "both colours stood on light's {points}-point",
        "both colours stood on light's points {points}",
        len(position.mixed),
        points=points,
    )


def _moved_aside(position: Position, side: Side, point: int) -> Position:
    row, other = list(position.row(side)), position.row(side.other)
    free = [each for each in range(1, BAR) if not other[BAR - each]]
    nearest = min(free, key=lambda each: (abs(each - point), -each), default=BAR)
    row[nearest] += row[point]
    row[point] = 0
    return position.with_row(side, tuple(row))
