"""A camera or a stream, followed through everything that happens to cameras on a table.

It is read by a thread of its own that keeps only the newest frame. News report a camera that is gone, of one
that is silent, and of one that shows the same picture for ever; each is one sentence, reported once. Everybody who
looks at the page reads them, so none of them holds the camera's address: that goes to who opens the camera, and to
the log.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import cv2
import numpy as np

from arbiter.message import Message
from outside.threads import MakeThread, plain_thread
from vision.errors import SourceError
from vision.sources.frames import Capture, Frame, Item, News, Opener, Quiet, in_colour, shown
from vision.sources.pictures import Image
from vision.sources.webcams import Holding, same_webcam, webcam_name

WANTED_SIZE = (1280, 720)
SILENT_S = 3.0
"""A camera that gave no picture for so long is reported; a stream's own limit breaks it off only later."""
FROZEN_S = 20.0
"""Pictures that are the same to the last bit for so long come from a camera that hangs: real ones have noise."""
SLOW_LOOK_S = 0.3
"""Whoever looks at a picture for so long cannot look at all of them."""
FEWER, FEWER_FOR_S = 8.0, 5.0
"""Pictures a second that are decoded then, and seconds for which."""
MOST_PASSED_OVER = 7
"""Pictures one after the other, then: of a camera at 60 a second every eighth is decoded."""
_RETRY_FIRST, _RETRY_LONGEST = 0.5, 5.0
_MOMENT = 0.1
_SPARSE = 16
_log = logging.getLogger(__name__)


