"""How sure a place may be of what it says where lamps along the board have burnt it out.

What stays open there when the pixels around were asked looks like nothing that the networks learned, and they are
surer of it than they are right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.seats import Seats
from vision.lamplight import Unlit
from vision.strips import strip_at


@dataclass(frozen=True)
class DoubtLimits:
    """Chosen on own boards (`lab.benchmarks.lit_places`), by how likely the counts that lie there are said to be."""

    begins: float = 0.5
    full: float = 1.5
    """Faces of checkers on a point that are burnt out and open, from which on less is said, and from which on least."""
    least: float = 0.6
    """What scores are multiplied by then: the odds of a count against another come nearer to even."""

    def share(self, open_faces: float) -> float:
        """What the scores of a place are multiplied by."""
        doubt = np.clip((open_faces - self.begins) / (self.full - self.begins), 0, 1)
        return float(1 - (1 - self.least) * doubt)


DOUBT = DoubtLimits()


def in_lamplight(evidence: Evidence, unlit: Unlit | None, seats: Seats) -> Evidence:
    """What a look says, less sure where lamps have burnt its picture out. unlit: None where none shine."""
    if unlit is None or not evidence.places:
        return evidence
    places = list(evidence.places)
    for index, (row, column) in enumerate(seats.track()):
        share = DOUBT.share(float(unlit.open_faces[strip_at(row, column)]))
        if share < 1:
            places[index] = _doubted(places[index], share)
    return replace(evidence, places=tuple(places), dazzled=unlit.dazzled)


def _doubted(place: PlaceEvidence, share: float) -> PlaceEvidence:
    scores = tuple((light, dark, round(score * share, 3)) for light, dark, score in place.scores)
    return replace(place, scores=scores, floor=place.floor * share)
