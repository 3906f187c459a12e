"""Pictures of a camera that trembles, shifted back: a shift of the whole picture is no movement on the board.

A picture that differs from the one before is asked whether it is the same one, some pixels aside: spots on and around
the book are looked up by optical flow in small grey pictures, and where most of them agree on a shift that is taken
out, before anything is judged still or read. A camera that was knocked moves farther; that is the business of
`vision.pose_tracking`.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose_tracking import SPOTS

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]


@dataclass(frozen=True)
class SteadyingLimits:
    """When a picture is shifted back. In pixels of pictures as they come unless it says otherwise.

    Set by hand on own boards put through `lab.simulator.disturbances.tremor` (tests/vision/test_steadying.py);
    `python -m lab.benchmarks.stillness` measures what comes of them.
    """

    width: int = 480
    """Pixels across, at the least, of the small pictures in which spots are looked up."""
    most_points: int = 64
    """Spots, chosen as `vision.pose_tracking` chooses its own."""
    least: int = 12
    agree: float = 0.5
    """Number, and share of all spots, that must be shifted alike: hands and checkers may hide or move the others."""
    alike: float = 0.35
    """Small pixels by which their shifts may differ."""
    farthest: float = 0.006
    """Part of the picture's width beyond which it is no tremor."""
    worth: float = 0.2
    """Below which a picture is left as it is."""
    renewed_below: float = 0.7
    """Share of the spots that agree below which others are chosen, as the board looks now."""
    held_for: float = 2.0
    """Seconds without agreement after which the picture that comes is the one to hold to."""
    rests_within: float = 0.5
    """What a shift stays within for as long where the camera does not tremble, but stands elsewhere now."""


LIMITS = SteadyingLimits()


class Steadying:
    """Shifts the pictures of one size back onto one of them. outline: (n, 2) pixels within which spots are chosen."""

    def __init__(self, size: tuple[int, int], outline: npt.NDArray[np.float64]) -> None:
        self._size = size
        self._step = max(1, size[0] // LIMITS.width)
        self.place(outline)

    def place(self, outline: npt.NDArray[np.float64]) -> None:
        """From now on the book is there; the next picture is the one that others are shifted onto."""
        self._outline = outline
        self._anchor: Image | None = None
        self._points: Points = np.zeros((0, 2), np.float32)
        self._share = 1.0
        self._lost_since: float | None = None
        self._rests: tuple[float, float, float] | None = None
        """A shift, and since when it has been that."""

    def hold(self, image: Image) -> None:
        """A picture at rest, shifted back already: where few spots look as they did, they are chosen anew in it."""
        if self._anchor is None or self._share < LIMITS.renewed_below:
            self._hold_to(image)

    def steadied(self, image: Image, time: float) -> Image:
        """The picture (BGR uint8), shifted back where it is the same one some pixels aside; itself otherwise."""
        if self._anchor is None:
            self._hold_to(image)
            return image
        shift = self._shift(image)
        if shift is None:
            self._lost_since = time if self._lost_since is None or time < self._lost_since else self._lost_since
            if time - self._lost_since >= LIMITS.held_for:
                self._hold_to(image)
            return image
        self._lost_since = None
        if float(np.hypot(*shift)) < LIMITS.worth:
            self._rests = None
            return image
        if self._stands_elsewhere(shift, time):
            self._hold_to(image)
            return image
        return shifted_back(image, *shift)

    def _hold_to(self, image: Image) -> None:
        self._anchor = self._small(image)
        mask = np.zeros(self._anchor.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(self._outline / self._step).astype(np.int32)], 255)
        found = cv2.goodFeaturesToTrack(self._anchor, LIMITS.most_points, SPOTS.quality, SPOTS.apart, mask=mask)
        self._points = np.zeros((0, 2), np.float32) if found is None else np.asarray(found, np.float32).reshape(-1, 2)
        self._share, self._lost_since, self._rests = 1.0, None, None

    def _stands_elsewhere(self, shift: tuple[float, float], time: float) -> bool:
        x, y = shift
        rests = self._rests
        if rests is None or time < rests[2] or np.hypot(x - rests[0], y - rests[1]) > LIMITS.rests_within:
            self._rests = x, y, time
            return False
        return time - rests[2] >= LIMITS.held_for

    def _shift(self, image: Image) -> tuple[float, float] | None:
        """Pixels by which the picture lies right of and below the one that is held; None where that cannot be told."""
        if self._anchor is None or len(self._points) < LIMITS.least:
            return None
        now, seen, _ = cv2.calcOpticalFlowPyrLK(
            self._anchor,
            self._small(image),
            self._points[:, None],
            np.zeros_like(self._points[:, None]),
            maxLevel=1,
        )
        moved = (now.reshape(-1, 2) - self._points)[seen.ravel() > 0]
        if len(moved) < LIMITS.least:
            return None
        alike = moved[np.abs(moved - np.median(moved, axis=0)).max(axis=1) < LIMITS.alike]
        self._share = len(alike) / len(self._points)
        if len(alike) < LIMITS.least or self._share < LIMITS.agree:
            return None
        x, y = (float(part) * self._step for part in alike.mean(axis=0))
        return (x, y) if np.hypot(x, y) <= LIMITS.farthest * self._size[0] else None

    def _small(self, image: Image) -> Image:
        size = (self._size[0] // self._step, self._size[1] // self._step)
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def shifted_back(image: Image, x: float, y: float) -> Image:
    """The picture as it would be without a shift to the right and down, but for its outermost pixels, which stay; less
    work than warping it."""
    (height, width), (columns, rows) = image.shape[:2], (int(np.floor(x)), int(np.floor(y)))
    top, bottom = max(0, -rows), min(height, height - 1 - rows)
    left, right = max(0, -columns), min(width, width - 1 - columns)
    part = image[top + rows : bottom + rows + 1, left + columns : right + columns + 1]
    across = cv2.addWeighted(part[:, :-1], 1 - (x - columns), part[:, 1:], x - columns, 0)
    found = image.copy()
    found[top:bottom, left:right] = cv2.addWeighted(across[:-1], 1 - (y - rows), across[1:], y - rows, 0)
    return found
