"""A position as a JSON object, as events, records and the page have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arbiter.plays import PositionOfOtherGame
from arbiter.position import BAR, OFF, Position, Side, by_side

if TYPE_CHECKING:
    from arbiter.stacks import Stacks

Json = dict[str, Any]


def position_to_json(position: Position) -> Json:
    """Light's 24 signed counts, bar and off by side, points with both colours on them; of another game the stacks."""
    light, dark = position.rows
    found: Json = {
        "points": list(position.points),
        "bar": {Side.LIGHT.value: light[BAR], Side.DARK.value: dark[BAR]},
        "off": {Side.LIGHT.value: light[OFF], Side.DARK.value: dark[OFF]},
        "mixed": [{"point": point, "light": one, "dark": two} for point, one, two in position.mixed],
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
