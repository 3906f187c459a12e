"""Looking over time: which frames are worth reading, and what a still table keeps saying.

A frame in which something moves over the book is not read. Once the table lies still it is made sure that the
board is where it was (`vision.pose_tracking`), and what has changed is read a few times (`vision.rereading`); then
the last evidence is repeated until something changes, so that a still frame costs less than decoding it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from arbiter.message import Message
from arbiter.referee.evidence import Evidence
from calibration.board import Board
from calibration.sheet import Image
from vision.grain import Grain
from vision.legibility import Legibility, Trouble
from vision.pace import Pace
from vision.pose_tracking import LIMITS as POSE
from vision.pose_tracking import CameraPose, Outline, book_outline
from vision.reader import Reader
from vision.rereading import REREADING, Rereader
from vision.sources.frames import News
from vision.steadying import Steadying
from vision.stillness import Cells, Stillness, Unrest


@dataclass(frozen=True)
class WatchingLimits:
    """When a table is looked at again, and when people are informed. Outcome: `python -m lab.benchmarks.stillness`."""

    refresh: float = 2.0
    """Seconds after which even a still table is read again: light changes slowly."""
    around: float = 1.5
    """Point widths around the leaves that belong to the scene: hands come from there."""
    search_every: float = 0.3
    """Seconds between two searches for a board that is not where it was."""
    say_lost: float = 2.0
    """Seconds for which the board must be out of sight before people are informed."""


WATCHING = WatchingLimits()
SMALL = replace(WATCHING, refresh=4.0)
"""On a small machine."""

FOLLOWED = Message("The camera or the book was moved; the board is found again.")
LOST = Message("The whole board cannot be seen: something covers it, it is closed, or the camera looks elsewhere.")
BACK = Message("The board is in sight again.")
UNREST: dict[Unrest, str] = {
    "grain": Message("The picture is too grainy to tell whether anything moves: give the table more light."),
    "everywhere": Message(
        "The whole picture keeps changing: put the camera on a firm stand and switch its autofocus off."
    ),
}
TROUBLE: dict[Trouble, str] = {
    "dark": Message("The picture is too dark to play by: give the table more light."),
    "grain": Message("The picture is too grainy to play by: give the table more light."),
    "blocks": Message(
        "The camera compresses its pictures too much to play by: choose a higher quality in its settings."
    ),
}


class Looker(Protocol):
    """What the watcher needs of `vision.rereading.Rereader`."""

    def fitting(self, image: Image) -> Image: ...
    def read(
        self, image: Image, frame: int, time: float, dice_before: Sequence[tuple[float, float]], *, hurried: bool
    ) -> Evidence: ...
    def forget(self) -> None: ...


class Watcher:
    """Follows one board through the frames of one source, given in order. small: on a small machine."""

    def __init__(self, board: Board, reader: Looker | None = None, *, small: bool = False) -> None:
        self._reader: Looker = reader or Rereader(Reader(board), small=small)
        self._refresh = (SMALL if small else WATCHING).refresh
        self._pose = CameraPose(board)
        self._scene, self._frame = book_outline(board, WATCHING.around), book_outline(board, POSE.rim)
        self._size = board.size
        self._stillness = Stillness(board.size, self._scene, self._frame)
        self._steadying = Steadying(board.size, self._frame)
        self._pace = Pace()
        self._still_since = self._given_at = 0.0
        self._grain = Grain()
        self._legibility = Legibility()
        self._before: tuple[Cells, float] | None = None
        self._at_reading: Cells | None = None
        self._evidence: Evidence | None = None
        self._read: Image | None = None
        self._looks = 0
        self._read_at = 0.0
        self._checked_at: float | None = None
        self._lost_since: float | None = None
        self._reported = False
        self._unrest: Unrest | None = None
        self._news: list[News] = []

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        """Evidence of this frame (BGR uint8): fresh, repeated, or only that something moves or hides the board."""
        evidence = self._read_frame(image, frame, time)
        before, self._given_at = self._given_at, time
        if not self._pace.slow:
            return evidence
        rested = time - max(before, self._still_since) if evidence.places else 0.0
        return replace(evidence, hurried=True, rested=max(0.0, rested))

    def _read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        given, image = image, self._reader.fitting(image)
        self._pace.observe(frame, time)
        before = self._before
        image, cells = self._steadied(image, time)
        self._before = cells, time
        moving = before is None or self._stillness.moves(cells, before[0], time, before[1])
        self._grain.observe(image, moving)
        if moving:
            self._looks, self._still_since = 0, time
            if self._lost_since is None:
                self._checked_at = None
            self._report_unrest(time)
            return Evidence(frame, time, still=False, hand=False)
        self._unrest, other = None, False
        self._steadying.hold(image)
        self._report_trouble(given, time)
        if self._at_reading is not None and self._stillness.differs(cells, self._at_reading):
            self._looks, other = min(self._looks, REREADING.looks - 1), True
        last = self._evidence
        since = time - self._read_at
        enough = self._looks >= REREADING.looks and 0 <= since < self._refresh
        if last is not None and (enough or (self._looks and not other and not self._pace.again(since))):
            return replace(last, frame=frame, time=time)
        if not self._pace.settled(time - self._still_since):
            waiting = Evidence(frame, time, still=False, hand=False)
            return replace(last, frame=frame, time=time) if last is not None and self._looks else waiting
        self._pace.looked()
        if not self._stands(image, time):
            return Evidence(frame, time, still=False, hand=True)
        dice_before = [die.center for die in last.dice if not die.inferred_from_pair] if last else []
        self._read = self._pose.steadied(image)
        self._evidence = self._reader.read(self._read, frame, time, dice_before, hurried=self._pace.slow)
        self._at_reading, self._read_at = cells, time
        self._looks += 1
        return self._evidence

    def _steadied(self, image: Image, time: float) -> tuple[Image, Cells]:
        """The picture with the camera's tremor taken out, where there is any, and its cells."""
        cells = self._stillness.cells(image)
        if self._before is not None and self._stillness.alike(cells, self._before[0]):
            return image, cells
        steadied = self._steadying.steadied(image, time)
        return steadied, cells if steadied is image else self._stillness.cells(steadied)

    def take_shown(self) -> tuple[Image, Evidence] | None:
        """The picture read last, as seen from where the board was learned (BGR uint8), and what it was read as; once.

        None where nothing was read since this was asked last, or something lies over the board.
        """
        if self._read is None or self._evidence is None or self._evidence.covered:
            return None
        read, self._read = self._read, None
        return read, self._evidence

    def _report_unrest(self, time: float) -> None:
        why = self._stillness.unrest(time)
        if why is not None and why != self._unrest:
            self._news.append(News(UNREST[why]))
        self._unrest = why

    def _report_trouble(self, image: Image, time: float) -> None:
        """image: as the camera gave it, for resizing hides what compression did to it."""
        trouble = self._legibility.observe(image, self._in_sight(image), self._grain.sigma, time)
        if trouble is not None:
            self._news.append(News(TROUBLE[trouble]))

    def _in_sight(self, image: Image) -> tuple[slice, slice]:
        """The rows and columns of a picture within which the board lies."""
        scale = image.shape[1] / self._size[0]
        places = self._pose.seen(self._frame) * scale
        low, high = np.maximum(places.min(axis=0), 0), np.maximum(places.max(axis=0), 0)
        return slice(int(low[1]), int(high[1]) + 1), slice(int(low[0]), int(high[0]) + 1)

    def in_picture(self, learned: Outline) -> Outline:
        """(n, 2) pixels of the learned view, in pictures as they come now (at the board's size)."""
        return self._pose.seen(learned)

    @property
    def grain(self) -> float:
        """Standard deviation of the camera's grain, in grey levels of a pixel's brightness."""
        return self._grain.sigma

    def news(self) -> tuple[News, ...]:
        """What people should know about the camera and the board since this was asked last."""
        news, self._news = tuple(self._news), []
        return news

    def _stands(self, image: Image, time: float) -> bool:
        """Whether the board is where it is looked for; it is followed there."""
        pause = WATCHING.search_every if self._lost_since is not None else WATCHING.refresh
        if self._checked_at is not None and 0 <= time - self._checked_at < pause:
            return self._lost_since is None
        self._checked_at = time
        standing = self._pose.check(image)
        if standing == "lost":
            self._miss(time)
            return False
        if standing == "moved":
            self._stillness.place(self._pose.seen(self._scene), self._pose.seen(self._frame))
            self._steadying.place(self._pose.seen(self._frame))
            self._steadying.hold(image)
            self._reader.forget()
            self._evidence, self._read, self._looks = None, None, 0
            self._news.append(News(FOLLOWED))
        elif self._reported:
            self._news.append(News(BACK))
        self._lost_since, self._reported = None, False
        return True

    def _miss(self, time: float) -> None:
        if self._lost_since is None:
            self._lost_since = time
        elif not self._reported and time - self._lost_since >= WATCHING.say_lost:
            self._reported = True
            self._news.append(News(LOST, lost=True))
