"""A line: takes frames to the other table and brings theirs, in a thread of its own. What it carries it cannot read.

Whatever comes is handed on through a bounded inbox. Somebody who knows where the line is can put on it what they like:
so many frames a second are taken, and those behind wait in the network, where they are lost before they cost anything.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from two_books.presence import MOST_ATTACHED
from two_books.rates import Bucket
from two_books.sealing import Kind, head_of

FRAMES_A_SECOND, FRAMES_AT_ONCE = 300.0, 600.0
"""Of whomever. Two tables that catch up need some thirty."""
THROTTLE_S = 0.005
MOST_INBOX = 400
MOST_OUT = 64
"""Frames that wait for the line; more is said again by itself once it is open."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """source: whom the line had it from, where it is known."""

    frame: bytes
    source: int = 0


class FrameLine(Protocol):
    """What a link needs of a line."""

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def send(self, frame: bytes) -> None:
        """From any thread; never waits. Lost where the line is not open."""

    def vouch(self, source: int) -> None:
        """A frame from there was the other table's."""


class Inbox:
    """What came and how the line is, from the line's thread to the link's. news: called after each change.

    Too much is held up first, by making the line's thread wait, and dropped where that does not help.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, wait: Callable[[float], None] = time.sleep) -> None:
        self._clock, self._wait = clock, wait
        self._arrived: queue.Queue[Arrived] = queue.Queue(MOST_INBOX)
        self._rate = Bucket(FRAMES_A_SECOND, FRAMES_AT_ONCE)
        self._state: deque[str | None] = deque(maxlen=4)
        self._news = threading.Event()
        self.dropped = 0

    def put(self, frame: bytes, source: int = 0) -> None:
        """From the line's thread; waits for a moment where more comes than anybody needs."""
        while not self._rate.takes(self._clock()):
            self._wait(THROTTLE_S)
        if head_of(frame) is None:
            self.dropped += 1
            return
        try:
            self._arrived.put_nowait(Arrived(frame, source))
        except queue.Full:
            self.dropped += 1
        self._news.set()

    def is_up(self) -> None:
        self._state.append(None)
        self._news.set()

    def is_down(self, sentence: str) -> None:
        self._state.append(sentence)
        self._news.set()

    def wake(self) -> None:
        """There is something else to do for whoever takes from it."""
        self._news.set()

    def wait(self, seconds: float) -> None:
        """Until something comes, at most so long."""
        self._news.wait(seconds)
        self._news.clear()

    def states(self) -> list[str | None]:
        """How the line has become since: None for open, else why it is not."""
        taken = list[str | None]()
        while self._state:
            taken.append(self._state.popleft())
        return taken

    def take(self) -> Arrived | None:
        try:
            return self._arrived.get_nowait()
        except queue.Empty:
            return None


class Outbox:
    """Frames for the line's thread: bounded, the oldest go first; what is large goes last, of pictures the newest."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._frames: deque[bytes] = deque(maxlen=MOST_OUT)
        self._attachments: deque[bytes] = deque(maxlen=MOST_ATTACHED)
        self._picture: bytes | None = None

    def put(self, frame: bytes) -> None:
        head = head_of(frame)
        with self._lock:
            if head is not None and head.kind is Kind.PICTURE:
                self._picture = frame
            elif head is not None and head.kind is Kind.ATTACHMENT:
                self._attachments.append(frame)
            else:
                self._frames.append(frame)

    def take(self, *, picture: bool = True) -> bytes | None:
        """The next frame. picture: whether it may be a large one, which is the case where little is on its way."""
        with self._lock:
            if self._frames:
                return self._frames.popleft()
            if picture and self._attachments:
                return self._attachments.popleft()
            found = self._picture if picture else None
            if picture:
                self._picture = None
            return found

    def clear(self) -> None:
        with self._lock:
            self._frames.clear()
            self._attachments.clear()
            self._picture = None
