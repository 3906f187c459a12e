"""How likely each pixel of a leaf is on a checker of either colour, against the bare board: colour alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES
from calibration.board import Board
from calibration.colours import bare_log_density, bare_sheet, lab_bins, to_lab
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import Appearance
from calibration.sheet import Image, Sheet
from vision.sheet.channels import BOUND

Floats = npt.NDArray[np.float32]


class CheckerColours:
    """Of one board's leaves, at the sheets' full resolution."""

    def __init__(self, board: Board, appearance: Appearance) -> None:
        self._colours = appearance.colours
        self._sheets = [Sheet(leaf, POINTS_PER_ROW, board.checker.height) for leaf in board.leaves]
        self._bare = [bare_sheet(sheet.warp(appearance.bare)) for sheet in self._sheets]

    def likelier(self, leaf: int, image: Image) -> Floats:
        """(h, w) of a leaf's sheet: how much likelier each pixel is on a checker of either colour than on the bare
        board, as natural logarithm. image: BGR uint8 in the bare board's light."""
        picture = self._sheets[leaf].warp(image)
        lab = to_lab(picture)
        bins = lab_bins(lab)
        known = np.maximum(*(self._colours[side].in_bins(bins) for side in SIDES))
        return np.clip(known - bare_log_density(picture, lab, self._bare[leaf]), -BOUND, BOUND)
