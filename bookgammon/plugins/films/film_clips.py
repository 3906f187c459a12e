"""Clips of what was contested in a film, kept with its pictures until it becomes past matches.

They are those that the table keeps (`history.clips`), but none is left out: they are made while the film goes on, and
a part is over once all of its own are. What a part leaves contested ends with it, and the pictures of the seconds
before a passage are taken again at its beginning; so the clips of work that was cut off are those of undisturbed work.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Self

from bookgammon.history.album import write
from bookgammon.history.clip_encoding import encoded
from bookgammon.history.clips import DRAFTS, ClipName, trim_clips
from bookgammon.history.contested import PER_SECOND, WIDTH, Contest, Contests, RecentPictures
from bookgammon.table.snapshots import Window, cut, window
from bookgammon.table.table import TableUpdate
from calibration.board import Board
from outside.errors import OverrunError
from vision.sources.frames import Frame
from vision.sources.pictures import Image


class FilmClips:
    """Keeps clips in a folder while its `with` block runs, as many bytes as those of one match may have.

    background: everything else goes first.
    """

    def __init__(self, folder: Path, *, background: bool) -> None:
        self._folder, self._background = folder, background
        self._window: Window | None = None
        self._contests, self._recent = Contests(), RecentPictures()
        self._taken: int | None = None
        self._making = ThreadPoolExecutor(1, "clips")
        self._begun: list[Future[None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._making.shutdown(wait=False, cancel_futures=True)  # of a part that is cut off, they are made again

    def show_board(self, board: Board) -> None:
        """From now on this board is in the pictures."""
        if window(board) != self._window:
            self._window, self._recent = window(board), RecentPictures()

    def pass_by(self, frame: Frame) -> None:
        """A frame before those that are followed."""
        self._remember(frame.time, frame.image)

    def on_update(self, update: TableUpdate) -> None:
        """An observer."""
        if update.image is not None:
            self._remember(update.moment.time, update.image)
        self._make(self._contests.observe(update))

    def end_part(self) -> None:
        """What is contested now is over, as far as its clip goes; waits until all clips lie there. Raises OSError."""
        self._make(self._contests.close())
        self._contests = Contests()
        begun, self._begun = self._begun, []
        for each in begun:
            each.result()

    def _remember(self, time: float, image: Image) -> None:
        """One picture of each moment: its first, whatever frame this run has begun with."""
        moment = int(time * PER_SECOND)
        if self._window is not None and moment != self._taken:
            self._taken = moment
            self._recent.add(time, cut(image, self._window, WIDTH))

    def _make(self, contest: Contest | None) -> None:
        if contest is not None and (pictures := self._recent.of(contest)):
            self._begun.append(self._making.submit(self._keep, ClipName(contest.first, contest.last), pictures))

    def _keep(self, name: ClipName, pictures: Sequence[bytes]) -> None:
        with suppress(OverrunError):  # it costs the clip, not the film
            data = encoded(pictures, PER_SECOND, self._folder.with_name(DRAFTS), background=self._background)
            if data:
                write(self._folder / f"{name}.webm", data)
                trim_clips(self._folder)
