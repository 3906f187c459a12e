"""Counts on the points and the ridge as the networks see them, as evidence.

A network says how likely each count is, and the best row of checkers by colour (`vision.checkers`) has a small say
beside it; for a point with both colours on it the network says only that, and the colours say which mixture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from arbiter.evidence import PlaceEvidence
from arbiter.position import CHECKERS
from vision.inputs import LEAN_ALONG
from vision.nets import log_softmax, run, sigmoid

Floats = npt.NDArray[np.float32]

MOST = 10
MIXED = 2 * MOST + 1
HIGHER = 0.7
"""Cost of each checker above the tallest stack the network was shown."""
COLOUR_SHARE = 0.1
"""What the best row of checkers by colour adds to the network's word; measured, as the temperature is."""
WORST_ROW = 50.0
FULL_ROW = 5
"""Checkers of a point beyond these lie on top of the row."""
FLOOR = -12.0
"""No picture says more than this against a count."""
BEHIND_WALL, LEANS_OVER = 2.0, -0.1
"""How much likelier a single checker is than the network says where the tray's wall may hide most of it: where
heights lean inwards from the leaf's edge, or hardly lean."""
ONE = [MOST - 1, MOST + 1]
RIDGE_TEMPERATURE = 1.2
"""On boards that it was not trained on the network of the ridge is a little too sure of itself."""
MOST_ON_BAR = 4
MISCOUNTED = 3.0
"""For each checker by which a count on the ridge differs from the marks of the scene network, which rarely errs."""

BEYOND_DOUBT = 4.5
"""Where every other count is this much less likely to the network, colours hardly overrule it and are not asked."""
MIXTURES = [(light, dark) for light in range(1, FULL_ROW + 1) for dark in range(1, FULL_ROW + 2 - light)]

Totals = Mapping[tuple[int, int], float]


def point_evidence(strips: Floats, rows: Callable[[Sequence[int]], Sequence[Totals]]) -> list[PlaceEvidence]:
    """One PlaceEvidence per strip of the (n, CHANNELS, 88, 26) given.

    rows: gives the best rows by colour of those strips that it is asked for; the network decides which.
    """
    said = run("point", strips)
    counts = said[:, : MIXED + 1].copy()
    counts[:, ONE] += np.where(strips[:, LEAN_ALONG, :1, 0] > LEANS_OVER, BEHIND_WALL, 0)
    logs = log_softmax(counts)
    hidden = sigmoid(said[:, MIXED + 1])
    runner_up, best = np.sort(logs, axis=1)[:, -2:].T
    doubtful = [int(n) for n in np.flatnonzero(best - runner_up < BEYOND_DOUBT)]
    by_colour = dict(zip(doubtful, rows(doubtful), strict=True)) if doubtful else {}
    return [
        PlaceEvidence(_scores(log, by_colour.get(n)), FLOOR, bool(cover > 0.5))
        for n, (log, cover) in enumerate(zip(logs, hidden, strict=True))
    ]


def _scores(logs: Floats, rows: Totals | None) -> tuple[tuple[int, int, float], ...]:
    scores = {(max(0, n), max(0, -n)): float(logs[n + MOST]) for n in range(-MOST, MOST + 1)}
    for extra in range(1, CHECKERS - MOST + 1):
        scores[MOST + extra, 0] = scores[MOST, 0] - HIGHER * extra
        scores[0, MOST + extra] = scores[0, MOST] - HIGHER * extra
    if rows is None:
        scores |= {mixture: float(logs[MIXED] - np.log(len(MIXTURES))) for mixture in MIXTURES}
    else:
        best = max(total for counts, total in rows.items() if not min(counts))
        for light, dark in scores:
            in_row = (min(light, FULL_ROW), min(dark, FULL_ROW))
            scores[light, dark] += COLOUR_SHARE * max(rows[in_row] - best, -WORST_ROW)
        likeliest = max(rows[mixture] for mixture in MIXTURES)
        for mixture in MIXTURES:
            scores[mixture] = float(logs[MIXED]) + (rows[mixture] - likeliest) / 3
    ordered = sorted(scores.items(), key=lambda item: -item[1])
    return tuple((light, dark, round(max(score, FLOOR), 3)) for (light, dark), score in ordered)


def ridge_evidence(ridge: Floats, lying: tuple[int, int]) -> PlaceEvidence:
    """From the ridge's (MAPS, 168, 44) input and the light and dark checkers that the scene network marked on it."""
    said = run("ridge", ridge[None])[0]
    light, dark = (
        log_softmax(said[k : k + 5] / RIDGE_TEMPERATURE) - MISCOUNTED * np.abs(np.arange(MOST_ON_BAR + 1) - seen)
        for k, seen in zip((0, 5), lying, strict=True)
    )
    scores = [
        (a, b, round(max(FLOOR, float(light[a] + dark[b])), 3))
        for a in range(MOST_ON_BAR + 1)
        for b in range(MOST_ON_BAR + 1)
    ]
    scores.sort(key=lambda entry: -entry[2])
    return PlaceEvidence(tuple(scores), FLOOR, bool(said[10] > 0))
