"""Pictures of a calibrated board each by itself: the camera or the book may have been moved since it was learned."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from arbiter.referee.evidence import Evidence
from calibration.board import Board
from calibration.sheet import Image
from vision.pose_tracking import CameraPose, Homography
from vision.reader import Reader


@dataclass(frozen=True, eq=False)
class SingleReading:
    """What one picture shows.

    evidence: pixels in it belong to `view`. view: the picture as the camera would have taken it from where the board
    was learned, BGR uint8, board's size. to_board: homography from the picture, at the board's size, to that view.
    """

    evidence: Evidence
    view: Image
    to_board: Homography

    @property
    def evidence_in_picture(self) -> Evidence:
        """The same with pixels as they are in the picture itself, at the board's size."""
        if not self.evidence.dice:
            return self.evidence
        centers = np.array([die.center for die in self.evidence.dice])
        back = cv2.perspectiveTransform(centers[None], np.linalg.inv(self.to_board))[0]
        dice = [replace(die, center=(float(x), float(y))) for die, (x, y) in zip(self.evidence.dice, back, strict=True)]
        return replace(self.evidence, dice=tuple(dice))


class SingleReader:
    """Reads single pictures of one board, in no order."""

    def __init__(self, board: Board) -> None:
        self._board, self._reader = board, Reader(board)

    def read(self, image: Image) -> SingleReading:
        """BGR uint8 of the board's shape. Raises PictureError for another shape."""
        image = self._reader.fitting(image)
        pose = CameraPose(self._board)
        pose.check(image)  # where it is lost it is looked for where it was learned
        view = pose.steadied(image)
        to_board = np.eye(3) if view is image else pose.to_board
        return SingleReading(self._reader.read(view), view, to_board)
