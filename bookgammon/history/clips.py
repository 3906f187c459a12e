"""A few seconds of film of what was contested: each warning, question, correction and revision.

Small pictures of the last seconds lie in memory, as JPEGs of a bounded size. When something contested is settled, those
from five seconds before it on become a film beside the album's pictures. The table's thread only hands pictures over;
the film is made by a process that gives way to everything, and left out where that is not done in time.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from arbiter.message import Message
from bookgammon.history.album import write
from bookgammon.history.clip_encoding import encoded
from bookgammon.history.contested import PER_SECOND, WIDTH, Contest, Contests, RecentPictures
from bookgammon.table.snapshots import cut, window
from bookgammon.table.table import TableUpdate
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from calibration.board import Board
from outside.errors import OverrunError
from vision.sources.pictures import Image

MOST_OF_MATCH = 40_000_000
"""Bytes of all clips of a match; beyond that the oldest go."""
MOST_WAITING = 3
"""Clips that wait for the process which makes films; a further one is left out."""
_BEHIND = 15
"""The nice value of the thread that shrinks the pictures."""
_HANGS_AFTER_S = 120.0
_PART = Message("the films of what was contested")
_NOT_KEPT = Message("They cannot be kept: {reason}.")
DRAFTS = ".clips"
_NAME = re.compile(r"([0-9]{1,18})-([0-9]{1,18})")

OnKept = Callable[[int, "ClipName"], None]
"""Gets the number of the match and the clip that was kept, from a thread of its own."""


@dataclass(frozen=True, slots=True, order=True)
class ClipName:
    """first, last: the frames of the first and the last event that the clip is about."""

    first: int
    last: int

    @classmethod
    def read(cls, name: str) -> Self | None:
        """None where that is no clip's name."""
        found = _NAME.fullmatch(name)
        return cls(int(found[1]), int(found[2])) if found else None

    def __str__(self) -> str:
        return f"{self.first}-{self.last}"

    def holds(self, frame: int) -> bool:
        """Whether the clip is about what happened in that frame."""
        return self.first <= frame <= self.last


@dataclass(frozen=True, slots=True)
class _Film:
    match: int
    name: ClipName
    pictures: tuple[bytes, ...]


class Clips:
    """Keeps clips while its `with` block runs.

    folder: the album's. match: the number in the journal of the match being played.
    """

    def __init__(
        self, folder: Path, board: Board, match: Callable[[], int], on_kept: OnKept, workers: Workers
    ) -> None:
        self._folder, self._match, self._on_kept = folder, match, on_kept
        self._window = window(board)
        self._contests = Contests()
        self._contested_in = 0
        self._taken_at = -1e9
        self._hurried = False
        self._lock = threading.Lock()
        self._recent = RecentPictures()
        self._pictures: Jobs[tuple[float, Image]] = Jobs(
            workers, "clip pictures", _PART, self._shrink, most=2, first=_give_way, hangs_after=_HANGS_AFTER_S
        )
        self._films: Jobs[_Film] = Jobs(
            workers, "clips", _PART, self._make, most=MOST_WAITING, first=self._tidy, hangs_after=_HANGS_AFTER_S
        )

    def __enter__(self) -> Self:
        self._pictures.start()
        self._films.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._film(self._contests.close())
        self._pictures.stop()
        self._films.stop()

    def on_update(self, update: TableUpdate) -> None:
        """An observer. Never waits: a picture or a clip too many is left out, all where the table cannot keep up."""
        now = update.moment.time
        if update.evidence is not None:
            self._hurried = update.evidence.hurried
        due = not self._hurried and not 0 <= now - self._taken_at < 1 / PER_SECOND
        if due and update.image is not None and self._pictures.offer((now, update.image)):
            self._taken_at = now
        if self._contested_in != self._match():
            self._film(self._contests.close())
            self._contested_in = self._match()
        self._film(self._contests.observe(update))

    def _film(self, contest: Contest | None) -> None:
        if contest is None or self._hurried:
            return
        with self._lock:
            pictures = self._recent.of(contest)
        self._films.offer(_Film(self._contested_in, ClipName(contest.first, contest.last), pictures))

    def _shrink(self, picture: tuple[float, Image]) -> None:
        time, image = picture
        jpeg = cut(image, self._window, WIDTH)
        with self._lock:
            self._recent.add(time, jpeg)

    def _tidy(self) -> None:
        shutil.rmtree(self._folder / DRAFTS, ignore_errors=True)  # what a killed run left there

    def _make(self, film: _Film) -> None:
        if not film.pictures:
            return
        worker = self._films.worker
        try:
            data = encoded(film.pictures, PER_SECOND, self._folder / DRAFTS)
            if data and self._may_keep(film.match):
                write(clip_path(self._folder, film.match, film.name), data)
                trim_clips(self._folder / str(film.match))
                self._on_kept(film.match, film.name)
            worker.troubled("")
        except OverrunError:
            return  # a busy machine costs the clip, not the match
        except OSError as error:  # so does a full disk
            worker.troubled(_NOT_KEPT.filled(reason=error.strerror or ""))

    def _may_keep(self, match: int) -> bool:
        """Not where the match was deleted meanwhile."""
        return match == self._match() or (self._folder / str(match)).is_dir()


def _give_way() -> None:
    """The thread that shrinks pictures: everything else goes first."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _BEHIND)


def clip_path(folder: Path, match: int, name: ClipName) -> Path:
    """Where a clip lies in an album. Nothing need be there."""
    return folder / str(match) / f"{name}.webm"


def clips_of(folder: Path) -> tuple[ClipName, ...]:
    """The clips in a match's folder, in the order in which they were taken; none where no folder is."""
    found = (ClipName.read(path.stem) for path in folder.glob("*.webm"))
    return tuple(sorted(name for name in found if name))


def trim_clips(folder: Path, most: int = MOST_OF_MATCH) -> None:
    """Delete a match's oldest clips until all together take no more than `most` bytes. Raises OSError."""
    paths = [folder / f"{name}.webm" for name in clips_of(folder)]
    sizes = [path.stat().st_size for path in paths]
    total = sum(sizes)
    for path, size in zip(paths, sizes, strict=True):
        if total <= most:
            return
        path.unlink(missing_ok=True)
        total -= size
