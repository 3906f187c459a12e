"""A film of each of our rolls: kept beside the match, its hash in the log, and sent to whoever asks for it by that.

The table's thread hands pictures over; they are shrunk by a worker, and the film is made by a process that gives way.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from arbiter.match.events import RollSeen
from arbiter.message import Message
from bookgammon.history.album import album_beside, write
from bookgammon.history.clip_encoding import encoded
from bookgammon.history.clips import ClipName, clip_path, trim_clips
from bookgammon.history.contested import PER_SECOND, WIDTH, Contest, RecentPictures
from bookgammon.table.snapshots import cut, window
from bookgammon.table.table import TableUpdate
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from calibration.board import Board
from outside.errors import OverrunError
from two_books.bodies import Filmed
from two_books.joined_match import JoinedMatch
from vision.sources.pictures import Image

MOST_BYTES = 160_000
"""Of a film: what passes in one frame."""
DRAFTS = ".rolls"
_HANGS_AFTER_S = 120.0
_MOST_WAITING = 3
_PART = Message("the films of rolls")
_NOT_KEPT = Message("They cannot be kept: {reason}.")


@dataclass(frozen=True, slots=True)
class _Roll:
    """match: its number in our journal. game, turn: as bodies name a moment. pictures: JPEGs, PER_SECOND apart."""

    match: int
    game: int
    turn: int
    frame: int
    pictures: tuple[bytes, ...]


class RollFilms:
    """Makes them while its `with` block runs. journal: the file. match: the number of the match that is played."""

    def __init__(
        self, joined: JoinedMatch, journal: Path, board: Board, match: Callable[[], int], workers: Workers
    ) -> None:
        self._joined, self._match = joined, match
        self._folder = album_beside(journal)
        self._window = window(board)
        self._lock = threading.Lock()
        self._recent = RecentPictures()
        self._taken_at = -1e9
        self._pictures: Jobs[tuple[float, Image]] = Jobs(
            workers, "two books roll pictures", _PART, self._shrink, most=2, hangs_after=_HANGS_AFTER_S
        )
        self._rolls: Jobs[_Roll] = Jobs(
            workers, "two books rolls", _PART, self._make, most=_MOST_WAITING, hangs_after=_HANGS_AFTER_S
        )

    def __enter__(self) -> Self:
        self._pictures.start()
        self._rolls.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._pictures.stop()
        self._rolls.stop()

    def on_update(self, update: TableUpdate) -> None:
        """An observer. Never waits: a film too many is left out, all where the table cannot keep up."""
        evidence, now = update.evidence, update.moment.time
        if evidence is None or evidence.hurried:
            return
        due = not 0 <= now - self._taken_at < 1 / PER_SECOND
        if due and update.image is not None and self._pictures.offer((now, update.image)):
            self._taken_at = now
        for event in update.events:
            if isinstance(event, RollSeen) and event.source == "read":
                with self._lock:
                    pictures = self._recent.of(Contest(event.frame, event.frame, now, now))
                at = (update.state.game, len(update.state.turns))
                self._rolls.offer(_Roll(self._match(), *at, event.frame, pictures))

    def _shrink(self, picture: tuple[float, Image]) -> None:
        time, image = picture
        jpeg = cut(image, self._window, WIDTH)
        with self._lock:
            self._recent.add(time, jpeg)

    def _make(self, roll: _Roll) -> None:
        worker = self._rolls.worker
        try:
            film = small_film(roll.pictures, self._folder / DRAFTS)
            if film:
                write(clip_path(self._folder, roll.match, ClipName(roll.frame, roll.frame)), film)
                trim_clips(self._folder / str(roll.match))
                self._joined.note_film(Filmed(roll.game, roll.turn, hashlib.sha256(film).hexdigest()))
            worker.troubled("")
        except OverrunError:
            return  # a busy machine costs the film, not the match
        except OSError as error:  # so does a full disk
            worker.troubled(_NOT_KEPT.filled(reason=error.strerror or ""))


def small_film(pictures: Sequence[bytes], folder: Path) -> bytes:
    """A film (WebM) of the newest of these JPEGs: of all, or of half of them where it must be small; else empty.

    folder: for drafts. Raises OSError, OverrunError.
    """
    while pictures:
        film = encoded(pictures, PER_SECOND, folder)
        if len(film) <= MOST_BYTES:
            return film
        pictures = pictures[(len(pictures) + 1) // 2 :]
    return b""
