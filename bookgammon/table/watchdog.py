"""Notices a part of the program that died or stands still, and says so: a silent page would look like a calm table."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Self

from arbiter.message import Message
from bookgammon.terminal.answers import say
from vision.sources.sources import Item, News

PARTS = ("camera", "page", "lights")
"""Names of the threads that live as long as the match is followed."""
PERIOD_S = 1.0
STANDSTILL_S = 15.0


class Watchdog:
    """Watches the threads named in PARTS that live when its `with` block begins, and the table's own loop.

    say: for the terminal, at once. What died is also reported as news between two frames, so that it is on the page.
    """

    def __init__(
        self,
        say: Callable[[str], None] = say,
        *,
        period: float = PERIOD_S,
        standstill: float = STANDSTILL_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._say, self._period, self._standstill, self._clock = say, period, standstill, clock
        self._watched: list[threading.Thread] = []
        self._moved, self._stands = clock(), False
        self._news: deque[str] = deque()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def __enter__(self) -> Self:
        self._watched = [thread for thread in threading.enumerate() if thread.name in PARTS]
        self._moved = self._clock()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def with_news(self, items: Iterable[Item]) -> Iterator[Item]:
        """The same items, and between them what the watchdog noticed."""
        for item in items:
            self._moved = self._clock()
            while self._news:
                yield News(self._news.popleft())
            yield item
        self._moved = math.inf  # the recording is over: the table may stand still now

    def _run(self) -> None:
        while not self._stopped.wait(self._period):
            self.check()

    def check(self) -> None:
        """One round; the watchdog's thread makes one a second."""
        for thread in [thread for thread in self._watched if not thread.is_alive()]:
            self._watched.remove(thread)
            sentence = Message(
                "The {name} stopped by a fault of the program: stop Bookgammon and start it again, "
                "nothing recorded is lost.",
                name=thread.name,
            )
            self._say(sentence)
            self._news.append(sentence)
        stands = self._clock() - self._moved > self._standstill
        if stands and not self._stands:
            self._say(
                Message(
                    "The table has stood still for {seconds:.0f} seconds: the disk or the machine is too "
                    "busy, or a part of the program hangs.",
                    seconds=self._standstill,
                )
            )
        self._stands = stands
