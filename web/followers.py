"""Who follows an event stream: how many may at once, from one address, and that all of them end together."""

from __future__ import annotations

import threading
from collections import Counter


class Followers:
    """What every hub of the server has in common.

    streams: how many event streams may be open at once; one address may hold half of them. reserve: how many more by
    paired devices. `_changed` guards what a hub holds and wakes whoever waits for something newer.
    """

    def __init__(self, streams: int, reserve: int = 0) -> None:
        self.streams, self.reserve = streams, reserve
        self._share = (streams + 1) // 2
        self._changed = threading.Condition()
        self._viewers: Counter[str] = Counter()
        self._paired = 0
        self._closed = False

    def enter(self, address: str, *, paired: bool = False) -> bool:
        """Take a place for an event stream; False where all that are for such a viewer are taken.

        Each True needs one `leave` with the same words.
        """
        with self._changed:
            if self._closed:
                return False
            if paired:
                free = self._paired < self.reserve
                self._paired += free
                return free
            if self._viewers.total() >= self.streams or self._viewers[address] >= self._share:
                return False
            self._viewers[address] += 1
            return True

    def leave(self, address: str, *, paired: bool = False) -> None:
        with self._changed:
            if paired:
                self._paired -= 1
            else:
                self._viewers[address] -= 1
                self._viewers += Counter()  # nobody is remembered who has left

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        """End all streams; nobody is let in any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
