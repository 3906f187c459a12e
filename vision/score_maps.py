"""The scene network's word on the whole picture: where dice, the cube, foreign things and checkers may be."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.cells import Cells
from vision.strips import NET_SCALE

Floats = npt.NDArray[np.float32]
Spot = tuple[float, float]
"""A place in the picture, in pixels."""


@dataclass(frozen=True)
class ScoreMapLimits:
    """When a score (0 to 1) counts, and where. Cells are those of the maps, half the network's input.
    Chosen on own renderings: `python -m lab.benchmarks.vision`, lab/notebook, single-numbers.
    """

    spot: float = 0.1
    """From which on a spot is looked at closely."""
    lying: float = 0.3
    faintest: float = 0.06
    """Of a checker that lies beside the board, and of one that may lie on the ridge."""
    cubes: int = 4
    """Spots at the most."""
    cube: float = 0.25
    cube_cells: int = 4
    """Of a cube, whose own face may pass for a checker within so many cells of its middle; and as many lie between two
    spots that may be the cube."""
    apart: int = 2
    """Cells between the marks of two checkers at the least."""
    at_edge: int = 3
    """Cells from the picture's edge within which a checker is cut off by it: its radius."""
    hand: float = 0.85
    """Square point widths of such things over the leaves that make a hand; smaller ones may be lit by another lamp."""
    plainly_foreign: float = 0.9
    hand_core: float = 0.25
    """Score from which on it is beyond doubt, and square point widths of a hand that mostly are."""
    hiding_cells: int = 4
    """Cells over a point that must show something foreign for anything to hide it, whatever the network of points
    says."""


SCORES = ScoreMapLimits()
CELL = (2 / NET_SCALE) ** 2
"""Square point widths of a cell of the maps."""


_STEPS = np.arange(3)


@dataclass(frozen=True, slots=True)
class BesideBoard:
    """counts: light and dark checkers in sight there; cut_off: whether the picture's edge cuts one of them off."""

    counts: tuple[int, int]
    cut_off: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class CheckerMark:
    """Where a checker may lie, in the picture's pixels, and the scores of a light and of a dark one there."""

    spot: Spot
    light: float
    dark: float

    @property
    def score(self) -> float:
        return max(self.light, self.dark)


