"""Counts on the points as the networks see them, as evidence.

A network says how likely each count is; where it doubts, another one looks at the strip at twice the scale, for a slice
of a checker behind a wall or on top of a row is a pixel or two. Low rows both say together. For a point with both
colours on it the networks say only that, and the best rows of checkers by colour (`vision.checkers`) say which mixture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import CHECKERS
from arbiter.referee.evidence import PlaceEvidence
from calibration.rows import FULL_ROW
from vision.board_model import BoardModel
from vision.inputs import LEAN_ACROSS, Floats, Prepared
from vision.nets import log_softmax, run
from vision.score_maps import ScoreMaps
from vision.strips import STRIPS_PER_LEAF

MOST = 10
"""Checkers on the tallest pile that the networks were shown. Classes: from MOST dark ones to MOST light ones, MIXED."""
MIXED = 2 * MOST + 1
MIXTURES = [
    (light, dark)
    for light in range(1, MOST)
    for dark in range(1, MOST + 1 - light)
    if light + dark <= FULL_ROW or (light + dark == FULL_ROW + 1 and light != dark) or min(light, dark) == 1
]
"""Light and dark checkers on points with both colours: all of a row, and one checker on a pile up to MOST."""
MIDDLE = slice(5, 21)
"""Of a strip's width, which shows the point itself."""


@dataclass(frozen=True)
class PointLimits:
    """When a point is looked at again, and what is made of the words on it, as natural logarithms unless it says
    otherwise. Chosen on own renderings and a few path-traced ones; `python -m lab.benchmarks.vision` shows the outcome.
    """

    plain: float = 0.25
    patch: tuple[int, int] = (8, 4)
    """A strip is bare where no patch of its middle (pixels across and along) differs from the bare board by as much, in
    FAR_APART, on average."""
    plain_unmarked: float = 0.55
    unmarked: float = 0.05
    """The same where the scene network sees no checker, and the score of one below which that is so."""
    nothing_there: float = 8.0
    """By how much the network says that most empty points are empty."""
    doubted: float = 5.0
    """Counts this little likelier than the next are looked at closely: where `point` is surer the closer look is no
    better. Where both colours are no less likely than that, colours are asked which mixture it would be."""
    rarer: float = 0.45
    """For each checker above five: the close network learned from piles far more often than play makes them."""
    low: int = 4
    first_share: float = 0.5
    """Checkers up to which the first look counts beside the closer one, where both say so, and how much, on boards with
    an empty picture: others look twice at low rows already (`vision.plain_surface`)."""
    second: float = 2.0
    """Cost of each further checker of the fewer colour: what lands where it may not is mostly one."""
    higher: float = 0.7
    """Cost of each checker above the tallest pile that the network was shown, and above a full row of both colours."""
    floor: float = -12.0
    """No picture says more than this against a count."""


POINTS = PointLimits()
NOTHING_THERE = np.array(
    [POINTS.nothing_there if n == MOST else 0.0 for n in range(MIXED + 1)] + [-POINTS.nothing_there], np.float32
)
"""What the network says of most empty points."""
FEWER = np.array([POINTS.rarer * max(0, abs(n - MOST) - FULL_ROW) for n in range(MIXED)] + [0.0], np.float32)

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


_IN_ROW = [_in_row(light, dark) for light, dark in MIXTURES]
_UNLIKELY_MIXTURES = np.array(
    [POINTS.second * (min(counts) - 1) + POINTS.higher * max(0, sum(counts) - FULL_ROW) for counts in MIXTURES]
)
_HIGHER = POINTS.higher * np.arange(1, CHECKERS - MOST + 1)

Totals = Mapping[tuple[int, int], float]


@dataclass(frozen=True, eq=False)
class PointScores:
    """What the networks say of n strips.

    counts: (n, MIXED + 1) log-probabilities; hidden: (n,) whether something covers it; plain: (n,) nobody had to be
    asked.
    """

    counts: Floats
    hidden: npt.NDArray[np.bool_]
    plain: npt.NDArray[np.bool_]


