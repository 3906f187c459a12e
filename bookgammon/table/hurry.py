"""That pictures are dropped, as people are told: not for a moment in which the machine is busy."""

from __future__ import annotations

import time as clock

from arbiter.message import Message
from bookgammon.table.table import TableUpdate
from web.view import NotWorking

NAME = Message("the camera's pictures")
HURRIED = Message(
    "This computer is too slow, or too busy, to look at every picture: plays are seen later, and some rolls are "
    "inferred from them. Close what else runs on it."
)
BEGINS_S, ENDS_S = 5.0, 20.0
"""Seconds for which pictures must be dropped before people are told, and not be dropped before it is over."""


class Hurry:
    """An observer. told: what the page says."""

    def __init__(self) -> None:
        self.told: tuple[NotWorking, ...] = ()
        self._since: float | None = None
        """When it began to be as it is now."""
        self._hurried = False

    def on_update(self, update: TableUpdate) -> None:
        if update.evidence is None:
            return
        now = update.moment.time
        if self._since is None or now < self._since or update.evidence.hurried is not self._hurried:
            self._since, self._hurried = now, update.evidence.hurried
        if self._hurried and not self.told and now - self._since >= BEGINS_S:
            self.told = (NotWorking(NAME, HURRIED, clock.time()),)
        elif not self._hurried and self.told and now - self._since >= ENDS_S:
            self.told = ()
