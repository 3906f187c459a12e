"""A first guess of which points are occupied, by colour along each point's middle alone.

Points alternate in two colours, and a point shows its own where no checker reaches: towards its tip. From the edge
inwards checkers lie as long as the middle line has another colour than that.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from calibration.leaf import POINTS_PER_ROW
from vision.inputs import NET_SCALE
from vision.uncalibrated.plain_strips import EDGE, plain_lab

Floats = npt.NDArray[np.float32]

DEEP = 2.6, 3.8
"""Point widths from the edge where most points show their own colour."""
REACH = 5.0
OTHER, ALIKE = 12.0, 18.0
"""Lab distance beyond which a colour is another one, and within which a point's own deep part is trusted."""
CAP = 22.0
WEIGHTS = np.array([0.7, 1, 1], np.float32)
"""Of lightness and colour: shadows are no checkers."""
SKIPPED, GAP, FEWEST = 0.25, 4, 6
"""Point widths next to the edge that walls may hide; rows of pixels that may interrupt a row, and that make one."""
PITCH = 0.92


def centre_line_counts(strips: Floats) -> npt.NDArray[np.int64]:
    """How many checkers seem to lie on each of 24 strips (in `plain_strips`' order), whosever they are."""
    middle = strips.shape[3] // 2
    lines = np.median(plain_lab(strips)[:, :, middle - 3 : middle + 3], axis=2)
    deep = lines[:, _row(DEEP[0]) : _row(DEEP[1])]
    colours = np.array([(column + row) % 2 for _ in range(2) for row in range(2) for column in range(POINTS_PER_ROW)])
    counts = np.zeros(len(strips), np.int64)
    for colour in (0, 1):
        alike = np.flatnonzero(colours == colour)
        usual = _commonest(deep[alike].reshape(-1, 3)[::3])
        for k in alike:
            own = np.median(deep[k], axis=0)
            bare = own if np.linalg.norm(own - usual) < ALIKE else usual
            away = np.linalg.norm((lines[k] - bare) * WEIGHTS, axis=1)
            counts[k] = _length(away[_row(SKIPPED) : _row(REACH)] > OTHER)
    return counts


def _row(along: float) -> int:
    return round((EDGE + along) * NET_SCALE)


def _commonest(colours: Floats) -> Floats:
    """The colour that most others are near to."""
    away = np.linalg.norm(colours[:, None] - colours[None], axis=2)
    return np.asarray(colours[np.minimum(away, CAP).sum(axis=1).argmin()], np.float32)


def _length(other: npt.NDArray[np.bool_]) -> int:
    """Checkers in a row that starts at the edge and has no gap."""
    end = gap = 0
    for at, differs in enumerate(other):
        gap = 0 if differs else gap + 1
        if gap > GAP:
            break
        if differs:
            end = at + 1
    return 0 if end < FEWEST else max(1, round((end / NET_SCALE + SKIPPED) / PITCH))
