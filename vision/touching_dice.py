"""Two small dice that touch, of which only one, or their middle, is marked: the other is looked for.

Where a single die lies on the board, the second may lie against it on any side. The reader's network is asked all round
the die; where it sees another face, the first die is looked at again from the far side of it, for its own mark may lie
between the two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.sheet import Image
from vision.dice import DieSpot, are_separate, classify_first, read_faces, sizes_match
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
    sure: float = 4.0
    """Log-odds for a die that closer looks give either."""
    halfway: float = 0.42
    """Sides that a mark which shows a face itself lies from both, from which on it is one die, whose halves show faces.
    Of 28 pairs found (seeds 2310000 to 2310023, 2310100 to 2310105) such a mark lies 0.37 from one of them at the most,
    that of a lone six read as two 0.46 from both."""


TOUCHING = TouchingLimits()


def touching_pair(image: Image, die: DieSpot) -> tuple[DieSpot, DieSpot] | None:
    """Both dice, in pixels of the picture, where another one touches this one; None where none does.

    image: (h, w, 3) BGR uint8 in which the die was marked.
    """
    for second in _clear(image, _likely_places(image, die)):
        across = math.atan2(die.y - second.y, die.x - second.x)
        x, y = second.x + second.side * math.cos(across), second.y + second.side * math.sin(across)
        for first in _clear(image, [replace(second, x=x, y=y)]):
            again = _clear(image, (first, second)) if _are_two(first, second) else []
            if len(again) == 2 and are_separate(*again) and not _is_one(image, die, (first, second)):
                return first, second
    return None


def _is_one(image: Image, die: DieSpot, pair: tuple[DieSpot, DieSpot]) -> bool:
    """Whether the die shows a face where it was marked, between both: they are its halves then."""
    return any(min(_sides(whole, half) for half in pair) > TOUCHING.halfway for whole in _clear(image, [die]))


def _are_two(one: DieSpot, other: DieSpot) -> bool:
    """Whether they lie side by side and may be of one throw."""
    return are_separate(one, other) and sizes_match(one.side, other.side)


def _likely_places(image: Image, die: DieSpot) -> list[DieSpot]:
    """Where a first look around the die sees a face, likeliest first."""
    around = [math.tau * step / TOUCHING.directions for step in range(TOUCHING.directions)]
    ring = [_beside(die, angle, size) for size in TOUCHING.sizes for angle in around]
    moved, shares = classify_first(image, ring)
    return [moved[n] for n in np.argsort(shares[:, 0], kind="stable")[: TOUCHING.looked_at]]


def _clear(image: Image, places: Sequence[DieSpot]) -> list[DieSpot]:
    """Those that show a face plainly in closer looks, where these see it."""
    fitted, shares = read_faces(image, places)
    return [spot for spot, share in zip(fitted, shares, strict=True) if log_odds(1 - float(share[0])) > TOUCHING.sure]


def _beside(die: DieSpot, angle: float, size: float) -> DieSpot:
    """A die `size` times as large that touches this one in a direction, in radians."""
    a, b, c, d = die.view
    right, down = size * die.side * math.cos(angle), size * die.side * math.sin(angle)
    return replace(die, x=die.x + a * right + b * down, y=die.y + c * right + d * down, side=size * die.side)


def _sides(one: DieSpot, other: DieSpot) -> float:
    """How far apart they are, in sides of both."""
    return 2 * math.hypot(one.x - other.x, one.y - other.y) / (one.side + other.side)
