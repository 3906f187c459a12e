"""A camera that comes and goes: after a few times the match's record is told once, and then only what is new."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from arbiter.message import Message
from vision.sources.sources import Item, News

TOLD_SINGLY = 3
"""Losses within the window that are told one by one."""
WINDOW_S = 600.0
_SENTENCE = Message(
    "The camera comes and goes: check its cable or charger and the Wi-Fi. The match's record tells of it "
    "again once it has held for ten minutes."
)


def folded(items: Iterable[Item], clock: Callable[[], float] = time.monotonic) -> Iterator[Item]:
    """The same items; while the camera flaps its news are shown as ever, but not kept."""
    losses: deque[float] = deque(maxlen=TOLD_SINGLY)
    flapping = False
    for item in items:
        if not isinstance(item, News):
            yield item
            continue
        now = clock()
        if flapping and now - losses[-1] > WINDOW_S:
            losses.clear()
            flapping = False
        often = len(losses) == TOLD_SINGLY and now - losses[0] <= WINDOW_S
        if item.lost:
            losses.append(now)
            if often and not flapping:
                flapping = True
                yield News(_SENTENCE, lost=True)
        yield replace(item, kept=item.kept and not flapping)
