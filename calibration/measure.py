"""How large the checkers are and what their colours are, from checkers whose places are known.

The top faces of the known checkers are found on the rectified leaves; a least-squares fit then shows the
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
from calibration.colours import Colour, bare_log_density, bare_sheet, lab_bins, learn_colour, to_lab
from calibration.leaf import Leaf
from calibration.rows import FULL_ROW, Strip, disc_means, place_row, strips
from calibration.sheet import MARGIN, SCALE, Image, Sheet

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Measuring:
    """How checkers whose places are known are found and measured, in point widths unless it says otherwise.

    Chosen on boards of the first own renderer; tests/calibration/test_measure.py holds what comes of them.
    """

    radii: tuple[float, ...] = (0.44, 0.40, 0.48)
    """Of checkers, that are tried."""
    rounds: int = 3
    """Times that finding and fitting take turns."""
    surely: float = 0.6
    """Part of the radius that certainly shows the checker, whatever its size."""
    learned: float = 0.88
    """Part of the radius whose colours are those that the networks are shown: they learned with so much of the rim."""
    face: float = 0.95
    """Of a checker's radius, over which its colour is averaged."""
    cap: float = 2.5
    """Natural logarithm: what one pixel may say for or against a checker."""
    row_weight: float = 9.0
    """How many independent looks at a checker's colour one top face is worth beside the regularity of a row."""
    sloppiness: float = 0.05
    """Standard deviation of a checker's place from a regular row, and of its pitch from the radius tried."""
    usual_first: tuple[float, float] = (0.47, 0.06)
    """Pitches from the edge to the first checker's middle, and the standard deviation in point widths."""
    usual_height: tuple[float, float] = (0.19, 0.06)
    """Of a checker, and its standard deviation."""
    height_step: float = 0.1
    """By which a checker is raised to see how that moves it."""
    heights: tuple[float, float] = (0.05, 0.5)
    radius_limits: tuple[float, float] = (0.3, 0.52)
    """The least and the most that may come out."""
    same_radius: float = 0.02
    """By which two sizes differ at the most that are taken for one."""


MEASURING = Measuring()


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
                found.append((leaf, strip, side, min(abs(count), FULL_ROW)))
    return found


def measure_checkers(
    start: Image, bare: Image, leaves: tuple[Leaf, Leaf], counts: Mapping[str, tuple[int, ...]]
) -> Measured:
    """Size and colours of the checkers.

    start shows `counts` ('top', 'bottom': 12 signed counts each); bare is the same view without checkers.
    """
    return measured_ways(start, bare, leaves, counts)[0]


def measured_ways(
    start: Image, bare: Image, leaves: tuple[Leaf, Leaf], counts: Mapping[str, tuple[int, ...]]
) -> list[Measured]:
    """All sizes of the checkers that the fits come to, the likeliest first; sizes that are nearly one are one.

    The arguments are those of `measure_checkers`.
    """
    pictures = _Pictures(start, bare, leaves)
    tries = [_measure(pictures, counts, guess) for guess in MEASURING.radii]
    ways: list[Measured] = []
    for measured in sorted(tries, key=_worth, reverse=True):
        if all(abs(measured.checker.radius - known.checker.radius) > MEASURING.same_radius for known in ways):
            ways.append(measured)
    return ways


def _measure(pictures: _Pictures, counts: Mapping[str, tuple[int, ...]], radius: float) -> Measured:
    checker = CheckerSize(radius, MEASURING.usual_height[0], 2 * radius * MEASURING.usual_first[0])
    measured = _measure_once(pictures, counts, checker, before=())
    for _ in range(MEASURING.rounds):
        checker = _fit(measured.placed, pictures.leaves, measured.checker, radius)
        measured = _measure_once(pictures, counts, checker, before=measured.placed)
    return replace(measured, checker=_fit(measured.placed, pictures.leaves, checker, radius))


def _worth(measured: Measured) -> float:
    score = float(np.mean([placed.score for placed in measured.placed]))
    return score - measured.left_over


def recall_checkers(
    start: Image,
    bare: Image,
    leaves: tuple[Leaf, Leaf],
    counts: Mapping[str, tuple[int, ...]],
    checker: CheckerSize,
    core: float = MEASURING.surely,
) -> Measured:
    """The same as `measure_checkers` for checkers of a size known already.

    core: the part of their radius whose colours are given.
    """
    pictures = _Pictures(start, bare, leaves)
    first = _measure_once(pictures, counts, checker, before=())
    return _measure_once(pictures, counts, checker, before=first.placed, core=core)


@dataclass(frozen=True, eq=False)
class _Plane:
    """Both leaves seen from above at one height. labs: (h, w, 3) CIE Lab; bins: the same as those of a colour's table;
    bares: (h, w) log-densities of the bare board."""

    sheets: tuple[Sheet, Sheet]
    labs: list[Floats]
    bins: list[npt.NDArray[np.int32]]
    bares: list[Floats]


