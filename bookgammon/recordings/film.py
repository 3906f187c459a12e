"""A film file as it is followed: not every frame of it, in a process that gives way where others go first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookgammon.recordings.board_search import EVERY_S
from vision.sources.frames import Item, Opener
from vision.sources.sources import FileSource, background_capture

FRAMES = 7
"""Frames of each second that are at least followed: hands and dice move slowly enough."""


class FilmFile:
    """A video file, opened anew for every passage. Raises SourceError, one sentence, where it cannot be read."""

    def __init__(self, path: Path, opener: Opener = background_capture) -> None:
        self._path, self._opener = path, opener
        source = self._opened()
        self.total, self.fps = source.total, source.fps
        source.close()
        self.step = max(1, int(self.fps // FRAMES))

    def items(self, start: int) -> Iterator[Item]:
        """See `Film`."""
        return self._passage(start, self.step)

    def searched(self, start: int) -> Iterator[Item]:
        """See `Film`."""
        return self._passage(start, max(1, int(self.fps * EVERY_S)))

    def _passage(self, start: int, every: int) -> Iterator[Item]:
        source = self._opened()
        try:
            yield from source.items(start, every)
        finally:
            source.close()

    def _opened(self) -> FileSource:
        return FileSource(self._path, self._opener)
