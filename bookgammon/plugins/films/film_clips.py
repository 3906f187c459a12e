"""Clips of what was contested in a film, kept with its pictures until it becomes past matches.

They are those that the table keeps (`history.clips`), but none is left out: they are made while the film goes on, and
a part is over once all of its own are. What a part leaves contested ends with it, and the pictures of the seconds
before a passage are taken again at its beginning; so the clips of work that was cut off are those of undisturbed work.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from arbiter.message import Message
from bookgammon.history.album import write
from bookgammon.history.clip_encoding import encoded
from bookgammon.history.clips import DRAFTS, ClipName, trim_clips
from bookgammon.history.contested import PER_SECOND, WIDTH, Contest, Contests, RecentPictures
from bookgammon.table.snapshots import Window, cut, window
from bookgammon.table.table import TableUpdate
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from calibration.board import Board
from outside.errors import OverrunError
from vision.sources.frames import Frame
from vision.sources.pictures import Image

_PART = Message("the films of what was contested")


class FilmClips:
    """Keeps clips in a folder while its `with` block runs, as many bytes as those of one match may have.

    background: everything else goes first.
    """

    def __init__(self, folder: Path, *, background: bool) -> None:
        self._folder, self._background = folder, background
        self._window: Window | None = None
        self._contests, self._recent = Contests(), RecentPictures()
        self._taken: int | None = None
        self._ending = False
        self._making: Jobs[_Clip] = Jobs(Workers(), "clips", _PART, self._keep, most=0, failed=self._leave)
        self._trouble: OSError | None = None
        self._lost = 0

    def __enter__(self) -> Self:
        self._making.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending = True
        self._making.stop(0.0)  # of a part that is cut off, they are made again

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
        """What is contested now is over, as far as its clip goes; waits until all clips lie there. Raises OSError.

        Raises RuntimeError where a clip was lost by a fault.
        """
        self._make(self._contests.close())
        self._contests = Contests()
        self._making.start()
        self._making.finish()
        trouble, lost = self._trouble, self._lost
        self._trouble, self._lost = None, 0
        if trouble is not None:
            raise trouble
        if lost:
            raise RuntimeError(f"{lost} clips were lost")

    def _remember(self, time: float, image: Image) -> None:
        """One picture of each moment: its first, whatever frame this run has begun with."""
        moment = int(time * PER_SECOND)
        if self._window is not None and moment != self._taken:
            self._taken = moment
            self._recent.add(time, cut(image, self._window, WIDTH))

    def _make(self, contest: Contest | None) -> None:
        if contest is not None and (pictures := self._recent.of(contest)):
            self._making.offer(_Clip(ClipName(contest.first, contest.last), tuple(pictures)))

    def _keep(self, clip: _Clip) -> None:
        if self._ending:
            return
        try:
            data = encoded(clip.pictures, PER_SECOND, self._folder.with_name(DRAFTS), background=self._background)
            if data:
                write(self._folder / f"{clip.name}.webm", data)
                trim_clips(self._folder)
        except OverrunError:  # it costs the clip, not the film
            return
        except OSError as error:
            self._trouble = error

    def _leave(self, clip: _Clip) -> None:
        del clip
        self._lost += 1


@dataclass(frozen=True, slots=True)
class _Clip:
    name: ClipName
    pictures: tuple[bytes, ...]
