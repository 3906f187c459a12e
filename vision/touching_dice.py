"""Two small dice that touch, of which the finder's network marks only one, or their middle: the other is looked for.

Where a single die lies on the board, the second may lie against it on any side. The reader's network is asked all round
the die; where it sees another face, the first die is looked at again from the far side of it, for its own mark may lie
between the two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.sheet import Image
from vision.dice import DieSpot, Floats, classify_first, read_faces, sizes_match
from vision.nets import log_odds


@dataclass(frozen=True)
class TouchingLimits:
    """Where the second die of a pair is looked for, and when it is one. Sides are those of a die.

    Chosen on 120 pairs of small glass dice of own renderings (seeds 2310000 to 2310023), and on one of each alone:
    `python -m lab.benchmarks.touching_dice`.
    """

    sizes: tuple[float, ...] = (0.75, 0.95)
    """Of the other die of a pair, in sides of the die's mark: a mark between two dice is too large."""
    directions: int = 12
    looked_at: int = 3
    """Places that are looked at closely, likeliest first."""
    likely: float = -3.0
    """Log-odds for a die of a place that is looked at closely."""
    sure: float = 4.0
    clear: float = 0.8
    """Log-odds for a die, and share of a face, that closer looks give either."""
    off_mark: float = 0.45
    """Sides from the die's mark to the second die at the least."""
    apart: float = 0.8
    reach: float = 1.35
    """Sides between both at the least and at the most."""
    still_apart: float = 0.6
    """Sides between both when they are looked at once more: on one die alone the looks would move to its middle. Of
    those pairs 24 are 0.62 to 1.08 apart then, two places on one die 0.44 and 0.51."""
    halfway: float = 0.42
    """Sides that a mark which shows a face itself lies from both, from which on it is one die, whose halves show faces.
    Of 28 pairs found (seeds 2310000 to 2310023, 2310100 to 2310105) such a mark lies 0.37 from one of them at the most,
    that of a lone six read as two 0.46 from both."""


TOUCHING = TouchingLimits()


def touching_pair(image: Image, die: DieSpot) -> tuple[DieSpot, DieSpot] | None:
    """Both dice, in pixels of the picture, where another one touches this one; None where none does.

    image: (h, w, 3) BGR uint8 in which the die was marked.
    """
    places = _likely_places(image, die)
    for second in _clear(image, places):
        if _sides(die, second) < TOUCHING.off_mark:
            continue
        x, y = die.x - second.x, die.y - second.y
        far = second.side / math.hypot(x, y)
        for first in _clear(image, [replace(second, x=second.x + far * x, y=second.y + far * y)]):
            again = _clear(image, (first, second)) if _touch(first, second) else []
            if len(again) == 2 and _sides(*again) > TOUCHING.still_apart and not _is_one(image, die, (first, second)):
                return first, second
    return None


def _is_one(image: Image, die: DieSpot, pair: tuple[DieSpot, DieSpot]) -> bool:
    """Whether the die shows a face where it was marked, between both: they are its halves then."""
    return any(min(_sides(whole, half) for half in pair) > TOUCHING.halfway for whole in _clear(image, [die]))


def _touch(one: DieSpot, other: DieSpot) -> bool:
    """Whether they lie side by side and may be of one throw."""
    return TOUCHING.apart < _sides(one, other) < TOUCHING.reach and sizes_match(one.side, other.side)


def are_separate(one: DieSpot, other: DieSpot) -> bool:
    """Whether these are as far apart as two dice must be."""
    return _sides(one, other) > TOUCHING.apart


def _likely_places(image: Image, die: DieSpot) -> list[DieSpot]:
    """Where a first look around the die sees a face, likeliest first."""
    around = [math.tau * step / TOUCHING.directions for step in range(TOUCHING.directions)]
    ring = [_beside(die, angle, size) for size in TOUCHING.sizes for angle in around]
    moved, shares = classify_first(image, ring)
    seen = [(log_odds(1 - float(share[0])), spot) for spot, share in zip(moved, shares, strict=True)]
    likely = [(odds, spot) for odds, spot in seen if odds > TOUCHING.likely and _sides(die, spot) > TOUCHING.off_mark]
    return [spot for _, spot in sorted(likely, key=lambda entry: -entry[0])[: TOUCHING.looked_at]]


def _clear(image: Image, places: Sequence[DieSpot]) -> list[DieSpot]:
    """Those that show a face plainly in closer looks, where these see it."""
    fitted, shares = read_faces(image, places)
    return [spot for spot, share in zip(fitted, shares, strict=True) if _plain(share)]


def _plain(share: Floats) -> bool:
    """share: (7,) of no die and of each face."""
    return log_odds(1 - float(share[0])) > TOUCHING.sure and float(share[1:].max()) > TOUCHING.clear


def _beside(die: DieSpot, angle: float, size: float) -> DieSpot:
    """A die `size` times as large that touches this one in a direction, in radians."""
    a, b, c, d = die.view
    right, down = size * die.side * math.cos(angle), size * die.side * math.sin(angle)
    return replace(die, x=die.x + a * right + b * down, y=die.y + c * right + d * down, side=size * die.side)


def _sides(one: DieSpot, other: DieSpot) -> float:
    """How far apart they are, in sides of both."""
    return 2 * math.hypot(one.x - other.x, one.y - other.y) / (one.side + other.side)
