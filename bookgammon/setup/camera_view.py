"""What one camera shows while a board is set up: its newest picture, and for how long nothing has moved in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from bookgammon.table.snapshots import jpeg
from bookgammon.table.table import paced
from bookgammon.workers.worker import Worker, Workers
from vision.errors import VisionError
from vision.sources.pictures import Image
from vision.sources.sources import Frame, Source, open_source

Open = Callable[[str], Source]
Thumb = npt.NDArray[np.int16]

THUMBNAIL = 320
"""Pixels across a picture in the list of cameras."""
LARGEST = 1280
_THUMB = 96
_MOVED = 16
"""Grey levels by which a pixel differs where something moved."""
_MOVING_SHARE = 0.003
_PATIENCE = 2.0
_PART = Message("a camera's picture")
_GIVEN_UP = Message("This camera cannot be shown: several faults of the program.")


@dataclass(frozen=True, eq=False)
class SteadyPicture:
    """image: BGR uint8; number: grows with every picture; still: seconds for which nothing has moved."""

    image: Image
    number: int
    still: float


class CameraView:
    """One source, looked at by a thread of its own until `release` or `close`.

    A recording runs at its own speed, waits while somebody is `considering` what it shows, and rests on its
    last picture. trouble: why nothing is seen, one sentence, or nothing.
    """

    def __init__(
        self,
        key: str,
        name: str,
        address: str,
        *,
        open_address: Open = open_source,
        clock: Callable[[], float] = time.monotonic,
        workers: Workers | None = None,
    ) -> None:
        self.key, self.name = key, name
        self.trouble = ""
        self.address = address
        self._open, self._clock = open_address, clock
        self._source: Source | None = None
        self._image: Image | None = None
        self._number = 0
        self._moved_at = clock()
        self._jpegs: dict[int, tuple[int, bytes]] = {}
        self._changed = threading.Condition()
        self._stopped, self._going = threading.Event(), threading.Event()
        self._going.set()
        self._worker = Worker(
            workers or Workers(), f"view {key}", _PART, self._run, wake=self._going.set, on_given_up=self._give_up
        )
        self._worker.start()

    @property
    def size(self) -> tuple[int, int] | None:
        """(width, height) of its pictures, None before the first."""
        image = self._image
        return None if image is None else (image.shape[1], image.shape[0])

    @property
    def settled(self) -> bool:
        """It shows something, or never will."""
        return self._image is not None or bool(self.trouble)

    def look(self) -> SteadyPicture | None:
        """What it shows now, None before the first picture."""
        with self._changed:
            if self._image is None:
                return None
            return SteadyPicture(self._image, self._number, self._clock() - self._moved_at)

    def jpeg(self, width: int = LARGEST) -> bytes | None:
        """The newest picture, at most `width` pixels wide. None before the first."""
        with self._changed:
            image, number = self._image, self._number
        if image is None:
            return None
        kept = self._jpegs.get(width)
        if kept is None or kept[0] != number:
            kept = (number, jpeg(image, width))
            self._jpegs[width] = kept
        return kept[1]

    def rest(self) -> None:
        """Nobody looks for a while: a recording waits."""
        self._going.clear()

    def go_on(self) -> None:
        self._going.set()

    @contextmanager
    def considering(self) -> Iterator[None]:
        """While something takes time to be understood a recording waits, as people would."""
        self.rest()
        try:
            yield
        finally:
            self.go_on()

    def release(self) -> Source | None:
        """Stop looking and hand the open source on, to be followed from here."""
        self._stopped.set()
        self._worker.stop(_PATIENCE)
        return self._source

    def close(self) -> None:
        """Stop looking; nobody waits for a camera that does not answer."""
        self._stopped.set()
        self._worker.stop(0.0)
        if self._source is not None:
            self._source.close()

    def _run(self, worker: Worker) -> None:
        worker.works_on(self.name)
        try:
            if self._source is not None:  # of before a fault
                self._source.close()
            source = self._source = self._open(self.address)
            if self._stopped.is_set():
                source.close()
                return
            for item in source.items() if source.live else paced(source.items()):
                if isinstance(item, Frame):
                    self._take(item.image)
                if not source.live:
                    self._going.wait()
                if self._stopped.is_set():
                    return
        except VisionError as error:
            self.trouble = str(error)

    def _give_up(self) -> None:
        self.trouble = _GIVEN_UP

    def _take(self, image: Image) -> None:
        before = self._image
        moved = before is None or differ(before, image)
        with self._changed:
            self._image, self._number = image, self._number + 1
            if moved:
                self._moved_at = self._clock()
            self._changed.notify_all()


def differ(one: Image, other: Image) -> bool:
    """Whether something moved between two pictures; a lamp that is dimmed is no movement."""
    if one.shape != other.shape:
        return True
    difference = _thumb(one) - _thumb(other)
    moved = np.abs(difference - int(np.median(difference))) > _MOVED
    return bool(np.count_nonzero(moved) > _MOVING_SHARE * moved.size)


def _thumb(image: Image) -> Thumb:
    step = max(1, image.shape[1] // _THUMB)
    sparse = cv2.blur(image, (step, step))[step // 2 :: step, step // 2 :: step]
    return np.asarray(sparse.astype(np.int16).sum(axis=2) // 3, dtype=np.int16)
