"""One whole look at a picture: the rectified leaves and ridge, and from them all evidence."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.evidence import Evidence, PlaceEvidence
from arbiter.position import SIDES, Side
from calibration.board import Board
from calibration.colours import bare_log_density, match_light, to_lab
from calibration.looks import recall_looks
from calibration.rows import Strip, disc_means, strips
from calibration.sheet import Sheet
from vision.checkers import best_rows, row_capacity, stacked_profiles, with_stacks
from vision.errors import PictureError
from vision.ridge import ridge_profiles, ridge_scores

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
NOISE = 1.5
CAP = 2.5


class Reader:
    """Reads pictures of one calibrated board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.looks = recall_looks(board)
        checker = board.checker
        self.sheets = tuple(Sheet(leaf, 6, checker.height) for leaf in board.leaves)
        self.ridge = Sheet(board.ridge, board.ridge_width, checker.height)
        self._bare = tuple(sheet.warp(self.looks.bare) for sheet in (*self.sheets, self.ridge))
        self._strips = tuple(tuple(strips(sheet)) for sheet in self.sheets)

    def read(self, image: Image, frame: int = 0, time: float = 0.0) -> Evidence:
        """Evidence from one picture (BGR uint8 of the board's size). Raises PictureError for another shape."""
        image = self.fitting(image)
        image = match_light(image, self.looks.bare)
        by_point: dict[tuple[str, int], PlaceEvidence] = {}
        for leaf, sheet in enumerate(self.sheets):
            for strip, place in zip(self._strips[leaf], self._points(leaf, sheet, image), strict=True):
                by_point[strip.row, 6 * leaf + strip.column] = place
        places = [by_point[spot] for spot in self.board.seats.track()]
        scores = self._disc_scores(self.ridge, self._bare[2], image)
        places.append(PlaceEvidence(ridge_scores(ridge_profiles(self.ridge, scores), self.board.checker)))
        return Evidence(frame, time, still=True, hand=False, places=tuple(places))

    def fitting(self, image: Image) -> Image:
        """The picture at the board's size. Raises PictureError where its shape is another."""
        height, width = image.shape[:2]
        if (width, height) == self.board.size:
            return image
        if abs(width * self.board.size[1] - height * self.board.size[0]) > max(width, height):
            wanted = "{} by {}".format(*self.board.size)
            raise PictureError(f"The picture has {width} by {height} pixels, the board was calibrated at {wanted}.")
        return np.asarray(cv2.resize(image, self.board.size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def _disc_scores(self, sheet: Sheet, bare: Image, image: Image) -> dict[Side, Floats]:
        picture = sheet.warp(image)
        lab = to_lab(picture)
        background = bare_log_density(picture, lab, bare, NOISE)
        return {
            side: disc_means(
                np.clip(self.looks.colours[side].log_density(lab) - background, -CAP, CAP),
                0.95 * self.board.checker.radius,
            )
            for side in SIDES
        }

    def _points(self, leaf: int, sheet: Sheet, image: Image) -> list[PlaceEvidence]:
        scores = self._disc_scores(sheet, self._bare[leaf], image)
        along: list[Strip] = list(self._strips[leaf])
        totals = best_rows(stacked_profiles(along, scores), self.board.checker)
        fits = row_capacity(self.board.checker, sheet.leaf.length)
        return [
            PlaceEvidence(with_stacks({counts: float(values[i]) for counts, values in totals.items()}, fits))
            for i in range(len(along))
        ]
