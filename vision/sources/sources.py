"""Where frames come from: a webcam, a video file, a folder of pictures, a phone's or network camera's stream.

A recording gives every frame, in order; what is live has a module of its own (`vision.sources.live`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from arbiter.message import Message
from outside.threads import MakeThread, plain_thread
from vision.errors import PictureError, SourceError
from vision.sources.confined_capture import ConfinedCapture
from vision.sources.frames import Capture, Frame, Item, News, Opener, Quiet, Source, in_colour, is_stream, shown
from vision.sources.https_camera import CertificateTrust, TrustOfThisRun, https_capture
from vision.sources.live import WANTED_SIZE, LiveSource
from vision.sources.pictures import PICTURE_SUFFIXES, read_picture
from vision.sources.webcams import chosen_webcam

__all__ = [
    "Capture",
    "FileSource",
    "FolderSource",
    "Frame",
    "Item",
    "KnownFrame",
    "LiveSource",
    "News",
    "Opener",
    "Quiet",
    "Source",
    "background_capture",
    "open_capture",
    "open_source",
    "own_capture",
]

JUMP_S = 10.0
"""Seconds of a recording before a known frame to which is jumped: until then what is decoded may not be whole."""
_DEVICE = re.compile(r"/dev/video([0-9]{1,4})")
_OF_THIS_RUN = TrustOfThisRun()


def open_capture(address: int | str, trust: CertificateTrust = _OF_THIS_RUN) -> Capture:
    """A webcam here, where its driver is ours; a stream or a recording in a process of its own.

    trust: by which certificates HTTPS cameras are known. Raises SourceError where one is another than before.
    """
    if isinstance(address, int):
        return cv2.VideoCapture(address)
    if address.lower().startswith("https://"):
        return https_capture(address, trust, ConfinedCapture)
    return ConfinedCapture(address)


def background_capture(address: int | str) -> Capture:
    """A recording that is read while something else goes first, in a process of its own that gives way."""
    return ConfinedCapture(str(address), background=True)


def own_capture(address: int | str) -> Capture:
    """The same for a recording that came with the program: decoded here, without another process."""
    return cv2.VideoCapture(address)


def open_source(text: str, *, opener: Opener = open_capture, thread: MakeThread = plain_thread) -> Source:
    """A source from what a person types: a webcam's number or name, a file, a folder or an address.

    thread: makes the thread that reads what is live. Raises SourceError, one sentence, where it does not open.
    """
    if is_stream(text):
        return LiveSource(text, shown(text), opener, thread=thread)
    path = Path(text)
    webcam = chosen_webcam(text) if text.isdecimal() or not path.exists() else None
    if webcam is not None:
        return LiveSource(webcam.number, f"camera {text}", opener, size=webcam.size or WANTED_SIZE, thread=thread)
    if path.is_dir():
        return FolderSource(path)
    if device := _DEVICE.fullmatch(text):
        return open_source(device[1], opener=opener, thread=thread)
    if path.exists() and not path.is_file():  # a pipe would never come to its end
        raise SourceError(Message("{path} is neither a video file nor a folder of pictures.", path=path))
    if not path.exists():
        raise SourceError(
            Message(
                "There is no source {shown}: give a webcam's number or name, a video file, a folder of pictures "
                "or an http or rtsp address.",
                shown=shown(text),
            )
        )
    return FileSource(path, opener)


@dataclass(frozen=True, slots=True)
class KnownFrame:
    """A frame that a file has given. index: from its beginning, 0 the first; time: seconds, the file's own stamp."""

    index: int
    time: float


class FileSource:
    """A video file; no frame is dropped."""

    live = False

    def __init__(self, path: Path, opener: Opener = open_capture) -> None:
        self.name, self._opener = str(path), opener
        try:
            path.open("rb").close()
        except OSError as error:
            raise SourceError(
                Message("The recording {path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
            ) from error
        self._capture = opener(str(path))
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(
                Message("{path} is not a video that can be read: give an MP4, AVI or MKV file.", path=path)
            )
        count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self.total: int | None = count if count > 0 else None
        self.fps = self._capture.get(cv2.CAP_PROP_FPS) or 30.0

    def items(self, start: int = 0, every: int = 1, known: KnownFrame | None = None) -> Iterator[Frame | News]:
        """Frames from index `start` on; every: of so many frames one is given, the others are not even converted.

        known: one before `start` that this file has given; what lies before it need not be decoded then.
        """
        taken = int(self._capture.get(cv2.CAP_PROP_POS_FRAMES))  # by whoever looked at the beginning already
        index, moment = self._jumped(known) if known else 0, 0.0
        while index < start and self._capture.grab():  # grabbed, not jumped to: jumps miss the exact frame
            index += 1
        while True:
            fine, image = self._capture.read()
            if not fine:
                break
            stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            # phones record at a changing rate, so the file's own stamps count wherever they make sense
            moment = stamp if stamp > moment or index == 0 else index / self.fps
            yield Frame(in_colour(image), index, moment)
            index += 1
            for _ in range(every - 1):
                if not self._capture.grab():
                    break
                index += 1
        if index == 0:
            raise SourceError(Message("{name} holds no frame that can be read: copy it again.", name=self.name))
        read = taken + index
        if self.total and read < 0.98 * self.total:
            yield News(
                Message(
                    "The recording ends early: {index} of {total} frames could be read.", index=read, total=self.total
                )
            )

    def _jumped(self, known: KnownFrame) -> int:
        """The index of the next frame, behind a known one that was jumped to; 0 where it was not found by its stamp."""
        begin = known.index - round(JUMP_S * self.fps)
        if begin <= 0:
            return 0
        self._capture.set(cv2.CAP_PROP_POS_FRAMES, begin)
        for _ in range(known.index):
            if not self._capture.grab():
                break
            stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if stamp == known.time:
                return known.index + 1
            if stamp > known.time:
                break
        self._capture.release()
        self._capture = self._opener(self.name)
        return 0

    def close(self) -> None:
        self._capture.release()


class FolderSource:
    """The pictures of a folder by name (numbers in their order), one a second."""

    live = False

    def __init__(self, folder: Path) -> None:
        self.name = str(folder)
        try:
            found = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES]
        except OSError as error:
            raise SourceError(
                Message("The folder {folder} cannot be read: {strerror}.", folder=folder, strerror=error.strerror)
            ) from error
        self._paths = sorted(found, key=_natural)
        if not self._paths:
            raise SourceError(
                Message("The folder {folder} holds no pictures: give one with JPEG or PNG files.", folder=folder)
            )
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


def _natural(path: Path) -> list[tuple[int, str]]:
    """`frame10` after `frame9`."""
    parts = re.findall(r"\d+|\D+", path.name)
    return [(int(part), "") if part.isdecimal() else (-1, part.lower()) for part in parts]
