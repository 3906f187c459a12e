"""What the two networks that find the leaves look at: the whole picture shrunk, and one leaf straightened.

Both see colours without their mean and scaled to a common contrast, so that neither lamp nor exposure matters.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.sheet import Image

Floats = npt.NDArray[np.float32]
Array = npt.NDArray[np.float64]

LONGEST, MULTIPLE = 160, 16
"""The shrunk picture's longer side; both sides are filled up to a multiple of 16."""
CHANNELS = 5
"""Blue, green, red, and how far right and down a pixel lies (-1..1)."""
STRIDE = 4
"""Input pixels per pixel of the networks' maps."""
LEAF, MARGIN = (96, 128), 24
"""A straightened leaf's width and height, and the surroundings shown on every side, in pixels."""
LEAF_VIEW = (LEAF[0] + 2 * MARGIN, LEAF[1] + 2 * MARGIN)
FRAME: Array = np.array(
    [(MARGIN, MARGIN), (MARGIN + LEAF[0], MARGIN), (MARGIN + LEAF[0], MARGIN + LEAF[1]), (MARGIN, MARGIN + LEAF[1])],
    np.float64,
)
"""Where the corners TL, TR, BR, BL come to lie on a straightened leaf."""
COARSEST = 1.7
"""A picture with more pixels than this for one of the view is halved first, lest fine art turn to noise."""


def normalised(image: npt.NDArray[Any]) -> Floats:
    """(H, W, 3) BGR to (3, H, W) float32: channel means taken off, divided by the spread over all channels."""
    values = np.asarray(image, np.float32)
    values = values - values.mean(axis=(0, 1))
    return np.ascontiguousarray((values / (float(values.std()) + 4.0)).transpose(2, 0, 1), np.float32)


def placed(view: Floats) -> Floats:
    """(3, H, W) to (5, H, W): with each pixel's place."""
    height, width = view.shape[1:]
    across = np.broadcast_to(np.linspace(-1, 1, width, dtype=np.float32), (height, width))
    down = np.broadcast_to(np.linspace(-1, 1, height, dtype=np.float32)[:, None], (height, width))
    return np.concatenate([view, across[None], down[None]])


def whole_view(picture: Image) -> tuple[Floats, float]:
    """The whole picture for the first network, (5, h, w), and view pixels per picture pixel.

    The picture fills the view from the top left corner; what it leaves free is zero.
    """
    height, width = picture.shape[:2]
    scale = LONGEST / max(height, width)
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    small = normalised(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    view = np.zeros((3, *(-(-side // MULTIPLE) * MULTIPLE for side in small.shape[1:])), np.float32)
    view[:, : small.shape[1], : small.shape[2]] = small
    return placed(view), scale


def leaf_homography(quad: npt.ArrayLike, mirrored: bool) -> Array:
    """(3, 3) from pixels of the picture to those of a leaf's view; the right leaf is seen in the mirror.

    quad: TL, TR, BR, BL in the picture. A mirrored leaf has its ridge to the right as the left one has.
    """
    corners = np.asarray(quad, np.float32)
    if mirrored:
        corners = corners[[1, 0, 3, 2]]
    return np.asarray(cv2.getPerspectiveTransform(corners, FRAME.astype(np.float32)), np.float64)


def cell_of(points: npt.ArrayLike) -> Array:
    """Pixels of a view to cells of the networks' maps."""
    return np.asarray((np.asarray(points, np.float64) - (STRIDE - 1) / 2) / STRIDE)


def pixel_of(cells: npt.ArrayLike) -> Array:
    """Cells of the networks' maps to pixels of a view."""
    return np.asarray(np.asarray(cells, np.float64) * STRIDE + (STRIDE - 1) / 2)


class Halves:
    """A picture, BGR uint8, and the same halved once, twice and so on, each made when it is first asked for."""

    def __init__(self, picture: Image) -> None:
        self.whole = picture
        self._made = [picture]

    def for_leaf(self, quad: npt.ArrayLike) -> tuple[Image, float]:
        """Halved until the leaf is not much larger than its view; and its size relative to the whole."""
        sides = np.asarray(quad, np.float64) - np.roll(np.asarray(quad, np.float64), 1, axis=0)
        largest, times = float(np.hypot(*sides.T).max()), 0
        while largest > COARSEST * max(LEAF) * 2**times and min(self._halved(times).shape[:2]) > 2:
            times += 1
        return self._halved(times), 0.5**times

    def _halved(self, times: int) -> Image:
        while len(self._made) <= times:
            height, width = self._made[-1].shape[:2]
            half = cv2.resize(self._made[-1], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
            self._made.append(np.asarray(half, np.uint8))
        return self._made[times]


def at_scale(points: npt.ArrayLike, scale: float) -> Array:
    """Pixels of a picture to pixels of the same picture resized by `scale`."""
    return np.asarray((np.asarray(points, np.float64) + 0.5) * scale - 0.5)


def leaf_picture(picture: Halves, quad: npt.ArrayLike, mirrored: bool) -> tuple[Image, Array]:
    """A leaf straightened, BGR uint8 of LEAF_VIEW, and the homography from the picture's pixels to its pixels."""
    small, scale = picture.for_leaf(quad)
    to_view = leaf_homography(at_scale(quad, scale), mirrored)
    straight = cv2.warpPerspective(small, to_view, LEAF_VIEW, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shrink = np.array([[scale, 0, 0.5 * scale - 0.5], [0, scale, 0.5 * scale - 0.5], [0, 0, 1]])
    return np.asarray(straight, np.uint8), to_view @ shrink
