"""The camera's pictures of a play: the board before it, and after it where it was illegal."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from arbiter.match.events import IllegalPlay
from arbiter.match.state import MatchState
from arbiter.position import Position
from calibration.board import Board
from vision.sources.pictures import Image
from web.view import Pictures

MARGIN = 0.05
"""Of the board's width: what is shown around it."""
WIDTH = 640
QUALITY = 80


@dataclass(frozen=True, slots=True)
class KeptClip:
    """A film that was kept. address: on the page. first, last: the frames of the events that it is about."""

    address: str
    first: int
    last: int


class Snapshots:
    """Remembers the last calm frame that showed the turn's beginning, and the one that showed the illegal play.

    Frames are only kept at hand; the two that are worth it are cut to the board and compressed once somebody looks.
    """

    def __init__(self, board: Board) -> None:
        self._window = window(board)
        self._before: Image | None = None
        self._warning: IllegalPlay | None = None
        self._pictures: Pictures | None = None

    def observe(self, state: MatchState, seen: Position | None, image: Image | None) -> Pictures | None:
        """The pictures to be shown now. seen: the board as this calm frame shows it, None where it is not calm."""
        warning = state.warning if state.warning and not state.warning.provisional else None
        if warning is None:
            self._warning = self._pictures = None
            if image is not None and seen == state.position:
                self._before = image
            return None
        if warning is not self._warning and image is not None and seen == warning.position:
            self._warning = warning
            self._pictures = self._pair(self._before, image) if self._before is not None else None
        return self._pictures

    def _pair(self, before: Image, after: Image) -> Pictures:
        return Pictures(secrets.token_hex(8), cache(lambda: (cut(before, self._window), cut(after, self._window))))


Window = tuple[float, float, float, float]
"""left, top, right, bottom as parts of the picture's width and height."""


def window(board: Board) -> Window:
    """Where the book lies in the picture, with a little around it."""
    corners = np.array([*board.corners.left, *board.corners.right])
    margin = MARGIN * float(np.ptp(corners[:, 0]))
    left, top = np.maximum(corners.min(axis=0) - margin, 0) / board.size
    right, bottom = np.minimum((corners.max(axis=0) + margin) / board.size, 1)
    return float(left), float(top), float(right), float(bottom)


def cut(image: Image, part: Window, widest: int = WIDTH) -> bytes:
    """That part of a picture (BGR uint8) as a JPEG, shrunk to at most so many pixels across."""
    height, width = image.shape[:2]
    left, top, right, bottom = part
    piece = image[round(top * height) : round(bottom * height), round(left * width) : round(right * width)]
    return jpeg(piece, widest)


def jpeg(image: Image, widest: int) -> bytes:
    """A picture (BGR uint8), shrunk to at most so many pixels across."""
    shrunk = min(1.0, widest / image.shape[1])
    if shrunk < 1:
        image = np.asarray(cv2.resize(image, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()
