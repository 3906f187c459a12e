"""How well a calibrated board can be seen: measured in its own pictures, with what to do about it.

Everything is measured in the start picture, and in the empty one where there is one; no die lies there yet, so its
width is that of a usual small one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from arbiter.position import SIDES, Side
from calibration.board import Board
from calibration.colours import to_lab
from calibration.known_checkers import SURELY, core_mask
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import Appearance, recall_appearance
from calibration.sheet import Image, Sheet
from calibration.visibility import LIMITS as VISIBILITY

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class QualityLimits:
    """From where on people are informed. First guesses, not yet held against our own renderings, which
    `python -m lab.benchmarks.quality` measures; contrast: `calibration.visibility`."""

    small_die: float = 0.3
    """Point widths across a small die: precision dice have 0.25 to 0.45."""
    die_pixels: float = 10.0
    """Pixels across below which hardly any die was read in pictures of a known width of die."""
    point_pixels: float = 24.0
    """Pixels across a point: networks see 16, and what is enlarged to that shows nothing more."""
    blur: float = 0.06
    """Point widths: standard deviation of the blur of the sharpest edges. A small die's pip has 0.06 across."""
    burnt_out: int = 250
    """Grey levels of every channel from which on a pixel is taken for burnt out."""
    glare: float = 0.03
    """Share of the bare leaves that is burnt out."""
    colours_apart: float = 20.0
    """CIE Lab distance between the two colours."""
    grain: float = 5.0
    """Grey levels, standard deviation, of one pixel: pictures are averaged from half of that on."""
    darkest: float = 45.0
    """Grey levels: half of the leaves are darker."""


LIMITS = QualityLimits()


@dataclass(frozen=True, slots=True)
class PictureQuality:
    """What a board's pictures measure.

    pixels_per_point, pixels_per_die: across, on average over both leaves; the die is a small one.
    blur: standard deviation in pixels; glare: share of the bare leaves that is burnt out; grain: standard deviation of
    a pixel in grey levels; brightness: median grey level of the leaves. contrast: CIE Lab distance of each colour's
    checkers from what they stand on, of the least distinct tenth; colours_apart: between the two colours.
    """

    pixels_per_point: float
    pixels_per_die: float
    blur: float
    glare: float
    grain: float
    brightness: float
    contrast: tuple[float, float]
    """Of light's checkers, and of dark's."""
    colours_apart: float


def picture_quality(board: Board, limits: QualityLimits = LIMITS) -> PictureQuality:
    """Measure a board's pictures."""
    appearance = recall_appearance(board)
    point = pixels_per_point(board)
    sheets = [Sheet(leaf, POINTS_PER_ROW, board.checker.height) for leaf in board.leaves]
    bare = np.concatenate([sheet.warp(appearance.bare).reshape(-1, 3) for sheet in sheets])
    mask = _leaves_mask(board)
    seen = [_against_ground(board, appearance, side, sheets) for side in SIDES]
    colours = [np.median(colour, axis=0) for colour, _ in seen]
    return PictureQuality(
        pixels_per_point=round(point, 1),
        pixels_per_die=round(limits.small_die * point, 1),
        blur=round(_blur(board.start, mask), 2),
        glare=round(float((bare.min(axis=1) >= limits.burnt_out).mean()), 4),
        grain=round(_grain(board.start, mask), 1),
        brightness=round(float(np.median(cv2.cvtColor(board.start, cv2.COLOR_BGR2GRAY)[mask])), 1),
        contrast=(seen[0][1], seen[1][1]),
        colours_apart=round(float(np.linalg.norm(colours[0] - colours[1])), 1),
    )


