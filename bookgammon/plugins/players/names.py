"""Another name for a player in the events of a match, as the journal keeps them. Pure: JSON in, JSON out.

Names stand in the events that begin a match or chouette, name its players, or let one join, leave or answer for
themselves; and, as text, in what an undo says that it took back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from arbiter.message import NAMELESS
from arbiter.values import plain, plain_name

Json = dict[str, Any]


def renamed(texts: Sequence[str], old: str, new: str) -> tuple[str, ...]:
    """The events, each as JSON, with another name for a player."""
    return tuple(_each(texts, old, (new, new), new))


def without(texts: Sequence[str], name: str) -> tuple[str, ...]:
    """The events with nobody's name in its place: of two players that of their side, in a chouette `Player 1`."""
    events = [json.loads(text) for text in texts]
    if not any(event["event"] == "chouette" for event in events):
        return tuple(_each(texts, name, NAMELESS, ""))
    taken = named_in(texts)
    free = next(candidate for number in range(1, len(taken) + 2) if (candidate := f"Player {number}") not in taken)
    return tuple(_each(texts, name, (free, free), free))


def named_in(texts: Sequence[str]) -> set[str]:
    """Everybody who is named in a match, at whatever time, as `event_from_json` reads the names."""
    return {plain_name(str(name)) for text in texts for name in _all_names(json.loads(text))}


def _each(texts: Sequence[str], old: str, by_side: tuple[str, str], elsewhere: str) -> list[str]:
    """by_side: what stands for the name of (light, dark); elsewhere: in a chouette."""
    found, last, old = [], by_side[0], plain_name(old)
    for text in texts:
        event = json.loads(text)
        if isinstance(names := event.get("names"), list):
            names = [plain_name(str(name)) for name in names]
            if old in names:
                last = by_side[names.index(old)]
            event["names"] = [new if name == old else name for name, new in zip(names, by_side, strict=True)]
        if event["event"] in ("join", "leave") and plain_name(str(event["player"])) == old:
            event["player"] = elsewhere
        if isinstance(takers := event.get("takers"), list):
            event["takers"] = [elsewhere if plain_name(str(name)) == old else name for name in takers]
        if isinstance(rolls := event.get("rolls"), list):
            event["rolls"] = [[elsewhere if plain_name(str(name)) == old else name, die] for name, die in rolls]
        if event["event"] == "undo" and isinstance(said := event.get("message"), str):
            event["message"] = last.join(re.split(rf"(?<!\w){re.escape(old)}(?!\w)", plain(said)))
        changed = json.dumps(event)
        found.append(changed if changed != json.dumps(json.loads(text)) else text)
    return found


def _all_names(event: Json) -> list[object]:
    joined = [event["player"]] if event["event"] in ("join", "leave") else []
    return [*event.get("names", []), *event.get("takers", []), *(name for name, _ in event.get("rolls", [])), *joined]
