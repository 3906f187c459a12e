"""Whether a die stands on a checker: it lies over a row, and what is in sight of the checker under it looks like one.

A row's count decides nothing: a flat die of the checkers' colour at the end of a row may pass for one more checker.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.referee.evidence import DieSeen, PlaceEvidence
from calibration.known_checkers import FULL_ROW
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import MARGIN, SCALE, Image
from vision.board_model import BoardModel
from vision.crops import DIE_MIDDLE, DIE_TOP, nearest_leaf
from vision.strips import Box, strip_at


@dataclass(frozen=True)
class StandingLimits:
    """When a die stands on a checker. Radii are a checker's.

    Chosen on own boards (`python -m lab.benchmarks.close_throws`, seeds 890,000 to 890,029).
    """

    on_top: float = 0.8
    """Radii from a checker's middle within which a die's middle is over it."""
    rim: float = 0.92
    """Radii of the part of a checker that is looked at: beyond it the next one may begin."""
    die_reach: float = 1.25
    """Half sides of a die of usual size, turned anyhow, that its walls cover round its middle."""
    pixels: int = 64
    """Of a checker that must be in sight round the die, for what they look like to count."""
    looks: float = -2.0
    """Natural log-odds for a checker against the bare board, on average over those pixels, from which on it may be
    one. Of 68 dice on checkers 66 are said to be, of 561 others none."""


LIMITS = StandingLimits()


@dataclass(frozen=True)
class Under:
    """The checker that a die would stand on. strip: of its point; place: in its row, 0 at the edge; middle: on its
    leaf, in point widths; die: the die's middle there, if it stands so high."""

    leaf: int
    strip: int
    place: int
    middle: tuple[float, float]
    die: tuple[float, float]


def checker_under(view: BoardModel, die: DieSeen, counts: tuple[tuple[int, int], ...]) -> Under | None:
    """The checker of these rows, (light, dark) by strip, over which a die lies; None: over none."""
    if die.leaf is None:
        return None
    checker = view.board.checker
    index, leaf = nearest_leaf(view.board, die.center)
    x, y = (float(at) for at in leaf.locate([die.center], checker.height + DIE_MIDDLE)[0])
    column, far = min(POINTS_PER_ROW - 1, max(0, int(x))), y < leaf.length / 2
    strip = strip_at("top" if far else "bottom", POINTS_PER_ROW * index + column)
    row = min(FULL_ROW, sum(counts[strip]))
    from_edge = y if far else leaf.length - y
    beyond = from_edge - checker.first - (row - 1) * checker.pitch
    reach = LIMITS.on_top * checker.radius
    if not row or beyond > reach or abs(x - column - 0.5) > reach:
        return None
    place = min(row - 1, max(0, round((from_edge - checker.first) / checker.pitch)))
    along = checker.first + place * checker.pitch
    return Under(index, strip, place, (column + 0.5, along if far else leaf.length - along), (x, y))


def on_checkers(
    view: BoardModel, image: Image, dice: tuple[DieSeen, ...], points: tuple[PlaceEvidence, ...]
) -> tuple[DieSeen, ...]:
    """The dice, those marked that stand on a checker as far as the rows by themselves and the picture say.

    image: BGR uint8 in the bare board's light.
    """
    counts = tuple(place.scores[0][:2] if place.scores else (0, 0) for place in points)
    under = [checker_under(view, die, counts) for die in dice]
    return tuple(
        die if found is None or not _looks_like_one(view, image, found) else replace(die, on_checker=True)
        for die, found in zip(dice, under, strict=True)
    )


def confirmed(view: BoardModel, dice: tuple[DieSeen, ...], counts: tuple[tuple[int, int], ...]) -> tuple[DieSeen, ...]:
    """The dice, those no longer marked under which no checker lies by what all places say together.

    counts: (light, dark) by strip. A die that was counted as a checker is one more than its side has.
    """
    return tuple(
        replace(die, on_checker=False) if die.on_checker and checker_under(view, die, counts) is None else die
        for die in dice
    )


def _looks_like_one(view: BoardModel, image: Image, under: Under) -> bool:
    """Whether what is in sight of the checker looks like one. Where next to nothing is in sight, yes."""
    checker = view.board.checker
    x, y = under.middle
    ratios = view.colours.likelier(under.leaf, image)
    reach = round(checker.radius * SCALE)
    rows, columns = (
        slice(max(0, round((at + MARGIN) * SCALE) - reach), min(side, round((at + MARGIN) * SCALE) + reach))
        for at, side in zip((y, x), ratios.shape, strict=True)
    )
    over = (np.mgrid[rows, columns].astype(np.float64) + 0.5) / SCALE - MARGIN
    disc = np.hypot(over[0] - y, over[1] - x) < LIMITS.rim * checker.radius
    seen = disc & ~_die_over(view.board.leaves[under.leaf], checker.height, under.die, (rows, columns))
    if np.count_nonzero(seen) < LIMITS.pixels:
        return True
    return float(ratios[rows, columns][seen].mean()) > LIMITS.looks


def _die_over(leaf: Leaf, foot: float, middle: tuple[float, float], where: Box) -> npt.NDArray[np.bool_]:
    """What a die of usual size that stands `foot` over the floor hides of a part of the leaf's sheet at that height."""
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    reach = LIMITS.die_reach * DIE_MIDDLE
    ring = np.column_stack((middle[0] + reach * np.cos(angles), middle[1] + reach * np.sin(angles)))
    body = [np.column_stack((ring, np.full(len(ring), foot + height))) for height in (0.0, DIE_TOP)]
    outline = leaf.locate(leaf.project(np.concatenate(body)), foot)
    rows, columns = where
    pixels = (outline + MARGIN) * SCALE - 0.5 - (columns.start, rows.start)
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.round(pixels).astype(np.int32)), 1)
    return np.asarray(mask > 0)
