"""The camera's pictures of a match, one for each thing worth remembering, beside the journal.

The journal is the truth; the album may be incomplete. It is written by a thread of its own, so that the table
never waits for a disk, and it never grows beyond a bound: the oldest matches lose their pictures first.
"""

from __future__ import annotations

import queue
import shutil
import threading
from collections.abc import Callable, Collection
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
from bookgammon.files.atomic_files import make_private, write_atomically
from bookgammon.table.snapshots import cut, window
from bookgammon.table.table import TableUpdate
from calibration.board import Board
from vision.sources.pictures import Image

MOST_BYTES = 400 * 1024 * 1024
"""Of all pictures and clips together: about sixty long matches without clips, nine with all that each may have."""
_WAITING = 8
_PATIENCE_S = 2.0
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

    def __init__(self, folder: Path, board: Board, match: Callable[[], int], most: int = MOST_BYTES) -> None:
        self._folder, self._match, self._most = folder, match, most
        self._window = window(board)
        self._calm = CalmPicture()
        self._waiting: queue.Queue[Picture | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._run, name="album", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._waiting.put(None, timeout=_PATIENCE_S)
        except queue.Full:
            return  # a disk that takes so long is not waited for
        self._thread.join(_PATIENCE_S)

    def on_update(self, update: TableUpdate) -> None:
        """An observer: keeps the picture where something worth it happened. Never waits."""
        if kept := self._calm.worth_keeping(update):
            try:
                self._waiting.put_nowait((self._match(), *kept))
            except queue.Full:
                return  # rather no picture than a table that waits

    def _run(self) -> None:
        trim(self._folder, self._most)
        while (picture := self._waiting.get()) is not None:
            match, frame, image = picture
            try:
                write(picture_path(self._folder, match, frame), cut(image, self._window))
            except OSError:
                continue  # a full disk costs the picture, not the match; the journal says it where it matters


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


def trim(pictures: Path, most: int) -> None:
    """Delete the pictures and clips of the oldest matches until all together take no more than `most` bytes."""
    matches = sorted((path for path in pictures.glob("*") if path.name.isdecimal()), key=lambda path: int(path.name))
    sizes = [sum(file.stat().st_size for file in path.glob("*")) for path in matches]
    total = sum(sizes)
    for path, size in zip(matches, sizes, strict=True):
        if total <= most:
            return
        shutil.rmtree(path, ignore_errors=True)
        total -= size
