"""What one look at a picture has found, before it becomes evidence, and how much of it was read afresh."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.referee.evidence import CubeSeen, PlaceEvidence
from vision.board_dice import BoardDice
from vision.changes import Changed
from vision.score_maps import ScoreMaps, Spot
from vision.strips import STRIPS


@dataclass(frozen=True, eq=False)
class ReadRegion:
    """How much of a picture is read afresh.

    points: which of the 24 strips, in order; ridge: whether; changed: where dice and cube are looked for again, None
    for all over the sheet.
    """

    points: tuple[int, ...]
    ridge: bool
    changed: Changed | None


EVERYTHING = ReadRegion(tuple(range(STRIPS)), ridge=True, changed=None)


@dataclass(frozen=True, eq=False)
class Seen:
    """points: by strip, the left leaf's first; cube: and where its middle is in the picture.

    A place is hidden here where the sheet's network says so of it.
    """

    maps: ScoreMaps
    cube: tuple[CubeSeen, Spot] | None
    dice: BoardDice
    points: tuple[PlaceEvidence, ...]
    ridge: PlaceEvidence

    @property
    def cube_spot(self) -> Spot | None:
        return self.cube[1] if self.cube else None
