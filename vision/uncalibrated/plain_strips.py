"""What the network for boards never calibrated sees of each point.

A strip is cut as for calibrated boards (`vision.inputs`), but nothing is known beforehand: only the picture, the
lean of tall things, and, once the picture itself has shown them, how well the two sets' colours explain each pixel.
Shapes: a leaf gives 12 strips, far row first, each (STRIP_LENGTH, STRIP_WIDTH) with the leaf's edge at its top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.colours import ANYTHING, Colour, lab_bins, learn_colour, to_lab
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.rows import FULL_ROW
from calibration.sheet import MARGIN, Image, Sheet
from vision.inputs import CHANNELS, LEAN_ACROSS, LEAN_ALONG
from vision.nets import log_softmax, run
from vision.strips import NET_SCALE, STRIP_LENGTH, STRIP_WIDTH

Floats = npt.NDArray[np.float32]
Pair = tuple[float, float]

HEIGHT = 0.18
"""Point widths over the floor of the plane that a leaf is rectified to before checkers are measured."""
LAB, SETS, KNOWN = slice(0, 3), slice(6, 8), 8
"""Where among a strip's channels the picture is, the two sets' colours, and whether these are known. The channels are
those of `vision.inputs`; what only a calibration could give stays zero."""
EDGE = 0.5
"""Point widths of a strip outside the leaf."""


@dataclass(frozen=True)
class StripScales:
    """In what units the network `uncalibrated` is shown leans and colours, and where the sets' colours are taken from.
    It learned with these (`lab.training.photo_points`): others need another network.
    """

    lean: float = 1.1
    """Displacement per height that counts as one in the lean's channels."""
    surely: float = 6.0
    surest: float = 1.3
    """Natural logarithm of a likelihood ratio that counts as one in the colours' channels, and the most they show."""
    spread: float = 1.6
    """How many times as far as its samples a set's colour is taken to vary."""
    core: int = 3
    """Pixels on either side of a strip's middle that certainly show a row's checkers."""
    first: float = 0.3
    within: tuple[float, float] = (0.1, 0.3)
    pitch: float = 0.8
    """Point widths: from the edge to where a first checker surely is, how far before and behind its place a checker
    still shows, and between checkers at the least."""
    finest: float = 1.25
    """Pixels of the picture for each of a leaf's sheet above which it is made finer first: sampling would alias."""


STRIPS = StripScales()


def counts_said(strips: Floats) -> Floats:
    """(n, 21) log-probabilities of -10..10 checkers on these strips, the first set's above zero."""
    return log_softmax(run("uncalibrated", strips))


def plain_sheet(image: Image, leaf: Leaf, width: float = POINTS_PER_ROW) -> Image:
    """The leaf at NET_SCALE, without the aliasing of sampling a large picture sparsely."""
    plain = Sheet(leaf, width, HEIGHT, NET_SCALE)
    middle = plain.from_sheet @ np.array([[0, 1], [0, 0], [1, 1]])
    finer = max(1, int(np.ceil(np.linalg.norm(np.diff(middle[:2] / middle[2])) - STRIPS.finest + 1)))
    sheet = Sheet(leaf, width, HEIGHT, finer * NET_SCALE).warp(image)
    return np.asarray(cv2.resize(sheet, plain.size, interpolation=cv2.INTER_AREA), np.uint8)


def strips_on(image: Image, leaf: Leaf) -> Floats:
    """The strips of a leaf (`lab_strips`) in a picture (BGR uint8)."""
    leans = [lean_of(leaf, column + 0.5, y) for y in (1.5, leaf.length - 1.5) for column in range(POINTS_PER_ROW)]
    return lab_strips(plain_sheet(image, leaf), leans)


def lean_of(leaf: Leaf, x: float, y: float) -> tuple[float, float]:
    """How far a thing at (x, y) appears displaced on the leaf, per point width of its height."""
    seen = leaf.locate(leaf.project([[x, y, 2 * HEIGHT]]), HEIGHT)[0]
    return float(seen[0] - x) / HEIGHT, float(seen[1] - y) / HEIGHT


def lab_strips(sheet: Image, leans: Sequence[Pair]) -> Floats:
    """(12, CHANNELS, STRIP_LENGTH, STRIP_WIDTH) of a leaf's sheet (BGR, NET_SCALE pixels per point width).

    leans: displacement of a thing per its height, one pair a strip, in the leaf's own axes.
    """
    lab = to_lab(sheet) / np.array([100, 64, 64], np.float32) - np.array([0.5, 0, 0], np.float32)
    maps = np.moveaxis(lab, 2, 0)
    out = np.zeros((2 * POINTS_PER_ROW, CHANNELS, STRIP_LENGTH, STRIP_WIDTH), np.float32)
    start = round((MARGIN - EDGE) * NET_SCALE)
    rows = slice(start, start + STRIP_LENGTH)
    for row, (view, sign) in enumerate(((maps, 1), (maps[:, ::-1, ::-1], -1))):
        for column in range(POINTS_PER_ROW):
            place = POINTS_PER_ROW * row + column
            middle = column if row == 0 else POINTS_PER_ROW - 1 - column
            x = round((MARGIN + middle + 0.5) * NET_SCALE - STRIP_WIDTH / 2)
            out[place, LAB] = view[:, rows, x : x + STRIP_WIDTH]
            across, along = leans[place]
            out[place, LEAN_ACROSS], out[place, LEAN_ALONG] = sign * across / STRIPS.lean, sign * along / STRIPS.lean
    return out


def core_pixels(strip: Floats, count: int) -> Floats:
    """(n, 3) Lab of pixels that show the checkers of a strip with that many."""
    before, behind = STRIPS.within
    end = STRIPS.first + STRIPS.pitch * (min(abs(count), FULL_ROW) - 1) + behind
    rows = slice(round((EDGE + STRIPS.first - before) * NET_SCALE), round((EDGE + end) * NET_SCALE))
    middle = STRIP_WIDTH // 2
    return np.asarray(
        plain_lab(strip[None])[0, rows, middle - STRIPS.core : middle + STRIPS.core].reshape(-1, 3), np.float32
    )


def plain_lab(strips: Floats) -> Floats:
    """(n, STRIP_LENGTH, STRIP_WIDTH, 3) Lab of what strips show."""
    lab = np.moveaxis(strips[:, LAB], 1, -1) + np.array([0.5, 0, 0], np.float32)
    return np.asarray(lab * np.array([100, 64, 64], np.float32), np.float32)


def set_colours(strips: Floats, counts: Sequence[int]) -> tuple[Colour, Colour] | None:
    """The colours of the two sets (counts above and below zero) from the points they stand on; None without both."""
    samples: tuple[list[Floats], list[Floats]] = ([], [])
    for strip, count in zip(strips, counts, strict=True):
        if count:
            samples[int(count < 0)].append(core_pixels(strip, count))
    if not (samples[0] and samples[1]):
        return None
    one, other = (learn_colour(np.concatenate(part), STRIPS.spread) for part in samples)
    return one, other


def with_colours(strips: Floats, colours: tuple[Colour, Colour]) -> Floats:
    """The strips with both sets' colours given to the network."""
    bins = lab_bins(plain_lab(strips))
    marked = strips.copy()
    for channel, colour in enumerate(colours):
        marked[:, SETS.start + channel] = np.clip(
            (colour.in_bins(bins) - ANYTHING) / STRIPS.surely, -1, STRIPS.surest
        )
    marked[:, KNOWN] = 1
    return marked
