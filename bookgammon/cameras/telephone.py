"""The telephone that is the camera: one at a time, whoever people say; its pictures go to whoever follows them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from arbiter.message import Message
from vision.errors import PictureError
from vision.sources.decoding import load_decoder
from vision.sources.phone import PhoneClock, PhoneSource, PhoneTimes, phone_picture
from vision.sources.pictures import Image
from web.errors import BadPictureError, BusyError, NotNowError
from web.phone import Guidance, Sender
from web.view import Battery

BATTERY_LOW = (5, 10, 20)
"""Per cent at which people are asked to plug the telephone in, once each."""
_TAKEN_UP_S = 1.0
_NOBODY = Message("The program is busy; the picture follows.")
_PAUSES = {
    "hidden": Message("The telephone is locked or shows something else: wake it up and show its page again."),
    "closed": Message("The telephone's page was closed: open it again."),
    "camera": Message("Something else on the telephone uses its camera: end that and show its page again."),
}
_log = logging.getLogger(__name__)

Guide = Callable[[Image], Guidance]
"""What the telephone shows over a picture (BGR uint8) that it sent."""


class Telephone:
    """Fulfils `web.phone.Telephone`; a source that is opened here gives its pictures. From any thread.

    clock: seconds, as `time.monotonic`.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._under_way = threading.Lock()
        self._sources: list[PhoneSource] = []
        self._sender: Sender | None = None
        self._times = PhoneClock()
        self._battery: Battery | None = None
        self._guide: Guide = _no_guide

    def open(self) -> PhoneSource:
        """The telephone's pictures from now on. There may be none for long: it is waited for."""
        source = PhoneSource(clock=self._clock)
        with self._lock:
            self._sources = [*(each for each in self._sources if not each.closed), source]
        return source

    def guided_by(self, guide: Guide | None) -> None:
        """From now on `guide` says what the telephone shows."""
        self._guide = guide or _no_guide

    def sender(self) -> Sender | None:
        return self._sender

    @property
    def charge(self) -> Battery | None:
        """The battery of the telephone that is the camera, where its browser reports it."""
        return self._battery

    def claim(self, sender: Sender, *, over: bool) -> None:
        with self._lock:
            now = self._sender
            if now is not None and now.device != sender.device and not over:
                raise NotNowError(Message("{who} is the camera now.", who=now.name))
            if now != sender:
                self._sender, self._times, self._battery = sender, PhoneClock(), None
                load_decoder()
                _log.info("telephone: %s sends from now on", sender.device)

    def picture(self, sender: Sender, data: bytes, taken: float, sent: float) -> Guidance:
        came = self._clock()
        self._make_sure(sender)
        with _alone(self._under_way):
            image = _decoded(data)
            with self._lock:
                moment = self._times.moment(PhoneTimes(taken, sent), came)
            return self._given(image, moment)

    def still(self, sender: Sender, data: bytes) -> Guidance:
        self._make_sure(sender)
        with _alone(self._under_way):
            return self._given(_decoded(data), self._clock())

    def pause(self, sender: Sender, why: str) -> None:
        if sender == self._sender:
            for source in self._open_ones():
                source.report_lost(_PAUSES[why])

    def battery(self, sender: Sender, battery: Battery | None) -> None:
        self._make_sure(sender)
        before, self._battery = _stage(self._battery), battery
        stage = _stage(battery)
        if battery is not None and stage < before:
            for source in self._open_ones():
                source.report(
                    Message("The telephone's battery is down to {percent} %: plug it in.", percent=battery.percent)
                )

    def _given(self, image: Image, moment: float) -> Guidance:
        sources = self._open_ones()
        for source in sources:
            source.give(image, moment)
        followed = [source.taken_up(_TAKEN_UP_S) for source in sources]
        guidance = self._guide(image)
        return guidance if all(followed) else replace(guidance, more=_NOBODY)

    def _open_ones(self) -> list[PhoneSource]:
        with self._lock:
            return [each for each in self._sources if not each.closed]

    def _make_sure(self, sender: Sender) -> None:
        """A telephone that comes back after the program was started again need not be asked once more."""
        with self._lock:
            if self._sender is None:
                self._sender = sender
            if sender != self._sender:
                if sender.device == self._sender.device:
                    raise NotNowError(Message("Another page of this telephone is the camera now."))
                raise NotNowError(Message("{who} is the camera now.", who=self._sender.name))


@contextmanager
def _alone(lock: threading.Lock) -> Iterator[None]:
    """A second picture while one is under way is refused, not queued."""
    if not lock.acquire(blocking=False):
        raise BusyError(Message("One picture after the other: the last one is still being looked at."))
    try:
        yield
    finally:
        lock.release()


def _stage(battery: Battery | None) -> int:
    """The lowest of the limits that the battery is under; what is charged needs no word."""
    if battery is None or battery.charging:
        return 100
    return next((limit for limit in BATTERY_LOW if battery.percent <= limit), 100)


def _decoded(data: bytes) -> Image:
    try:
        return phone_picture(data)
    except PictureError as error:
        raise BadPictureError(str(error)) from error


def _no_guide(_: Image) -> Guidance:
    return Guidance(Message("This telephone is the camera."))
