"""An opponent who is not at the table: where it sits.

Its checkers are moved, its dice perhaps thrown, by the person who plays against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbiter.position import Side

DiceOf = Literal["thrown", "program"]


@dataclass(frozen=True, slots=True)
class OpponentSeat:
    """side: its checkers. engine: who it is, for programs; level: how strong it plays, by the engine's own name.

    dice: thrown for it at the table, or by the program.
    """

    side: Side
    engine: str
    level: str
    dice: DiceOf = "thrown"
