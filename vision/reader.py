"""One whole look at a picture: the rectified leaves and ridge, and from them all evidence."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.evidence import DieSeen, Evidence, PlaceEvidence
from calibration.board import Board
from calibration.colours import match_light
from calibration.leaf import POINTS_PER_ROW
from calibration.looks import recall_looks
from vision.checkers import ColourRows
from vision.crops import DIE_MIDDLE, nearest_leaf
from vision.errors import PictureError
from vision.inputs import RIDGE, SCENE, NetInputs
from vision.objects import CUBE_FOUND, MOST_CUBES, MOST_DICE, SceneHeat, Spot, scene_heat, see_cube, see_dice
from vision.pictures import same_shape
from vision.points import point_evidence, ridge_evidence
from vision.ridge_input import ridge_input

Image = npt.NDArray[np.uint8]
FOREIGN = 0.5
CUBE_REACH = 0.6
"""Point widths from the cube's middle to its farthest corner."""
FOREIGN_AREA = 0.6
"""Square point widths of a foreign thing over the leaves that make a hand of it."""


class Reader:
    """Reads pictures of one calibrated board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._looks = recall_looks(board)
        self._inputs = NetInputs(board, self._looks)
        self._rows = ColourRows(board, self._looks)
        self._over_board = self._inputs.board_in_scene(board)

    def read(self, image: Image, frame: int = 0, time: float = 0.0, dice_before: Sequence[Spot] = ()) -> Evidence:
        """Evidence from one picture (BGR uint8 of the board's shape). Raises PictureError for another shape.

        dice_before: where dice lay in the last look, where there was one: they are known again more easily.
        """
        image = match_light(self.fitting(image), self._looks.bare)
        small = self._inputs.shrunk(image)
        leaves = [self._inputs.maps(leaf, small) for leaf in (0, 1)]
        cut = np.concatenate([self._inputs.strips(leaf, maps) for leaf, maps in enumerate(leaves)])
        seen = point_evidence(cut, self._rows.best(0, image) + self._rows.best(1, image))
        places = [seen[_strip(row, column)] for row, column in self.board.seats.track()]
        heat = scene_heat(self._inputs.maps(SCENE, small), self._inputs.scene_scale)
        bare = self._looks.bare
        dice = see_dice(self.board, image, bare, heat.spots(heat.die, MOST_DICE, apart=1), dice_before)
        dice = [self._on_checker(die, seen) for die in dice]
        cube = see_cube(self.board, image, bare, heat.spots(heat.cube, MOST_CUBES, apart=4, least=CUBE_FOUND))
        if cube:  # on the ridge it would pass for a checker of its colour
            small = self._inputs.without(small, cube[1], CUBE_REACH)
        places.append(ridge_evidence(ridge_input(self.board, self._inputs.maps(RIDGE, small))))
        hand = self._foreign(heat) or any(place.hidden for place in places)
        return Evidence(
            frame, time, still=True, hand=hand, places=tuple(places), dice=tuple(dice), cube=cube[0] if cube else None
        )

    def fitting(self, image: Image) -> Image:
        """The picture at the board's size. Raises PictureError where its shape is another."""
        height, width = image.shape[:2]
        if (width, height) == self.board.size:
            return image
        if not same_shape(image, self.board.size):
            wanted = "{} by {}".format(*self.board.size)
            raise PictureError(f"The picture has {width} by {height} pixels, but the board was calibrated at {wanted}.")
        return np.asarray(cv2.resize(image, self.board.size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def _foreign(self, heat: SceneHeat) -> bool:
        cell = (2 / 16) ** 2
        return bool(np.count_nonzero((heat.foreign > FOREIGN) & self._over_board) * cell > FOREIGN_AREA)

    def _on_checker(self, die: DieSeen, seen: list[PlaceEvidence]) -> DieSeen:
        """Whether a die lies on top of a checker: its middle is over the row of a point that is occupied so far."""
        if die.leaf is None:
            return die
        index, leaf = nearest_leaf(self.board, die.center)
        x, y = leaf.locate([die.center], DIE_MIDDLE)[0]
        column = min(POINTS_PER_ROW - 1, max(0, int(x)))
        checker = self.board.checker
        far = y < leaf.length / 2
        from_edge = y if far else leaf.length - y
        light, dark, _ = seen[_strip("top" if far else "bottom", 6 * index + column)].scores[0]
        row_end = checker.first + (min(5, light + dark) - 0.5) * checker.pitch
        over = light + dark > 0 and from_edge < row_end and abs(x - column - 0.5) < 0.8 * checker.radius
        if not over:
            return die
        return DieSeen(
            die.value,
            die.probabilities,
            die.center,
            die.set,
            die.leaf,
            die.outside,
            die.cocked,
            on_checker=True,
        )


def _strip(row: str, column: int) -> int:
    """Index of a point among the 24 strips: left leaf's far and near rows, then the right leaf's."""
    return 12 * (column // 6) + (0 if row == "top" else 6) + column % 6