@dataclass(frozen=True, eq=False)
class ScoreMaps:
    """Score maps of the scene network at half its input's resolution; scale: picture pixels to network pixels.

    checkers: (2, h, w), light and dark ones wherever they lie.
    """

    die: Floats
    cube: Floats
    foreign: Floats
    checkers: Floats
    scale: float

    def renewed(self, seen: ScoreMaps, place: tuple[slice, ...], source: tuple[slice, ...]) -> ScoreMaps:
        """These maps with what `source` cuts out of newer ones put in at `place`."""

        def mended(old: Floats, new: Floats) -> Floats:
            score_map = old.copy()
            score_map[..., place[0], place[1]] = new[..., source[0], source[1]]
            return score_map

        pairs = ((self.die, seen.die), (self.cube, seen.cube), (self.foreign, seen.foreign))
        die, cube, foreign = (mended(old, new) for old, new in pairs)
        return ScoreMaps(die, cube, foreign, mended(self.checkers, seen.checkers), self.scale)

    def spots(self, score_map: Floats, most: int, apart: int, least: float = SCORES.spot) -> list[tuple[Spot, float]]:
        """Peaks as pixels of the picture with their scores, the highest first."""
        peaks = (score_map >= cv2.dilate(score_map, _square(apart))) & (score_map > least)
        ys, xs = np.nonzero(peaks)
        order = np.argsort(-score_map[ys, xs])[:most]
        return [(self._refined(score_map, int(xs[i]), int(ys[i])), float(score_map[ys[i], xs[i]])) for i in order]

    def cube_spots(self) -> list[tuple[Spot, float]]:
        """Where the cube may lie."""
        return self.spots(self.cube, SCORES.cubes, apart=SCORES.cube_cells)

    @property
    def foreign_cells(self) -> Cells:
        """Those that rather show something that is no part of the game than not."""
        return np.asarray(self.foreign > 0.5, np.bool_)

    def foreign_in(self, cells: Cells) -> Cells:
        """Which of these cells show something that is no part of the game."""
        return np.asarray(self.foreign_cells & cells, np.bool_)

    def plain_things(self, foreign: Cells) -> Cells:
        """Of the cells that look foreign those of things that plainly are: some of each thing is beyond doubt."""
        _, things = cv2.connectedComponents(foreign.astype(np.uint8))
        core = np.bincount(things[foreign & (self.foreign > SCORES.plainly_foreign)], minlength=int(things.max()) + 1)
        return np.asarray(foreign & (core * CELL > SCORES.hand_core)[things], np.bool_)

    def at(self, score_map: Floats, pixel: Spot) -> float:
        """The highest score next to a pixel of the picture."""
        x, y = self._cell(pixel)
        return float(score_map[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max(initial=0.0))

    def checker_here(self, pixel: Spot) -> float:
        """The score of a checker whose middle is at this pixel of the picture, 0 to 1."""
        x, y = self._cell(pixel)
        return float(self.checkers[:, max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max(initial=0.0))

    def _cell(self, pixel: Spot) -> tuple[int, int]:
        """Column and row of the maps for a pixel of the picture."""
        return round(((pixel[0] + 0.5) * self.scale - 1) / 2), round(((pixel[1] + 0.5) * self.scale - 1) / 2)

    def beside_board(self, round_board: Cells, cube: Spot | None) -> BesideBoard:
        """The checkers that lie beside the board; round_board: the cells that are not beside it.

        cube: where it was seen, in the picture's pixels.
        """
        marks, light = self._checkers_among(~round_board, cube, SCORES.lying), self._light
        edge = np.ones_like(marks)
        edge[SCORES.at_edge + 1 : -SCORES.at_edge - 1, SCORES.at_edge + 1 : -SCORES.at_edge - 1] = False
        sides = (marks & light, marks & ~light)
        of_light, of_dark = (int(np.count_nonzero(side)) for side in sides)
        light_cut, dark_cut = (bool((side & edge).any()) for side in sides)
        return BesideBoard((of_light, of_dark), (light_cut, dark_cut))

    def on_ridge(self, ridge: Cells, cube: Spot | None) -> list[CheckerMark]:
        """Where checkers may lie on the ridge's cells, the plainest first; cube: in the picture's pixels."""
        marks, (light, dark) = self._checkers_among(ridge, cube, SCORES.faintest), self.checkers
        found = [
            CheckerMark(
                self._refined(self.checkers[int(light[y, x] < dark[y, x])], int(x), int(y)),
                float(light[y, x]),
                float(dark[y, x]),
            )
            for y, x in np.argwhere(marks)
        ]
        return sorted(found, key=lambda mark: -mark.score)

    @property
    def _light(self) -> Cells:
        """Cells where a light checker is likelier than a dark one."""
        return np.asarray(self.checkers[0] >= self.checkers[1], np.bool_)

    def _checkers_among(self, cells: Cells, cube: Spot | None, least: float) -> Cells:
        """The middles of checkers among these cells, where the score is more than the least."""
        highest = self.checkers.max(axis=0)
        marks = (highest >= cv2.dilate(highest, _square(SCORES.apart))) & (highest > least) & cells
        if cube is None:  # it may lie there all the same
            marks &= cv2.dilate(self.cube, _square(SCORES.cube_cells)) < SCORES.cube
        else:
            x, y = self._cell(cube)
            reach = SCORES.cube_cells
            marks[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1] = False
        return np.asarray(marks, np.bool_)

    def _refined(self, score_map: Floats, x: int, y: int) -> Spot:
        y0, x0 = max(0, y - 1), max(0, x - 1)
        window = score_map[y0 : y + 2, x0 : x + 2]
        rows, columns = (_STEPS[:side] for side in window.shape)
        weight = float(window.sum())
        fine_x = x0 + float((window * columns).sum()) / weight
        fine_y = y0 + float((window * rows[:, None]).sum()) / weight
        return (2 * fine_x + 1) / self.scale - 0.5, (2 * fine_y + 1) / self.scale - 0.5


def nothing_seen(sides: tuple[int, int], scale: float) -> ScoreMaps:
    """Maps of scores of zero for a network's input of this height and width."""
    cold = np.zeros((5, sides[0] // 2, sides[1] // 2), np.float32)
    return ScoreMaps(cold[0], cold[1], cold[2], cold[3:], scale)


def _square(reach: int) -> npt.NDArray[np.uint8]:
    """A cell and those within so many of it on every side, as a kernel."""
    return np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)


def makes_a_hand(foreign: Cells) -> bool:
    """Whether foreign things over these cells are large enough for one."""
    return bool(np.count_nonzero(foreign) * CELL > SCORES.hand)
