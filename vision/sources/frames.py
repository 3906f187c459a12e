"""What a source gives: frames, news about itself, and quiet moments between them; and its address as it may be shown,
as a camera's user and password are nobody else's business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from vision.sources.pictures import Image


@dataclass(frozen=True, eq=False)
class Frame:
    """image: (height, width, 3) uint8 BGR; index counts from 0; time in seconds of the source."""

    image: Image
    index: int
    time: float


@dataclass(frozen=True, slots=True)
class News:
    """News of the source itself, for people: camera gone, camera back, a torn picture.

    lost: there are no pictures of the table as it is now, until further news. kept: it becomes part of the match's
    record, not only of what is shown.
    """

    message: str
    lost: bool = False
    kept: bool = True


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


def in_colour(image: Any) -> Image:
    """What a capture gives as BGR: infrared and some network cameras give one channel."""
    frame = np.asarray(image, np.uint8)
    if frame.ndim == 2 or frame.shape[2] == 1:
        return np.ascontiguousarray(cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR), np.uint8)
    return frame


_SCHEME = re.compile(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*)://")
_STREAM = re.compile(r"(https?|rtsps?|rtmp|udp)://", re.IGNORECASE)


def is_stream(text: str) -> bool:
    """Whether this is a network camera's address, not a number or a path."""
    return _STREAM.match(text) is not None


def shown(address: str) -> str:
    """The address without user, password and query, which cameras take passwords in as well; a path stays as it is.

    Everything up to the last `@` goes: who types a password with `/` or `#` in it has still typed a password. Without a
    scheme that goes for what holds a colon.
    """
    scheme = _SCHEME.match(address)
    if scheme is None:  # a mistyped address may hold a password all the same
        before, at, after = address.rpartition("@")
        return f"...@{after}" if at and ":" in before else address
    rest = address[scheme.end() :].rpartition("@")[2]
    return f"{scheme[1]}://{re.split('[?#]', rest, maxsplit=1)[0]}"
