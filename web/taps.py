"""One outcome for each tap: what is sent a second time, because the network lost the answer, is not done again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future

LONGEST_NUMBER = 40
MOST_REMEMBERED = 200
_PATIENCE_S = 70.0


class Taps:
    """What came of the last taps, by device and number. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._outcomes: OrderedDict[tuple[str, str], Future[None]] = OrderedDict()

    def once(self, device: str, number: object, act: Callable[[], None]) -> None:
        """Acts, or does not where that tap of that device has acted before; raises what came of it in either case.

        number: as the page has given it; anything but a short text is none, and then it acts.
        """
        if not isinstance(number, str) or not 0 < len(number) <= LONGEST_NUMBER:
            act()
            return
        outcome, first = self._outcome(device, number)
        if first:
            try:
                act()
            except BaseException as error:  # noqa: BLE001 - whoever sends it again is told the same
                outcome.set_exception(error)
            else:
                outcome.set_result(None)
        outcome.result(_PATIENCE_S)

    def _outcome(self, device: str, number: str) -> tuple[Future[None], bool]:
        with self._lock:
            known = self._outcomes.get((device, number))
            if known is not None:
                return known, False
            made = self._outcomes[device, number] = Future()
            while len(self._outcomes) > MOST_REMEMBERED:
                self._outcomes.popitem(last=False)
            return made, True
