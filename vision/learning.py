"""The board learned as it is played: positions that are sure are labelled pictures of this board, in this light.

Where a sure position has no checker, and the look agrees, the picture shows the bare board itself: it replaces what was
guessed from other points, and follows slow light afterwards. Where checkers lie, both colours are learned again.
Everything is forgotten with the reader: another board starts from its own pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Position, Side
from calibration.board import Board
from calibration.colours import Colour
from calibration.known_checkers import colours_of_sides
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import Appearance, counts_in_picture
from calibration.sheet import Image
from vision.crops import DIE_MIDDLE
from vision.score_maps import Spot
from vision.strips import strip_at

Shares = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
ROWS = ("top", "bottom")


@dataclass(frozen=True)
class LearningLimits:
    """How quickly a board is learned. Chosen on rendered boards: `python -m lab.benchmarks.learning`."""

    follow: float = 0.2
    """Share of what is seen in the bare board where it was known: what was guessed only is what is seen."""
    colours: float = 0.25
    """Share of what is seen in the colours' densities; the start picture keeps at least as much as its own."""
    at_start: float = 0.4
    beside: float = 0.16
    """Point widths that are left out beside a point on which checkers lie: they lean over."""
    round_things: float = 0.75
    """Point widths round a die or the cube that are left out."""
    feather: float = 0.06
    """Point widths over which what is learned fades into what was known."""
    most_change: float = 45.0
    """Median grey levels by which a free point may differ from what it was taken for; more is no bare board."""
    fewest_checkers: int = 8
    """Of a side on the points for its colour to be learned again."""


LEARNING = LearningLimits()


@dataclass(frozen=True)
class Lesson:
    """A picture whose position is sure. image: BGR in the bare board's light; things: middles of dice and cube.

    agreed: for each of the 24 strips, whether this look by itself says what the position says. unknown: (h, w) bool,
    where the picture is burnt out and shows nothing of what the board looks like.
    """

    image: Image
    position: Position
    agreed: tuple[bool, ...]
    things: tuple[Spot, ...]
    unknown: Mask


class BoardLearner:
    """What one board looks like, the better known the longer it is played on."""

    def __init__(self, board: Board, appearance: Appearance) -> None:
        self._board, self._first = board, appearance
        self.appearance = appearance
        occupied = counts_in_picture(board.position, board.seats)
        self._known = {
            strip_at(row, column): board.empty is not None or not occupied[row][column]
            for row in ROWS
            for column in range(2 * POINTS_PER_ROW)
        }

        self._before = self.appearance, dict(self._known)

    def learn(self, lesson: Lesson) -> Appearance:
        """What the board looks like with this lesson."""
        self._before = self.appearance, dict(self._known)
        counts = counts_in_picture(lesson.position, self._board.seats)
        bare = self._bare(lesson, counts)
        colours = self._colours(lesson, counts)
        self.appearance = replace(self.appearance, bare=bare, colours=colours)
        return self.appearance

    def unlearn(self) -> Appearance:
        """What the board looks like without the last lesson."""
        self.appearance, known = self._before
        self._known = dict(known)
        return self.appearance

    def _bare(self, lesson: Lesson, counts: Mapping[str, tuple[int, ...]]) -> Image:
        bare = self.appearance.bare
        share = np.zeros(bare.shape[:2], np.float32)
        learned = []
        for row in ROWS:
            for column in range(2 * POINTS_PER_ROW):
                place = strip_at(row, column)
                if counts[row][column] or not lesson.agreed[place]:
                    continue
                outline = self._outline(row, column, counts[row])
                mask = np.zeros(bare.shape[:2], np.uint8)
                cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 1, cv2.LINE_8, 4)
                self._spare(mask, lesson.things)
                mask[lesson.unknown] = 0
                if self._is_bare(mask, lesson.image):
                    share[mask > 0] = LEARNING.follow if self._known[place] else 1.0
                    learned.append(place)
        if not learned:
            return bare
        for place in learned:
            self._known[place] = True
        soft = cv2.GaussianBlur(share, (0, 0), max(0.5, LEARNING.feather * self._point))
        soft = np.minimum(soft, cv2.dilate(share, np.ones((3, 3), np.uint8)))[..., None]
        soft[lesson.unknown] = 0
        return np.asarray(bare + soft * (lesson.image.astype(np.float32) - bare) + 0.5, np.uint8)

    def _outline(self, row: str, column: int, counts: tuple[int, ...]) -> npt.NDArray[np.float64]:
        """(4, 2) pixels of a free point, less what the checkers beside it may lean over."""
        leaf = self._board.leaves[column // POINTS_PER_ROW]
        inner = column % POINTS_PER_ROW
        left = LEARNING.beside if inner > 0 and counts[column - 1] else 0.0
        right = LEARNING.beside if inner < POINTS_PER_ROW - 1 and counts[column + 1] else 0.0
        ends = (0.0, leaf.length / 2) if row == "top" else (leaf.length / 2, leaf.length)
        x0, x1 = inner + left, inner + 1 - right
        return leaf.project([(x0, ends[0], 0), (x1, ends[0], 0), (x1, ends[1], 0), (x0, ends[1], 0)])

    def _spare(self, mask: Image, things: tuple[Spot, ...]) -> None:
        for x, y in things:
            cv2.circle(mask, (round(x), round(y)), round(LEARNING.round_things * self._point), 0, -1)

    def _is_bare(self, mask: Image, image: Image) -> bool:
        """Whether the picture there may be the bare board under another light, not something nobody knows of."""
        here = mask > 0
        if not here.any():
            return False
        change = cv2.absdiff(image[here], self.appearance.bare[here]).max(axis=1)
        return bool(np.median(change) < LEARNING.most_change)

    @property
    def _point(self) -> float:
        """Pixels of a point's width in the middle of the left leaf."""
        leaf = self._board.leaves[0]
        ends = leaf.project([(2.5, leaf.length / 2, DIE_MIDDLE), (3.5, leaf.length / 2, DIE_MIDDLE)])
        return float(np.linalg.norm(ends[1] - ends[0]))

    def _colours(self, lesson: Lesson, counts: Mapping[str, tuple[int, ...]]) -> Mapping[Side, Colour]:
        sure = {
            row: tuple(n if lesson.agreed[strip_at(row, column)] else 0 for column, n in enumerate(counts[row]))
            for row in ROWS
        }
        amounts = [sum(max(0, sign * n) for row in sure.values() for n in row) for sign in (1, -1)]
        if min(amounts) < LEARNING.fewest_checkers:
            return self.appearance.colours
        leaves, checker = self._board.leaves, self._board.checker
        now = colours_of_sides(lesson.image, leaves, sure, checker)
        return {side: self._mixed(side, now[side]) for side in SIDES}

    def _mixed(self, side: Side, now: Colour) -> Colour:
        first, before = self._first.colours[side], self.appearance.colours[side]
        later = np.exp(before.table) * (1 - LEARNING.colours) + np.exp(now.table) * LEARNING.colours
        mixed = np.maximum(later, LEARNING.at_start * np.exp(first.table))
        return Colour(np.log(mixed).astype(np.float32))
