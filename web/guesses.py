"""How many wrong codes may be tried: a few a minute from one address, some more from all of them together."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from web.listening import is_loopback

A_MINUTE = 60.0
FROM_ONE = 5
FROM_ALL = 60
_THIS_MACHINE = "this machine"
_log = logging.getLogger(__name__)


class Guesses:
    """Counts wrong codes. May be used from any thread.

    This machine itself waits for its own wrong codes alone, so that nobody on the network can keep its owner out. All
    addresses by which it calls itself are one: every program on it may ask from any of 127.0.0.0/8.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: deque[tuple[float, str]] = deque()
        self._lock = threading.Lock()

    def allowed(self, address: str) -> bool:
        """Whether a code from there is looked at now."""
        who = _who(address)
        with self._lock:
            self._forget()
            own = sum(each == who for _, each in self._wrong)
            return own < FROM_ONE and (len(self._wrong) < FROM_ALL or who == _THIS_MACHINE)

    def wrong(self, address: str) -> None:
        """One more wrong code from there."""
        who = _who(address)
        with self._lock:
            self._wrong.append((self._clock(), who))
            own = sum(each == who for _, each in self._wrong)
            if own == FROM_ONE:
                _log.warning("%s has brought %d wrong codes and has to wait a minute", who, own)
            if len(self._wrong) == FROM_ALL:
                _log.warning("%d wrong codes within a minute: no others are looked at until it is over", FROM_ALL)

    def _forget(self) -> None:
        while self._wrong and self._wrong[0][0] <= self._clock() - A_MINUTE:
            self._wrong.popleft()


def _who(address: str) -> str:
    """Whose address that is, for counting: all loopback addresses are this machine."""
    return _THIS_MACHINE if is_loopback(address) else address
