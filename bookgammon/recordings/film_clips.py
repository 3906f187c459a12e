"""Clips of what was contested in a film, kept with its pictures until it becomes past matches.

They are those that the table keeps (`history.clips`), but none is left out: the film goes on once each is made. What a
part leaves contested ends with it, and the pictures of the seconds before a passage are taken again at its beginning;
so the clips of work that was cut off are those of undisturbed work.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

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
    """Keeps clips in a folder, as many bytes as those of one match may have."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._window: Window | None = None
        self._contests, self._recent = Contests(), RecentPictures()
        self._taken: int | None = None

    def show_board(self, board: Board) -> None:
        """From now on this board is in the pictures."""
        if window(board) != self._window:
            self._window, self._recent = window(board), RecentPictures()

    def pass_by(self, frame: Frame) -> None:
        """A frame before those that are followed."""
        self._remember(frame.time, frame.image)

    def on_update(self, update: TableUpdate) -> None:
        """An observer, which waits for the clip and the disk. Raises OSError."""
        if update.image is not None:
            self._remember(update.moment.time, update.image)
        self._keep(self._contests.observe(update))

    def end_part(self) -> None:
        """What is contested now is over, as far as its clip goes. Raises OSError."""
        self._keep(self._contests.close())
        self._contests = Contests()

    def _remember(self, time: float, image: Image) -> None:
        """One picture of each moment: its first, whatever frame this run has begun with."""
        moment = int(time * PER_SECOND)
        if self._window is not None and moment != self._taken:
            self._taken = moment
            self._recent.add(time, cut(image, self._window, WIDTH))

    def _keep(self, contest: Contest | None) -> None:
        pictures = self._recent.of(contest) if contest else ()
        if contest is None or not pictures:
            return
        with suppress(OverrunError):  # it costs the clip, not the film
            data = encoded(pictures, PER_SECOND, self._folder.with_name(DRAFTS))
            if data:
                write(self._folder / f"{ClipName(contest.first, contest.last)}.webm", data)
                trim_clips(self._folder)
