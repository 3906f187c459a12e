"""What becomes of a fault of the program in one part of what is shown: it is logged, and everything else goes on.

The one place that decides it, from the table's observers to the words of one sentence; what is refused on purpose, by
an error with a sentence for people, does not come here.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from arbiter.message import Message
from translation.catalogue import Catalogue

FAULTS = "bookgammon.faults"
"""The logger's name."""
MOST_KEPT = 200
"""Places that are remembered as logged, so that a fault in every frame does not fill the log."""

_log = logging.getLogger(FAULTS)
_logged: set[tuple[str, str, str]] = set()
"""Where, and what; by every thread, for a fault logged twice is no harm."""
_T = TypeVar("_T")
_U = TypeVar("_U")


def contained(part: str, make: Callable[[], _T], instead: _U, refusals: tuple[type[Exception], ...] = ()) -> _T | _U:
    """What `make` gives; where it raises, the fault is logged, once for each place, and `instead` is taken.

    part: what is missing then, for the log. refusals: errors that are meant for whoever calls this; they are raised.
    """
    try:
        return make()
    except refusals:
        raise
    except Exception as fault:  # noqa: BLE001 - whatever it is, one part may not take the others with it
        log_fault(part, fault)
        return instead


def log_fault(part: str, fault: BaseException) -> None:
    """Log a fault in one part of the program, once for each place."""
    lines = traceback.extract_tb(fault.__traceback__)
    place = (part, repr(fault), f"{lines[-1].filename}:{lines[-1].lineno}" if lines else "")
    if place in _logged:
        return
    if len(_logged) >= MOST_KEPT:
        _logged.clear()
    _logged.add(place)
    _log.error("a fault in %s; everything else goes on", part, exc_info=fault)


def said_json(data: object, here: Catalogue) -> str:
    """One line of JSON with each message said in that language, in English where it cannot be."""

    def say(message: Message) -> str:
        return contained("a translation", lambda: here.say(message), str(message))

    def unknown(value: Any) -> str:
        log_fault("JSON", TypeError(f"{type(value).__name__} is nothing for JSON"))
        return str(value)

    return json.dumps(here.translated(data, say), ensure_ascii=False, separators=(",", ":"), default=unknown)
