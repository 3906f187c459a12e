"""How grainy a camera's pictures are, and several of a still table made into one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class GrainLimits:
    """How many pictures are averaged. Measured by `python -m lab.benchmarks.stillness`."""

    sparse: int = 16
    """Every so many pixels, across and down, one is compared."""
    beside: int = 2
    """Pixels to the one whose brightness is taken off first: lamps change both alike, grain does not."""
    readable: float = 2.5
    """Standard deviation, in grey levels, of the grain that a picture may have to be read well."""
    most: int = 6
    """Pictures averaged at the most: more would have people wait."""
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

    @property
    def pictures(self) -> int:
        """How many still pictures must be averaged to be read well."""
        return min(self._limits.most, max(1, round((self.sigma / self._limits.readable) ** 2)))


class Average:
    """The mean of pictures (BGR uint8, one shape) taken while nothing moves."""

    def __init__(self) -> None:
        self._sum: npt.NDArray[np.float32] | None = None
        self.count = 0

    def add(self, image: Image) -> None:
        if self._sum is None or self._sum.shape != image.shape:
            self._sum, self.count = image.astype(np.float32), 1
            return
        cv2.accumulate(image, self._sum)
        self.count += 1

    def clear(self) -> None:
        self._sum, self.count = None, 0

    def picture(self) -> Image:
        """The mean so far. Raises ValueError where nothing was added."""
        if self._sum is None:
            raise ValueError(Message("No picture was added."))
        return np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self.count), np.uint8)
