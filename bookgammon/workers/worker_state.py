"""How a worker is, as one value that page, doctor and log show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbiter.message import Message

Condition = Literal["idle", "working", "waiting", "broken", "given up"]


@dataclass(frozen=True, slots=True)
class WorkerState:
    """How a worker is, as page, doctor and log show it.

    name: its thread's. part: what it is for, as people call it, for the middle of a sentence. doing: what it works on
    or waits for, or nothing. since: when that began, in seconds since 1970. why: a sentence where it does not work.
    """

    name: str
    part: str
    condition: Condition
    doing: str = ""
    since: float = 0.0
    why: str = ""

    @property
    def works(self) -> bool:
        return self.condition not in ("broken", "given up")

    @property
    def sentence(self) -> str:
        """What people read where it does not work; else nothing."""
        if self.works:
            return ""
        if self.condition == "given up":
            return Message("Not working any more: {part}. {why}", part=self.part, why=self.why)
        return Message("Not working just now: {part}. {why}", part=self.part, why=self.why)
