"""What the sheet's network says of one board's pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from calibration.colours import brightest
from calibration.known_checkers import FULL_ROW
from calibration.sheet import Image
from vision.nets import run, run_all, sigmoid
from vision.sheet.channels import EMPTY, LEANS, NOTHING, Known, board_channels, channels_now, two_by_two
from vision.sheet.geometry import HEIGHT, STEP, WIDTH, Floats, SheetView
from vision.sheet.mirrors import UNMIRRORED, Mirror

MOST, MIXED, CLASSES = 10, 21, 22
"""Of a point: classes 0 to 20 are -10 to 10 checkers (dark negative, more count as ten), 21 is both colours."""
RARER, RARER_ON_RIDGE = 0.45, 0.9
"""Natural logarithm by which each checker above five on a point, and above one on the ridge, is rarer in play than on
the boards that the network learned from: of some 1,200 of these (`lab.training.sheet.draw`) and 60 games of
`lab.simulator.positions`."""
DIE, FOREIGN = 2, 4
"""Which of the maps they are."""
MOST_ON_RIDGE = 4
"""Of the ridge: light 0 to 4, dark 0 to 4, more count as four."""
PLAYED = np.array([-RARER * max(0, abs(n) - FULL_ROW) for n in range(-MOST, MOST + 1)], np.float32)
PLAYED_ON_RIDGE = np.array([-RARER_ON_RIDGE * max(0, n - 1) for n in range(MOST_ON_RIDGE + 1)] * 2, np.float32)
"""What is added to the logits of counts for that."""
SAME = 12
"""Grey levels, of any channel, up to which a cell of the maps looks as on the empty board: print there is nothing
foreign, and with the cells next to it no die, whatever it shows. Of 356 dice on 60 own boards (seeds from 3,950,000)
one is lost by that, and a third of the marks that are none are gone."""


@dataclass(frozen=True)
class SheetNetwork:
    """The network in two parts: what its first layer makes of what stays as it is on a board is worked out once.

    of_board: (1, 4 OF_BOARD, HEIGHT / 2, WIDTH / 2) to that. now: (1, 4 EMPTY, HEIGHT / 2, WIDTH / 2) and that to
    logits of points, ridge and maps, first axis 1 each.
    """

    of_board: Callable[[Floats], Floats]
    now: Callable[[Floats, Floats], tuple[Floats, ...]]


OURS = SheetNetwork(partial(run, "sheet_board"), partial(run_all, "sheet"))


@dataclass(frozen=True, eq=False)
class SheetLogits:
    """Of one picture, before any softmax. points: (24, CLASSES + 1) by strip, last whether something hides it;
    ridge: (2 MOST_ON_RIDGE + 3,) likewise; maps: (5, HEIGHT / STEP, WIDTH / STEP) 0 to 1 of light and dark checkers'
    tops, dice, cube and foreign things."""

    points: Floats
    ridge: Floats
    maps: Floats


class SheetEyes:
    """The network before one board. known: what calibration adds to its corners; network: another one than ours."""

    def __init__(self, view: SheetView, known: Known = NOTHING, network: SheetNetwork | None = None) -> None:
        self._known, self._network = known, network or OURS
        self._board = board_channels(view, known)
        self._of_board: dict[Mirror, Floats] = {}
        self._empty = None if known.empty is None else _per_cell(known.empty)

    def read(self, sheet: Image, mirrors: Sequence[Mirror] = UNMIRRORED) -> SheetLogits:
        """Of a picture's sheet, (HEIGHT, WIDTH, 3) uint8 BGR: the mean of the logits in these mirrors, at least one.

        The work grows with their number.
        """
        now = channels_now(sheet, self._known)
        said = zip(*(self._said(now, mirror) for mirror in mirrors), strict=True)
        points, ridge, maps = (np.mean(np.stack(each), axis=0) for each in said)
        points[:, :MIXED] += PLAYED
        ridge[:-1] += PLAYED_ON_RIDGE
        chances = sigmoid(maps)
        if self._empty is not None:
            apart = np.asarray(cv2.absdiff(_per_cell(sheet), self._empty), np.uint8)
            differs = (brightest(apart) > SAME).astype(np.uint8)
            chances[FOREIGN][differs == 0] = 0.0
            chances[DIE][cv2.dilate(differs, np.ones((3, 3), np.uint8)) == 0] = 0.0
        return SheetLogits(points, ridge, chances)

    def _said(self, now: Floats, mirror: Mirror) -> tuple[Floats, Floats, Floats]:
        """The network's points, ridge and maps of a picture's channels in a mirror, put back as they lie."""
        if mirror not in self._of_board:
            board = mirror.channels(self._board, LEANS - EMPTY)
            self._of_board[mirror] = self._network.of_board(two_by_two(board)[None])
        points, ridge, maps = self._network.now(two_by_two(mirror.seen(now))[None], self._of_board[mirror])
        return points[0][mirror.strips], ridge[0], mirror.seen(maps[0])


def _per_cell(sheet: Image) -> Image:
    """(HEIGHT / STEP, WIDTH / STEP, 3) uint8: the mean of each cell."""
    return np.asarray(cv2.resize(sheet, (WIDTH // STEP, HEIGHT // STEP), interpolation=cv2.INTER_AREA), np.uint8)
