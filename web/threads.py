"""How a thread is made by who does not know who looks after it: `bookgammon.workers` hands that in."""

from __future__ import annotations

import threading
from collections.abc import Callable

MakeThread = Callable[[str, Callable[[], None]], threading.Thread]
"""Makes a thread, not started yet, of a name and a loop. The loop may be called again where it raised."""


def plain_thread(name: str, target: Callable[[], None]) -> threading.Thread:
    """A thread that nobody looks after, and that no one waits for at the program's end."""
    return threading.Thread(target=target, name=name, daemon=True)
