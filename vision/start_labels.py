"""What people vouched for at set-up: a point that looks as in the start picture holds what is known to lie there.

Some points are misread even in the picture that the board was learned from. While such a point looks as it did there,
its count needs no network; once it was touched it looks otherwise, and is read as any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.referee.evidence import PlaceEvidence
from calibration.board import Board
from calibration.sheet import Image
from vision.strips import strip_at
from vision.unchanged_strips import alike, rows_of


@dataclass(frozen=True)
class LabelLimits:
    """Which points have a label, and what it says. tests/setup/test_reading_back.py holds what comes of it."""

    min_odds: float = 0.3
    """Natural log-odds of what lies on a point, in the start picture, below which it is not read surely there."""
    says: float = 6.0
    """The same of a point that looks as it did there: more than where it is doubted (`PointLimits.doubted`)."""


LIMITS = LabelLimits()


@dataclass(frozen=True, eq=False)
class StartLabels:
    """labels: for each labelled strip, the (light, dark) checkers on it, and how it looked with them."""

    labels: tuple[tuple[int, tuple[int, int], Image], ...]

    def applied(self, points: tuple[PlaceEvidence, ...], sheet: Image) -> tuple[PlaceEvidence, ...]:
        """The 24 strips, those with a label saying what it says while they look so. sheet: see `labels_of`."""
        if not self.labels:
            return points
        rows, found = rows_of(sheet), list(points)
        for strip, count, looked in self.labels:
            if alike(rows[strip], looked):
                found[strip] = _saying(points[strip], count)
        return tuple(found)


def labels_of(board: Board, sheet: Image) -> StartLabels:
    """sheet: of the start picture, (HEIGHT, WIDTH, 3) uint8 BGR in the bare board's light."""
    rows = rows_of(sheet)
    return StartLabels(
        tuple(
            (strip, board.position.counts(point), rows[strip])
            for point, strip in enumerate((strip_at(*spot) for spot in board.seats.track()), 1)
            if misread(board, point)
        )
    )


def misread(board: Board, point: int) -> bool:
    """Whether light's point 1 to 24 is not read surely in the board's own start picture."""
    return board.visibility is not None and board.visibility.odds[point - 1] < LIMITS.min_odds


def _saying(place: PlaceEvidence, count: tuple[int, int]) -> PlaceEvidence:
    others = [score for score in place.scores if score[:2] != count]
    if place.hidden or not others:
        return place
    least = max(score for _, _, score in others) + LIMITS.says
    own = max(place.log_likelihood(*count), least)
    return replace(place, scores=((*count, own), *others))
