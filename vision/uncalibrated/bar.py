"""Checkers on the bar of a board that nobody calibrated: discs in either set's colour on the ridge's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from arbiter.referee.evidence import PlaceEvidence
from calibration.colours import Colour, learn_colour, to_lab
from calibration.measure import MEASURING
from calibration.rows import disc_means
from calibration.sheet import MARGIN, Image
from vision.points import POINTS
from vision.ridge import MOST_ON_BAR
from vision.strips import NET_SCALE

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class BarLimits:
    """When a disc on the ridge is a checker; ratios and prices are natural logarithms. What comes of
    them: tests/vision/test_uncalibrated.py, lab/notebook, photographs."""

    radius: float = 0.38
    """Point widths of a checker's top that certainly show its colour."""
    looks: float = 5.0
    """How many independent looks at a checker's colour one disc is worth."""
    least: float = 1.0
    """Mean ratio above which a disc rather is a checker than part of the ridge."""
    apart: float = 0.75
    """Point widths between the middles of two checkers at the least."""
    rare: float = 2.5
    """Price of each checker on the bar: mostly there are none."""
    half_width: float = 0.15
    """Point widths that a checker lies beside the ridge's middle; farther off are those of the next points."""
    stretch: float = 0.75
    around: float = 0.5
    """Point widths along the ridge of a stretch, and before and behind it, that may be left out where the ridge's own
    colour is learned."""
    least_left: int = 200
    """Pixels from which on the rest of the ridge shows its colour."""


BAR = BarLimits()


def ridge_evidence(sheet: Image, colours: tuple[Colour, Colour], shift: float) -> PlaceEvidence:
    """Scores of (light, dark) counts from the ridge's sheet (BGR, NET_SCALE, calibration.sheet's margins).

    shift: point widths to the right of the ridge's middle where a checker on it appears.
    """
    lab = to_lab(sheet)
    margin = round(MARGIN * NET_SCALE)
    own = _own_density(lab, margin)
    said = {side: colour.log_density(lab) for side, colour in zip(SIDES, colours, strict=True)}
    gains = {side: _gains(_ratio(said, side, own), margin, shift) for side in SIDES}
    scores = [
        (a, b, round(max(POINTS.floor, sum(gains[Side.LIGHT][:a]) + sum(gains[Side.DARK][:b])), 3))
        for a in range(MOST_ON_BAR + 1)
        for b in range(MOST_ON_BAR + 1)
    ]
    scores.sort(key=lambda entry: -entry[2])
    return PlaceEvidence(tuple(scores), POINTS.floor)


def _own_density(lab: Floats, margin: int) -> Floats:
    """(h, w) log-density of the ridge's own colour; each stretch is as likely to show it as not to.

    Where it is learned from all of the ridge, a checker passes for it; where the stretch is left out, a logo passes for
    a checker.
    """
    height = lab.shape[0]
    inside = np.zeros(lab.shape[:2], np.bool_)
    inside[margin:-margin, margin:-margin] = True
    own = learn_colour(lab[inside]).log_density(lab)
    parts = max(1, round((height - 2 * margin) / (BAR.stretch * NET_SCALE)))
    edges = np.linspace(margin, height - margin, parts + 1).round().astype(int)
    around = round(BAR.around * NET_SCALE)
    for n, (first, last) in enumerate(pairwise(edges)):
        rest = inside.copy()
        rest[max(0, first - around) : last + around] = False
        if rest.sum() < BAR.least_left:
            continue
        rows = slice(0 if n == 0 else first, height if n == parts - 1 else last)
        without = learn_colour(lab[rest]).log_density(lab[rows])
        own[rows] = np.logaddexp(own[rows], without) - np.log(2)
    return own


def _ratio(said: Mapping[Side, Floats], side: Side, own: Floats) -> Floats:
    rather = said[side] - np.maximum(own, said[side.other])
    return np.asarray(np.clip(rather, -MEASURING.cap, MEASURING.cap), np.float32)


def _gains(ratio: Floats, margin: int, shift: float) -> list[float]:
    """What each further checker along the ridge adds, best first; MOST_ON_BAR entries."""
    means = disc_means(ratio, BAR.radius * NET_SCALE)
    middle, half_width = (means.shape[1] - 1) / 2 + shift * NET_SCALE, BAR.half_width * NET_SCALE
    left = int(np.clip(middle - half_width, 0, means.shape[1] - 1))
    inner = slice(left, max(left + 1, round(middle + half_width) + 1))
    profile = means[margin : means.shape[0] - margin, inner].max(axis=1)
    gains: list[float] = []
    while len(gains) < MOST_ON_BAR:
        at = int(profile.argmax())
        gains.append(BAR.looks * (float(profile[at]) - BAR.least) - BAR.rare)
        reach = round(BAR.apart * NET_SCALE)
        profile[max(0, at - reach) : at + reach + 1] = -MEASURING.cap
    return gains
