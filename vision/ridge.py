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
from vision.board_model import BoardModel
from vision.cube import CUBE, rather_the_cube
from vision.inputs import RIDGE, Floats, Prepared
from vision.nets import log_odds, log_softmax, run
from vision.points import POINTS
from vision.score_maps import SCORES, CheckerMark, ScoreMaps, Spot
from vision.sheet.eyes import MOST_ON_RIDGE
from vision.strips import NET_SCALE

RIDGE_WIDTH, RIDGE_LENGTH = 44, 168
"""Pixels of the network's input: 2.75 point widths across, and the ridge's length with its ends, always this many."""
MOST_ON_BAR = 4
"""Checkers of a side that the network was shown there."""


@dataclass(frozen=True)
class RidgeLimits:
    """How the network's word and the scene's marks are weighed, as natural logarithms unless it says otherwise.

    Those of marks were fitted on 234 ridges of 39 own boards, most tone on tone (lab/notebook, tone-on-tone).
    """

    share: float = 0.5
    most: float = 4.0
    """What the network's word counts beside the marks, and the most that it says against a count."""
    beside: float = 0.25
    """Point widths on either side of the ridge that a checker on it may reach over."""
    bias: float = 2.3
    slope: float = 2.3
    """Log-odds that a mark is a checker where its score is one half, and what each log-odds of its score adds."""
    colours: float = 2.0
    """What the logarithm of the one colour's score to the other's says for that colour: a lamp mirrored in a checker
    makes it look lighter than it is."""
    plain: float = 0.25
    patch: tuple[int, int] = (8, 4)
    """The ridge is bare where no patch of it (pixels across and along) differs from the bare board by as much, in
    FAR_APART, on average."""
    plain_unmarked: float = 0.55
    unmarked: float = 0.05
    """The same where the scene network sees no checker, and the score of one below which that is so."""
    missed: float = 3.0
    lying_on: float = 1.7
    """What it costs that a checker there is not marked, and that one more than MOST_ON_BAR does, on others."""


ON_RIDGE = RidgeLimits()
FAINT_SCORE = 0.02
"""Added to scores that are compared: less than that says nothing of a colour."""
_HIGHER = np.subtract.outer(np.arange(CHECKERS + 1), np.arange(CHECKERS + 1))
MISSED = np.where(_HIGHER >= 0, np.exp(-ON_RIDGE.missed * np.abs(_HIGHER)), 0.0)
"""How likely it is that as many as the row lie there of which as many as the column are marked."""
NOTHING_THERE = np.array([8.0, 0, 0, 0, 0, 8.0, 0, 0, 0, 0, -8.0], np.float32)
"""What the network says of an empty ridge."""


def read_ridge(
    view: BoardModel, picture: Prepared, maps: ScoreMaps, cube: tuple[CubeSeen, Spot] | None
) -> PlaceEvidence:
    """How many checkers lie on it. maps: of the same picture; cube: as it was seen, and where."""
    sheet = picture.sheets[RIDGE]
    seen, spot = cube or (None, None)
    if spot:  # on the ridge it would pass for a checker of its colour
        sheet = view.inputs.sheet(RIDGE, view.inputs.without(picture.small, spot, CUBE.reach))
    marks = maps.on_ridge(view.cells.ridge, spot)
    plain = [mark for mark in marks if mark.score > SCORES.lying]
    doubtful: list[bool] = []
    if len(plain) <= 2 * MOST_ON_BAR:  # more of them are print on a page that covers it
        doubtful = rather_the_cube(view.board, picture.image, [mark.spot for mark in plain], seen)
    inset = round((MARGIN - ON_RIDGE.beside) * NET_SCALE)
    differences = view.inputs.differences(RIDGE, sheet)[:, inset:-inset]
    if plainly_bare(differences, float(maps.checkers[:, view.cells.ridge].max(initial=0.0))):
        return ridge_scores(NOTHING_THERE, marks, doubtful)
    said = run("ridge", ridge_input(view.board, view.inputs.maps_of(RIDGE, sheet))[None])[0]
    return ridge_scores(said, marks, doubtful)


def ridge_input(board: Board, maps: Floats) -> Floats:
    """(MAPS, RIDGE_LENGTH, RIDGE_WIDTH) from the ridge's maps: along the height, at one size for every board."""
    middle = (MARGIN + board.ridge_width / 2) * NET_SCALE
    x = round(middle - RIDGE_WIDTH / 2)
    padded = np.pad(maps, ((0, 0), (0, 0), (RIDGE_WIDTH, RIDGE_WIDTH)), mode="edge")
    cut = padded[:, :, x + RIDGE_WIDTH : x + 2 * RIDGE_WIDTH]
    resized = cv2.resize(np.ascontiguousarray(np.moveaxis(cut, 0, 2)), (RIDGE_WIDTH, RIDGE_LENGTH))
    return np.ascontiguousarray(np.moveaxis(np.asarray(resized, np.float32), 2, 0))


