"""Streams and recordings, opened and decoded in a process of their own.

FFmpeg knows hundreds of formats and protocols, and whatever an unknown camera or file asks of it takes place there
(`outside.confined`): with a limit of memory, so many seconds a picture, and none of the table's own memory in reach.
Pictures come over shared memory.
"""

from __future__ import annotations

import json
import os
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np

from outside.confined import Confined
from outside.errors import OverrunError
from outside.files import MIB
from vision.sources.decoding import OF_TELEPHONES, Image
from vision.sources.frames import in_colour, is_stream

MEMORY = 1024 * MIB
SECONDS = 15.0
"""For one picture, and to open; FFmpeg's own limits come first where they work."""
MOST_BYTES = 3 * OF_TELEPHONES.pixels
"""Of one picture, three channels; larger ones are taken for none."""
KEPT_S = 20.0
"""So long a process waits for the next stream: a camera that is gone is tried again every few seconds."""
_FFMPEG_MS = 10_000
_MOST_THREADS = 16
"""Of FFmpeg; the stack of each counts towards the limit of memory."""
_MOST_ANSWERED = 4096


class ConfinedCapture:
    """Has the shape of cv2.VideoCapture (`vision.sources.frames.Capture`). From one thread at a time.

    Where the process is ended, for too much memory, too much time or a fault, it is a capture that gives no more
    pictures. background: everything else goes first.
    """

    def __init__(self, address: str, *, background: bool = False) -> None:
        self._background = background
        self._process = _confined(background=True) if background else _process()
        self._given_up = weakref.finalize(self, self._process.close)
        self._moment = 0.0
        self._alive = True
        self._opened = self._ask("open", address) is True

    def isOpened(self) -> bool:
        return self._opened and self._alive

    def read(self) -> tuple[bool, Image | None]:
        """Whether there is one more picture, and that as (height, width, 3) uint8 BGR."""
        match self._ask("read"):
            case [int(height), int(width), float(moment)] if (
                min(height, width) > 0 and 3 * height * width <= MOST_BYTES
            ):
                self._moment = moment
                picture = np.frombuffer(self._process.shared, np.uint8, 3 * height * width)
                return True, picture.reshape(height, width, 3).copy()
        return False, None

    def grab(self) -> bool:
        moment = self._ask("grab")
        if not isinstance(moment, float):
            return False
        self._moment = moment
        return True

    def get(self, prop: int, /) -> float:
        if prop == cv2.CAP_PROP_POS_MSEC:  # asked for after every picture, so it comes with each, passed over or read
            return self._moment
        found = self._ask("get", prop)
        return found if isinstance(found, float) else 0.0

    def set(self, prop: int, value: float, /) -> bool:
        return self._ask("set", prop, value) is True

    def release(self) -> None:
        if self._given_up.detach() is None:
            return
        self._opened = False
        self._ask("release")
        if self._alive and not self._background:
            _keep(self._process)
        else:
            self._process.close()

    def _ask(self, *question: str | float) -> Any:
        if not self._alive:
            return None
        try:
            return json.loads(bytes(self._process.ask(json.dumps(question).encode(), anew=question[0] == "open")))
        except (OverrunError, ValueError, RecursionError):
            self._alive = False
            return None


class Capturing:
    """What the confined process does: one capture at a time, its pictures written into shared memory."""

    def __init__(self, shared: memoryview) -> None:
        self._room = np.frombuffer(shared, np.uint8)
        self._capture = cv2.VideoCapture()
        self._picture: Image | None = None

    def __call__(self, question: bytes) -> Sequence[bytes]:
        name, *values = json.loads(question)
        does: dict[str, Callable[..., object]] = {
            "open": self._open, "read": self._read, "release": self._release,
            "grab": self._grab, "get": self._capture.get, "set": self._capture.set,
        }  # fmt: skip
        return (json.dumps(does[name](*values)).encode(),)

    def _open(self, address: str) -> bool:
        limits = [cv2.CAP_PROP_N_THREADS, _MOST_THREADS] if (os.cpu_count() or 1) > _MOST_THREADS else []
        if is_stream(address):  # without limits a silent stream would hold its thread for good
            limits += [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _FFMPEG_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _FFMPEG_MS]
        self._capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits) if limits else cv2.VideoCapture(address)
        self._picture = None
        return self._capture.isOpened()

    def _read(self) -> tuple[int, int, float] | None:
        """Height, width, milliseconds of the picture that is in shared memory now; None where there is none."""
        fine, image = self._capture.read(self._picture)
        if not fine or image is None or not image.size:
            return None
        if image is not self._picture:  # the first one, or of another size than before
            image = in_colour(image)
            if image.size > self._room.size:
                return None
            self._picture = self._room[: image.size].reshape(image.shape)
            self._picture[:] = image
        height, width = image.shape[:2]
        return height, width, self._capture.get(cv2.CAP_PROP_POS_MSEC)

    def _grab(self) -> float | None:
        """Milliseconds of the picture that was passed over; None where there was none."""
        return self._capture.get(cv2.CAP_PROP_POS_MSEC) if self._capture.grab() else None

    def _release(self) -> bool:
        self._capture.release()
        return True


_lock = threading.Lock()
_waiting: list[Confined] = []
"""At most one process that has its libraries and no capture."""


def _process() -> Confined:
    with _lock:
        if _waiting:
            return _waiting.pop()
    return _confined(background=False)


def _confined(*, background: bool) -> Confined:
    return Confined(
        f"{__name__}:{Capturing.__name__}",
        memory=MEMORY,
        seconds=SECONDS,
        most=_MOST_ANSWERED,
        shared=MOST_BYTES,
        background=background,
    )


def _keep(process: Confined) -> None:
    with _lock:
        if _waiting:
            process.close()
            return
        _waiting.append(process)
    timer = threading.Timer(KEPT_S, _end, (process,))
    timer.daemon = True
    timer.start()


def _end(process: Confined) -> None:
    with _lock:
        if process not in _waiting:
            return
        _waiting.remove(process)
    process.close()
