"""Whether a camera's pictures are good enough to play by: too dark, too grainy or too compressed ones are reported.

People are informed while they play, for light fades and a stream gets worse; how good the pictures are before that is
measured in set-up (`calibration.quality`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Part = tuple[slice, slice]
"""Rows and columns of a picture."""
Trouble = Literal["dark", "grain", "blocks"]


@dataclass(frozen=True)
class LegibilityLimits:
    """From where on people are warned: between pictures of own renderings that are all read and such as are not, each
    by itself (four boards, seeds 71000 to 71003; `python -m lab.benchmarks.legibility`).
    """

    darkest: float = 20.0
    """Grey levels: half of the board is darker. With grain of 4 all but a die of twelve is read at 24, a quarter of the
    dice at 15; with grain of 1.5 all from 15 on."""
    grainiest: float = 20.0
    """Grey levels, standard deviation of a pixel's brightness from frame to frame. All is read at 16, half of the dice
    at 24."""
    blockiest: float = 2.5
    """Times as much as within them that pixels differ across the borders of compression's blocks. All is read at 2.3
    (JPEG's quality 10), three dice of four at 3.0 (quality 6)."""
    sparse: int = 8
    """Every so many rows, or columns, are looked at."""
    every: float = 1.0
    """Seconds between two looks."""
    lasting: float = 4.0
    """Seconds for which it must be so before people are informed: lamps are switched, streams recover."""
    over: float = 30.0
    """Seconds for which it must not be so before they are informed once more."""


LIMITS = LegibilityLimits()
BLOCK = 8
"""Pixels of a side of the blocks in which JPEG and MJPG drop detail."""


class Legibility:
    """Watches the pictures of one source."""

    def __init__(self, limits: LegibilityLimits = LIMITS) -> None:
        self._limits = limits
        self._looked_at: float | None = None
        self._since: dict[Trouble, float] = {}
        self._reported_at: dict[Trouble, float] = {}

    def observe(self, image: Image, board: Part, grain: float, time: float) -> Trouble | None:
        """What people should know now. image: BGR uint8 as the camera gave it; board: the part that it shows in;
        grain: as measured over time (`vision.grain`)."""
        if self._looked_at is not None and 0 <= time - self._looked_at < self._limits.every:
            return None
        self._looked_at = time
        trouble = self._trouble(image, board, grain)
        since = self._since.get(trouble, time) if trouble else time
        self._since = {trouble: since} if trouble else {}
        if trouble is None or time - since < self._limits.lasting:
            return None
        before, self._reported_at[trouble] = self._reported_at.get(trouble), time
        return trouble if before is None or not 0 <= time - before < self._limits.over else None

    def _trouble(self, image: Image, board: Part, grain: float) -> Trouble | None:
        """The first cause, where one makes another: dark pictures are grainy, and grain makes blocks."""
        if brightness(image, board) < self._limits.darkest:
            return "dark"
        if grain > self._limits.grainiest:
            return "grain"
        return "blocks" if blockiness(image, board) > self._limits.blockiest else None


def brightness(image: Image, board: Part, sparse: int = LIMITS.sparse) -> float:
    """The median grey level of a picture (BGR uint8) within `board`; 0 to 255."""
    thin = np.ascontiguousarray(image[board][sparse // 2 :: sparse, sparse // 2 :: sparse])
    return float(np.median(cv2.cvtColor(thin, cv2.COLOR_BGR2GRAY))) if thin.size else 255.0


def blockiness(image: Image, board: Part, sparse: int = LIMITS.sparse) -> float:
    """How many times as much pixels differ across the borders of compression's blocks as within them.

    About 1 where nothing was compressed; less than it was where the picture was resized afterwards. image: BGR uint8 as
    the camera gave it; green is looked at, which has most of the brightness.
    """
    rows, columns = (slice(-(-part.start // BLOCK) * BLOCK, part.stop // BLOCK * BLOCK) for part in board)
    green = image[rows, columns, 1]
    if min(green.shape) < 2 * BLOCK:
        return 1.0
    ratios = []
    for lines in (green[sparse // 2 :: sparse], green[:, sparse // 2 :: sparse].T):
        steps = np.abs(np.diff(lines.astype(np.int16), axis=1)).mean(axis=0)
        border = np.arange(len(steps)) % BLOCK == BLOCK - 1
        ratios.append((steps[border].mean() + 1) / (steps[~border].mean() + 1))
    return float(np.mean(ratios))
