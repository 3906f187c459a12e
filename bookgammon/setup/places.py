"""Places on the board in the words of somebody who looks at the picture, and what is wrong there."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.referee.evidence import RIDGE
from arbiter.seats import Seats
from bookgammon.boards import Difference
from calibration.board import Board
from web.setup import Fault

MOST = 4
_ORDINALS = ("", "", "second", "third", "fourth", "fifth")
_INWARDS = 1.6
"""Point widths from the leaf's edge to where a fault is marked."""

Pair = tuple[int, int]


def place_name(place: int, seats: Seats) -> str:
    """Light's point 1..24 (as 0..23) or the ridge, as seen in the picture."""
    if place == RIDGE:
        return "the ridge"
    row, column = seats.track()[place]
    depth = "far" if row == "top" else "near"
    if column in (0, 11):
        return f"the {depth} {'left' if column == 0 else 'right'} point"
    if column in (5, 6):
        return f"the {depth} point just {'left' if column == 5 else 'right'} of the ridge"
    side, count = ("left", column + 1) if column < 6 else ("right", 12 - column)
    return f"the {_ORDINALS[count]} {depth} point from the {side}"


def shown_and_expected(have: Pair, want: Pair) -> str:
    """`shows 4 checkers, 5 expected`; colours are told where they matter."""
    if not any(have):
        return f"is empty, {_checkers(want, told=True)} expected"
    if not any(want):
        return f"shows {_checkers(have, told=True)}, none expected"
    same = (have[0] > 0, have[1] > 0) == (want[0] > 0, want[1] > 0)
    if same and 0 in have:
        return f"shows {_checkers(have, told=False)}, {sum(want)} expected"
    return f"shows {_checkers(have, told=True)}, {_checkers(want, told=True)} expected"


def faults(board: Board, differing: Sequence[Difference]) -> tuple[Fault, ...]:
    """What people are told of the differences, the surest first; not more than they can put right at once."""
    worst = sorted(differing, key=lambda one: -one.margin)
    told = [
        Fault(
            _sentence(place_name(one.place, board.seats), shown_and_expected(one.have, one.want)),
            spot(board, one.place),
        )
        for one in worst[:MOST]
    ]
    if len(worst) > MOST:
        told.append(Fault(f"And {len(worst) - MOST} more points differ."))
    return tuple(told)


def left_over(board: Board, differing: Sequence[Difference]) -> tuple[Fault, ...]:
    """What lies on a board that should be empty."""
    return tuple(
        Fault(
            _sentence(place_name(one.place, board.seats), f"still holds {_checkers(one.have, told=True)}"),
            spot(board, one.place),
        )
        for one in sorted(differing, key=lambda one: -one.margin)[:MOST]
    )


def spot(board: Board, place: int) -> tuple[float, float]:
    """Where a place is in the board's picture, in pixels."""
    if place == RIDGE:
        x, y = board.ridge.project([[board.ridge_width / 2, board.ridge.length / 2, 0.0]])[0]
    else:
        row, column = board.seats.track()[place]
        leaf = board.leaves[column // 6]
        deep = _INWARDS if row == "top" else leaf.length - _INWARDS
        x, y = leaf.project([[column % 6 + 0.5, deep, 0.0]])[0]
    return round(float(x), 1), round(float(y), 1)


def _sentence(place: str, what: str) -> str:
    return f"{place[0].upper()}{place[1:]} {what}."


def _checkers(pair: Pair, *, told: bool) -> str:
    parts = [
        f"{count} {f'{side} ' if told else ''}checker{'' if count == 1 else 's'}"
        for count, side in zip(pair, ("light", "dark"), strict=True)
        if count
    ]
    return " and ".join(parts)
