"""Keeping events where the disk makes trouble: the match waits for the disk instead of ending."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from arbiter.match.events import Event
from bookgammon.errors import JournalHeldUp

Keep = Callable[[Sequence[Event]], None]
AGAIN_S = 1.0


def patient(keep: Keep, report: Callable[[str], None], sleep: Callable[[float], None] = time.sleep) -> Keep:
    """The same as `keep`, but where the journal is only held up it is tried again until it works.

    tell: one sentence while it lasts, an empty one when it is over. Meanwhile nothing else happens at the table:
    what was not kept is not shown, and a camera gives its newest frame afterwards.
    """

    def kept(events: Sequence[Event]) -> None:
        reported = ""
        while True:
            try:
                keep(events)
                break
            except JournalHeldUp as error:
                if str(error) != reported:
                    reported = str(error)
                    report(reported)
                sleep(AGAIN_S)
        if reported:
            report("")

    return kept
