"""Counts on the points and the ridge as the networks see them, as evidence.

A network says how likely each count is; where it doubts, another one looks at the strip at twice the scale, for a slice
of a checker behind a wall or on top of a row is a pixel or two. The best row of checkers by colour (`vision.checkers`)
has a small say beside them; for a point with both colours on it the networks say only that, and the colours say which
mixture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import CHECKERS
from arbiter.referee.evidence import PlaceEvidence
from vision.inputs import LEAN_ALONG, OF_MAPS
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
BEHIND_WALL, LEANS_OVER = 1.0, -0.1
"""How much likelier a single checker is than the network says where the tray's wall may hide most of it: where
heights lean inwards from the leaf's edge, or hardly lean."""
ONE = [MOST - 1, MOST + 1]
RIDGE_TEMPERATURE = 1.2
"""On boards that it was not trained on the network of the ridge is a little too sure of itself."""
MOST_ON_BAR = 4
RIDGE_SAYS, MISCOUNTED, AND_MORE = 3.0, 4.0, 1.0
"""The most that the network of the ridge says against a count, and what the marks of the scene network say where it
differs from them by a checker, and for each more. They rarely err (once on 540 own pictures, where the network did six
times), and know other lamps than the bare board's; where one is imagined others are for the same reason."""

BEYOND_DOUBT = 4.5
"""Where every other count is this much less likely to the network, colours hardly overrule it and are not asked."""
MIXTURES = [(light, dark) for light in range(1, FULL_ROW + 1) for dark in range(1, FULL_ROW + 2 - light)]

PLAIN, PATCH = 0.25, (8, 4)
"""A strip is bare where no patch of its middle (pixels across and along) differs from the bare board by as much, in
FAR_APART, on average. Of 8,101 occupied points the least different one reached 0.45; half of the empty ones do not."""
MIDDLE = slice(5, 21)
NOTHING_THERE = np.array([8.0 if n == MOST else 0.0 for n in range(MIXED + 1)] + [-8.0], np.float32)
"""What the network says of most empty points."""

DOUBTED = 5.0
"""Counts this little likelier than the next are looked at closely. Where `point` is surer the closer look is no better:
of 6,300 hard strips of fresh boards 392 come out wrong so, and as many with a third more of them looked at."""
RARER = 0.45
"""For each checker above five: the close network learned from piles far more often than play makes them. From 0.3
to 0.9 it hardly matters: 11 to 14 wrong of 594 readings of our own boards."""
FEWER = np.array([RARER * max(0, abs(n - MOST) - FULL_ROW) for n in range(MIXED)] + [0.0], np.float32)

DOUBTFUL_MARK, MARK_SAYS, MARKED = 6.0, 2.5, 0.25
"""Where an empty point is no more than this likelier or less likely than an occupied one, the scene network's marks of
checkers there are asked; the most that they say; and the heat of a mark from which on it speaks for one. Of 2,025
occupied points on own pictures one in a hundred showed less heat, of 2,295 empty ones one in a hundred more."""

Totals = Mapping[tuple[int, int], float]


def point_evidence(
    strips: Floats, close: Callable[[Sequence[int]], Floats] | None, rows: Callable[[Sequence[int]], Sequence[Totals]]
) -> list[PlaceEvidence]:
    """One PlaceEvidence per strip of the (n, CHANNELS, 88, 26) given.

    close, rows: give those strips that they are asked for at CLOSE_SCALE, and the best rows by colour of them; without
    `close` there is no closer look.
    """
    wall = strips[:, LEAN_ALONG, 0, 0] > LEANS_OVER
    plain = [plainly_bare(strip) for strip in strips]
    shown = [n for n, bare in enumerate(plain) if not bare]
    said = np.tile(NOTHING_THERE, (len(strips), 1))
    if shown:
        said[shown] = run("point", strips[shown])
    counts = log_softmax(said[:, : MIXED + 1])
    if close and (doubted := _doubted(counts)):
        counts[doubted] = log_softmax(run("close", close(doubted)) - FEWER)
    counts[:, ONE] += np.where(wall, BEHIND_WALL, 0)[:, None]
    logs, hidden = log_softmax(counts), sigmoid(said[:, MIXED + 1]) > 0.5
    _, lead = _lead(logs)
    doubtful = [int(n) for n in np.flatnonzero(lead < BEYOND_DOUBT)]
    by_colour = dict(zip(doubtful, rows(doubtful), strict=True)) if doubtful else {}
    return [
        _bare(bool(wall[n])) if bare else PlaceEvidence(_scores(logs[n], by_colour.get(n)), FLOOR, bool(hidden[n]))
        for n, bare in enumerate(plain)
    ]


@cache
def _bare(wall: bool) -> PlaceEvidence:
    counts = NOTHING_THERE[: MIXED + 1].copy()
    counts[ONE] += BEHIND_WALL if wall else 0
    return PlaceEvidence(_scores(log_softmax(counts), None), FLOOR)


def with_marks(place: PlaceEvidence, light: float, dark: float) -> PlaceEvidence:
    """A point as the scene sees it too, where it may be empty; light, dark: its greatest heat of a checker there."""
    empty = place.log_likelihood(0, 0)
    occupied = max((score for a, b, score in place.scores if a or b), default=-np.inf)
    if abs(empty - occupied) > DOUBTFUL_MARK:
        return place
    heat = np.clip(np.array([light, dark]), 1e-3, 1 - 1e-3)
    odds = np.log(heat / (1 - heat) * (1 - MARKED) / MARKED)
    says = np.clip(odds, -MARK_SAYS, MARK_SAYS)
    scores = ((a, b, round(float(score + says[0] * (a > 0) + says[1] * (b > 0)), 3)) for a, b, score in place.scores)
    return PlaceEvidence(tuple(sorted(scores, key=lambda entry: -entry[2])), place.floor, place.hidden)


def plainly_bare(strip: Floats) -> bool:
    """Whether a strip (CHANNELS, 88, 26) shows nothing but what lies under it: nobody has to be asked then."""
    patches = cv2.blur(strip[OF_MAPS[-1], :, MIDDLE], PATCH, borderType=cv2.BORDER_REPLICATE)
    return float(patches.max()) < PLAIN


def _doubted(logs: Floats) -> list[int]:
    """Both colours on a point are no question of a slice more or less: the first look knows them better."""
    best, lead = _lead(logs)
    return [int(n) for n in np.flatnonzero((best != MIXED) & (lead < DOUBTED))]


def _lead(logs: Floats) -> tuple[npt.NDArray[np.int64], Floats]:
    """The likeliest class of each strip, and its log-odds against the next."""
    runner_up, best = np.sort(logs, axis=1)[:, -2:].T
    return logs.argmax(axis=1), best - runner_up


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
        np.maximum(log_softmax(said[k : k + 5] / RIDGE_TEMPERATURE), -RIDGE_SAYS)
        - _miscounted(np.abs(np.arange(MOST_ON_BAR + 1) - seen))
        for k, seen in zip((0, 5), lying, strict=True)
    )
    scores = [
        (a, b, round(max(FLOOR, float(light[a] + dark[b])), 3))
        for a in range(MOST_ON_BAR + 1)
        for b in range(MOST_ON_BAR + 1)
    ]
    scores.sort(key=lambda entry: -entry[2])
    return PlaceEvidence(tuple(scores), FLOOR, bool(said[10] > 0))


def _miscounted(by: npt.NDArray[np.int64]) -> Floats:
    return np.asarray(np.where(by > 0, MISCOUNTED + AND_MORE * (by - 1), 0.0), np.float32)
