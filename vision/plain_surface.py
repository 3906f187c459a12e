"""A second look at the points of a board whose empty picture nobody took.

Its bare points were guessed then, and on real boards, whose sets are nothing like those that the networks of
calibrated boards learned from, a guess may be wrong where it counts. The network for boards never calibrated
(`vision.uncalibrated`) needs no bare point: both are weighed together, as for a photograph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.board import Board
from calibration.colours import Colour
from calibration.learn import counts_in_picture
from calibration.sheet import Image
from vision.inputs import CHANNELS
from vision.nets import log_softmax
from vision.strips import STRIP_LENGTH, STRIP_WIDTH, STRIPS_PER_LEAF, strip_at
from vision.uncalibrated.plain_strips import counts_said, set_colours, strips_on, with_colours

Floats = npt.NDArray[np.float32]
NONE = np.zeros((0, CHANNELS, STRIP_LENGTH, STRIP_WIDTH), np.float32)


@dataclass(frozen=True)
class PlainLimits:
    """How both looks are weighed; natural logarithms.

    The second look is for real checkers, which differ more from ours than our own boards' do.
    """

    share: float = 0.6
    """What either look adds to a count's log-likelihood, in photographs too: they are not independent."""
    most: int = 3
    """Checkers up to which the second look counts, where both say so: taller rows it knows less well. At 5 two of 40
    own boards are misread for it, at 3 none."""
    mixture: float = -3.0
    """What it says of both colours on a point, which it was never shown."""


PLAIN = PlainLimits()


@dataclass(frozen=True, eq=False)
class PlainSurface:
    """board: with no empty picture; colours: light's and dark's, in its start picture."""

    board: Board
    colours: tuple[Colour, Colour]

    def weighed(self, image: Image, places: Sequence[int], logs: Floats) -> Floats:
        """(n, 22) log-probabilities of these strips' counts, as `vision.points` has them, with the second look's.

        image: BGR uint8 of the board's shape; places: ascending.
        """
        said = self._said(image, places)
        middle = said.shape[1] // 2
        both = np.maximum(np.abs(logs[:, :-1].argmax(axis=1) - middle), np.abs(said.argmax(axis=1) - middle))
        mixtures = np.full((len(said), 1), PLAIN.mixture, np.float32)
        together = PLAIN.share * (logs + np.concatenate([said, mixtures], axis=1))
        return np.where((both <= PLAIN.most)[:, None], log_softmax(together), logs)

    def _said(self, image: Image, places: Sequence[int]) -> Floats:
        strips = np.concatenate([_strips(image, self.board, leaf, places) for leaf in (0, 1)])
        return counts_said(with_colours(strips, self.colours))


def plain_surface(board: Board) -> PlainSurface | None:
    """None where an empty picture shows more, or where the start picture lacks checkers of a set."""
    if board.empty is not None:
        return None
    counts, there = counts_in_picture(board.position, board.seats), [0] * (2 * STRIPS_PER_LEAF)
    for row, columns in counts.items():
        for column, count in enumerate(columns):
            there[strip_at(row, column)] = count
    strips = np.concatenate([strips_on(board.start, leaf) for leaf in board.leaves])
    colours = set_colours(strips, there)
    return PlainSurface(board, colours) if colours else None


def _strips(image: Image, board: Board, leaf: int, places: Sequence[int]) -> Floats:
    mine = [place - STRIPS_PER_LEAF * leaf for place in places if place // STRIPS_PER_LEAF == leaf]
    return strips_on(image, board.leaves[leaf])[mine] if mine else NONE
