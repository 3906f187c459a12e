"""What has looked foreign for so long that no hand explains it: a glass, or a part of the board in other light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.cells import Cells


@dataclass(frozen=True)
class ForeignLimits:
    """When something foreign is no hand. Chosen on rendered games: `python -m lab.simulator.many_clips`."""

    no_hand_stays: float = 5.0
    """Seconds for which no hand is seen over the same cell in every look, whatever moves in between."""
    no_doubtful_one: float = 1.5
    """The same for what is not plainly foreign: mostly a patch of the board in another lamp's light. One was held for a
    hand through seven turns of a rendered game, for it grew and shrank with what lay there."""
    flickers: int = 3
    """Cells across of the square round a foreign cell, of which each may be its outline's, which flickers."""


LIMITS = ForeignLimits()


class LongForeign:
    """Remembers since when each cell of the scene's maps has looked foreign."""

    def __init__(self) -> None:
        self._since: npt.NDArray[np.float64] | None = None
        self._at = 0.0

    def fresh(self, foreign: Cells, plainly: Cells, time: float) -> Cells:
        """Those of the cells that look foreign now which did not do so all the while.

        plainly: those of them that leave no doubt. time: seconds of the source.
        """
        if self._since is None or time < self._at:
            self._since = np.full(foreign.shape, np.inf)
        around = np.ones((LIMITS.flickers, LIMITS.flickers), np.uint8)
        near = cv2.dilate(foreign.astype(np.uint8), around) > 0
        self._since = np.where(foreign, np.minimum(self._since, time), np.where(near, self._since, np.inf))
        self._at = time
        stays = np.where(plainly, LIMITS.no_hand_stays, LIMITS.no_doubtful_one)
        return np.asarray(foreign & (time - self._since < stays), np.bool_)
