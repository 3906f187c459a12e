"""Dice in any picture, with no board and nothing known beforehand.

The networks of `vision.dice` look at the picture at several scales, each for dice of about one size. Where spots
overlap, the likelier die counts: a pip looks like a small die with a one on it, and two dice like one large one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.dice import USUAL_SIDE, DieSpot, find_spots, read_faces
from vision.sources.pictures import Image

Floats = npt.NDArray[np.float32]

SMALLEST, LARGEST, STEP = 0.03, 0.2, 1.7
"""Sides of dice looked for, as shares of the picture's longer side, and from one scale to the next."""
SPOT, MOST = 0.15, 60
"""The finder's score from which on a spot is looked at, and how many of each scale at the most."""
SURE = 0.6
"""Share of one face, and of the finder's score with it, from which on there is a die."""
APART = 0.62
"""Middles of two dice are this share of their mean side apart at the least."""
LIKE_OTHERS, LARGER = 0.6, 1.7
"""Dice of one picture have sides between these shares of the usual one: others are pips, or two dice taken for one."""


@dataclass(frozen=True, slots=True)
class AnyDie:
    """A die somewhere in a picture. center: of its body, pixels; side: pixels; probability: of its value."""

    value: int
    center: tuple[float, float]
    side: float
    probability: float


def find_dice(image: Image) -> list[AnyDie]:
    """Every die in a picture (BGR uint8), surest first."""
    longest = max(image.shape[0], image.shape[1])
    first, last = SMALLEST * longest, LARGEST * longest
    spots: list[DieSpot] = []
    side = first * STEP**0.5
    while side < last * STEP**0.5:
        spots += find_spots(image, None, USUAL_SIDE / side, SPOT, MOST)
        side *= STEP
    return _apart([_as_die(spot, share) for spot, share in zip(*read_faces(image, spots), strict=True)])


def _as_die(spot: DieSpot, share: Floats) -> AnyDie:
    value = int(share[1:].argmax()) + 1
    sure = float(share[value]) * min(1.0, spot.score / 0.5) ** 0.5
    return AnyDie(value, (round(spot.x, 1), round(spot.y, 1)), round(spot.side, 1), round(sure, 4))


def _apart(dice: Sequence[AnyDie]) -> list[AnyDie]:
    """Those that are dice, of any that overlap the surer one, and about as large as the others."""
    sure = [die for die in dice if die.probability > SURE]
    usual = float(np.median([die.side for die in sure if die.value > 1] or [die.side for die in sure] or [0.0]))
    kept: list[AnyDie] = []
    for die in sorted(sure, key=lambda d: -d.probability):
        if not LIKE_OTHERS * usual < die.side < LARGER * usual:
            continue
        if all(_beside(die, other) for other in kept):
            kept.append(die)
    return kept


def _beside(die: AnyDie, other: AnyDie) -> bool:
    away = np.hypot(die.center[0] - other.center[0], die.center[1] - other.center[1])
    return bool(away > APART * (die.side + other.side) / 2)
