"""One outcome for each tap: what is sent a second time, because the network lost the answer, is not done again."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future

from arbiter.match.commands import CommandError
from arbiter.message import Message

TAPS = "web.taps"
"""Where the application keeps them: `app.extensions[TAPS]`."""
LONGEST_NUMBER = 40
MOST_REMEMBERED = 200
_PATIENCE_S = 70.0
_UNKNOWN = Message("It is not known yet whether that was done: look at the board before you enter it again.")


class Taps:
    """What came of the last taps, by device and number. May be used from any thread.

    run: what tells these taps from those of the program before it was started again.
    """

    def __init__(self) -> None:
        self.run = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._outcomes: OrderedDict[tuple[str, str], Future[None]] = OrderedDict()

    def once(self, device: str, number: object, act: Callable[[], None], again: object = None) -> None:
        """Acts, or does not where that tap of that device has acted before; raises what came of it in either case.

        number: as the page has given it; anything but a short text is none, and then it acts. again: the run that it
        was sent to before; what came of it there died with that run, so it does not act, and CommandError says so.
        """
        if not isinstance(number, str) or not 0 < len(number) <= LONGEST_NUMBER:
            act()
            return
        outcome, first = self._outcome(device, number)
        if first and again not in (None, self.run):
            outcome.set_exception(CommandError(_UNKNOWN))
        elif first:
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
