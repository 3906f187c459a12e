"""How large the checkers are and what their colours are, from checkers whose places are known.

The top faces of the known checkers are found on the rectified leaves; a least-squares fit then tells the
pitch of a row, the distance of its first checker from the edge, and the height of a checker from the
parallax between far and near rows. Finding and fitting take turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from calibration.board import CheckerSize
from calibration.colours import Colour, bare_log_density, bare_sheet, learn_colour, to_lab
from calibration.leaf import Leaf
from calibration.rows import Strip, disc_means, place_row, strips
from calibration.sheet import MARGIN, SCALE, Image, Sheet

Floats = npt.NDArray[np.float32]
GUESSES = (0.44, 0.40, 0.48)
HIGHEST_ROW = 5
"""A sixth checker lies on top of the others."""
NOISE = 3.0
"""Of one picture against another of the same thing, in Lab units."""
CAP = 2.5
"""What one pixel may say for or against a checker."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A known checker found on a sheet: leaf coordinates of its top face's centre, as if at the sheet's height."""

    leaf: int
    strip: Strip
    index: int
    side: Side
    x: float
    y: float
    score: float


@dataclass(frozen=True, eq=False)
class Measured:
    checker: CheckerSize
    colours: Mapping[Side, Colour]
    placed: tuple[Placed, ...]
    misfit: float
    left_over: float = 0.0
    """How much, on average, what lies just beyond a row looks like one more checker: too small ones leave some."""


def known_rows(
    sheets: tuple[Sheet, Sheet], counts: Mapping[str, tuple[int, ...]]
) -> list[tuple[int, Strip, Side, int]]:
    """(leaf, strip, side, checkers in the row) for every occupied point. counts: rows 'top' and 'bottom' of 12."""
    found = []
    for leaf, sheet in enumerate(sheets):
        for strip in strips(sheet):
            count = counts[strip.row][6 * leaf + strip.column]
            if count:
                side = Side.LIGHT if count > 0 else Side.DARK
                found.append((leaf, strip, side, min(abs(count), HIGHEST_ROW)))
    return found


def measure_checkers(
    start: Image, bare: Image, leaves: tuple[Leaf, Leaf], counts: Mapping[str, tuple[int, ...]]
) -> Measured:
    """Size and colours of the checkers.

    start shows `counts` ('top', 'bottom': 12 signed counts each); bare is the same view without checkers.
    """
    tries = [_measure(start, bare, leaves, counts, guess) for guess in GUESSES]
    return max(tries, key=lambda m: float(np.mean([p.score for p in m.placed])) - 4 * m.misfit - m.left_over)


def _measure(
    start: Image, bare: Image, leaves: tuple[Leaf, Leaf], counts: Mapping[str, tuple[int, ...]], radius: float
) -> Measured:
    checker = CheckerSize(radius, 0.18, 0.94 * radius)
    measured = _look(start, bare, leaves, counts, checker, sure=0.6, before=())
    for _ in range(3):
        checker, misfit = _fit(measured.placed, leaves, measured.checker, radius)
        measured = _look(start, bare, leaves, counts, checker, sure=0.88, before=measured.placed)
    checker, misfit = _fit(measured.placed, leaves, checker, radius)
    return replace(measured, checker=checker, misfit=misfit)


def recall_checkers(
    start: Image,
    bare: Image,
    leaves: tuple[Leaf, Leaf],
    counts: Mapping[str, tuple[int, ...]],
    checker: CheckerSize,
) -> Measured:
    """The same as `measure_checkers` for checkers of a size known already."""
    first = _look(start, bare, leaves, counts, checker, sure=0.6, before=())
    return _look(start, bare, leaves, counts, checker, sure=0.88, before=first.placed)


def _look(
    start: Image,
    bare: Image,
    leaves: tuple[Leaf, Leaf],
    counts: Mapping[str, tuple[int, ...]],
    checker: CheckerSize,
    sure: float,
    before: tuple[Placed, ...],
) -> Measured:
    """Learn the colours where the checkers were found before (or are expected), then find them by these colours.

    sure: the part of the radius that certainly shows the checker.
    """
    sheets = (Sheet(leaves[0], 6, checker.height), Sheet(leaves[1], 6, checker.height))
    pictures = [sheet.warp(start) for sheet in sheets]
    labs = [to_lab(picture) for picture in pictures]
    bares = [
        bare_log_density(picture, lab, bare_sheet(sheet.warp(bare)), noise=NOISE)
        for sheet, picture, lab in zip(sheets, pictures, labs, strict=True)
    ]
    rows = known_rows(sheets, counts)
    colours = _colours(labs, sheets, list(before) or _expected(rows, sheets, checker), sure * checker.radius)
    placed, left_over = _place(rows, sheets, labs, bares, colours, checker)
    return Measured(checker, colours, tuple(placed), 0.0, left_over)


