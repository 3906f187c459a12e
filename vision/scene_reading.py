"""What one look at a picture has found, before it becomes evidence: the next look can go on from it."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.referee.evidence import CubeSeen, PlaceEvidence
from vision.board_dice import BoardDice
from vision.score_maps import ScoreMaps, Spot
from vision.strips import ALL, STRIPS, Box


@dataclass(frozen=True, slots=True)
class ReadRegion:
    """How much of a picture is read.

    points: which of the 24 strips, in order; scene: what parts of its sheet; ridge: whether.
    """

    points: tuple[int, ...]
    scene: tuple[Box, ...]
    ridge: bool


EVERYTHING = ReadRegion(tuple(range(STRIPS)), ALL, ridge=True)


@dataclass(frozen=True, eq=False)
class SceneReading:
    """points: by strip, the left leaf's first; cube: and where its middle is in the picture.

    A place is hidden here where its own network says so.
    """

    heat: ScoreMaps
    cube: tuple[CubeSeen, Spot] | None
    dice: BoardDice
    points: tuple[PlaceEvidence, ...]
    ridge: PlaceEvidence

    @property
    def cube_spot(self) -> Spot | None:
        return self.cube[1] if self.cube else None
