"""How strong GNU Backgammon plays: its own levels, by its own names, with their own noise and breadth.

The figures are those of its predefined settings (`set player ... ` in its manual; `eval.c` of version 1.07).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LevelName = Literal["beginner", "casual", "intermediate", "advanced", "expert", "world class", "supremo", "grandmaster"]


@dataclass(frozen=True, slots=True)
class Level:
    """plies: how far it looks ahead. noise: standard deviation of what is added to each evaluation, in equity.

    candidates, within: how many further plays are looked at after the first glance, and how far behind the best one.
    """

    name: LevelName
    plies: int
    noise: float = 0.0
    candidates: int = 8
    within: float = 0.16


LEVELS: dict[LevelName, Level] = {
    level.name: level
    for level in (
        Level("beginner", 0, 0.06),
        Level("casual", 0, 0.05),
        Level("intermediate", 0, 0.04),
        Level("advanced", 0, 0.015),
        Level("expert", 0),
        Level("world class", 2),
        Level("supremo", 2, candidates=16, within=0.32),
        Level("grandmaster", 3, candidates=16, within=0.32),
    )
}
