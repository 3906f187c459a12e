"""What is still to be done until a position lies on the board: pure, point by point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arbiter.message import Message
from arbiter.position import BAR, SIDES, Position, Side
from bookgammon.table.waiting import TALL


@dataclass(frozen=True, slots=True)
class PlaceToSet:
    """A place that holds another count of a side's checkers than it should.

    point: 1 to 24 in the numbering of whoever decides, None for the bar. more: how many are missing, below zero
    where they are too many.
    """

    side: Side
    point: int | None
    more: int


def differences(lies: Position, wanted: Position, view: Side) -> tuple[PlaceToSet, ...]:
    """All places that differ, in the order of their points as `view` counts them; the bar last.

    Where one side's checkers are to be lifted and the other's laid, lifting comes first.
    """
    found = [*_on_points(lies, wanted, view), *_on_bar(lies, wanted)]
    return tuple(sorted(found, key=lambda each: (each.point or BAR, each.more > 0)))


def tall_piles(wanted: Position, view: Side) -> tuple[PlaceToSet, ...]:
    """Points on which more checkers lie than the camera can count, with how many belong there."""
    found = _on_points(Position.from_points([0] * 24), wanted, view)
    return tuple(sorted((each for each in found if each.more > TALL), key=lambda each: each.point or BAR))


def pile_sentence(pile: PlaceToSet) -> Message:
    """Only people can count it."""
    checkers = _checkers(pile.side, pile.more)
    return Message("Count the pile on the {point}-point yourself: {checkers}.", point=pile.point, checkers=checkers)


def sentence_of(difference: PlaceToSet) -> Message:
    """What is to be done there."""
    checkers, point = _checkers(difference.side, abs(difference.more)), difference.point
    if difference.more > 0:
        if point is None:
            return Message("Lay {checkers} on the bar.", checkers=checkers)
        return Message("Lay {checkers} on the {point}-point.", checkers=checkers, point=point)
    if point is None:
        return Message("Take {checkers} from the bar.", checkers=checkers)
    return Message("Take {checkers} from the {point}-point.", checkers=checkers, point=point)


def _checkers(side: Side, count: int) -> Message:
    if side is Side.LIGHT:
        return Message.counted("{count} light checker", "{count} light checkers", count)
    return Message.counted("{count} dark checker", "{count} dark checkers", count)


def _on_points(lies: Position, wanted: Position, view: Side) -> Iterator[PlaceToSet]:
    for side in SIDES:
        for own in range(1, BAR):
            more = wanted.row(side)[own] - lies.row(side)[own]
            if more:
                yield PlaceToSet(side, own if side is view else BAR - own, more)


def _on_bar(lies: Position, wanted: Position) -> Iterator[PlaceToSet]:
    for side in SIDES:
        more = wanted.row(side)[BAR] - lies.row(side)[BAR]
        if more:
            yield PlaceToSet(side, None, more)