def _expected(
    rows: list[tuple[int, Strip, Side, int]], sheets: tuple[Sheet, Sheet], checker: CheckerSize
) -> list[Placed]:
    found = []
    for leaf, strip, side, count in rows:
        for index in range(count):
            y = checker.first + index * checker.pitch
            length = sheets[leaf].leaf.length
            y = y if strip.row == "top" else length - y
            found.append(Placed(leaf, strip, index, side, strip.column + 0.5, y, 0.0))
    return found


def core_mask(sheet: Sheet, placed: list[Placed], leaf: int, side: Side, radius: float) -> npt.NDArray[np.bool_]:
    """The inner parts of one side's placed checkers on a sheet."""
    mask = np.zeros(sheet.size[::-1], np.uint8)
    for checker in placed:
        if checker.leaf == leaf and checker.side is side:
            x, y = sheet.pixel(checker.x, checker.y)
            cv2.circle(mask, (round(x), round(y)), round(radius * SCALE), 1, -1)
    return mask > 0


def _colours(
    labs: list[Floats], sheets: tuple[Sheet, Sheet], placed: list[Placed], radius: float
) -> dict[Side, Colour]:
    colours = {}
    for side in SIDES:
        samples = [
            lab[core_mask(sheet, placed, leaf, side, radius)]
            for leaf, (sheet, lab) in enumerate(zip(sheets, labs, strict=True))
        ]
        colours[side] = learn_colour(np.concatenate(samples))
    return colours


def _place(
    rows: list[tuple[int, Strip, Side, int]],
    sheets: tuple[Sheet, Sheet],
    labs: list[Floats],
    bares: list[Floats],
    colours: Mapping[Side, Colour],
    checker: CheckerSize,
) -> tuple[list[Placed], float]:
    """The rows' checkers, and what is left over beyond the rows whose end is known."""
    scores = {
        (leaf, side): disc_means(
            np.clip(colours[side].log_density(labs[leaf]) - bares[leaf], -CAP, CAP), 0.95 * checker.radius * SCALE
        )
        for leaf in range(len(sheets))
        for side in SIDES
    }
    found, beyond = [], []
    for leaf, strip, side, count in rows:
        profile, columns = strip.profile(scores[leaf, side])
        along = place_row(6 * profile, checker, count, SCALE)
        if count < HIGHEST_ROW:  # a sixth checker may go on with the row instead of lying on it
            further = min(along[-1] + round(checker.pitch * SCALE), len(profile) - 1)
            beyond.append(max(0.0, float(profile[further])))
        for index, row in enumerate(along):
            x = (columns[row] + 0.5) / SCALE - MARGIN
            y = (strip.ys[row] + 0.5) / SCALE - MARGIN
            found.append(Placed(leaf, strip, index, side, float(x), float(y), float(profile[row])))
    return found, float(np.mean(beyond)) if beyond else 0.0


def _fit(
    placed: tuple[Placed, ...], leaves: tuple[Leaf, Leaf], checker: CheckerSize, guess: float
) -> tuple[CheckerSize, float]:
    """Least squares for first, pitch and height; the usual proportions of checkers count as weak observations."""
    unknowns, seen = [], []
    for p in placed:
        leaf = leaves[p.leaf]
        higher = leaf.locate(leaf.project([[p.x, p.y, checker.height]]), checker.height + 0.1)[0]
        per_height = (np.array([p.x, p.y]) - higher) / 0.1
        inwards, edge = (1, 0.0) if p.strip.row == "top" else (-1, leaf.length)
        unknowns.append([inwards, inwards * p.index, per_height[1]])
        seen.append(p.y - edge)
        unknowns.append([0, 0, per_height[0]])
        seen.append(p.x - p.strip.column - 0.5)
    sloppiness = 0.05
    a, b = np.array(unknowns) / sloppiness, np.array(seen) / sloppiness
    usual = np.array([[1 / 0.06, -0.47 / 0.06, 0], [0, 1 / 0.05, 0], [0, 0, 1 / 0.06]])
    priors = np.array([0.0, 2 * guess / 0.05, (0.19 - checker.height) / 0.06])
    first, pitch, taller = np.linalg.lstsq(np.vstack([a, usual]), np.concatenate([b, priors]), rcond=None)[0]
    misfit = float(np.std((b - a @ np.array([first, pitch, taller])) * sloppiness))
    height = float(np.clip(checker.height + taller, 0.05, 0.5))
    return CheckerSize(float(np.clip(pitch / 2, 0.3, 0.52)), height, float(first)), misfit
