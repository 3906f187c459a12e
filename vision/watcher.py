"""Looking over time: which frames are worth reading, and what a still table keeps saying.

A frame in which something moves over the book is not read. Once the table lies still it is made sure that the
board is where it was (`vision.bump`), and what has changed is read a few times (`vision.rereading`); after that
the last evidence is repeated until something changes, so that a still frame costs less than decoding it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.referee.evidence import Evidence
from calibration.board import Board
from vision.bump import Mount, Outline, book_outline
from vision.reader import Image, Reader
from vision.rereading import LOOKS, Rereader
from vision.sources.frames import News

Thumb = npt.NDArray[np.int16]

THUMB_WIDTH = 160
MOVED = 14
"""Grey levels by which a pixel of the thumbnail differs if something moved there."""
MOVING_SHARE = 0.0025
"""Part of the book's thumbnail pixels that must differ: about a quarter of a checker."""
REFRESH = 2.0
"""Seconds after which even a still table is read again: light changes slowly."""
AROUND = 1.5
"""Point widths around the leaves that belong to the scene: hands come from there."""
SEARCH_EVERY = 0.3
"""Seconds between two searches for a board that is not where it was."""
SAY_LOST = 2.0
"""Seconds for which the board must be out of sight before people are told."""

FOLLOWED = "The camera or the book was moved; the board is found again."
LOST = "The whole board cannot be seen: something covers it, it is closed, or the camera looks elsewhere."
BACK = "The board is in sight again."


class Looker(Protocol):
    """What the watcher needs of `vision.rereading.Rereader`."""

    def fitting(self, image: Image) -> Image: ...
    def read(self, image: Image, frame: int, time: float, dice_before: Sequence[tuple[float, float]]) -> Evidence: ...
    def forget(self) -> None: ...


class Watcher:
    """Follows one board through the frames of one source, given in order."""

    def __init__(self, board: Board, reader: Looker | None = None) -> None:
        self._reader: Looker = reader or Rereader(Reader(board))
        self._mount = Mount(board)
        self._size = board.size
        self._step = max(1, board.size[0] // THUMB_WIDTH)
        self._scene = book_outline(board, AROUND)
        self._mask = self._mask_of(self._scene)
        self._before: Thumb | None = None
        self._at_reading: Thumb | None = None
        self._evidence: Evidence | None = None
        self._looks = 0
        self._read_at = 0.0
        self._checked_at: float | None = None
        self._lost_since: float | None = None
        self._told = False
        self._news: list[News] = []

    def look(self, image: Image, frame: int, time: float) -> Evidence:
        """Evidence of this frame (BGR uint8): fresh, repeated, or only that something moves or hides the board."""
        image = self._reader.fitting(image)
        thumb = self._thumb(image)
        before, self._before = self._before, thumb
        if before is None or self._differs(thumb, before):
            self._looks = 0
            if self._lost_since is None:
                self._checked_at = None
            return Evidence(frame, time, still=False, hand=False)
        if self._at_reading is not None and self._differs(thumb, self._at_reading):
            self._looks = min(self._looks, LOOKS - 1)
        last = self._evidence
        if last is not None and self._looks >= LOOKS and 0 <= time - self._read_at < REFRESH:
            return replace(last, frame=frame, time=time)
        if not self._stands(image, time):
            return Evidence(frame, time, still=False, hand=True)
        dice_before = [die.center for die in last.dice if not die.by_fellow] if last else []
        self._evidence = self._reader.read(self._mount.steadied(image), frame, time, dice_before)
        self._at_reading, self._read_at = thumb, time
        self._looks += 1
        return self._evidence

    def news(self) -> tuple[News, ...]:
        """What people should know about the camera and the board since this was asked last."""
        news, self._news = tuple(self._news), []
        return news

    def _stands(self, image: Image, time: float) -> bool:
        """Whether the board is where it is looked for; it is followed there."""
        pause = SEARCH_EVERY if self._lost_since is not None else REFRESH
        if self._checked_at is not None and 0 <= time - self._checked_at < pause:
            return self._lost_since is None
        self._checked_at = time
        standing = self._mount.check(image)
        if standing == "lost":
            self._miss(time)
            return False
        if standing == "moved":
            self._mask = self._mask_of(self._mount.seen(self._scene))
            self._reader.forget()
            self._evidence, self._looks = None, 0
            self._news.append(News(FOLLOWED))
        elif self._told:
            self._news.append(News(BACK))
        self._lost_since, self._told = None, False
        return True

    def _miss(self, time: float) -> None:
        if self._lost_since is None:
            self._lost_since = time
        elif not self._told and time - self._lost_since >= SAY_LOST:
            self._told = True
            self._news.append(News(LOST, lost=True))

    def _thumb(self, image: Image) -> Thumb:
        """Every n-th pixel's brightness."""
        sparse = image[self._step // 2 :: self._step, self._step // 2 :: self._step]
        grey = sparse.astype(np.int16).sum(axis=2) // 3
        return np.asarray(grey, dtype=np.int16)

    def _differs(self, one: Thumb, other: Thumb) -> bool:
        """Whether something moved between two thumbnails; a lamp dimmed alone is no movement."""
        difference = (one - other)[self._mask]
        drift = int(np.median(difference))
        moved = np.count_nonzero(np.abs(difference - drift) > MOVED)
        return bool(moved > MOVING_SHARE * difference.size)

    def _mask_of(self, outline: Outline) -> npt.NDArray[np.bool_]:
        """Pixels of the thumbnail that show the book and what is next to it."""
        width, height = self._size
        mask = np.zeros((height, width), np.uint8)
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
        half = self._step // 2
        return np.asarray(mask[half :: self._step, half :: self._step] > 0)