class LiveSource:
    """A camera or stream that opens again by itself.

    Native code that waits for a camera cannot be interrupted, so the thread that opens and reads it is a daemon and
    nobody waits for it: the program stops at once whatever the camera does (`bookgammon/terminal/stopping.py`). A
    webcam that comes back under another number is known by its name, where the system knows names. size: (width,
    height) that a webcam is asked for. thread: makes the thread that reads. Raises SourceError where it does not
    open at first.
    """

    live = True
    total: int | None = None

    def __init__(
        self,
        address: int | str,
        name: str,
        opener: Opener,
        *,
        clock: Callable[[], float] = time.monotonic,
        retry: float = _RETRY_FIRST,
        silent: float = SILENT_S,
        frozen: float = FROZEN_S,
        places: Callable[[], Sequence[int]] | None = None,
        size: tuple[int, int] = WANTED_SIZE,
        thread: MakeThread = plain_thread,
    ) -> None:
        self.name = name
        self._opener, self._clock, self._retry = opener, clock, retry
        self._silent, self._frozen, self._size = silent, frozen, size
        self._holds = False
        self._apart = 0.0
        self._fewer_until = -1e9
        self._what = (
            Message("The camera {number}", number=address)
            if isinstance(address, int)
            else Message("The stream {address}", address=shown(address))
        )
        self._camera = self._what if isinstance(address, int) else Message("The camera")
        """As everybody may read it: in an address may stand a password or a place in somebody's network."""
        self._addresses: Callable[[], Sequence[int | str]] = lambda: (address,)
        self._is_webcam = isinstance(address, int)
        if isinstance(address, int):
            self._addresses = places or partial(same_webcam, address, webcam_name(address))
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._came = self._arrived = clock()
        self._pace = 0.0
        """Seconds between the last two pictures that arrived, given or passed over; `_came` is of those given."""
        self._news: list[News] = []
        self._lost = False
        self._why = ""
        self._stopped = threading.Event()
        self._began: float | None = None
        """When the first picture could come, by the clock; frames are counted and timed from there."""
        self._index = 0
        self._tried, self._opened = threading.Event(), False
        self._thread = thread("camera", partial(self._run, address))
        self._thread.start()
        try:
            while not self._tried.wait(_MOMENT):  # in steps, so that a signal is heard while nothing answers
                pass
        except KeyboardInterrupt:
            self.close()
            raise
        if not self._opened:
            self.close()
            raise SourceError(
                self._why
                or Message(
                    "{camera} does not open: check that it is connected, switched on and not used by another program.",
                    camera=self._what,
                )
            )

    def items(self, start: int = 0) -> Iterator[Item]:
        del start  # a camera has no past
        seen: Frame | None = None
        while not self._stopped.is_set():
            news, newest = self._wait(seen)
            yield from news
            if newest is not None and newest is not seen:
                seen, began = newest, self._clock()
                yield newest
                if (now := self._clock()) - began > SLOW_LOOK_S:
                    self._fewer_until = now + FEWER_FOR_S
            elif not news:
                yield Quiet()

    def hold(self) -> None:
        """The board is known: focus and exposure of a webcam stay as they are, where its driver lets us."""
        self._holds = True

    def limit(self, frames_per_second: float) -> None:
        """Give no more pictures than that; of a webcam the others are not even decoded."""
        self._apart = 1 / frames_per_second

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
            if self._newest is seen and self._clock() - self._came > self._silent:
                self._note_lost(Message("{camera} sends no pictures; waiting for it.", camera=self._camera))
            news, self._news = self._news, []
            return news, self._newest

    def _open(self, address: int | str) -> Capture | None:
        try:
            capture = self._opener(address)
        except (cv2.error, OverflowError):  # a number that no camera can have
            return None
        except SourceError as error:
            with self._changed:
                self._report_reason(error)
            return None
        if not capture.isOpened():
            capture.release()
            return None
        if isinstance(address, int):
            # before the size: without MJPG a USB camera gives 5 to 10 frames a second at 720p
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        width, height, rate = (
            capture.get(what) for what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS)
        )
        _log.info("%s opened: %.0f x %.0f, %.1f frames a second by its own word", self._what, width, height, rate)
        return capture

    def _run(self, address: int | str) -> None:
        """Until the source is closed; called again after a fault, it goes on with the camera opened anew."""
        capture: Capture | None
        if self._tried.is_set():
            with self._changed:
                self._note_lost(Message("{camera} stopped answering; trying again.", camera=self._camera))
            capture = self._open_again() if self._opened else None
        else:
            try:
                capture = self._open(address)
                self._opened = capture is not None
            finally:
                self._tried.set()
        if capture is not None:
            self._reading = capture
            self._began = began = self._clock() if self._began is None else self._began
            try:
                self._follow(began)
            finally:
                self._reading.release()

    def _follow(self, began: float) -> None:
        stillness, holding = FrozenPicture(self._frozen), Holding(self._reading, self._what)
        while not self._stopped.is_set():
            if self._comes_within(self._apart) and self._passes_over():
                continue
            passed_over = 0
            while passed_over < MOST_PASSED_OVER and self._is_too_soon() and self._passes_over():
                passed_over += 1
            image = _read(self._reading)
            if image is not None:
                now = self._note_arrival()
                frame = Frame(image, self._index, now - began)
                self._index += 1
                self._give(frame, now, frozen=stillness.frozen(image, now))
                if self._holds and self._is_webcam:
                    holding.observe(image, now)
                continue
            self._reading.release()
            with self._changed:
                self._note_lost(Message("{camera} stopped answering; trying again.", camera=self._camera))
            again = self._open_again()
            if again is None:
                return
            self._reading, holding = again, Holding(again, self._what)

    def _is_too_soon(self) -> bool:
        """Whether the next picture would only be one that nobody gets to look at."""
        return self._clock() < self._fewer_until and self._comes_within(1 / FEWER)

    def _comes_within(self, apart: float) -> bool:
        """Whether the next picture comes so soon after the last given one, at the camera's pace: where few are sent it
        is waited for longer than that, and what comes then is news."""
        return max(self._clock(), self._arrived + self._pace) - self._came < apart

    def _passes_over(self) -> bool:
        grabbed = _grabs(self._reading)
        if grabbed:
            self._note_arrival()
        return grabbed

    def _note_arrival(self) -> float:
        now = self._clock()
        self._pace, self._arrived = now - self._arrived, now
        return now

    def _give(self, frame: Frame, now: float, *, frozen: bool) -> None:
        with self._changed:
            self._newest, self._came = frame, now
            if frozen:
                self._note_lost(
                    Message(
                        "{camera} has shown the very same picture for {seconds:.0f} seconds: if nothing "
                        "changes, unplug it and plug it in again, or start the phone's app again.",
                        camera=self._camera,
                        seconds=self._frozen,
                    )
                )
            elif self._lost:
                self._lost, self._why = False, ""
                self._news.append(News(Message("{camera} is back.", camera=self._camera)))
            self._changed.notify_all()

    def _open_again(self) -> Capture | None:
        """Tries until the camera gives a frame; None where the source was closed meanwhile."""
        pause = self._retry
        while not self._stopped.wait(pause):
            for address in self._addresses():
                capture = self._open(address)
                if capture is not None:
                    if _grabs(capture):  # some drivers open a camera that is gone
                        return capture
                    capture.release()
            pause = min(2 * pause, _RETRY_LONGEST)
        return None

    def _report_reason(self, error: SourceError) -> None:
        """Why the camera may not be opened, once. The caller holds the lock."""
        reason = str(error)
        if reason != self._why:
            self._why = reason
            if isinstance(reason, Message) and "camera" in reason.values:
                reason = reason.filled(camera=self._camera)
            self._news.append(News(reason, lost=True))
            self._changed.notify_all()

    def _note_lost(self, message: str) -> None:
        """One sentence until it is back, whatever else goes wrong with it. The caller holds the lock."""
        if not self._lost:
            self._lost = True
            self._news.append(News(message, lost=True))
            self._changed.notify_all()


class FrozenPicture:
    """Notices a picture that stays the same to the last bit, from a sparse sample of its pixels."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._sample: Image | None = None
        self._since = 0.0

    def frozen(self, image: Image, now: float) -> bool:
        """Whether this picture, seen at `now` in seconds, has been the same for longer than the patience."""
        sample = image[::_SPARSE, ::_SPARSE]
        if self._sample is None or not np.array_equal(sample, self._sample):
            self._sample, self._since = sample.copy(), now
        return now - self._since > self._patience


def _read(capture: Capture) -> Image | None:
    """The next picture; None where there is none, or what came is no picture."""
    try:
        fine, image = capture.read()
        return in_colour(image) if fine and image is not None and image.size else None
    except cv2.error:
        return None


def _grabs(capture: Capture) -> bool:
    try:
        return capture.grab()
    except cv2.error:
        return False
