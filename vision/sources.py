"""Where frames come from: a webcam, a video file, a folder of pictures, a phone's or network camera's stream.

A recording gives every frame, in order. A live source gives the newest frame only, so that slow eyes
make nothing lag, and it opens its camera again by itself when that stops answering.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from vision.errors import PictureError, SourceError
from vision.pictures import PICTURE_SUFFIXES, Image, read_picture

WANTED_SIZE = (1280, 720)
_RETRY_FIRST, _RETRY_LONGEST = 0.5, 5.0
_MOMENT = 0.1
_OPEN_MS = _READ_MS = 10_000
_STREAM = re.compile(r"(https?|rtsps?|rtmp|udp)://", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Frame:
    """image: (height, width, 3) uint8 BGR; index counts from 0; time in seconds of the source."""

    image: Image
    index: int
    time: float


@dataclass(frozen=True, slots=True)
class News:
    """Something to tell people about the source itself: camera gone, camera back, a torn picture.

    lost: there will be no frames until further news.
    """

    message: str
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Quiet:
    """No frame came for a moment: whoever follows may see to something else."""


Item = Frame | News | Quiet


class Capture(Protocol):
    """What is used of cv2.VideoCapture; tests hand in a simulated camera."""

    def isOpened(self) -> bool: ...
    def read(self) -> tuple[bool, Any]: ...
    def grab(self) -> bool: ...
    def get(self, prop: int, /) -> float: ...
    def set(self, prop: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


Opener = Callable[[int | str], Capture]


class Source(Protocol):
    """live: frames come at their own pace and some are dropped. total: frames of a recording, where known."""

    @property
    def name(self) -> str: ...
    @property
    def live(self) -> bool: ...
    @property
    def total(self) -> int | None: ...
    def items(self, start: int = 0) -> Iterator[Item]:
        """Frames from index `start` on, with news between them; a live source ignores `start`."""
        ...

    def close(self) -> None: ...


def open_capture(address: int | str) -> Capture:
    """OpenCV's own capture. Without limits a silent stream would hold its thread for good."""
    if isinstance(address, int):
        return cv2.VideoCapture(address)
    if _STREAM.match(address):
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_MS]
        return cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    return cv2.VideoCapture(address)


def open_source(text: str, *, opener: Opener = open_capture) -> Source:
    """A source from what a person types: a webcam's number, a file, a folder or an address.

    Raises SourceError, one sentence, where it does not open.
    """
    if text.isdecimal():
        return LiveSource(int(text), f"camera {text}", opener)
    if _STREAM.match(text):
        return LiveSource(text, text, opener)
    path = Path(text)
    if path.is_dir():
        return FolderSource(path)
    if not path.exists():
        raise SourceError(
            f"There is no source {text}: give a webcam's number, a video file, a folder of pictures"
            " or an http or rtsp address."
        )
    return FileSource(path, opener)


class FileSource:
    """A video file; no frame is dropped."""

    live = False

    def __init__(self, path: Path, opener: Opener = open_capture) -> None:
        self.name = str(path)
        try:
            path.open("rb").close()
        except OSError as error:
            raise SourceError(f"The recording {path} cannot be read: {error.strerror}.") from error
        self._capture = opener(str(path))
        if not self._capture.isOpened():
            raise SourceError(f"{path} is not a video that can be read: give an MP4, AVI or MKV file.")
        count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self.total: int | None = count if count > 0 else None
        self.fps = self._capture.get(cv2.CAP_PROP_FPS) or 30.0

    def items(self, start: int = 0) -> Iterator[Frame | News]:
        index, moment = 0, 0.0
        while index < start and self._capture.grab():  # grabbed, not jumped to: jumps miss the exact frame
            index += 1
        while True:
            fine, image = self._capture.read()
            if not fine:
                break
            stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            # phones record at a changing rate, so the file's own stamps count wherever they make sense
            moment = stamp if stamp > moment or index == 0 else index / self.fps
            yield Frame(_colour(image), index, moment)
            index += 1
        if index == 0:
            raise SourceError(f"{self.name} holds no frame that can be read: copy it again.")
        if self.total and index < 0.98 * self.total:
            yield News(f"The recording ends early: {index} of {self.total} frames could be read.")

    def close(self) -> None:
        self._capture.release()


