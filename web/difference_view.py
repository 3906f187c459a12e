"""What the camera reads otherwise than people entered, as the page shows it."""

from __future__ import annotations

from typing import Any

from arbiter.match.event_json import position_to_json
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import Position, Side
from arbiter.referee.evidence import RIDGE

Json = dict[str, Any]

MOST_NAMED = 2
"""Places that are named one by one."""


def difference_json(state: MatchState) -> Json | None:
    """None where the camera reads what people entered. position: None where no game can go on from it."""
    seen = state.vouched.seen if state.vouched else None
    if seen is None:
        return None
    position = None if seen.faults() else position_to_json(seen)
    return {"text": _text(state.lies, seen), "position": position}


def _text(lies: Position, seen: Position) -> Message:
    pairs = enumerate(zip(lies.places, seen.places, strict=True))
    places = [place for place, (known, read) in pairs if known != read]
    if len(places) > MOST_NAMED:
        return Message.counted(
            "The camera still sees something else on {count} point.",
            "The camera still sees something else on {count} points.",
            len(places),
        )
    what = Message.joined(", ", (_at(place, lies.places[place], seen.places[place]) for place in places))
    return Message("The camera still sees {what}.", what=what)


def _at(place: int, known: tuple[int, int], read: tuple[int, int]) -> Message:
    side = Side.LIGHT if read[0] or (known[0] and not read[1]) else Side.DARK
    count, light = read[0 if side is Side.LIGHT else 1], side is Side.LIGHT
    if not count:
        return _nothing_at(place, light=light)
    if place == RIDGE and light:
        return Message("{count} light on the bar", count=count)
    if place == RIDGE:
        return Message("{count} dark on the bar", count=count)
    if light:
        return Message("{count} on light's {point}-point", count=count, point=place + 1)
    return Message("{count} on dark's {point}-point", count=count, point=24 - place)


def _nothing_at(place: int, *, light: bool) -> Message:
    if place == RIDGE:
        return Message("no light checker on the bar") if light else Message("no dark checker on the bar")
    if light:
        return Message("nothing on light's {point}-point", point=place + 1)
    return Message("nothing on dark's {point}-point", point=24 - place)
