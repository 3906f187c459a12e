"""The scene: what the network that looks at the whole picture says, asked again only where something has changed."""

from __future__ import annotations

import numpy as np

from vision.board_view import BoardView
from vision.heat import SceneHeat, nothing_seen
from vision.inputs import GRID, SCENE, WHOLE, Box, Prepared
from vision.nets import run, sigmoid

REACH = 24
"""Pixels around a part of the scene that are shown to its network with it.

It looks 40 pixels far, and its maps depend on a few more, but with so many what it says changes by 0.06 at the most (12
parts of two own renderings).
"""


def see_scene(view: BoardView, picture: Prepared, where: Box | None, before: SceneHeat | None) -> SceneHeat:
    """The scene network's maps, looked at again only within `where` (rows, columns of the scene); None: nowhere.

    before: as they were; where there are none all of the scene is looked at that is not as in the empty picture.
    """
    if before is not None and where is None:
        return before
    sides = picture.sheets[SCENE].shape[:2]
    reach = REACH
    if before is None or where is None or where == WHOLE:
        before, where, reach = nothing_seen(sides, view.inputs.scene_scale), picture.busy, 0
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


def _maps(view: BoardView, picture: Prepared, where: Box) -> SceneHeat:
    maps = view.inputs.maps_of(SCENE, picture.sheets[SCENE], where)
    die, cube, foreign, light, dark = sigmoid(run("scene", maps[None])[0])
    return SceneHeat(die, cube, foreign, np.stack([light, dark]), view.inputs.scene_scale)
