"""Counts by what can be pointed at: the scene network's marks of single checkers, decoded along each point.

A point's marks are read on a line that is scaled so that all checkers have the same size; for every count the likeliest
places in a row are found by dynamic programming over the spacing. `lab.training.detections` fits the numbers and shows
what they are worth beside the classes of `vision.points`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.referee.evidence import PlaceEvidence
from calibration.board import CheckerSize
from calibration.rows import FULL_ROW, NEVER, ROW
from vision.cells import ACROSS, LENGTH, OUTSIDE, SAMPLES
from vision.inputs import farther
from vision.nets import Floats
from vision.points import POINTS
from vision.score_maps import ScoreMaps

FINE = 4
"""Places of the decoding to a sample."""
COUNTS = 2 * FULL_ROW + 1
"""From FULL_ROW dark checkers in sight to as many light ones; more lie on these."""


@dataclass(frozen=True)
class DetectionModel:
    """How marks become log-likelihoods of counts. Samples and places as above. Fitted on own boards:
    `lab.training.detections`, lab/notebook, classes-and-detections.
    """

    neutral: float = 0.27
    """A mark's score that speaks neither for a checker nor against one."""
    unsure: float = 0.02
    """What is added to a score and to its rest, so that no single mark says everything."""
    first_free: float = 0.4
    first_slack: float = 0.7
    """Samples by which the first checker may lie off its usual place at no cost, and the standard deviation beyond."""
    slack: float = 0.15
    """Standard deviation of the gap from a checker to the next, in pitches; its usual, least and greatest one are those
    of `calibration.rows`."""
    unexplained: tuple[float, float] = (0.8, 1.4)
    """Pitches beyond a row's last checker where a mark that belongs to no checker of it speaks against its end."""
    sharpness: float = 3.0
    bias: tuple[float, ...] = (-3.8, -4.0, -1.3, 1.3, 3.8, 7.6)
    """A factor, and what is added for each number of checkers: fitted."""
    share: float = 0.5
    """What the detections count beside the classes where those are in doubt (`PointLimits.doubted`)."""


MODEL = DetectionModel()


def marks_on(maps: ScoreMaps, places: Floats) -> Floats:
    """(n, SAMPLES, 2): the highest score of a light and of a dark checker at each sample.

    places: of `SceneCells.lines`.
    """
    x, y = places[..., 0], places[..., 1]
    seen = [cv2.remap(one, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT) for one in maps.checkers]
    return np.asarray(np.stack(seen, axis=-1).reshape(len(places), SAMPLES, len(ACROSS), 2).max(axis=2), np.float32)


def row_scores(marks: Floats, checker: CheckerSize) -> npt.NDArray[np.float64]:
    """(n, COUNTS) log-likelihoods, each row's adding up to one. marks: (n, SAMPLES, 2)."""
    bias = [MODEL.bias[abs(n)] for n in range(-FULL_ROW, FULL_ROW + 1)]
    said = MODEL.sharpness * decoded(marks, checker) + bias
    return np.asarray(said - np.logaddexp.reduce(said, axis=1, keepdims=True))


def decoded(marks: Floats, checker: CheckerSize) -> npt.NDArray[np.float64]:
    """(n, COUNTS): log-odds of the likeliest places of so many checkers, before anything is fitted."""
    sample = farther(checker.radius) * LENGTH / SAMPLES
    first = (checker.first + OUTSIDE * farther(checker.radius)) / sample - 0.5
    pitch = checker.pitch / sample
    return _best_rows(_odds(marks), first, pitch)


def _odds(marks: Floats) -> npt.NDArray[np.float64]:
    """(n, places, 2): log-odds for a checker's middle at each place of the decoding."""
    at = np.arange((SAMPLES - 1) * FINE + 1) / FINE
    low = np.minimum(at.astype(int), SAMPLES - 2)
    part = (at - low)[:, None]
    between = np.asarray(marks, np.float64)[:, low] * (1 - part) + marks[:, low + 1] * part
    odds = np.log((between + MODEL.unsure) / (1 + MODEL.unsure - between))
    return np.asarray(odds - np.log(MODEL.neutral / (1 - MODEL.neutral)))


