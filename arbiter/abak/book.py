"""Abak Evolution through the door for rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arbiter.abak.plays import AS_PUBLISHED, AbakPlay, legal_plays
from arbiter.abak.position import START, AbakPosition
from arbiter.abak.rulebook import ABAK_RULES
from arbiter.abak.settings import AbakSettings
from arbiter.abak.verdict import AbakVerdict, judge
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.rulebook import RULES
from arbiter.rulebooks import Ending, ending

_RULES = {**RULES, **ABAK_RULES}


@dataclass(frozen=True, slots=True)
class Abak:
    """Abak Evolution, with what was agreed about what its rules leave open."""

    agreed: AbakSettings = AS_PUBLISHED
    start: AbakPosition = START

    @property
    def rules(self) -> Mapping[str, Message]:
        """R1 to R75 hold where A1 to A17 say nothing else (A1)."""
        return _RULES

    def legal_plays(self, position: AbakPosition, side: Side, dice: Dice) -> tuple[AbakPlay, ...]:
        return legal_plays(position, side, dice, self.agreed)

    def judge(
        self, before: AbakPosition, side: Side, dice: Dice, after: AbakPosition | Position
    ) -> AbakVerdict:
        return judge(before, side, dice, after, self.agreed)

    def ending(self, position: AbakPosition) -> Ending | None:
        return ending(position.seen, self.start.seen)

    def seen(self, position: AbakPosition) -> Position:
        return position.seen
