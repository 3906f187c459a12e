"""What one look at a picture has found, before it becomes evidence."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.referee.evidence import CubeSeen, PlaceEvidence
from vision.board_dice import BoardDice
from vision.score_maps import ScoreMaps, Spot


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
