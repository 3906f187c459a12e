"""Places on the board in the words of somebody who looks at the picture, and what is wrong there."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.message import Message, all_of
from arbiter.referee.evidence import RIDGE
from arbiter.seats import Seats
from bookgammon.boards.board_files import Difference
from calibration.board import Board
from web.setup import SetupProblem

MOST = 4
_ORDINALS = ("", "", Message("second"), Message("third"), Message("fourth"), Message("fifth"))
_DEPTHS = {"top": Message("far"), "bottom": Message("near")}
_INWARDS = 1.6
"""Point widths from the leaf's edge to where a problem is marked."""

Pair = tuple[int, int]


def place_name(place: int, seats: Seats) -> Message:
    """Light's point 1..24 (as 0..23) or the ridge, as seen in the picture; it begins a sentence."""
    if place == RIDGE:
        return Message("The ridge")
    row, column = seats.track()[place]
    depth = _DEPTHS[row]
    at_edges = {
        0: Message("The {depth} left point", depth=depth),
        5: Message("The {depth} point just left of the ridge", depth=depth),
        6: Message("The {depth} point just right of the ridge", depth=depth),
        11: Message("The {depth} right point", depth=depth),
    }
    if column in at_edges:
        return at_edges[column]
    if column < 6:
        return Message("The {ordinal} point from the left, {depth} row", ordinal=_ORDINALS[column + 1], depth=depth)
    return Message("The {ordinal} point from the right, {depth} row", ordinal=_ORDINALS[12 - column], depth=depth)


def shown_and_expected(place: Message, have: Pair, want: Pair) -> Message:
    """`The far left point shows 4 checkers, 5 expected.`; colours are named where they matter."""
    if not any(have):
        return Message("{place} is empty, {expected} expected.", place=place, expected=_checkers(want))
    if not any(want):
        return Message("{place} shows {shown}, none expected.", place=place, shown=_checkers(have))
    same = (have[0] > 0, have[1] > 0) == (want[0] > 0, want[1] > 0)
    if same and 0 in have:
        shown = Message.counted("{count} checker", "{count} checkers", sum(have))
        return Message("{place} shows {shown}, {expected} expected.", place=place, shown=shown, expected=sum(want))
    return Message(
        "{place} shows {shown}, {expected} expected.", place=place, shown=_checkers(have), expected=_checkers(want)
    )


def problems(board: Board, differing: Sequence[Difference]) -> tuple[SetupProblem, ...]:
    """What people read of the differences, the surest first; not more than they can put right at once."""
    worst = sorted(differing, key=lambda one: -one.margin)
    found = [
        SetupProblem(
            shown_and_expected(place_name(one.place, board.seats), one.have, one.want),
            spot(board, one.place),
        )
        for one in worst[:MOST]
    ]
    if len(worst) > MOST:
        found.append(
            SetupProblem(
                Message.counted("And one more point differs.", "And {count} more points differ.", len(worst) - MOST)
            )
        )
    return tuple(found)


def stay_unsure(board: Board, unsure: Sequence[Difference]) -> tuple[str, ...]:
    """A sentence for each place that is hard to read, and how a game goes on with it."""
    return tuple(
        Message(
            "{place} is hard to read: a game begins all the same, and what lies there is taken from the plays.",
            place=place_name(one.place, board.seats),
        )
        for one in unsure[:MOST]
    )


def left_over(board: Board, differing: Sequence[Difference]) -> tuple[SetupProblem, ...]:
    """What lies on a board that should be empty."""
    return tuple(
        SetupProblem(
            Message(
                "{place} still holds {checkers}.",
                place=place_name(one.place, board.seats),
                checkers=_checkers(one.have),
            ),
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


def _checkers(pair: Pair) -> str:
    light = Message.counted("{count} light checker", "{count} light checkers", pair[0])
    dark = Message.counted("{count} dark checker", "{count} dark checkers", pair[1])
    return all_of(found for found, count in ((light, pair[0]), (dark, pair[1])) if count)
