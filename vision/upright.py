"""How a cut-out is turned and stretched so that what lies on the board is seen in it as from above.

A die's top face is then a square whatever the camera's tilt, and its side faces hang below it, never beside or above:
they are not taken for the top.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
Upright = tuple[float, float, float, float]
"""Picture's x for each step right and down in the cut-out, then its y likewise; lengths across the tilt are kept."""
AS_IT_IS: Upright = (1.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class ViewLimits:
    """Which views can be turned. Chosen with the cut-outs that `die_reader` learned from (`lab.training.dice_cuts`)."""

    flattest: float = 3.0
    """A plane seen flatter would be stretched more than so many times: it is left as it is, for nothing is left to
    see."""
    overhead: float = 0.02
    """Heights above the plane appear displaced by this share of themselves at the least, where that shows what is
    up."""


VIEW = ViewLimits()


def upright(axes: npt.ArrayLike) -> Upright:
    """axes: (2, 3), pixels (x, y) for one unit along two level axes and the one that points up, all of one length."""
    seen = np.asarray(axes, np.float64)
    level, up = seen[:, :2], seen[:, 2]
    scale = float(np.linalg.norm(level, 2))
    if abs(np.linalg.det(level)) < scale**2 / VIEW.flattest**2:
        return AS_IT_IS
    away = np.linalg.solve(level, up)
    if np.linalg.norm(away) < VIEW.overhead:  # from straight above any direction will do
        away = np.linalg.solve(level, np.array((0.0, -scale)))
    away /= np.linalg.norm(away)
    right = level @ np.array((away[1], -away[0])) / scale
    down = -(level @ away) / scale
    if right[0] * down[1] - right[1] * down[0] < 0:
        right = -right
    return float(right[0]), float(down[0]), float(right[1]), float(down[1])
