"""What people have said lies on the board: the camera does not outvote it until the board changes there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arbiter.position import Position

if TYPE_CHECKING:  # a state holds what was vouched for
    from arbiter.match.state import MatchState

PLACES = frozenset(range(25))
"""Light's points 1 to 24, counted from 0, and the bar."""


@dataclass(frozen=True, slots=True)
class Vouched:
    """places: those whose counts people entered. seen: the board as the camera reads it there; None: no otherwise."""

    places: frozenset[int] = PLACES
    seen: Position | None = None


def still_vouched(before: MatchState, after: MatchState) -> MatchState:
    """The state after an event: what has changed on the board is no longer what people entered."""
    vouched = after.vouched
    if vouched is None or after.lies == before.lies:
        return after
    pairs = enumerate(zip(before.lies.places, after.lies.places, strict=True))
    places = vouched.places - {place for place, (was, now) in pairs if was != now}
    return replace(after, vouched=Vouched(places, _otherwise(vouched.seen, after.lies, places)) if places else None)


def seen_otherwise(position: Position, counts: dict[int, tuple[int, int]]) -> Position | None:
    """The position with these counts at these places; None where that is no other one."""
    seen = Position.from_places([counts.get(place, count) for place, count in enumerate(position.places)])
    return seen if counts and seen.places != position.places else None


def _otherwise(seen: Position | None, lies: Position, places: frozenset[int]) -> Position | None:
    return seen_otherwise(lies, {place: seen.places[place] for place in places}) if seen else None
