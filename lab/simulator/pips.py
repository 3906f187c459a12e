"""How plainly a picture shows the pips of a die: whether anybody could read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from lab.simulator.book import Frame
from lab.simulator.camera import Camera, Doubles, Floats
from lab.simulator.dice import DIE, PIPS, face_up
from lab.simulator.solids import Block

PLACES = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
"""Where pips may lie on a face, in steps from pip to pip."""
LEGIBLE_SIDE, LEGIBLE_CONTRAST = 9.0, 10.0
"""Pixels of a side, and `pip_contrast` in grey levels, from which on a die can be read. Of 186 dice of own traced
boards (2100000 to 2100029, 2300124 to 2300131, 2400000 to 2400011) the program read 0.96 of the 118 that have both,
0.38 of the others."""


def legible(die: Mapping[str, Any]) -> bool:
    """Whether anybody could read the die of this label. What has no contrast written down was drawn to be read."""
    return "pip_contrast" not in die or (die["side"] >= LEGIBLE_SIDE and die["pip_contrast"] >= LEGIBLE_CONTRAST)


def pip_contrast(
    picture: npt.NDArray[np.uint8], camera: Camera, frame: Frame, die: Block, value: int, side: float, spread: float
) -> float:
    """Grey levels by which every pip of the top face differs at least from every bare place of it, in one direction.

    The best of grey, blue, green and red counts. Nought and less: some pip looks like a bare place, or is hidden.
    picture: (h, w, 3) BGR uint8 as `camera` took it; die: in `frame`, its `side` in world units; spread: from pip to
    pip, in sides.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    seen = np.dstack((picture, grey)).astype(np.float32)
    at = camera.project(frame.world(_places(die, side, spread)))
    levels = _sampled(seen, at)
    return max(_margin(levels, marked) for marked in _layouts(value))


def _places(die: Block, side: float, spread: float) -> Doubles:
    """(9, 3) of the face that looks up most, in the die's frame."""
    face = DIE.index(face_up(DIE, die.turn))
    axis = face // 2
    local = np.zeros((len(PLACES), 3))
    local[:, axis] = (1 - 2 * (face % 2)) * side / 2
    local[:, (axis + 1) % 3] = [x * spread * side for x, _ in PLACES]
    local[:, (axis + 2) % 3] = [y * spread * side for _, y in PLACES]
    return np.asarray(np.array(die.at) + local @ np.array(die.turn).T)


def _layouts(value: int) -> Sequence[npt.NDArray[np.bool_]]:
    """Which of the places have a pip: 2, 3 and 6 may lie either way."""
    pips = [tuple(pip) for pip in PIPS[value]]
    other_way = [(y, -x) for x, y in pips]
    return [np.array([place in marked for place in PLACES]) for marked in (pips, other_way)]


def _sampled(picture: Floats, at: Doubles) -> Floats:
    """(9, channels) of a picture at these pixels, between them by their neighbours."""
    x, y = (np.asarray(part, np.float32)[None] for part in at.T)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0], np.float32)


def _margin(levels: Floats, marked: npt.NDArray[np.bool_]) -> float:
    """levels: (9, channels). The best channel's."""
    pips, bare = levels[marked], levels[~marked]
    darker, lighter = bare.min(axis=0) - pips.max(axis=0), pips.min(axis=0) - bare.max(axis=0)
    return float(max(darker.max(), lighter.max()))
