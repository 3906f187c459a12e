"""The ridge, which is the bar: checkers that lie on it, as its network and the scene's marks say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from arbiter.position import CHECKERS
from arbiter.referee.evidence import CubeSeen, PlaceEvidence
from calibration.board import Board
from calibration.sheet import MARGIN
from vision.board_view import BoardView
from vision.cube import CUBE, rather_the_cube
from vision.inputs import RIDGE, Floats, Prepared
from vision.nets import log_softmax, run
from vision.points import POINTS, plainly_bare
from vision.score_maps import ScoreMaps, Spot
from vision.strips import NET_SCALE

RIDGE_WIDTH, RIDGE_LENGTH = 44, 168
"""Pixels of the network's input: 2.75 point widths across, and the ridge's length with its ends, always this many."""
MOST_ON_BAR = 4
"""Checkers of a side that the network was shown there."""


@dataclass(frozen=True)
class RidgeLimits:
    """How the network's word and the scene's marks are weighed, as natural logarithms unless it says otherwise.

    The marks rarely err (once on 540 pictures of own renderings, where the network did six times), and know other lamps
    than the bare board's; where one is imagined others are for the same reason. `python -m lab.benchmarks.vision` shows
    the outcome (checker on the bar).
    """

    temperature: float = 1.2
    """A factor: on boards that it was not trained on the network is a little too sure of itself."""
    network: float = 3.0
    """The most that the network says against a count."""
    beside: float = 0.25
    """Point widths on either side of the ridge that a checker on it may reach over."""
    miscounted: float = 4.0
    and_more: float = 1.0
    """What the marks say against a count that differs from them by a checker, and for each more."""


ON_RIDGE = RidgeLimits()
NOTHING_THERE = np.array([8.0, 0, 0, 0, 0, 8.0, 0, 0, 0, 0, -8.0], np.float32)
"""What the network says of an empty ridge."""


def read_ridge(
    view: BoardView, picture: Prepared, maps: ScoreMaps, cube: tuple[CubeSeen, Spot] | None
) -> PlaceEvidence:
    """How many checkers lie on it. maps: of the same picture; cube: as it was seen, and where."""
    sheet = picture.sheets[RIDGE]
    seen, spot = cube or (None, None)
    if spot:  # on the ridge it would pass for a checker of its colour
        sheet = view.inputs.sheet(RIDGE, view.inputs.without(picture.small, spot, CUBE.reach))
    marks = maps.on_ridge(view.cells.ridge, spot)
    lying = (len(marks[0]), len(marks[1]))
    maybe_cube = None
    if sum(lying) <= 2 * MOST_ON_BAR:  # more of them are print on a page that covers it
        doubtful = [any(rather_the_cube(view.board, picture.image, of_side, seen)) for of_side in marks]
        maybe_cube = doubtful.index(True) if any(doubtful) else None
    inset = round((MARGIN - ON_RIDGE.beside) * NET_SCALE)
    differences = view.inputs.differences(RIDGE, sheet)[:, inset:-inset]
    if plainly_bare(differences, float(maps.checkers[:, view.cells.ridge].max(initial=0.0))):
        return ridge_scores(NOTHING_THERE, lying, maybe_cube)
    said = run("ridge", ridge_input(view.board, view.inputs.maps_of(RIDGE, sheet))[None])[0]
    return ridge_scores(said, lying, maybe_cube)


def ridge_input(board: Board, maps: Floats) -> Floats:
    """(MAPS, RIDGE_LENGTH, RIDGE_WIDTH) from the ridge's maps: along the height, at one size for every board."""
    middle = (MARGIN + board.ridge_width / 2) * NET_SCALE
    x = round(middle - RIDGE_WIDTH / 2)
    padded = np.pad(maps, ((0, 0), (0, 0), (RIDGE_WIDTH, RIDGE_WIDTH)), mode="edge")
    cut = padded[:, :, x + RIDGE_WIDTH : x + 2 * RIDGE_WIDTH]
    resized = cv2.resize(np.ascontiguousarray(np.moveaxis(cut, 0, 2)), (RIDGE_WIDTH, RIDGE_LENGTH))
    return np.ascontiguousarray(np.moveaxis(np.asarray(resized, np.float32), 2, 0))


def ridge_scores(said: Floats, lying: tuple[int, int], maybe_cube: int | None = None) -> PlaceEvidence:
    """Evidence from the network's word and the light and dark checkers that the scene network marked on the ridge.

    said: (11,) of light's counts, of dark's counts, and whether something hides it, before any softmax.
    maybe_cube: which side's marks (0 light, 1 dark) one is among that may as well be the cube, None for neither.
    """
    light, dark = (
        _with_hidden(
            np.maximum(log_softmax(said[5 * n : 5 * n + 5] / ON_RIDGE.temperature), -ON_RIDGE.network),
            [seen - 1, seen] if n == maybe_cube else [seen],
        )
        for n, seen in enumerate(lying)
    )
    sums = light[:, None] + dark
    kept = sums > POINTS.floor
    kept[: MOST_ON_BAR + 1, : MOST_ON_BAR + 1] = True  # print on a page that covers it may be marked all over
    scores = [(int(a), int(b), round(max(POINTS.floor, float(sums[a, b])), 3)) for a, b in np.argwhere(kept)]
    scores.sort(key=lambda entry: -entry[2])
    return PlaceEvidence(tuple(scores), POINTS.floor, bool(said[10] > 0))


def _with_hidden(said: Floats, marks: Sequence[int]) -> Floats:
    """(CHECKERS + 1,) log-likelihoods from (MOST_ON_BAR + 1,) ones of the network and from the number of marks.

    marks: one number, or two where one mark may be none. Of more than the network knows some lie on each other: neither
    it nor marks say how many.
    """
    apart = np.min([np.abs(np.arange(CHECKERS + 1) - number) for number in marks], axis=0)
    cost = np.where(apart > 0, ON_RIDGE.miscounted + ON_RIDGE.and_more * (apart - 1), 0.0)
    known, more = np.split(cost, [MOST_ON_BAR + 1])
    above = np.arange(1, len(more) + 1)
    more = np.minimum(more, known[-1] + ON_RIDGE.and_more * above) + POINTS.higher * above
    return np.concatenate((said - known, said[-1] - more), dtype=np.float32)
