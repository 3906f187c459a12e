"""A first guess of which points are occupied, by colour along each point's middle alone.

Points alternate in two colours, and a point shows its own where no checker reaches: towards its tip. From the edge
inwards checkers lie as long as the middle line has another colour than that.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.leaf import POINTS_PER_ROW
from vision.strips import NET_SCALE
from vision.uncalibrated.plain_strips import EDGE, plain_lab

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class LineLimits:
    """What counts as another colour along a point's middle. Lengths in point widths from the leaf's edge unless it says
    otherwise, colours in CIE Lab. No measurement is kept from when they were chosen; what comes of them:
    tests/vision/test_uncalibrated.py.
    """

    half_width: int = 3
    """Pixels on either side of the middle whose median is the line."""
    deep: tuple[float, float] = (2.6, 3.8)
    """Where most points show their own colour."""
    skipped: float = 0.25
    """Next to the edge walls may hide checkers."""
    other: float = 12.0
    alike: float = 18.0
    """Distance beyond which a colour is another one, and within which a point's own deep part is trusted."""
    cap: float = 22.0
    """Distance from which on colours are no less alike, where the commonest one is looked for."""
    lightness: float = 0.7
    """What lightness counts beside colour: shadows are no checkers."""
    gap: int = 4
    fewest: int = 6
    """Pixels that may interrupt a row, and that make one."""
    pitch: float = 0.92
    """From checker to checker."""


LINES = LineLimits()


def centre_line_counts(strips: Floats) -> npt.NDArray[np.int64]:
    """How many checkers seem to lie on each of 24 strips (in `plain_strips`' order), whosever they are."""
    middle = strips.shape[3] // 2
    lines = np.median(plain_lab(strips)[:, :, middle - LINES.half_width : middle + LINES.half_width], axis=2)
    deep = lines[:, _row(LINES.deep[0]) : _row(LINES.deep[1])]
    colours = np.array([(column + row) % 2 for _ in range(2) for row in range(2) for column in range(POINTS_PER_ROW)])
    counts = np.zeros(len(strips), np.int64)
    weights = np.array([LINES.lightness, 1, 1], np.float32)
    for colour in (0, 1):
        alike = np.flatnonzero(colours == colour)
        usual = _commonest(deep[alike].reshape(-1, 3)[::3])
        for k in alike:
            own = np.median(deep[k], axis=0)
            bare = own if np.linalg.norm(own - usual) < LINES.alike else usual
            away = np.linalg.norm((lines[k] - bare) * weights, axis=1)
            counts[k] = _length(away[_row(LINES.skipped) :] > LINES.other)
    return counts


def _row(along: float) -> int:
    return round((EDGE + along) * NET_SCALE)


def _commonest(colours: Floats) -> Floats:
    """The colour that most others are near to."""
    away = np.linalg.norm(colours[:, None] - colours[None], axis=2)
    return np.asarray(colours[np.minimum(away, LINES.cap).sum(axis=1).argmin()], np.float32)


def _length(other: npt.NDArray[np.bool_]) -> int:
    """Checkers in a row that starts at the edge and has no gap."""
    end = gap = 0
    for at, differs in enumerate(other):
        gap = 0 if differs else gap + 1
        if gap > LINES.gap:
            break
        if differs:
            end = at + 1
    return 0 if end < LINES.fewest else max(1, round((end / NET_SCALE + LINES.skipped) / LINES.pitch))
