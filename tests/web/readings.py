"""What a camera over the demo's board makes of a picture, without networks: for pages that show it."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.match.state import MatchState
from arbiter.position import Position, Side
from arbiter.referee.evidence import CubeSeen, DieSeen, Evidence, PlaceEvidence
from bookgammon.table.current_reading import CurrentReading
from bookgammon.table.table import FrameTime, TableUpdate
from tests.setup.stage import START, board_of

Count = tuple[int, int]


def die(value: int, at: tuple[float, float], sure: float = 0.99, *, cocked: bool = False) -> DieSeen:
    rest = (1 - sure) / 5
    faces = tuple(sure if face == value else rest for face in range(1, 7))
    return DieSeen(value, faces, at, Side.LIGHT, "right", cocked=cocked)


def evidence_of(
    position: Position,
    *,
    unsure: Mapping[int, Count] | None = None,
    misread: Mapping[int, Count] | None = None,
    hidden: tuple[int, ...] = (),
    dice: tuple[DieSeen, ...] = (),
    hand: bool = False,
    still: bool = True,
) -> Evidence:
    """A look at `position`. By light's point less one: unsure, what it may hold as well; misread, what it looks like
    far more; hidden.
    """
    places = []
    for index, (light, dark) in enumerate(position.places):
        other = (unsure or {}).get(index)
        scores = [(light, dark, -0.1), *([(*other, -0.7)] if other else [])]
        if wrong := (misread or {}).get(index):
            scores = [(*wrong, -0.1), (light, dark, -13.1)]
        places.append(PlaceEvidence(tuple(scores), hidden=index in hidden))
    seen = () if hand or not still else tuple(places)
    return Evidence(7, 1.0, still, hand, seen, dice, CubeSeen(2, Side.DARK, 0.9))


def shown_reading(state: MatchState, evidence: Evidence, *earlier: Evidence) -> CurrentReading:
    """The demo's start picture, in which these were read one after the other."""
    reading = CurrentReading(board_of())
    for number, look in enumerate((*earlier, evidence)):
        reading.on_update(TableUpdate(state, FrameTime(number, 1.0), (), look, image=START))
    return reading
