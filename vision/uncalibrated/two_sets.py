"""Whose checkers stand on the points of a board that nobody calibrated: by their colours they are two sets.

The first look at a sheet knows neither set's colour, and takes one for the other more easily than it counts wrongly. So
the points on which it sees any checkers are parted by colour, with sets as equal as may be, and the lighter set is
light.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.colours import to_lab
from calibration.sheet import Image
from vision.sheet.geometry import HEIGHT, POINT, WIDTH, Floats, SheetView, known_places

Sides = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class PartingLimits:
    """How points are parted. Chosen on own boards (seeds 3,900,000 to 3,900,039 of `lab.training.sheet.draw`)."""

    core: float = 0.27
    """Point widths round a checker's middle whose colour counts."""
    unequal: float = 6.0
    """CIE Lab, summed over all checkers, that each checker is worth by which the sets differ in size."""
    rounds: int = 5
    """Times at the most that points change sides."""


PARTING = PartingLimits()


def parted(sheet: Image, counts: Sequence[int], view: SheetView) -> list[int] | None:
    """The counts of the 24 strips with the sign of the set that their colour belongs to; None where all are alike.

    sheet: (HEIGHT, WIDTH, 3) uint8 BGR; counts: dark negative, as far as is known; view: with a checker's sizes.
    """
    shown = _colours(to_lab(sheet), counts, view)
    strips = list(shown)
    colours = np.array([shown[strip] for strip in strips], np.float32).reshape(-1, 3)
    many = np.array([abs(counts[strip]) for strip in strips], np.float32)
    shares = many.astype(int)
    best: tuple[float, Sides] | None = None
    for second in _ways(colours, many):
        first_mean, second_mean = (np.average(colours[of], axis=0, weights=many[of]) for of in (~second, second))
        own = np.where(second[:, None], second_mean, first_mean)
        apart = float((many * np.linalg.norm(colours - own, axis=1)).sum())
        apart += PARTING.unequal * abs(float(many[second].sum() - many[~second].sum()))
        if best is None or apart < best[0]:
            light, dark = (float(np.median(np.repeat(colours[of, 0], shares[of]))) for of in (~second, second))
            best = (apart, second if dark < light else ~second)
    if best is None:
        return None
    found = [0] * len(counts)
    for strip, dark in zip(strips, best[1], strict=True):
        found[strip] = -abs(counts[strip]) if dark else abs(counts[strip])
    return found


def _colours(lab: Floats, counts: Sequence[int], view: SheetView) -> dict[int, Floats]:
    """(3,) Lab of each strip on which checkers lie: the median of their middles'."""
    strips = [strip for strip, count in enumerate(counts) for _ in range(min(5, abs(count)))]
    middles: dict[int, list[Floats]] = {}
    for strip, (part, x, y, _) in zip(strips, known_places(counts, view.numbers, view.leaves[0].length), strict=True):
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        column, row = view.place(part, x, y)
        cv2.circle(mask, (round(column), round(row)), round(PARTING.core * POINT), 1, -1)
        middles.setdefault(strip, []).append(np.median(lab[mask > 0], axis=0))
    return {strip: np.median(found, axis=0) for strip, found in middles.items()}


def _ways(colours: Floats, many: Floats) -> Iterator[Sides]:
    """Ways of parting, True for one set: from any two points' colours, each point to the nearer, then to the nearer
    mean."""
    tried = set()
    for one, other in combinations(range(len(colours)), 2):
        second = _nearer(colours, colours[one], colours[other])
        for _ in range(PARTING.rounds):
            if second.all() or not second.any():
                break
            means = [np.average(colours[of], axis=0, weights=many[of]) for of in (~second, second)]
            before, second = second, _nearer(colours, *means)
            if (second == before).all():
                break
        if second.any() and not second.all() and second.tobytes() not in tried:
            tried.add(second.tobytes())
            yield second


def _nearer(colours: Floats, one: Floats, other: Floats) -> Sides:
    return np.asarray(np.linalg.norm(colours - other, axis=1) < np.linalg.norm(colours - one, axis=1), np.bool_)