def _best_rows(odds: npt.NDArray[np.float64], first: float, pitch: float) -> npt.NDArray[np.float64]:
    """(n, COUNTS): the odds of the likeliest places of so many checkers, less a mark that they leave over."""
    places = np.arange(odds.shape[1]) / FINE
    off = np.abs(places - first)
    beyond = np.maximum(off - MODEL.first_free, 0) / MODEL.first_slack
    begins = -(beyond**2) / 2
    any_mark = np.maximum(odds.max(axis=2), 0)
    start, end = (round(share * pitch * FINE) for share in MODEL.unexplained)
    left_over = np.max([_shifted(any_mark, -step, 0.0) for step in range(start, end)], axis=0)
    steps = np.arange(round(ROW.nearest * pitch * FINE), round(ROW.farthest * pitch * FINE) + 1)
    prices = ((steps / FINE - ROW.touching * pitch) / (MODEL.slack * pitch)) ** 2 / 2
    found = np.empty((len(odds), COUNTS))
    found[:, FULL_ROW] = -any_mark.max(axis=1)
    for side, sign in ((0, 1), (1, -1)):
        best = odds[..., side] + begins
        for count in range(1, FULL_ROW + 1):
            ends = best if count == FULL_ROW else best - left_over
            found[:, FULL_ROW + sign * count] = ends.max(axis=1)
            further = [_shifted(best, step, NEVER) - price for step, price in zip(steps.tolist(), prices, strict=True)]
            best = odds[..., side] + np.max(further, axis=0)
    return found


def _shifted(values: npt.NDArray[np.float64], by: int, outside: float) -> npt.NDArray[np.float64]:
    """(n, places) moved by so many places, what comes in from outside being so likely."""
    moved = np.full_like(values, outside)
    if by >= 0:
        moved[:, by:] = values[:, : values.shape[1] - by]
    else:
        moved[:, :by] = values[:, -by:]
    return moved


def with_detections(
    places: Sequence[PlaceEvidence], maps: ScoreMaps, where: Floats, checker: CheckerSize
) -> tuple[PlaceEvidence, ...]:
    """The strips' evidence, where it is in doubt weighed with what the scene's marks say.

    where: `SceneCells.lines`.
    """
    doubted = [n for n, place in enumerate(places) if place.scores and place.lead < POINTS.doubted]
    found = list(places)
    if doubted:
        said = row_scores(marks_on(maps, where[doubted]), checker)
        for n, scores in zip(doubted, said, strict=True):
            found[n] = weighed(places[n], scores)
    return tuple(found)


def weighed(place: PlaceEvidence, said: npt.NDArray[np.float64]) -> PlaceEvidence:
    """A place's evidence and the detections' (COUNTS,), MODEL.share of them. What lies on a row, and both colours on
    a point, only the classes know."""
    plain = [(n, _in_sight(*counts)) for n, (*counts, _) in enumerate(place.scores) if not all(counts)]
    scores = np.array([score for *_, score in place.scores])
    rows = np.full(COUNTS, -np.inf)
    for n, row in plain:
        rows[row] = np.logaddexp(rows[row], scores[n])
    whole = np.logaddexp.reduce(rows)
    for n, row in plain:
        scores[n] += MODEL.share * (said[row] + whole - rows[row])
    again = np.logaddexp.reduce([scores[n] for n, _ in plain])
    for n, _ in plain:
        scores[n] += whole - again
    bounded = np.maximum(scores, place.floor).round(3).tolist()
    ordered = sorted(
        ((light, dark, score) for (light, dark, _), score in zip(place.scores, bounded, strict=True)),
        key=lambda entry: -entry[2],
    )
    return replace(place, scores=tuple(ordered))


def _in_sight(light: int, dark: int) -> int:
    """The index among COUNTS of what is seen of so many checkers of one colour."""
    return FULL_ROW + min(FULL_ROW, light) - min(FULL_ROW, dark)
