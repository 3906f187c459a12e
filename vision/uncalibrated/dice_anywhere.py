"""Dice in any picture, with no board and nothing known beforehand.

The networks of `vision.dice` look at the picture at several scales, each for dice of about one size. Where spots
overlap, the likelier die counts: a pip looks like a small die with a one on it, and two dice like one large one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.dice import FACE, USUAL_SIDE, DieSpot, find_spots, read_faces
from vision.sources.pictures import Image

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class AnywhereLimits:
    """Which spots of a picture are dice. No measurement is kept from when they were chosen; what comes of them:
    tests/vision/test_dice_anywhere.py. How near two dice may lie is `FACE.apart`, as on a board."""

    smallest: float = 0.03
    largest: float = 0.2
    step: float = 1.7
    """Sides of dice looked for, as shares of the picture's longer side, and from one scale to the next."""
    most: int = 60
    """Spots of each scale that are looked at."""
    clear_score: float = 0.5
    """The finder's score from which on it takes nothing from what the face says."""
    sure: float = 0.6
    """Share of one face, and of the finder's score with it, from which on there is a die."""
    like_others: float = 0.6
    larger: float = 1.7
    """Dice of one picture have sides between these shares of the usual one: others are pips, or two dice taken for
    one."""


ANYWHERE = AnywhereLimits()


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
    first, last = ANYWHERE.smallest * longest, ANYWHERE.largest * longest
    spots: list[DieSpot] = []
    side = first * ANYWHERE.step**0.5
    while side < last * ANYWHERE.step**0.5:
        spots += find_spots(image, None, USUAL_SIDE / side, ANYWHERE.most)
        side *= ANYWHERE.step
    return _apart([_as_die(spot, share) for spot, share in zip(*read_faces(image, spots), strict=True)])


def _as_die(spot: DieSpot, share: Floats) -> AnyDie:
    value = int(share[1:].argmax()) + 1
    sure = float(share[value]) * min(1.0, spot.score / ANYWHERE.clear_score) ** 0.5
    return AnyDie(value, (round(spot.x, 1), round(spot.y, 1)), round(spot.side, 1), round(sure, 4))


def _apart(dice: Sequence[AnyDie]) -> list[AnyDie]:
    """Those that are dice, of any that overlap the surer one, and about as large as the others."""
    sure = [die for die in dice if die.probability > ANYWHERE.sure]
    usual = float(np.median([die.side for die in sure if die.value > 1] or [die.side for die in sure] or [0.0]))
    kept: list[AnyDie] = []
    for die in sorted(sure, key=lambda d: -d.probability):
        if not ANYWHERE.like_others * usual < die.side < ANYWHERE.larger * usual:
            continue
        if all(_beside(die, other) for other in kept):
            kept.append(die)
    return kept


def _beside(die: AnyDie, other: AnyDie) -> bool:
    away = np.hypot(die.center[0] - other.center[0], die.center[1] - other.center[1])
    return bool(away > FACE.apart * (die.side + other.side) / 2)
