"""Checkers on the bar of a board that nobody calibrated: discs in either set's colour on the ridge's own."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from arbiter.position import SIDES, Side
from arbiter.referee.evidence import PlaceEvidence
from calibration.colours import Colour, learn_colour, to_lab
from calibration.rows import disc_means
from calibration.sheet import MARGIN, Image
from vision.inputs import NET_SCALE

Floats = npt.NDArray[np.float32]

MOST = 4
RADIUS = 0.38
"""Point widths of a checker's top that certainly show its colour."""
CAP = 2.5
"""What one pixel may say for or against a checker."""
LOOKS = 5.0
"""How many independent looks at a checker's colour one disc is worth."""
LEAST = 1.0
"""Mean log-ratio above which a disc rather is a checker than part of the ridge."""
APART = 0.75
"""Point widths between the middles of two checkers at the least."""
RARE = 2.5
"""Cost of each checker on the bar: mostly there are none."""
ASIDE = 0.15
"""Point widths that a checker lies beside the ridge's middle; farther off are those of the next points."""
FLOOR = -12.0


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
        (a, b, round(max(FLOOR, sum(gains[Side.LIGHT][:a]) + sum(gains[Side.DARK][:b])), 3))
        for a in range(MOST + 1)
        for b in range(MOST + 1)
    ]
    scores.sort(key=lambda entry: -entry[2])
    return PlaceEvidence(tuple(scores), FLOOR)


def _ratio(said: Mapping[Side, Floats], side: Side, own: Floats) -> Floats:
    return np.asarray(np.clip(said[side] - np.maximum(own, said[side.other]), -CAP, CAP), np.float32)


def _gains(ratio: Floats, margin: int, shift: float) -> list[float]:
    """What each further checker along the ridge adds, best first; MOST entries."""
    means = disc_means(ratio, RADIUS * NET_SCALE)
    middle, aside = (means.shape[1] - 1) / 2 + shift * NET_SCALE, ASIDE * NET_SCALE
    left = int(np.clip(middle - aside, 0, means.shape[1] - 1))
    inner = slice(left, max(left + 1, round(middle + aside) + 1))
    profile = means[margin : means.shape[0] - margin, inner].max(axis=1)
    gains: list[float] = []
    while len(gains) < MOST:
        at = int(profile.argmax())
        gains.append(LOOKS * (float(profile[at]) - LEAST) - RARE)
        reach = round(APART * NET_SCALE)
        profile[max(0, at - reach) : at + reach + 1] = -CAP
    return gains
