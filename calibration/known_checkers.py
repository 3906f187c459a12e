"""Checkers whose places are known: where they lie on the leaves seen from above, and what their colours are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from calibration.board import CheckerSize
from calibration.colours import Colour, learn_colour, to_lab
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import SCALE, Image, Sheet

FULL_ROW = 5
"""Checkers of a point beyond these lie on top of the row."""
SURELY = 0.6
"""Part of a checker's radius that certainly shows it, whatever its size."""
LEARNED = 0.8
"""Part of its radius whose colours are those that the network is shown: it learned with so much of the rim."""


@dataclass(frozen=True, slots=True)
class KnownChecker:
    """One of a row: the leaf that it lies on, and the middle of its top in the leaf's coordinates at its height."""

    leaf: int
    side: Side
    x: float
    y: float


def known_checkers(
    leaves: tuple[Leaf, Leaf], counts: Mapping[str, tuple[int, ...]], checker: CheckerSize
) -> tuple[KnownChecker, ...]:
    """Where they lie if nobody was sloppy. counts: rows 'top' and 'bottom' of 12, dark negative."""
    found = []
    for row, column, count in ((row, column, n) for row, along in counts.items() for column, n in enumerate(along)):
        leaf, inner = divmod(column, POINTS_PER_ROW)
        for index in range(min(abs(count), FULL_ROW)):
            inwards = checker.first + index * checker.pitch
            y = inwards if row == "top" else leaves[leaf].length - inwards
            found.append(KnownChecker(leaf, Side.LIGHT if count > 0 else Side.DARK, inner + 0.5, y))
    return tuple(found)


def core_mask(
    sheet: Sheet, checkers: Sequence[KnownChecker], leaf: int, side: Side, radius: float
) -> npt.NDArray[np.bool_]:
    """(h, w) of a leaf's sheet: the inner parts of one side's checkers. radius: of these parts, in point widths."""
    mask = np.zeros(sheet.size[::-1], np.uint8)
    for checker in checkers:
        if checker.leaf == leaf and checker.side is side:
            x, y = sheet.pixel(checker.x, checker.y)
            cv2.circle(mask, (round(x), round(y)), round(radius * SCALE), 1, -1)
    return mask > 0


def colours_of_sides(
    picture: Image,
    leaves: tuple[Leaf, Leaf],
    counts: Mapping[str, tuple[int, ...]],
    checker: CheckerSize,
    core: float = LEARNED,
) -> dict[Side, Colour]:
    """The colours of a picture's (BGR uint8) known checkers. core: the part of their radius that shows them."""
    placed = known_checkers(leaves, counts, checker)
    seen = []
    for leaf in leaves:
        sheet = Sheet(leaf, POINTS_PER_ROW, checker.height)
        seen.append((sheet, to_lab(sheet.warp(picture))))
    return {
        side: learn_colour(
            np.concatenate(
                [
                    lab[core_mask(sheet, placed, leaf, side, core * checker.radius)]
                    for leaf, (sheet, lab) in enumerate(seen)
                ]
            )
        )
        for side in SIDES
    }
