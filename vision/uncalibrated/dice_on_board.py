"""Dice on a board that nobody calibrated, of which only the leaves' corners are known.

No picture of the empty board tells print from dice there. Painted flowers, stars and rosettes look like dice here and
there, but seldom two of them plainly, and they come in many copies: a pair has to be plain, and to stand out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from arbiter.referee.evidence import DieSeen
from calibration.corners import LeafCorners
from calibration.leaf import POINTS_PER_ROW, Leaf, leaves_from_corners, ridge_between
from calibration.sheet import Image
from vision.board_dice import DICE, Candidate, candidates_on, marked_spots, paired
from vision.crops import CUBE_MIDDLE, nearest_leaf
from vision.dice import FINDER_SCALE, DieSpot, find_spots
from vision.score_maps import Spot


@dataclass(frozen=True)
class PaintedLimits:
    """When two spots are a throw and no painted art, as log-odds for a die.

    Chosen on painted boards (`python -m lab.benchmarks.painted_dice`, seeds 3,000,000 to 3,000,119): lab/notebook,
    painted-art.
    """

    together: float = 4.0
    """Of both together, at the least."""
    stand_out: float = 2.0
    """By which they are plainer than the next spot, on average, unless that is so plain that it is a third die."""


PAINTED = PaintedLimits()


@dataclass(frozen=True, eq=False)
class FoundBook:
    """Where a book lies of which nothing else is known. ridge_width: in widths of a point."""

    leaves: tuple[Leaf, Leaf]
    ridge_width: float
    corners: LeafCorners

    @classmethod
    def of(cls, corners: LeafCorners, size: tuple[int, int]) -> FoundBook:
        """size: width and height of the picture in which these are the corners."""
        leaves = leaves_from_corners(corners, size)
        return cls(leaves, ridge_between(leaves, corners)[1], corners)

    def on_leaf(self, pixel: Spot) -> bool:
        """Whether something half a cube high lies within the points of a leaf there."""
        _, leaf = nearest_leaf(self, pixel)
        x, y = leaf.locate([pixel], CUBE_MIDDLE)[0]
        return bool(0 < x < POINTS_PER_ROW and 0 < y < leaf.length)

    @cached_property
    def finder_scale(self) -> float:
        """The finder's pixels for each of the picture's: dice are as large as they may be on such a board."""
        return FINDER_SCALE / float(np.mean(point_widths(self.corners)))


def dice_of(book: FoundBook, image: Image, marks: Sequence[tuple[Spot, float]]) -> list[DieSeen]:
    """The dice on the leaves. image: BGR uint8; marks: where the sheet shows dice, in its pixels, with their scores."""
    spots = find_spots(image, None, book.finder_scale, DICE.most)
    found = candidates_on(book, image, _with_marks(spots, marked_spots(book, marks)))
    thrown = paired(found)
    return [candidate.die for candidate in thrown] if _is_throw(thrown, found) else []


def _with_marks(spots: Sequence[DieSpot], marks: Sequence[DieSpot]) -> list[DieSpot]:
    """The finder's spots and the sheet's marks as one list: a die that both see is there once."""
    found = list(spots)
    for mark in marks:
        near = [n for n, spot in enumerate(found) if np.hypot(spot.x - mark.x, spot.y - mark.y) < mark.side / 2]
        if near:
            found[near[0]] = replace(found[near[0]], score=max(mark.score, found[near[0]].score))
        else:
            found.append(mark)
    return found


def _is_throw(thrown: Sequence[Candidate], found: Sequence[Candidate]) -> bool:
    """Whether the pair is dice rather than art. thrown: of what was found; a lone die is judged as on any board."""
    if len(thrown) < 2:
        return True
    both = sum(candidate.log_odds for candidate in thrown[:2])
    plain = sorted((candidate.log_odds for candidate in found), reverse=True)[2:3]
    stands_out = all(odds > DICE.third_sure or both / 2 - odds >= PAINTED.stand_out for odds in plain)
    return both >= PAINTED.together and stands_out


def point_widths(corners: LeafCorners) -> list[float]:
    """Pixels of a point along each leaf's far and near edge."""
    across = [np.subtract(quad[i], quad[j]) for quad in (corners.left, corners.right) for i, j in ((1, 0), (2, 3))]
    return [float(np.linalg.norm(edge)) / POINTS_PER_ROW for edge in across]
