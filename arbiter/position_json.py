"""A position as a JSON object, as events, records and the page have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arbiter.plays import PositionOfOtherGame
from arbiter.position import SIDES, Position, by_side

if TYPE_CHECKING:
    from arbiter.stacks import Stacks

Json = dict[str, Any]


def position_to_json(position: Position) -> Json:
    """Light's 24 signed counts, bar and off by side, points with both colours on them; of another game the stacks."""
    found: Json = {
        "points": list(position.points),
        "bar": dict(zip(SIDES, position.bar, strict=True)),
        "off": dict(zip(SIDES, position.off, strict=True)),
        "mixed": [{"point": point, "light": light, "dark": dark} for point, light, dark in position.mixed],
    }
    if isinstance(position, PositionOfOtherGame):
        found["stacks"] = _stacks_to_json(position.stacks)
    return found


def _stacks_to_json(stacks: Stacks) -> Json:
    return {
        "points": list(stacks.points),
        "bar": by_side(stacks.bar),
        "off": by_side(stacks.off),
        "several": list(stacks.several),
    }