def read_points(
    view: BoardModel, picture: Prepared, maps: ScoreMaps, asked: Sequence[int], before: Sequence[PlaceEvidence]
) -> tuple[PlaceEvidence, ...]:
    """The 24 strips: those asked for as they are now, the others as they were before. maps: of the same picture."""
    if not asked:
        return tuple(before)
    words = classify_points(view, picture, maps, asked)
    counts = words.counts
    if view.close is not None and (doubted := doubted_strips(counts)):
        large = view.close.shrunk(picture.image)
        places = [asked[n] for n in doubted]
        leaves = {leaf: view.close.sheet(leaf, large) for leaf in {place // STRIPS_PER_LEAF for place in places}}
        closer = closer_counts(view.close.strips_at(places, leaves))
        counts[doubted] = combined_scores(counts[doubted], closer) if view.plain is None else closer
    logs = log_softmax(counts)
    if view.plain is not None and (shown := [int(n) for n in np.flatnonzero(~words.plain)]):
        logs[shown] = view.plain.weighed(picture.image, [asked[n] for n in shown], logs[shown])
    mixed = [int(n) for n in np.flatnonzero(logs[:, MIXED] > logs.max(axis=1) - POINTS.doubted)]
    rows = dict(zip(mixed, view.rows.best(picture.image, [asked[n] for n in mixed]), strict=True)) if mixed else {}
    found = list(before)
    for n, place in enumerate(asked):
        if words.plain[n]:
            found[place] = BARE
        else:
            found[place] = PlaceEvidence(count_scores(logs[n], rows.get(n)), POINTS.floor, bool(words.hidden[n]))
    return tuple(found)


def classify_points(view: BoardModel, picture: Prepared, maps: ScoreMaps, asked: Sequence[int]) -> PointScores:
    """The network is asked about those of these strips that do not plainly show the bare board."""
    differences = view.inputs.differences_at(asked, picture.sheets)
    marks = (max(maps.of_checkers(view.cells.rows[place])) for place in asked)
    bare = [plainly_bare(strip[:, MIDDLE], mark) for strip, mark in zip(differences, marks, strict=True)]
    plain = np.array(bare, np.bool_)
    said = np.tile(NOTHING_THERE, (len(asked), 1))
    if not plain.all():
        shown = [place for n, place in enumerate(asked) if not plain[n]]
        said[~plain] = run("point", view.inputs.strips_at(shown, picture.sheets))
    return PointScores(
        counts=log_softmax(said[:, : MIXED + 1]),
        hidden=said[:, MIXED + 1] > 0,
        plain=plain,
    )


def closer_counts(strips: Floats) -> Floats:
    """(n, MIXED + 1) log-probabilities, from the strips at CLOSE_SCALE, each seen in a mirror too.

    The mirror image of a board is a board, and the network learned from both.
    """
    mirrored = strips[..., ::-1].copy()
    mirrored[:, LEAN_ACROSS] *= -1
    said = log_softmax(run("close", _by_fours(np.concatenate((strips, mirrored)))))
    both = np.float32(0.5) * (said[: len(strips)] + said[len(strips) :])
    return log_softmax(both - FEWER)


def combined_scores(first: Floats, closer: Floats) -> Floats:
    """(n, MIXED + 1) log-probabilities, of the same strips each, weighed together where both say that they are low."""
    low = np.maximum(*(np.abs(said.argmax(axis=1) - MOST) for said in (first, closer))) <= POINTS.low
    return np.where(low[:, None], POINTS.first_share * first + (1 - POINTS.first_share) * closer, closer)


def _by_fours(strips: Floats) -> Floats:
    """(n, c, h, w) to (n, 4c, h/2, w/2): each two by two pixels as channels, as the network wants them."""
    n, channels, height, width = strips.shape
    apart = strips.reshape(n, channels, height // 2, 2, width // 2, 2).transpose(0, 1, 3, 5, 2, 4)
    return apart.reshape(n, 4 * channels, height // 2, width // 2)


def plainly_bare(difference: Floats, mark: float) -> bool:
    """Whether a strip shows nothing but what lies under it: nobody has to be asked then.

    difference: (h, w) of its middle, from the bare board; mark: the scene's highest score of a checker there.
    """
    patches = cv2.blur(difference, POINTS.patch, borderType=cv2.BORDER_REPLICATE)
    return float(patches.max()) < (POINTS.plain_unmarked if mark < POINTS.unmarked else POINTS.plain)


def doubted_strips(logs: Floats) -> list[int]:
    """Both colours on a point are no question of a slice more or less: the first look knows them better."""
    best, lead = _lead(logs)
    return [int(n) for n in np.flatnonzero((best != MIXED) & (lead < POINTS.doubted))]


def _lead(logs: Floats) -> tuple[npt.NDArray[np.int64], Floats]:
    """The likeliest class of each strip, and its log-odds against the next."""
    runner_up, best = np.sort(logs, axis=1)[:, -2:].T
    return logs.argmax(axis=1), best - runner_up


def count_scores(logs: Floats, rows: Totals | None) -> tuple[tuple[int, int, float], ...]:
    """(light, dark, log-likelihood) of all counts, likeliest first.

    logs: (MIXED + 1,) of one strip; rows: what colours say of mixtures there, where they are asked.
    """
    scores = np.empty(len(COUNTS))
    scores[:MIXED] = logs[:MIXED]
    for one_side, tallest in zip(np.split(scores[MIXED : -len(MIXTURES)], 2), (MIXED - 1, 0), strict=True):
        one_side[:] = scores[tallest] - _HIGHER
    if rows is None:
        scores[-len(MIXTURES) :] = logs[MIXED] - np.log(len(MIXTURES))
    else:
        parts = np.array([rows[in_row] for in_row in _IN_ROW]) - _UNLIKELY_MIXTURES
        scores[-len(MIXTURES) :] = logs[MIXED] + parts - np.logaddexp.reduce(parts)
    order = np.argsort(-scores, kind="stable")
    bounded = np.maximum(scores, POINTS.floor)[order].tolist()
    return tuple((*COUNTS[n], round(score, 3)) for n, score in zip(order.tolist(), bounded, strict=True))


BARE = PlaceEvidence(count_scores(log_softmax(NOTHING_THERE[: MIXED + 1]), None), POINTS.floor)
"""What a point says that plainly shows nothing but itself."""
