"""A reading by itself: the best assignment of counts to places with fifteen checkers a side.

What cannot be determined from the picture (how deep a stack is) is settled by conservation: a checker that is on
no point and not on the ridge must have been borne off, and that is only likely for a side that is home.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from arbiter.assignment import Count, best_assignments
from arbiter.position import CHECKERS, SIDES, Position
from arbiter.referee.evidence import Evidence, PlaceEvidence
from calibration.leaf import POINTS_PER_ROW


@dataclass(frozen=True)
class ReadingPrices:
    """What makes an assignment less likely, as natural logarithms unless it says otherwise.

    Chosen on our own renderings and held against path-traced ones; `python -m lab.benchmarks.vision` measures what
    comes of them.
    """

    alternatives: int = 12
    """Counts considered per place."""
    borne_off: float = 1.0
    """What it costs a side to have any checkers off; and that one checker more than when the board was learned is out
    of sight, where the set then lacked some: hit checkers are laid anywhere on such boards, none may be invented."""
    outside: float = 2.5
    """More, where that side has a checker outside its home: all were home when the first was borne off (R40)."""
    hit_again: float = 1.5
    unheard_of: float = 6.0
    """More for each further one: checkers are hit one by one. At the most."""
    both_colours: float = 3.0
    """What it costs to take a point for one with both colours, even where it looks most like one: no play leaves any,
    and of the points that the networks learned from one in twenty-five is."""
    overlooked: float = 0.8
    """For each borne-off checker that was not seen beside the board."""
    beside_one: float = 4.0
    """More where one of them was seen there: who lays one there lays all. Where more were, a part of it: heaps hide
    some. Nothing where the picture's edge cuts off one of those that were."""
    unlike_heap: float = 4.0
    """The most of the first, for players may keep them in a box; and where more are seen there than should be."""
    sharper: float = 1.5
    """The network was taught never to be quite sure; 25 places together would have any reading doubted. A factor."""


PRICES = ReadingPrices()


@dataclass(frozen=True, slots=True)
class Reading:
    """position: the best assignment. confidence: probability that points and bar are exactly right."""

    position: Position
    confidence: float


def reading_of(evidence: Evidence) -> Reading:
    """The best reading of one look. Evidence must hold its 25 places."""
    return _reading(evidence.places, evidence.beside_board, evidence.cut_off, evidence.missing)


@lru_cache(maxsize=4)  # while nothing changes the watcher repeats the places; page and lights ask for the same ones
def _reading(
    places: tuple[PlaceEvidence, ...], beside_board: Count | None, cut_off: tuple[bool, bool], missing: Count | None
) -> Reading:
    options = [options_of(place, calibrated=missing is not None) for place in places]
    found = best_assignments(options, most=CHECKERS).values()
    if not found:  # something lies over the board: whatever is likeliest of what there can be
        anything = [[(place.scores[0][:2], place.scores[0][2]), ((0, 0), place.floor)] for place in places]
        position = max(best_assignments(anything, most=CHECKERS).values())[1]
        return Reading(Position.from_places(position), 0.0)
    weighed = [(score - price_of_off(chosen, beside_board, cut_off, missing), chosen) for score, chosen in found]
    best_score, best = max(weighed)
    others = np.array([score for score, _ in weighed]) - best_score
    singly = sum(_doubt(place, chosen) for place, chosen in zip(options, best, strict=True))
    confidence = float(1 / (np.exp(PRICES.sharper * others).sum() + singly))
    return Reading(Position.from_places(best), round(min(confidence, 0.999), 4))


def out_of_sight(position: Position, evidence: Evidence) -> Count:
    """Light and dark checkers that are nowhere in sight and cannot have been borne off: some lie outside home.

    They count as off, for none is invented where nobody sees it. Of a board never calibrated nobody knows the sets.
    """
    if evidence.missing is None:
        return 0, 0
    lacking = []
    for side, off, never, beside in zip(
        SIDES, position.off, evidence.missing, evidence.beside_board or (0, 0), strict=True
    ):
        outside = any(position.row(side)[POINTS_PER_ROW + 1 :])
        lacking.append(max(0, off - never - beside) if outside else 0)
    return lacking[0], lacking[1]


def options_of(place: PlaceEvidence, calibrated: bool) -> list[tuple[Count, float]]:
    """A place's likelier counts; of a board never calibrated any of them may be a misreading of any other."""
    mixed = PRICES.both_colours if calibrated else 0.0
    return [
        ((light, dark), score - (mixed if light and dark else 0.0))
        for light, dark, score in place.scores[: PRICES.alternatives]
    ]


def _doubt(place: list[tuple[Count, float]], chosen: Count) -> float:
    """The weight of the place's other counts, stacks aside: those are distinguished by conservation."""
    scores = dict(place)
    own = scores.pop(chosen)
    rest = [score for count, score in scores.items() if max(count[0], chosen[0]) <= 5 and max(count[1], chosen[1]) <= 5]
    return float(np.exp(PRICES.sharper * np.minimum(np.array(rest) - own, 0)).sum()) if rest else 0.0


def price_of_off(
    chosen: Sequence[Count], beside_board: Count | None, cut_off: tuple[bool, bool], missing: Count | None
) -> float:
    """What it costs that so many of each side are off. What follows `chosen` is of `Evidence`."""
    price = 0.0
    points, bar = chosen[:24], chosen[24]
    for side in (0, 1):
        track = [count[side] for count in points]
        outside = sum(track[6:] if side == 0 else track[:18]) + bar[side]
        off = CHECKERS - sum(track) - bar[side]
        never = missing[side] if missing is not None else 0
        if never and off > never and outside:
            price += PRICES.borne_off * (off - never)
        elif off > never:
            price += PRICES.borne_off + _price_of_outside(outside, in_play=missing is not None)
        if beside_board is not None:
            price += _price_of_heap(off, never, beside_board[side], cut_off=cut_off[side])
    return price


def _price_of_outside(outside: int, in_play: bool) -> float:
    """What it costs that a side with some off has so many outside its home; in_play: the set does hold them."""
    if not outside:
        return 0.0
    return PRICES.outside + (min(PRICES.unheard_of, PRICES.hit_again * (outside - 1)) if in_play else 0.0)


def _price_of_heap(off: int, never: int, seen: int, *, cut_off: bool) -> float:
    """What it costs that so many are off where so many were seen lying beside the board.

    never: so many of them were not there when the board was learned, and may be no part of the set. cut_off: the
    picture's edge goes through them.
    """
    if seen > off:
        return PRICES.unlike_heap
    unseen = max(0, off - never - seen)
    partly = PRICES.beside_one / seen if seen and unseen and not cut_off else 0.0
    return min(PRICES.unlike_heap, PRICES.overlooked * unseen) + partly