def plainly_bare(difference: Floats, mark: float) -> bool:
    """Whether it shows nothing but what lies under it: nobody has to be asked then.

    difference: (h, w), from the bare board; mark: the scene's highest score of a checker there.
    """
    patches = cv2.blur(difference, ON_RIDGE.patch, borderType=cv2.BORDER_REPLICATE)
    return float(patches.max()) < (ON_RIDGE.plain_unmarked if mark < ON_RIDGE.unmarked else ON_RIDGE.plain)


def sheet_ridge(said: Floats) -> PlaceEvidence:
    """What the sheet's network says of the ridge, (2 MOST_ON_RIDGE + 3,) logits, by itself."""
    light, dark = log_softmax(said[:-1].reshape(2, MOST_ON_RIDGE + 1))
    scores = [
        (a, b, round(max(POINTS.floor, float(one + other)), 3))
        for a, one in enumerate(light)
        for b, other in enumerate(dark)
    ]
    return PlaceEvidence(tuple(sorted(scores, key=lambda score: -score[2])), POINTS.floor, bool(said[-1] > 0))


def ridge_scores(said: Floats, marks: Sequence[CheckerMark], doubtful: Sequence[bool] = ()) -> PlaceEvidence:
    """Evidence from the network's word and the checkers that the scene network marked on the ridge.

    said: (11,) of light's counts, of dark's counts, and whether something hides it, before any softmax.
    marks: the plainest first; doubtful: which of the first of them may as well be the cube.
    """
    sums = _marked(marks, doubtful) + ON_RIDGE.share * sum(_said(said[5 * n : 5 * n + 5], n) for n in (0, 1))
    sums = _with_one_on_another(sums)
    sums -= np.logaddexp.reduce(sums, axis=None)
    kept = sums > POINTS.floor
    kept[: MOST_ON_BAR + 1, : MOST_ON_BAR + 1] = True  # print on a page that covers it may be marked all over
    scores = [(int(a), int(b), round(max(POINTS.floor, float(sums[a, b])), 3)) for a, b in np.argwhere(kept)]
    scores.sort(key=lambda entry: -entry[2])
    return PlaceEvidence(tuple(scores), POINTS.floor, bool(said[10] > 0))


def _with_one_on_another(logs: Floats) -> Floats:
    """One more than seem to lie there may lie on another of its colour: neither the network nor the marks see it then,
    and that both miss it costs no more than that one does."""
    more = logs.copy()
    more[2:] = np.maximum(logs[2:], logs[1:-1] - ON_RIDGE.missed)
    more[:, 2:] = np.maximum(more[:, 2:], logs[:, 1:-1] - ON_RIDGE.missed)
    return more


def _said(word: Floats, axis: int) -> Floats:
    """The network's log-likelihoods of one side's counts, along an axis; of more than it knows it says as much."""
    bounded = np.maximum(log_softmax(word), -ON_RIDGE.most)
    whole = np.concatenate((bounded, np.full(CHECKERS - MOST_ON_BAR, bounded[-1], np.float32)))
    return np.expand_dims(whole, 1 - axis)


def _sigmoid(odds: float) -> float:
    return float(1 / (1 + np.exp(-odds)))


def _marked(marks: Sequence[CheckerMark], doubtful: Sequence[bool]) -> Floats:
    """(CHECKERS + 1, CHECKERS + 1) log-likelihoods of light and dark counts.

    Each mark is a checker of the one colour or the other, or none; more are missed.
    """
    shares = np.zeros((CHECKERS + 1, CHECKERS + 1))
    shares[0, 0] = 1.0
    for n, mark in enumerate(marks[: 2 * CHECKERS]):
        one = _sigmoid(ON_RIDGE.bias + ON_RIDGE.slope * log_odds(mark.score))
        one = min(one, 0.5) if n < len(doubtful) and doubtful[n] else one
        light = one * _sigmoid(ON_RIDGE.colours * np.log((mark.light + FAINT_SCORE) / (mark.dark + FAINT_SCORE)))
        before, shares = shares, shares * (1 - one)
        shares[1:] += light * before[:-1]
        shares[:, 1:] += (one - light) * before[:, :-1]
    logs = np.log(MISSED @ shares @ MISSED.T + np.exp(POINTS.floor))
    for side in (logs, logs.T):
        for number in range(MOST_ON_BAR + 1, CHECKERS + 1):
            side[number] = np.maximum(side[number], side[number - 1] - ON_RIDGE.lying_on)
    return np.asarray(logs, np.float32)
