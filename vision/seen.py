"""What one look at a picture has found, before it becomes evidence: the next look can go on from it."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.referee.evidence import CubeSeen, PlaceEvidence
from vision.board_dice import BoardDice
from vision.heat import SceneHeat, Spot
from vision.inputs import STRIPS, WHOLE, Box


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a picture is read: which of the 24 strips, what part of the scene's sheet, the ridge or not."""

    points: tuple[int, ...]
    """In order."""
    scene: Box | None
    ridge: bool


EVERYTHING = Share(tuple(range(STRIPS)), WHOLE, ridge=True)


@dataclass(frozen=True, eq=False)
class Seen:
    """points: by strip, the left leaf's first; cube: and where its middle is in the picture.

    A place is hidden here where its own network says so.
    """

    heat: SceneHeat
    cube: tuple[CubeSeen, Spot] | None
    dice: BoardDice
    points: tuple[PlaceEvidence, ...]
    ridge: PlaceEvidence

    @property
    def cube_spot(self) -> Spot | None:
        return self.cube[1] if self.cube else None
