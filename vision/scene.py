"""The whole picture at one look: score maps of dice, cube and hands, and what was found, before it becomes evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arbiter.referee.evidence import CubeSeen, PlaceEvidence
from vision.board_dice import BoardDice
from vision.board_model import BoardModel
from vision.inputs import GRID, SCENE, Prepared
from vision.nets import run, sigmoid
from vision.score_maps import ScoreMaps, Spot, nothing_seen
from vision.strips import ALL, STRIPS, WHOLE, Box

REACH = 24
"""Pixels around a part of the scene that are shown to its network with it.

It looks 40 pixels far, and its maps depend on a few more, but with so many what it says changes by 0.06 at the most (12
parts of two own renderings).
"""


def read_scene(view: BoardModel, picture: Prepared, where: Sequence[Box], before: ScoreMaps | None) -> ScoreMaps:
    """The scene network's maps, looked at again only within `where` (boxes of rows and columns of the scene).

    before: as they were; where there are none all of the scene is looked at that is not as in the empty picture.
    """
    sides = picture.sheets[SCENE].shape[:2]
    if before is None or WHOLE in where:
        return _renewed(nothing_seen(sides, view.inputs.scene_scale), view, picture, picture.busy, reach=0)
    for part in where:
        before = _renewed(before, view, picture, part, REACH)
    return before


def _renewed(before: ScoreMaps, view: BoardModel, picture: Prepared, where: Box, reach: int) -> ScoreMaps:
    """The maps looked at again within `where`. reach: pixels around it that are shown to the network with it."""
    sides = picture.sheets[SCENE].shape[:2]
    inner = [
        (part.start // GRID * GRID, min(-(-part.stop // GRID) * GRID, side))
        for part, side in zip(where, sides, strict=True)
    ]
    outer = [(max(0, low - reach), min(side, high + reach)) for (low, high), side in zip(inner, sides, strict=True)]
    rows, columns = (slice(low, high) for low, high in outer)
    place = tuple(slice(low // 2, high // 2) for low, high in inner)
    source = tuple(
        slice((low - edge) // 2, (high - edge) // 2) for (low, high), (edge, _) in zip(inner, outer, strict=True)
    )
    return before.renewed(_maps(view, picture, (rows, columns)), place, source)


def _maps(view: BoardModel, picture: Prepared, where: Box) -> ScoreMaps:
    maps = view.inputs.maps_of(SCENE, picture.sheets[SCENE], where)
    die, cube, foreign, light, dark = sigmoid(run("scene", maps[None])[0])
    return ScoreMaps(die, cube, foreign, np.stack([light, dark]), view.inputs.scene_scale)


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

    maps: ScoreMaps
    cube: tuple[CubeSeen, Spot] | None
    dice: BoardDice
    points: tuple[PlaceEvidence, ...]
    ridge: PlaceEvidence

    @property
    def cube_spot(self) -> Spot | None:
        return self.cube[1] if self.cube else None
