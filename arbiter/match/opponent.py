"""An opponent who is not at the table: where it sits.

Its checkers are moved, its dice perhaps thrown, by the person who plays against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbiter.position import Side
from arbiter.values import Name

_NAMES = {"gnubg": "GNU Backgammon"}
LEVELS = {
    "gnubg": (
        "beginner", "casual", "intermediate", "advanced", "expert", "world class", "supremo", "grandmaster",
    ),
}  # fmt: skip
"""How strong each engine can play, by its own names, the weakest first."""
DiceOf = Literal["thrown", "program"]


@dataclass(frozen=True, slots=True)
class OpponentSeat:
    """side: its checkers. engine: who it is, for programs; level: how strong it plays, by the engine's own name.

    dice: thrown for it at the table, or by the program. An engine that is not listed here is a plugin's; its level is
    the whole name that people read, so a record can be read where that plugin is not installed.
    """

    side: Side
    engine: Name
    level: Name
    dice: DiceOf = "thrown"

    @property
    def known(self) -> bool:
        """Whether there is such an engine with such a level; any that has a name may be a plugin's."""
        levels = LEVELS.get(self.engine)
        return bool(self.engine and self.level) if levels is None else self.level in levels

    @property
    def of_plugin(self) -> bool:
        """Whether a plugin says who that is, as a person at another board."""
        return self.engine not in LEVELS

    @property
    def name(self) -> str:
        """As whom the record knows it."""
        engine = _NAMES.get(self.engine)
        return f"{engine} ({self.level})" if engine else self.level

    def among(self, names: tuple[str, str]) -> tuple[str, str]:
        """(light, dark), the opponent's own in its place."""
        light, dark = names
        return (self.name, dark) if self.side is Side.LIGHT else (light, self.name)
