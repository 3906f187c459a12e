"""Checkers on the bar of a board that nobody calibrated: discs in either set's colour on the ridge's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from arbiter.referee.evidence import PlaceEvidence
from calibration.colours import Colour, learn_colour, to_lab
from calibration.rows import disc_means
from calibration.sheet import MARGIN, Image
from vision.inputs import NET_SCALE
from vision.points import POINTS
from vision.ridge import MOST_ON_BAR

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class BarLimits:
    """When a disc on the ridge is a checker; ratios and prices are natural logarithms. No measurement is kept from
    when they were chosen; what comes of them: tests/vision/test_stranger.py."""

    radius: float = 0.38
    """Point widths of a checker's top that certainly show its colour."""
    cap: float = 2.5
    """What one pixel may say for or against a checker."""
    looks: float = 5.0
    """How many independent looks at a checker's colour one disc is worth."""
    least: float = 1.0
    """Mean ratio above which a disc rather is a checker than part of the ridge."""
    apart: float = 0.75
    """Point widths between the middles of two checkers at the least."""
    rare: float = 2.5
    """Price of each checker on the bar: mostly there are none."""
    aside: float = 0.15
    """Point widths that a checker lies beside the ridge's middle; farther off are those of the next points."""


BAR = BarLimits()


def ridge_evidence(sheet: Image, colours: tuple[Colour, Colour], shift: float) -> PlaceEvidence:
    """Scores of (light, dark) counts from the ridge's sheet (BGR, NET_SCALE, calibration.sheet's margins).

    shift: point widths to the right of the ridge's middle where a checker on it appears.
    """
    lab = to_lab(sheet)
    margin = round(MARGIN * NET_SCALE)
    own = learn_colour(lab[margin:-margin, margin:-margin].reshape(-1, 3)).log_density(lab)
    said = {side: colour.log_density(lab) for side, colour in zip(SIDES, colours, strict=True)}
    gains = {side: _gains(_ratio(said, side, own), margin, shift) for side in SIDES}
    scores = [
        (a, b, round(max(POINTS.floor, sum(gains[Side.LIGHT][:a]) + sum(gains[Side.DARK][:b])), 3))
        for a in range(MOST_ON_BAR + 1)
        for b in range(MOST_ON_BAR + 1)
    ]
    scores.sort(key=lambda entry: -entry[2])
    return PlaceEvidence(tuple(scores), POINTS.floor)


def _ratio(said: Mapping[Side, Floats], side: Side, own: Floats) -> Floats:
    return np.asarray(np.clip(said[side] - np.maximum(own, said[side.other]), -BAR.cap, BAR.cap), np.float32)


def _gains(ratio: Floats, margin: int, shift: float) -> list[float]:
    """What each further checker along the ridge adds, best first; MOST_ON_BAR entries."""
    means = disc_means(ratio, BAR.radius * NET_SCALE)
    middle, aside = (means.shape[1] - 1) / 2 + shift * NET_SCALE, BAR.aside * NET_SCALE
    left = int(np.clip(middle - aside, 0, means.shape[1] - 1))
    inner = slice(left, max(left + 1, round(middle + aside) + 1))
    profile = means[margin : means.shape[0] - margin, inner].max(axis=1)
    gains: list[float] = []
    while len(gains) < MOST_ON_BAR:
        at = int(profile.argmax())
        gains.append(BAR.looks * (float(profile[at]) - BAR.least) - BAR.rare)
        reach = round(BAR.apart * NET_SCALE)
        profile[max(0, at - reach) : at + reach + 1] = -BAR.cap
    return gains
