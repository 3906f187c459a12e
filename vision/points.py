"""Counts on the points and the ridge as the sheet's network sees them, as evidence.

The network says how likely each count is. For a point with both colours on it it says only that, and its marks of
single checkers (`vision.score_maps`) say which mixture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arbiter.position import CHECKERS
from arbiter.referee.evidence import PlaceEvidence
from calibration.known_checkers import FULL_ROW
from vision.nets import log_softmax
from vision.score_maps import ScoreMaps
from vision.sheet.eyes import CLASSES, MIXED, MOST, MOST_ON_RIDGE, SheetLogits
from vision.sheet.geometry import Floats

MIXTURES = [
    (light, dark)
    for light in range(1, MOST)
    for dark in range(1, MOST + 1 - light)
    if light + dark <= FULL_ROW or (light + dark == FULL_ROW + 1 and light != dark) or min(light, dark) == 1
]
"""Light and dark checkers on points with both colours: all of a row, and one checker on a pile up to MOST."""


@dataclass(frozen=True)
class PointLimits:
    """What is made of the network's word on a point, as natural logarithms. Chosen on own renderings and a few
    path-traced ones; `python -m lab.benchmarks.vision` shows the outcome.
    """

    unmarked: float = 2.5
    """Cost of each checker of a mixture that the maps do not mark, and of each that they mark beside it: of 189 mixed
    points of 120 own boards (seeds from 3,006,000 and 3,950,000) 132 come out right, where 2.0 and 3.0 do as well."""
    second: float = 2.0
    """Cost of each further checker of the fewer colour: what lands where it may not is mostly one."""
    higher: float = 0.7
    """Cost of each checker above the tallest pile that the network was shown, above a full row of both colours, and
    above MOST_ON_RIDGE there."""
    floor: float = -12.0
    """No picture says more than this against a count."""


POINTS = PointLimits()
COUNTS = (
    *((max(0, n), max(0, -n)) for n in range(-MOST, MOST + 1)),
    *((MOST + extra, 0) for extra in range(1, CHECKERS - MOST + 1)),
    *((0, MOST + extra) for extra in range(1, CHECKERS - MOST + 1)),
    *MIXTURES,
)
"""Light and dark checkers of all counts that a point may show."""


def _in_row(light: int, dark: int) -> tuple[int, int]:
    """What of so many checkers lies on the point itself: those beyond a full row lie on it, seen at the same places.

    Of both colours the one there is more of covers its own. A sixth place is never looked at: a full row opposite
    reaches there.
    """
    beyond = max(0, light + dark - FULL_ROW)
    return (light - beyond, dark) if light >= dark else (light, dark - beyond)


_IN_ROW = np.array([_in_row(light, dark) for light, dark in MIXTURES])
_UNLIKELY_MIXTURES = np.array(
    [POINTS.second * (min(counts) - 1) + POINTS.higher * max(0, sum(counts) - FULL_ROW) for counts in MIXTURES]
)
_HIGHER = POINTS.higher * np.arange(1, CHECKERS - MOST + 1)


def read_points(logits: SheetLogits, maps: ScoreMaps) -> tuple[PlaceEvidence, ...]:
    """The 24 strips. maps: among the logits."""
    logs, hidden = log_softmax(logits.points[:, :CLASSES]), logits.points[:, CLASSES] > 0
    return tuple(
        PlaceEvidence(count_scores(said, marks), POINTS.floor, bool(under))
        for said, marks, under in zip(logs, maps.on_points, hidden, strict=True)
    )


def count_scores(logs: Floats, marks: Sequence[int] | None) -> tuple[tuple[int, int, float], ...]:
    """(light, dark, log-likelihood) of all counts, likeliest first.

    logs: (MIXED + 1,) of one strip; marks: of light and dark checkers on it, where they are known.
    """
    scores = np.empty(len(COUNTS))
    scores[:MIXED] = logs[:MIXED]
    for one_side, tallest in zip(np.split(scores[MIXED : -len(MIXTURES)], 2), (MIXED - 1, 0), strict=True):
        one_side[:] = scores[tallest] - _HIGHER
    parts = np.zeros(len(MIXTURES))
    if marks is not None:
        parts = -POINTS.unmarked * np.abs(_IN_ROW - marks).sum(axis=1) - _UNLIKELY_MIXTURES
    scores[-len(MIXTURES) :] = logs[MIXED] + parts - np.logaddexp.reduce(parts)
    order = np.argsort(-scores, kind="stable")
    bounded = np.maximum(scores, POINTS.floor)[order].round(3).tolist()
    return tuple((*COUNTS[n], score) for n, score in zip(order.tolist(), bounded, strict=True))


def ridge_place(said: Floats) -> PlaceEvidence:
    """How many checkers lie on the ridge, by what the network says of it: (2 MOST_ON_RIDGE + 3,) logits."""
    sides = log_softmax(said[:-1].reshape(2, MOST_ON_RIDGE + 1))
    higher = POINTS.higher * np.arange(1, CHECKERS - MOST_ON_RIDGE + 1)
    light, dark = log_softmax(np.concatenate([sides, sides[:, -1:] - higher], axis=1))
    sums = np.maximum(light[:, None] + dark, POINTS.floor).round(3).tolist()
    scores = [(a, b, score) for a, row in enumerate(sums) for b, score in enumerate(row)]
    likely = [entry for entry in scores if entry[2] > POINTS.floor]
    return PlaceEvidence(tuple(sorted(likely, key=lambda entry: -entry[2])), POINTS.floor, bool(said[-1] > 0))
