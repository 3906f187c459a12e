"""What calibration refuses.

CalibrationError
  BadCorners      a corners file that is missing, torn, or whose corners make no board
  BadBoardFile    a board file that is missing, torn or from another version
  WrongStart      a start picture that does not show the expected position
  NoBook          a picture in which no open book is found
"""

from __future__ import annotations


class CalibrationError(Exception):
    """Base of everything calibration refuses; its text is one sentence for a person."""


class BadCorners(CalibrationError):
    """Corners that are missing, torn, or make no board."""


class BadBoardFile(CalibrationError):
    """A board file that is missing, torn or from another version."""


class WrongStart(CalibrationError):
    """A start picture that does not show the expected position."""


class NoBook(CalibrationError):
    """A picture in which no open book is found, or only a part of one."""
