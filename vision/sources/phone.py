"""A telephone whose browser sends what its camera sees: pictures come in one by one and go on as any camera's frames.

Who sends is not trusted: a picture is bounded before it is decoded, and its time cannot run ahead of ours or back.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arbiter.message import Message
from vision.errors import PictureError
from vision.sources.decoding import OF_TELEPHONES, Image, decoded
from vision.sources.frames import Frame, Item, News, Quiet
from vision.sources.live import SILENT_S
from vision.sources.picture_header import JPEG

PHONE = "phone"
"""What a telephone's browser is called where a camera is named; which one it is, those say who pair it."""
_DRIFT = 0.0005
"""Seconds a second by which two clocks may run apart."""
_OLDEST_S = 5.0
_STEP_S = 0.001
_MOMENT = 0.1


def phone_picture(data: bytes) -> Image:
    """A JPEG as it was sent, decoded. Raises PictureError for all else, and for what is out of bounds or torn."""
    if not data.startswith(JPEG):
        raise PictureError(Message("That is no JPEG picture."))
    return decoded(data, OF_TELEPHONES)


@dataclass(frozen=True, slots=True)
class PhoneTimes:
    """By the telephone's own clock, in seconds: when the camera saw the picture, and when it was sent off."""

    taken: float
    sent: float


class PhoneClock:
    """When pictures were taken, by our clock. The picture that was under way for the shortest shows the difference."""

    def __init__(self) -> None:
        self._ahead = math.inf
        self._last = -math.inf
        self._at = 0.0

    def moment(self, times: PhoneTimes, came: float) -> float:
        """came: when it was here, by our clock in seconds. Never later than that, never before the one before."""
        delay = came - times.sent if math.isfinite(times.sent) else 0.0
        self._ahead = min(delay, self._ahead + _DRIFT * (came - self._at))
        self._at = came
        taken = times.taken + self._ahead
        if not math.isfinite(taken):
            taken = came
        self._last = max(min(taken, came), came - _OLDEST_S, self._last + _STEP_S)
        return self._last


class PhoneSource:
    """Fulfils `vision.sources.frames.Source`: the newest picture that was given, and news of a telephone that is gone.

    Time counts from the first picture.
    """

    live = True
    total: int | None = None
    name = PHONE

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, silent: float = SILENT_S) -> None:
        self._clock, self._silent = clock, silent
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._seen: Frame | None = None
        self._began: float | None = None
        self._came = clock()
        self._news: list[News] = []
        self._lost = self._closed = False

    def give(self, image: Image, moment: float) -> None:
        """One more picture, taken at `moment` by our clock. From any thread."""
        with self._changed:
            if self._began is None:
                self._began = moment
            index = 0 if self._newest is None else self._newest.index + 1
            self._newest, self._came = Frame(image, index, moment - self._began), self._clock()
            if self._lost:
                self._lost = False
                self._news.append(News(Message("The telephone is back.")))
            self._changed.notify_all()

    def taken_up(self, patience: float) -> bool:
        """Wait until whoever follows has the newest picture: sooner the next one would only push it out."""
        with self._changed:
            return self._changed.wait_for(lambda: self._seen is self._newest or self._closed, patience)

    def report_lost(self, message: str) -> None:
        """The telephone says itself that it sends nothing for a while."""
        with self._changed:
            self._note_lost(message)

    def report(self, message: str) -> None:
        """A sentence about the telephone that is worth its place in the record."""
        with self._changed:
            self._news.append(News(message))
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        return self._closed

    def items(self, start: int = 0) -> Iterator[Item]:
        del start  # a camera has no past
        while not self._closed:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._news or self._newest is not self._seen or self._closed, timeout=_MOMENT
                )
                if self._newest is self._seen and self._clock() - self._came > self._silent:
                    self._note_lost(Message("The telephone sends no pictures; waiting for it."))
                news, self._news = self._news, []
                fresh = self._newest if self._newest is not self._seen else None
                self._seen = self._newest
                self._changed.notify_all()
            yield from news
            if fresh is not None:
                yield fresh
            elif not news:
                yield Quiet()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _note_lost(self, message: str) -> None:
        """One sentence until it is back. The caller holds the lock."""
        if not self._lost:
            self._lost = True
            self._news.append(News(message, lost=True))
            self._changed.notify_all()
