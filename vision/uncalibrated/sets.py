"""Whose checkers stand on the points of a board that nobody calibrated.

How many stand there is asked first, whosever they are. Every way of parting the occupied points into two sets by colour
is then tried: its colours are learned, the points are read again with them, and the way that explains all points best,
with equal sets, is taken. The lighter set is `light`. Colours that glare has bent say little, so the first answer goes
on counting as much as the one that knows the colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arbiter.position import CHECKERS
from calibration.colours import Colour
from vision.points import MOST
from vision.uncalibrated.centre_lines import centre_line_counts
from vision.uncalibrated.plain_strips import core_pixels, counts_said, set_colours, with_colours

Floats = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int64]
_Explained = tuple[float, Floats, tuple[Colour, Colour]]
"""How well points are explained, (24, 21) log-probabilities of their counts, and the two sets' colours."""


@dataclass(frozen=True)
class PartingLimits:
    """How ways of parting the points into two sets are found and compared; prices are natural logarithms. What comes of
    them: tests/vision/test_uncalibrated.py.
    """

    rounds: int = 3
    """Times at the most that colours are learned from counts and counts read with colours."""
    colour_blind: float = 0.3
    """What the look that knows no colours counts beside the one that knows them. Of 408 points of own renderings with
    misplaced corners 1 is wrong at 0, 2 at 0.3, 5 at 0.5; where coloured light bends the colours, as in no rendering of
    ours, it is the only one that is right."""
    cuts: int = 4
    """Widest gaps between points' colours, along each direction, at which the sets are parted for a trial."""
    unequal: float = 3.0
    most_unequal: int = 3
    """Price of each checker by which the sets differ in size, when ways of parting are compared; of so many at most."""
    unusual: float = 1.5
    most_unusual: int = 2
    """The same of each checker above fifteen, of so many at most, and of having fewer."""


SETS_APART = PartingLimits()


def read_sets(strips: Floats) -> tuple[Floats, tuple[Colour, Colour] | None]:
    """(24, 21) log-probabilities of -10..10 checkers, light above zero, and light's and dark's colours.

    The colours are None where two sets cannot be distinguished, because there are too few checkers.
    """
    blind = counts_said(strips)
    alone = _whosever(blind)
    ways = _Ways(strips, alone)
    best: _Explained | None = None
    for counts in (alone.argmax(axis=1), centre_line_counts(strips)):
        for signs in _partings(strips, counts):
            tried = _read_again(ways, signs * counts)
            if tried is not None and (best is None or tried[0] > best[0]):
                best = tried
    if best is None:
        return blind, None
    _, logs, (one, other) = best
    if _lightness(strips, logs.argmax(axis=1) - MOST) < 0:
        return logs[:, ::-1], (other, one)
    return logs, (one, other)


def _partings(strips: Floats, counts: Counts) -> Iterator[Counts]:
    """Ways to part the occupied points into two sets: along the colours' main direction, by lightness, by nearness."""
    occupied = np.flatnonzero(counts)
    if len(occupied) < 2:
        return
    middles = np.stack([np.median(core_pixels(strips[k], int(counts[k])), axis=0) for k in occupied])
    centred = middles - middles.mean(axis=0)
    main = np.linalg.svd(centred, full_matrices=False)[2][0]
    tried = set()
    for direction in (main, np.array([1.0, 0, 0])):
        order = np.argsort(centred @ direction)
        gaps = np.diff((centred @ direction)[order])
        for cut in np.argsort(-gaps)[: SETS_APART.cuts] + 1:
            sides = np.ones(len(occupied), np.int64)
            sides[order[:cut]] = -1
            tried.add(tuple(int(n) for n in (sides if sides[0] > 0 else -sides)))
    for chosen in sorted(tried):
        signs = np.zeros(len(counts), np.int64)
        signs[occupied] = chosen
        yield signs


def _whosever(logs: Floats) -> Floats:
    """(24, 11) log-probabilities of 0..10 checkers of either set."""
    either = np.logaddexp(logs[:, MOST + 1 :], logs[:, MOST - 1 :: -1])
    return np.asarray(np.concatenate([logs[:, MOST : MOST + 1], either], axis=1), np.float32)


class _Ways:
    """What the network says of strips with the colours of two sets; asked once of each way of parting them.

    alone: what was said of them before the colours were known, whosever checkers they are.
    """

    def __init__(self, strips: Floats, alone: Floats) -> None:
        self._strips = strips
        self._blind = np.concatenate([alone[:, :0:-1], alone], axis=1)
        self._known = dict[tuple[int, ...], _Explained | None]()

    def explained(self, counts: Counts) -> _Explained | None:
        """How well the points are explained by the colours of these counts; None without both sets."""
        key = tuple(counts.tolist())
        if key not in self._known:
            self._known[key] = self._ask(key)
        return self._known[key]

    def _ask(self, counts: tuple[int, ...]) -> _Explained | None:
        colours = set_colours(self._strips, counts)
        if colours is None:
            return None
        share = SETS_APART.colour_blind
        said = counts_said(with_colours(self._strips, colours))
        logs = np.asarray((1 - share) * said + share * self._blind, np.float32)
        again = logs.argmax(axis=1) - MOST
        light, dark = int(again[again > 0].sum()), int(-again[again < 0].sum())
        score = float(logs.max(axis=1).sum()) - SETS_APART.unequal * min(SETS_APART.most_unequal, abs(light - dark))
        score -= SETS_APART.unusual * sum(
            min(SETS_APART.most_unusual, max(0, n - CHECKERS)) + (n < CHECKERS) for n in (light, dark)
        )
        return score, logs, colours


def _read_again(ways: _Ways, counts: Counts) -> _Explained | None:
    """How well the points are explained by two sets parted like this, a few rounds on."""
    found = None
    for _ in range(SETS_APART.rounds):
        way = ways.explained(counts)
        if way is None:
            return found
        if found is None or way[0] > found[0]:
            found = way
        again = way[1].argmax(axis=1) - MOST
        if (again == counts).all():
            break
        counts = again
    return found


def _lightness(strips: Floats, counts: Counts) -> float:
    """By how much the set counted above zero is lighter than the other."""
    sets: tuple[list[Floats], list[Floats]] = ([], [])
    for strip, count in zip(strips, counts, strict=True):
        if count:
            sets[int(count < 0)].append(core_pixels(strip, int(count))[:, 0])
    if not (sets[0] and sets[1]):
        return 0.0
    return float(np.median(np.concatenate(sets[0])) - np.median(np.concatenate(sets[1])))
