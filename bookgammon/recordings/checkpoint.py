"""From where a film is followed on: all that one part of it hands to the next.

Every part begins with a new referee and new readings, whether the work was cut off before it or not; so the record of
a film is the same, however often it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arbiter.position import Side
from arbiter.referee.trust import Trust


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """frame: the film's next one. events: how many are known by then. board: the number of the board in sight, from 1;
    0 while it is not found. waits: no game is under way on this board yet. trust: what its dice have shown.
    """

    frame: int = 0
    events: int = 0
    board: int = 0
    waits: bool = True
    trust: Trust = field(default_factory=Trust)


def checkpoint_to_json(checkpoint: Checkpoint) -> dict[str, Any]:
    trust = [
        {"set": owner and owner.value, "known": [list(row) for row in table]}
        for owner, table in checkpoint.trust.known.items()
    ]
    return {
        "frame": checkpoint.frame,
        "events": checkpoint.events,
        "board": checkpoint.board,
        "waits": checkpoint.waits,
        "trust": trust,
    }


def checkpoint_from_json(data: Any) -> Checkpoint:
    """Raises ValueError, TypeError or KeyError where it is none."""
    known = {
        Side(each["set"]) if each["set"] else None: tuple(tuple(map(float, row)) for row in each["known"])
        for each in data["trust"]
    }
    if any(len(table) != 6 or any(len(row) != 6 for row in table) for table in known.values()):
        raise ValueError(data)
    return Checkpoint(int(data["frame"]), int(data["events"]), int(data["board"]), bool(data["waits"]), Trust(known))
