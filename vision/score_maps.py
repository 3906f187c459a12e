"""The sheet's maps of one picture: where dice, the cube, foreign things and checkers may be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from calibration.leaf import POINTS_PER_ROW
from vision.cells import POINTS, ROUND_BOARD, Cells
from vision.peaks import middle, peaks, square
from vision.sheet.eyes import SheetLogits
from vision.sheet.geometry import POINT, STEP, SheetView
from vision.strips import STRIPS_PER_LEAF

Doubles = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]
Spot = tuple[float, float]
"""A place in the picture, in pixels."""


@dataclass(frozen=True)
class ScoreMapLimits:
    """When a score (0 to 1) counts, and where. Cells are those of the maps, six to a point's width.
    Chosen on own renderings: `python -m lab.benchmarks.vision`, lab/notebook, four-mirrors.
    """

    spot: float = 0.1
    """From which on a spot may be a die, or the cube."""
    checker: float = 0.3
    """Of a checker."""
    cubes: int = 8
    """Spots at the most."""
    cube_cells: int = 3
    """Cells round a cube's middle within which its own face may pass for a checker; and as many lie between two spots
    that may be the cube."""
    apart: int = 2
    """Cells between the marks of two checkers at the least."""
    at_edge: int = 2
    """Cells from the sheet's edge, or the picture's, within which a checker is cut off by it: its radius."""
    hand: float = 0.85
    """Square point widths of such things over the leaves that make a hand; smaller ones may be lit by another lamp."""
    plainly_foreign: float = 0.9
    hand_core: float = 0.25
    """Score from which on it is beyond doubt, and square point widths of a hand that mostly are."""
    hiding_cells: int = 2
    """Cells over a point that must show something foreign for anything to hide it, whatever is said of the point."""


SCORES = ScoreMapLimits()
CELL = (STEP / POINT) ** 2
"""Square point widths of a cell of the maps."""


@dataclass(frozen=True, slots=True)
class BesideBoard:
    """counts: light and dark checkers in sight there; cut_off: whether an edge of what is seen cuts one of them off."""

    counts: tuple[int, int]
    cut_off: tuple[bool, bool]


@dataclass(frozen=True, eq=False)
class ScoreMaps:
    """(HEIGHT / STEP, WIDTH / STEP) each. checkers: (2, h, w), light and dark ones wherever they lie; view: where the
    sheet lies in the picture."""

    die: Floats
    cube: Floats
    foreign: Floats
    checkers: Floats
    view: SheetView

    @classmethod
    def of(cls, said: SheetLogits, view: SheetView) -> ScoreMaps:
        light, dark, die, cube, foreign = said.maps
        return cls(die, cube, foreign, np.stack([light, dark]), view)

    def spots(self, score_map: Floats, most: int, apart: int) -> list[tuple[Spot, float]]:
        """Peaks as pixels of the picture with their scores, the highest first; none beyond the picture's edge."""
        ys, xs = np.nonzero(peaks(score_map, apart) & (score_map > SCORES.spot))
        order = np.argsort(-score_map[ys, xs], kind="stable")
        refined = [middle(score_map, int(xs[i]), int(ys[i])) for i in order]
        pixels = self.view.to_pixels([((x + 0.5) * STEP - 0.5, (y + 0.5) * STEP - 0.5) for x, y in refined])
        scores = score_map[ys[order], xs[order]].tolist()
        across, down = self.view.numbers.size
        found = [((x, y), score) for (x, y), score in zip(pixels.tolist(), scores, strict=True)]
        return [(at, score) for at, score in found if 0 <= at[0] < across and 0 <= at[1] < down][:most]

    def die_spots(self, most: int) -> list[tuple[Spot, float]]:
        """Where dice may lie."""
        return self.spots(self.die, most, apart=1)

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
        """The highest score next to a pixel of the picture; nought where the sheet does not show it."""
        x, y = self._cell(pixel)
        if x < -1 or y < -1:
            return 0.0
        return float(score_map[..., max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max(initial=0.0))

    def _cell(self, pixel: Spot) -> tuple[int, int]:
        """Column and row of the maps for a pixel of the picture."""
        x, y = self.view.to_sheet([pixel])[0].tolist()
        return round((x + 0.5) / STEP - 0.5), round((y + 0.5) / STEP - 0.5)

    @cached_property
    def on_points(self) -> list[list[int]]:
        """Light and dark checkers that are marked on each strip; of a pile those of its row."""
        marks = [peaks(one, SCORES.apart) & (one > SCORES.checker) for one in self.checkers]
        return [[int(np.count_nonzero(of_side[strip])) for of_side in marks] for strip in POINTS]

    @cached_property
    def tops(self) -> list[Doubles]:
        """(n, 2) pixels of the sheet, by strip: the tops marked in its row, whosever they are, from the edge on."""
        highest = self.checkers.max(axis=0)
        marks = peaks(highest, SCORES.apart) & (highest > SCORES.checker)
        found = []
        for strip, cells in enumerate(POINTS):
            at = [(_summit(highest[y], x), _summit(highest[:, x], y)) for y, x in np.argwhere(marks & cells).tolist()]
            order = 1 if strip % STRIPS_PER_LEAF < POINTS_PER_ROW else -1
            at.sort(key=lambda place: order * place[1])
            found.append((np.array(at).reshape(-1, 2) + 0.5) * STEP - 0.5)
        return found

    def beside_board(self, cube: Spot | None) -> BesideBoard:
        """The checkers that lie beside the board. cube: where it was seen, in the picture's pixels."""
        highest, light = self.checkers.max(axis=0), self.checkers[0] >= self.checkers[1]
        marks = peaks(highest, SCORES.apart) & (highest > SCORES.checker) & ~ROUND_BOARD
        if cube is None:  # it may lie there all the same
            marks &= cv2.dilate(self.cube, square(SCORES.cube_cells)) < SCORES.spot
        else:
            (x, y), reach = self._cell(cube), SCORES.cube_cells
            marks[max(0, y - reach) : max(0, y + reach + 1), max(0, x - reach) : max(0, x + reach + 1)] = False
        of_light, cut = light[marks], self._cut_off(np.argwhere(marks))
        counts = (int(of_light.sum()), int((~of_light).sum()))
        return BesideBoard(counts, (bool((of_light & cut).any()), bool((~of_light & cut).any())))

    def _cut_off(self, cells: npt.NDArray[np.intp]) -> Cells:
        """(n,): which of the checkers at these rows and columns an edge of the sheet or of the picture cuts off."""
        far = SCORES.at_edge
        around = np.concatenate([cells + step for step in ((far, far), (far, -far), (-far, far), (-far, -far))])
        height, width = self.die.shape
        inside = (around >= 0).all(axis=1) & (around[:, 0] < height) & (around[:, 1] < width)
        x, y = self.view.to_pixels((around[:, ::-1] + 0.5) * STEP - 0.5).T
        across, down = self.view.numbers.size
        inside &= (x >= 0) & (y >= 0) & (x < across) & (y < down)
        return np.asarray(~inside.reshape(4, -1).all(axis=0), np.bool_)


def _summit(scores: Floats, at: int) -> float:
    """Where between cells a mark is highest, by its logarithm next to its highest cell: marks are Gaussian."""
    before, here, after = np.log(np.maximum(scores[[max(0, at - 1), at, min(len(scores) - 1, at + 1)]], 1e-6)).tolist()
    bend = 2 * here - before - after
    return at + (0.5 * (after - before) / bend if bend > 0 else 0.0)


def makes_a_hand(foreign: Cells) -> bool:
    """Whether foreign things over these cells are large enough for one."""
    return bool(np.count_nonzero(foreign) * CELL > SCORES.hand)
