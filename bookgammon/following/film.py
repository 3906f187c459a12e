"""A film file as it is followed, and the pictures that are kept of it.

Not every frame is followed. The file is decoded in a process that gives way where others go first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bookgammon.following.game_beginnings import EVERY_S
from bookgammon.history.album import CalmPicture, write
from bookgammon.history.contested import BEFORE_S
from bookgammon.table.snapshots import Window, cut, window
from bookgammon.table.table import TableUpdate
from calibration.board import Board
from vision.sources.frames import Frame, Item, Opener
from vision.sources.sources import FileSource, KnownFrame, background_capture

FRAMES = 7
"""Frames of each second that are at least followed: hands and dice move slowly enough."""
NOTED_EVERY_S = 10.0
"""Seconds of the film between two frames by which a later passage finds its place without decoding all before it."""
_KNOWN = 3
"""Frames that another run is given for its place: the pictures before a passage need one further back."""


class FilmFile:
    """A video file, opened anew for every passage. Raises SourceError, one sentence, where it cannot be read.

    before: gets the frames of the seconds before what is followed, for the clip of what soon happens there.
    known: frames that an earlier run was given, in their order.
    """

    def __init__(
        self,
        path: Path,
        opener: Opener = background_capture,
        before: Callable[[Frame], None] | None = None,
        known: Sequence[KnownFrame] = (),
    ) -> None:
        self._path, self._opener, self._before = path, opener, before
        self._given = list(known)
        source = self._opened()
        self.total, self.fps = source.total, source.fps
        source.close()
        self.step = max(1, int(self.fps // FRAMES))

    def items(self, start: int) -> Iterator[Item]:
        """See `Film`."""
        frames = int((BEFORE_S + 1.0) * self.fps / self.step) if self._before else 0
        for item in self._passage(max(start % self.step, start - frames * self.step), self.step):
            if self._before and isinstance(item, Frame) and item.index < start:
                self._before(item)
            else:
                yield item

    def searched(self, start: int) -> Iterator[Item]:
        """See `Film`."""
        return self._passage(start, max(1, int(self.fps * EVERY_S)))

    def known(self, frame: int) -> tuple[KnownFrame, ...]:
        """Frames by which another run begins at this one without decoding all before it."""
        place = bisect_left(self._given, frame, key=lambda each: each.index)
        return tuple(self._given[max(0, place - _KNOWN) : place])

    def _passage(self, start: int, every: int) -> Iterator[Item]:
        place = bisect_left(self._given, start, key=lambda each: each.index)
        source = self._opened()
        try:
            for item in source.items(start, every, self._given[place - 1] if place else None):
                if isinstance(item, Frame):
                    self._note(item)
                yield item
        finally:
            source.close()

    def _note(self, frame: Frame) -> None:
        if not self._given or frame.index >= self._given[-1].index + NOTED_EVERY_S * self.fps:
            self._given.append(KnownFrame(frame.index, frame.time))

    def _opened(self) -> FileSource:
        return FileSource(self._path, self._opener)


class PictureFolder:
    """Keeps pictures in a folder, each named by its frame."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._calm = CalmPicture()
        self._window: Window | None = None

    def show_board(self, board: Board) -> None:
        """From now on this board is in the pictures."""
        self._window, self._calm = window(board), CalmPicture()

    def on_update(self, update: TableUpdate) -> None:
        """An observer, which waits for the disk: a film goes on when it is ready. Raises OSError."""
        kept = self._calm.worth_keeping(update)
        if kept and self._window:
            frame, image = kept
            write(self._folder / f"{frame}.jpg", cut(image, self._window))