def advice(quality: PictureQuality, limits: QualityLimits = LIMITS, faint: Collection[Side] = ()) -> tuple[str, ...]:
    """One sentence for each thing that people can better. faint: whose checkers were said to be hard to see already."""
    advice = []
    if quality.pixels_per_die < limits.die_pixels or quality.pixels_per_point < limits.point_pixels:
        advice.append(
            Message(
                "Small dice are only {pixels:.0f} pixels wide: move the camera nearer, or choose 1080p.",
                pixels=quality.pixels_per_die,
            )
        )
    if quality.blur > limits.blur * quality.pixels_per_point and quality.blur > 1:
        advice.append(Message("The picture is not sharp: wipe the lens, and let the camera focus on the board."))
    if quality.brightness < limits.darkest:
        advice.append(Message("The board is dark: give the table more light."))
    if quality.grain > limits.grain:
        advice.append(
            Message("The picture is grainy ({grain:.0f} grey levels): give the table more light.", grain=quality.grain)
        )
    if quality.glare > limits.glare:
        share = 100 * quality.glare
        advice.append(
            Message("Glare hides {share:.0f} % of the points: move the lamp, or turn the board a little.", share=share)
        )
    for side, contrast in zip(SIDES, quality.contrast, strict=True):
        if contrast < VISIBILITY.least_contrast and side not in faint:
            advice.append(
                Message("Some light checkers hardly differ from what they stand on: more, and more even, light helps.")
                if side is Side.LIGHT
                else Message(
                    "Some dark checkers hardly differ from what they stand on: more, and more even, light helps."
                )
            )
    if quality.colours_apart < limits.colours_apart:
        advice.append(Message("The two colours of checkers look nearly alike: more, and whiter, light helps."))
    return tuple(advice)


def pixels_per_point(board: Board) -> float:
    """Pixels of the picture across a point, on average over the four rows."""
    rows = [(quad[i], quad[j]) for quad in (board.corners.left, board.corners.right) for i, j in ((0, 1), (3, 2))]
    return float(np.mean([np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in rows])) / POINTS_PER_ROW


def _against_ground(
    board: Board, appearance: Appearance, side: Side, sheets: list[Sheet]
) -> tuple[npt.NDArray[np.float64], float]:
    """(n, 3) Lab of a side's checkers, and how far the least distinct tenth of them is from what is under them."""
    colours, distances = [], []
    for placed in appearance.placed:
        if placed.side is not side:
            continue
        sheet = sheets[placed.leaf]
        core = core_mask(sheet, [placed], placed.leaf, side, SURELY * board.checker.radius)
        if not core.any():
            continue
        pictures = board.start, appearance.bare
        now, under = (np.median(to_lab(sheet.warp(picture))[core], axis=0) for picture in pictures)
        colours.append(now)
        distances.append(float(np.linalg.norm(now - under)))
    if not colours:
        return np.zeros((1, 3)), 0.0
    return np.array(colours, np.float64), round(float(np.percentile(distances, 10)), 1)


def _leaves_mask(board: Board) -> npt.NDArray[np.bool_]:
    mask = np.zeros(board.start.shape[:2], np.uint8)
    for quad in (board.corners.left, board.corners.right):
        cv2.fillPoly(mask, [np.round(np.array(quad)).astype(np.int32)], 1)
    return np.asarray(mask > 0)


def _blur(image: Image, mask: npt.NDArray[np.bool_]) -> float:
    """Standard deviation (pixels) of the blur of the sharpest edges: blurring once more by one pixel flattens an edge
    the less the softer it is (Zhuo and Sim, Pattern Recognition 2011)."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
    once, twice = (
        np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma), np.float32) for sigma in (0.7, float(np.hypot(0.7, 1.0)))
    )
    steep, flatter = (_steepness(picture) for picture in (once, twice))
    edges = mask & (steep >= np.percentile(steep[mask], 98)) & (flatter > 0)
    ratio = steep[edges] / flatter[edges]
    sharp = float(np.percentile(ratio, 75))
    softness = 1.0 / max(sharp**2 - 1, 1e-3)  # of the edge as blurred once
    return float(np.sqrt(max(softness - 0.7**2, 0.0)))


def _steepness(grey: Floats) -> Floats:
    across, along = (cv2.Sobel(grey, cv2.CV_32F, dx, dy) for dx, dy in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, along), np.float32)


def _grain(image: Image, mask: npt.NDArray[np.bool_]) -> float:
    """Standard deviation of a pixel's brightness from its surroundings' plane, edges aside (Immerkaer 1996)."""
    grey = image.astype(np.float32).mean(axis=2)
    plane = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    beyond = np.abs(cv2.filter2D(grey, -1, plane))
    return float(1.4826 * np.median(beyond[mask]) / 6)