class FolderSource:
    """The pictures of a folder by name (numbers in their order), one a second."""

    live = False

    def __init__(self, folder: Path) -> None:
        self.name = str(folder)
        found = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES]
        self._paths = sorted(found, key=_natural)
        if not self._paths:
            raise SourceError(f"The folder {folder} holds no pictures: give one with JPEG or PNG files.")
        self.total: int | None = len(self._paths)

    def items(self, start: int = 0) -> Iterator[Frame | News]:
        for index, path in enumerate(self._paths[start:], start):
            try:
                image = read_picture(path)
            except PictureError as error:
                yield News(str(error))
                continue
            yield Frame(image, index, float(index))

    def close(self) -> None:
        """Nothing is held open."""


class LiveSource:
    """A camera or stream, read by a thread of its own that keeps only the newest frame.

    Native code that waits for a camera cannot be interrupted, so the thread is a daemon and nobody waits
    for it: the program stops at once whatever the camera does.
    """

    live = True
    total: int | None = None

    def __init__(
        self,
        address: int | str,
        name: str,
        opener: Opener = open_capture,
        *,
        clock: Callable[[], float] = time.monotonic,
        retry: float = _RETRY_FIRST,
    ) -> None:
        self.name = name
        self._address, self._opener = address, opener
        self._clock, self._retry = clock, retry
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._news: list[News] = []
        self._stopped = threading.Event()
        capture = self._open()
        if capture is None:
            raise SourceError(
                f"The {_kind(address)} {address} does not open: check that it is connected, switched on"
                " and not used by another program."
            )
        self._thread = threading.Thread(target=self._run, args=(capture,), name=name, daemon=True)
        self._thread.start()

    def items(self, start: int = 0) -> Iterator[Item]:
        del start  # a camera has no past
        seen: Frame | None = None
        while not self._stopped.is_set():
            news, newest = self._wait(seen)
            yield from news
            if newest is not None and newest is not seen:
                seen = newest
                yield newest
            elif not news:
                yield Quiet()

    def close(self) -> None:
        self._stopped.set()
        with self._changed:
            self._changed.notify_all()

    def _wait(self, seen: Frame | None) -> tuple[list[News], Frame | None]:
        """The news since the last call and the newest frame, once either is there (or a moment went by)."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._news or self._newest is not seen or self._stopped.is_set(), timeout=_MOMENT
            )
            news, self._news = self._news, []
            return news, self._newest

    def _open(self) -> Capture | None:
        capture = self._opener(self._address)
        if not capture.isOpened():
            capture.release()
            return None
        if isinstance(self._address, int):
            # before the size: without MJPG a USB camera gives 5 to 10 frames a second at 720p
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_SIZE[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_SIZE[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return capture

    def _run(self, capture: Capture) -> None:
        what = f"The {_kind(self._address)} {self._address}"
        began, index = self._clock(), 0
        while not self._stopped.is_set():
            fine, image = capture.read()
            if fine:
                frame = Frame(_colour(image), index, self._clock() - began)
                index += 1
                with self._changed:
                    self._newest = frame
                    self._changed.notify_all()
                continue
            capture.release()
            self._tell(f"{what} stopped answering; trying again.", lost=True)
            again = self._open_again()
            if again is None:
                return
            capture = again
            self._tell(f"{what} is back.")
        capture.release()

    def _open_again(self) -> Capture | None:
        """Tries until the camera gives a frame; None where the source was closed meanwhile."""
        pause = self._retry
        while not self._stopped.wait(pause):
            capture = self._open()
            if capture is not None:
                if capture.grab():  # some drivers open a camera that is gone
                    return capture
                capture.release()
            pause = min(2 * pause, _RETRY_LONGEST)
        return None

    def _tell(self, message: str, *, lost: bool = False) -> None:
        with self._changed:
            self._news.append(News(message, lost))
            self._changed.notify_all()


def _kind(address: int | str) -> str:
    return "camera" if isinstance(address, int) else "stream"


def _colour(image: Any) -> Image:
    """What a capture gives as BGR: infrared and some network cameras give one channel."""
    frame = np.asarray(image, np.uint8)
    if frame.ndim == 2 or frame.shape[2] == 1:
        return np.ascontiguousarray(cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR), np.uint8)
    return frame


def _natural(path: Path) -> list[tuple[int, str]]:
    """`frame10` after `frame9`."""
    parts = re.findall(r"\d+|\D+", path.name)
    return [(int(part), "") if part.isdecimal() else (-1, part.lower()) for part in parts]
