"""Counts on the points and the ridge as the networks see them, as evidence.

A network says how likely each count is; for a point with both colours on it, it says only that, and which
mixture it is follows from the best row of checkers by colour (`vision.checkers`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import numpy.typing as npt

from arbiter.evidence import PlaceEvidence
from vision.nets import log_softmax, run, sigmoid

Floats = npt.NDArray[np.float32]

MOST = 10
MIXED = 2 * MOST + 1
HIGHER = 0.7
"""Cost of each checker above the tallest stack the network was shown."""
WORTH_ASKING = 0.02
"""Probability of a mixed point above which it is asked which mixture."""
FLOOR = -12.0
"""No picture says more than this against a count."""
TEMPERATURE = 1.3
"""The network is a little too sure of itself; measured on rendered boards it was not trained on."""
MOST_ON_BAR = 4

Totals = Mapping[tuple[int, int], float]


def point_evidence(strips: Floats, rows_of: Callable[[int], Totals]) -> list[PlaceEvidence]:
    """One PlaceEvidence per strip of the (n, CHANNELS, 88, 26) given.

    rows_of: best rows by colour of the n-th strip, asked only where both colours may stand on the point.
    """
    said = run("point", strips)
    logs = log_softmax(said[:, : MIXED + 1] / TEMPERATURE)
    hidden = sigmoid(said[:, MIXED + 1])
    return [
        PlaceEvidence(_scores(log, partial(rows_of, n)), FLOOR, bool(cover > 0.5))
        for n, (log, cover) in enumerate(zip(logs, hidden, strict=True))
    ]


def _scores(logs: Floats, rows: Callable[[], Totals]) -> tuple[tuple[int, int, float], ...]:
    scores = {(max(0, n), max(0, -n)): float(logs[n + MOST]) for n in range(-MOST, MOST + 1)}
    for extra in range(1, 6):
        scores[MOST + extra, 0] = scores[MOST, 0] - HIGHER * extra
        scores[0, MOST + extra] = scores[0, MOST] - HIGHER * extra
    if np.exp(logs[MIXED]) > WORTH_ASKING:
        mixtures = {counts: total for counts, total in rows().items() if min(counts)}
        best = max(mixtures.values())
        for counts, total in mixtures.items():
            scores[counts] = float(logs[MIXED]) + (total - best) / 3
    ordered = sorted(scores.items(), key=lambda item: -item[1])
    return tuple((light, dark, round(max(score, FLOOR), 3)) for (light, dark), score in ordered)


def ridge_evidence(ridge: Floats) -> PlaceEvidence:
    """From the ridge's (MAPS, 168, 44) input."""
    said = run("ridge", ridge[None])[0]
    light, dark = log_softmax(said[:5] / TEMPERATURE), log_softmax(said[5:10] / TEMPERATURE)
    scores = [
        (a, b, round(max(FLOOR, float(light[a] + dark[b])), 3))
        for a in range(MOST_ON_BAR + 1)
        for b in range(MOST_ON_BAR + 1)
    ]
    scores.sort(key=lambda entry: -entry[2])
    return PlaceEvidence(tuple(scores), FLOOR, bool(said[10] > 0))
