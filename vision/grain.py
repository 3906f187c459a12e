"""How grainy a camera's pictures are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class GrainLimits:
    """How grain is measured. Outcome: `python -m lab.benchmarks.stillness`."""

    sparse: int = 16
    """Every so many pixels, across and down, one is compared."""
    beside: int = 2
    """Pixels to the one whose brightness is taken off first: lamps change both alike, grain does not."""
    settles: float = 0.3
    """Share of a new measurement in the running one."""


LIMITS = GrainLimits()


class Grain:
    """Measures grain from frames that follow each other.

    sigma: its standard deviation in grey levels of one pixel's brightness; what moves hardly counts.
    """

    def __init__(self, limits: GrainLimits = LIMITS) -> None:
        self._limits = limits
        self._before: npt.NDArray[np.int16] | None = None
        self.sigma = 0.0

    def observe(self, image: Image, moving: bool) -> None:
        """The next frame, BGR uint8; moving: against the one before, from which nothing is learned then."""
        step, shift = self._limits.sparse, self._limits.beside
        rows, other = image[step // 2 :: step, :-shift:step], image[step // 2 :: step, shift::step]
        sparse = rows.sum(axis=2, dtype=np.int16) - other.sum(axis=2, dtype=np.int16)
        before, self._before = self._before, sparse
        if moving or before is None or before.shape != sparse.shape:
            return
        change = np.abs(sparse - before).ravel()
        typical = float(np.partition(change, change.size // 2)[change.size // 2]) / 3
        sigma = 1.4826 * typical / 2  # two pixels in two frames
        self.sigma = sigma if not self.sigma else self.sigma + self._limits.settles * (sigma - self.sigma)
