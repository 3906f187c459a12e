"""Finding the board in a film: the first still picture of the starting position, and the board learned from it."""

from __future__ import annotations

from bookgammon.setup.learning import shows_start
from bookgammon.setup.reading_back import learned
from bookgammon.setup.view import differ
from calibration.board import Board
from calibration.errors import CalibrationError
from calibration.finding import find_leaves
from vision.sources.frames import Frame
from vision.sources.pictures import Image

EVERY_S = 0.5
"""Seconds of the film between two pictures that are compared: a starting position stands for longer."""


class BoardSearch:
    """Is given a film's frames in their order; each still scene is looked at once."""

    def __init__(self) -> None:
        self._at: float | None = None
        self._before: Image | None = None
        self._looked_at: Image | None = None

    def observe(self, frame: Frame) -> Board | None:
        """The board, where the frame shows it still and set up for a game. May take seconds."""
        if self._at is not None and 0 <= frame.time - self._at < EVERY_S:
            return None
        before, self._before, self._at = self._before, frame.image, frame.time
        if before is None or differ(before, frame.image):
            return None
        if self._looked_at is not None and not differ(self._looked_at, frame.image):
            return None
        self._looked_at = frame.image
        return board_in(frame.image)


def board_in(picture: Image) -> Board | None:
    """The board that a picture (BGR uint8) shows set up for a game, learned from it; None where it shows none."""
    try:
        corners = find_leaves(picture).corners
        if not shows_start(picture, corners):
            return None
        lesson = learned(picture, corners, None, find_leaves, origin="found")
    except CalibrationError:
        return None
    return None if lesson.another else lesson.board
