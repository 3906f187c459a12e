"""What calibration refuses.

CalibrationError
  BadCorners      a corners file that is missing, torn, or whose corners make no board
  BadPicture      a picture of a board that is none, or out of bounds
  BadBoardFile    a board file that is missing, torn or from another version
  WrongStart      a start picture that does not show the expected position
  NoBook          a picture in which no open book is found
    PartOfBook    one in which only a part of it is
"""

from __future__ import annotations

from typing import Literal

Edge = Literal["left", "right", "far", "near"]
"""Of the picture: left and right as it shows them, far its upper edge, near its lower one."""


class CalibrationError(Exception):
    """Base of everything calibration refuses; its text is one sentence for a person."""


class BadCorners(CalibrationError):
    """Corners that are missing, torn, or make no board."""


class BadBoardFile(CalibrationError):
    """A board file that is missing, torn or from another version."""


class BadPicture(CalibrationError):
    """A picture of a board that is none, or larger or smaller than such a picture can be."""


class WrongStart(CalibrationError):
    """A start picture that does not show the expected position."""


class NoBook(CalibrationError):
    """A picture in which no open book is found, or only a part of one."""


class PartOfBook(NoBook):
    """A picture in which only a part of an open book is found.

    beyond: the edge of the picture beyond which the book goes on, None where that cannot be determined.
    """

    def __init__(self, text: str, beyond: Edge | None) -> None:
        super().__init__(text)
        self.beyond = beyond
