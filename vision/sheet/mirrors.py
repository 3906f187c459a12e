"""Mirror images of a sheet: the mirror image of a board is a board, and the network learned from all four alike.

Where it errs in one it seldom errs in all of them, so what it says of several is averaged where there is time for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.leaf import POINTS_PER_ROW
from vision.sheet.geometry import Floats


@dataclass(frozen=True, slots=True)
class Mirror:
    """across: it exchanges left and right; down: far and near."""

    across: bool
    down: bool

    def seen(self, x: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """(..., h, w) as this mirror shows it: a view of the same memory, not a copy."""
        return x[..., :: -1 if self.down else 1, :: -1 if self.across else 1]

    def channels(self, x: Floats, leans: int) -> Floats:
        """A copy of (c, h, w) channels likewise. leans: which of them says how places lean across; the next says it
        down. Both change their sign where their direction is turned round."""
        turned = self.seen(x).copy()
        for lean, wanted in ((leans, self.across), (leans + 1, self.down)):
            if wanted:
                turned[lean] *= -1
        return turned

    @property
    def strips(self) -> npt.NDArray[np.int64]:
        """(24,) int64: of each strip, the one that is seen at its place in this mirror."""
        strips = np.arange(4 * POINTS_PER_ROW).reshape(2, 2, POINTS_PER_ROW)
        step = -1 if self.across else 1
        return strips[::step, :: -1 if self.down else 1, ::step].ravel()


UNMIRRORED = (Mirror(False, False),)
"""The board as it lies, for a table that is looked at again and again."""
MIRRORS = (*UNMIRRORED, Mirror(True, False), Mirror(False, True), Mirror(True, True))
"""For a picture by itself: four looks, which cost as much as four."""
