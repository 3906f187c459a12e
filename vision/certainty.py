"""How sure a reading may be of itself.

What its places say together is too sure where counts hardly look different, or checkers are out of sight. `FITTED`
was fitted by `python -m lab.training.reading_certainty`. Contrast, grain, blur, tall rows and overruled places were
measured too, and left out: of a whole reading they say nothing that the places do not. What one point claims by itself
is too sure where colours hardly differ from their ground (`FAINT`, fitted by the same).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arbiter.referee.evidence import Evidence, PlaceEvidence
from vision.reading import Reading, reading_of

SUREST = 7.0
"""Log-odds beyond which what the places say together is not distinguished."""
COVERED = 0.3
"""Share of readings that are right where something hides a place: the most that any of them claims."""


NAMES = ("always", "stated", "apart", "off")
"""Of what `measured` gives, in order."""


def measured(evidence: Evidence, reading: Reading) -> tuple[float, ...]:
    """What a reading's certainty follows from, each about 0 to 3.

    always: 1. stated: log-odds of what the places say together. apart: nats by which the places, each by itself, are
    short of being sure of it, as a logarithm. off: checkers of the set borne off and not seen beside the board.
    """
    odds = np.log(reading.confidence + 1e-4) - np.log(1 - reading.confidence + 1e-4)
    places = list(zip(evidence.places, reading.position.places, strict=True))
    doubt = [-alone(place, count) for place, count in places if place.scores]
    beside, missing = evidence.beside_board or (0, 0), evidence.missing or (0, 0)
    off = zip(reading.position.off, beside, missing, strict=True)
    return (
        1.0,
        float(np.clip(odds, -SUREST, SUREST)) / 3,
        float(np.log(sum(doubt) + 0.05)),
        float(np.log1p(sum(max(0, gone - seen - never) for gone, seen, never in off))),
    )


def alone(place: PlaceEvidence, count: tuple[int, int]) -> float:
    """Natural logarithm of how likely a count is by what its place says by itself."""
    scores = np.array([score for *_, score in place.scores])
    return place.log_likelihood(*count) - float(np.logaddexp.reduce(scores))


@dataclass(frozen=True, slots=True)
class Faintness:
    """How much less a point claims where colours hardly differ from what they lie on.

    wrong: share of points that are wrong beyond what they say by themselves, at no contrast at all; over: CIE Lab of
    contrast over which it falls to 0.37 of that.
    """

    wrong: float
    over: float

    def share(self, contrast: float) -> float:
        """contrast: CIE Lab of the less distinct colour there."""
        return self.wrong * float(np.exp(-contrast / self.over))


FAINT = Faintness(0.159, 1.0)
SURE = 0.95
"""Probability from which on a place is sure of its count."""


def claimed(evidence: Evidence, index: int, count: tuple[int, int]) -> float:
    """The probability that a place (light's points 1 to 24, the ridge) holds so many, as far as it can be known."""
    share = FAINT.share(min(evidence.contrast[index])) if index < len(evidence.contrast) else 0.0
    return float(np.exp(alone(evidence.places[index], count))) * (1 - share)


def is_sure(evidence: Evidence, index: int) -> bool:
    """Whether a place is sure of its likeliest count."""
    return claimed(evidence, index, evidence.places[index].likeliest) >= SURE


@dataclass(frozen=True, slots=True)
class Certainty:
    """Weights of NAMES in the log-odds that a reading is right."""

    weights: tuple[float, ...]

    def of(self, values: tuple[float, ...]) -> float:
        """The probability that points and bar are exactly right."""
        odds = sum(weight * value for weight, value in zip(self.weights, values, strict=True))
        return float(1 / (1 + np.exp(-odds)))


FITTED = Certainty((2.633, 0.84, -1.387, -0.823))


def is_hidden(evidence: Evidence) -> bool:
    """Whether something hides a place."""
    return evidence.covered or any(place.hidden for place in evidence.places)


def certainty_of(evidence: Evidence) -> float:
    """The probability that the reading of a picture is exactly right, 0 to 0.999."""
    most = COVERED if is_hidden(evidence) else 0.999
    return round(min(FITTED.of(measured(evidence, reading_of(evidence))), most), 4)
