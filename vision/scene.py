"""The scene: what the network that looks at the whole picture says, asked again only where something has changed."""

from __future__ import annotations

import numpy as np

from vision.board_view import BoardView
from vision.heat import SceneHeat
from vision.inputs import SCENE, WHOLE, Box, Prepared
from vision.nets import run, sigmoid

REACH, GRID = 52, 4
"""Pixels around a part of the scene that its network looks at, and what its maps depend on; and by which it steps."""


def see_scene(view: BoardView, picture: Prepared, where: Box | None, before: SceneHeat | None) -> SceneHeat:
    """The scene network's maps, looked at again only within `where` (rows, columns of the scene); None: nowhere.

    before: as they were; where there are none all of the scene is looked at.
    """
    if before is not None and where is None:
        return before
    if before is None or where is None or where == WHOLE:
        return _maps(view, picture, WHOLE)
    sides = picture.sheets[SCENE].shape[:2]
    inner = [
        (part.start // GRID * GRID, min(-(-part.stop // GRID) * GRID, side))
        for part, side in zip(where, sides, strict=True)
    ]
    outer = [(max(0, low - REACH), min(side, high + REACH)) for (low, high), side in zip(inner, sides, strict=True)]
    rows, columns = (slice(low, high) for low, high in outer)
    place = tuple(slice(low // 2, high // 2) for low, high in inner)
    source = tuple(
        slice((low - edge) // 2, (high - edge) // 2) for (low, high), (edge, _) in zip(inner, outer, strict=True)
    )
    return before.renewed(_maps(view, picture, (rows, columns)), place, source)


def _maps(view: BoardView, picture: Prepared, where: Box) -> SceneHeat:
    maps = view.inputs.maps_of(SCENE, picture.sheets[SCENE], where)
    die, cube, foreign, light, dark = sigmoid(run("scene", maps[None])[0])
    return SceneHeat(die, cube, foreign, np.stack([light, dark]), view.inputs.scene_scale)
