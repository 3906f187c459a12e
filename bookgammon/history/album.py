"""The camera's pictures of a match, one for each thing worth remembering, beside the journal.

The journal is the truth; the album may be incomplete. It is written by a thread of its own, so that the table
never waits for a disk, and it never grows more than a hundredth beyond a bound: the oldest matches lose their pictures
first.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Self

from arbiter.match.events import (
    Doubled,
    Dropped,
    GameOver,
    GameStarted,
    IllegalPlay,
    PlayCorrected,
    PlayMade,
    PlayStood,
    Taken,
)
from arbiter.message import Message
from bookgammon.files.atomic_files import make_private, write_atomically
from bookgammon.table.snapshots import cut, window
from bookgammon.table.table import TableUpdate
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from calibration.board import Board
from vision.sources.pictures import Image

MOST_BYTES = 400 * 1024 * 1024
"""Of all pictures and clips together: about sixty long matches without clips, nine with all that each may have."""
_PARTS = 100
"""It is trimmed again when it has grown by such a part of its bound."""
_WAITING = 8
_HANGS_AFTER_S = 60.0
_PART = Message("the pictures of the match")
_NOT_KEPT = Message("They cannot be kept: {reason}.")
_REMEMBERED = (GameStarted, PlayMade, IllegalPlay, PlayStood, PlayCorrected, Doubled, Taken, Dropped, GameOver)

Picture = tuple[int, int, Image]
"""Number of the match, frame, and what the camera saw."""


class CalmPicture:
    """The last picture without a hand in it, at the moments that are worth one: it shows what happened."""

    def __init__(self) -> None:
        self._calm: Image | None = None

    def worth_keeping(self, update: TableUpdate) -> tuple[int, Image] | None:
        """The frame that a picture is kept for, and the picture; None where nothing is to be kept."""
        evidence = update.evidence
        if update.image is not None and evidence is not None and evidence.places and not evidence.covered:
            self._calm = update.image
        worth = [event for event in update.events if isinstance(event, _REMEMBERED)]
        return (worth[-1].frame, self._calm) if worth and self._calm is not None else None


class Album:
    """Keeps pictures while its `with` block runs.

    folder: the album's own, see `album_beside`. match: the number in the journal of the match being played.
    """

    def __init__(
        self, folder: Path, board: Board, match: Callable[[], int], workers: Workers, most: int = MOST_BYTES
    ) -> None:
        self._folder, self._match, self._most = folder, match, most
        self._window = window(board)
        self._calm = CalmPicture()
        self._grown = 0
        """Bytes written since the album was last trimmed."""
        self._pictures: Jobs[Picture] = Jobs(
            workers, "album", _PART, self._keep, most=_WAITING, first=self._begin, hangs_after=_HANGS_AFTER_S
        )

    def __enter__(self) -> Self:
        self._pictures.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._pictures.stop()

    def on_update(self, update: TableUpdate) -> None:
        """An observer: keeps the picture where something worth it happened, or none. Never waits."""
        if kept := self._calm.worth_keeping(update):
            self._pictures.offer((self._match(), *kept))

    def _begin(self) -> None:
        self._trim()

    def _trim(self, playing: int | None = None) -> None:
        self._grown = 0
        with suppress(OSError):  # reported where the next picture is to be kept
            trim(self._folder, self._most, playing)

    def _keep(self, picture: Picture) -> None:
        match, frame, image = picture
        try:
            data = cut(image, self._window)
            write(picture_path(self._folder, match, frame), data)
            self._grown += len(data)
            if self._grown > self._most // _PARTS:
                self._trim(match)
        except OSError as error:  # a full disk costs the picture, not the match
            self._pictures.worker.troubled(_NOT_KEPT.filled(reason=error.strerror or ""))
        else:
            self._pictures.worker.troubled("")


def album_beside(journal: Path) -> Path:
    """The folder of the pictures that belong to a journal."""
    return journal.parent / "pictures" / journal.stem


def picture_path(folder: Path, match: int, frame: int) -> Path:
    """Where the picture of a match's frame lies in an album."""
    return folder / str(match) / f"{frame}.jpg"


def write(path: Path, data: bytes) -> None:
    """Whole or not at all. Raises OSError."""
    make_private(path.parent)
    write_atomically(path, data)


def forget(folder: Path, match: int) -> None:
    """Delete a match's pictures and clips."""
    shutil.rmtree(folder / str(match), ignore_errors=True)


def forget_others(pictures: Path, matches: Collection[int]) -> None:
    """Delete the pictures and clips of matches that there are none of any more."""
    for path in pictures.glob("*"):
        if path.name.isdecimal() and int(path.name) not in matches:
            shutil.rmtree(path, ignore_errors=True)


def trim(pictures: Path, most: int, playing: int | None = None) -> None:
    """Delete the pictures and clips of the oldest matches until all together take no more than `most` bytes.

    Those of the match that is being played stay.
    """
    matches = sorted((path for path in pictures.glob("*") if path.name.isdecimal()), key=lambda path: int(path.name))
    sizes = [sum(file.stat().st_size for file in path.glob("*")) for path in matches]
    total = sum(sizes)
    for path, size in zip(matches, sizes, strict=True):
        if total <= most:
            return
        if path.name == str(playing):
            continue
        shutil.rmtree(path, ignore_errors=True)
        total -= size