class _Pictures:
    """A picture with checkers and the same view without them (BGR uint8), at whatever height they are asked for.

    What was seen last is kept: every size is tried at the usual height first, and looked at twice at its own.
    """

    def __init__(self, start: Image, bare: Image, leaves: tuple[Leaf, Leaf]) -> None:
        self.leaves = leaves
        self._start, self._bare = start, bare
        self._at = dict[float, _Plane]()

    def at(self, height: float) -> _Plane:
        if height not in self._at:
            usual = MEASURING.usual_height[0]
            self._at = {kept: plane for kept, plane in self._at.items() if kept == usual}
            self._at[height] = self._seen(height)
        return self._at[height]

    def _seen(self, height: float) -> _Plane:
        sheets = (Sheet(self.leaves[0], 6, height), Sheet(self.leaves[1], 6, height))
        pictures = [sheet.warp(self._start) for sheet in sheets]
        labs = [to_lab(picture) for picture in pictures]
        bares = [
            bare_log_density(picture, lab, bare_sheet(sheet.warp(self._bare)))
            for sheet, picture, lab in zip(sheets, pictures, labs, strict=True)
        ]
        return _Plane(sheets, labs, [lab_bins(lab) for lab in labs], bares)


def _measure_once(
    pictures: _Pictures,
    counts: Mapping[str, tuple[int, ...]],
    checker: CheckerSize,
    before: tuple[Placed, ...],
    core: float = MEASURING.surely,
) -> Measured:
    """Learn the colours where the checkers were found before (or are expected), then find them by these colours.

    core: the part of the radius whose colours these are.
    """
    plane = pictures.at(checker.height)
    rows = known_rows(plane.sheets, counts)
    there = list(before) or expected(rows, plane.sheets, checker)
    colours = _colours(plane.labs, plane.sheets, there, core * checker.radius)
    placed, left_over = _place(rows, plane, colours, checker)
    return Measured(checker, colours, tuple(placed), left_over)


def expected(
    rows: list[tuple[int, Strip, Side, int]], sheets: tuple[Sheet, Sheet], checker: CheckerSize
) -> list[Placed]:
    """Where checkers of that size lie in these rows (of `known_rows`) if nobody was sloppy."""
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
    rows: list[tuple[int, Strip, Side, int]], plane: _Plane, colours: Mapping[Side, Colour], checker: CheckerSize
) -> tuple[list[Placed], float]:
    """The rows' checkers, and what is left over beyond the rows whose end is known."""
    found, beyond = [], []
    for leaf, strip, side, count in rows:
        profile, columns = strip.profile(_likeness(plane, leaf, strip, colours[side], checker))
        along = place_row(MEASURING.row_weight * profile, checker, count, SCALE)
        if count < FULL_ROW:  # a sixth checker may go on with the row instead of lying on it
            further = min(along[-1] + round(checker.pitch * SCALE), len(profile) - 1)
            beyond.append(max(0.0, float(profile[further])))
        for index, row in enumerate(along):
            x = (columns[row] + 0.5) / SCALE - MARGIN
            y = (strip.ys[row] + 0.5) / SCALE - MARGIN
            found.append(Placed(leaf, strip, index, side, float(x), float(y), float(profile[row])))
    return found, float(np.mean(beyond)) if beyond else 0.0


def _likeness(plane: _Plane, leaf: int, strip: Strip, colour: Colour, checker: CheckerSize) -> Floats:
    """How much more like the colour than like the bare board a checker's face at each pixel of a strip looks; of the
    leaf's sheet, which is empty elsewhere: nobody asks there."""
    bins, bare, radius = plane.bins[leaf], plane.bares[leaf], MEASURING.face * checker.radius * SCALE
    (top, bottom), reach = sorted((int(strip.ys[0]), int(strip.ys[-1]))), int(radius) + 1
    y, x = max(0, top - reach), max(0, strip.x0 - reach)
    part = slice(y, bottom + reach + 1), slice(x, strip.x1 + reach)
    ratio = np.clip(colour.in_bins(bins[part]) - bare[part], -MEASURING.cap, MEASURING.cap)
    score = np.empty_like(bare)
    score[top : bottom + 1, strip.x0 : strip.x1] = disc_means(ratio, radius)[
        top - y : bottom - y + 1, strip.x0 - x : strip.x1 - x
    ]
    return score


def _fit(placed: tuple[Placed, ...], leaves: tuple[Leaf, Leaf], checker: CheckerSize, guess: float) -> CheckerSize:
    """Least squares for first, pitch and height; the usual proportions of checkers count as weak observations."""
    unknowns, seen = [], []
    for p in placed:
        leaf = leaves[p.leaf]
        higher = leaf.locate(leaf.project([[p.x, p.y, checker.height]]), checker.height + MEASURING.height_step)[0]
        per_height = (np.array([p.x, p.y]) - higher) / MEASURING.height_step
        inwards, edge = (1, 0.0) if p.strip.row == "top" else (-1, leaf.length)
        unknowns.append([inwards, inwards * p.index, per_height[1]])
        seen.append(p.y - edge)
        unknowns.append([0, 0, per_height[0]])
        seen.append(p.x - p.strip.column - 0.5)
    sloppiness = MEASURING.sloppiness
    (share, first_slack), (usual_height, height_slack) = MEASURING.usual_first, MEASURING.usual_height
    a, b = np.array(unknowns) / sloppiness, np.array(seen) / sloppiness
    slacks = np.array([first_slack, sloppiness, height_slack])
    usual = np.array([[1, -share, 0], [0, 1, 0], [0, 0, 1]]) / slacks[:, None]
    priors = np.array([0.0, 2 * guess, usual_height - checker.height]) / slacks
    first, pitch, taller = np.linalg.lstsq(np.vstack([a, usual]), np.concatenate([b, priors]), rcond=None)[0]
    height = float(np.clip(checker.height + taller, *MEASURING.heights))
    return CheckerSize(float(np.clip(pitch / 2, *MEASURING.radius_limits)), height, float(first))
