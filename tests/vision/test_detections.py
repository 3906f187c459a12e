"""Rows counted by the marks of single checkers: by their spacing, by their colour, and by what is left over."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter.referee.evidence import PlaceEvidence
from calibration.board import CheckerSize
from calibration.rows import FULL_ROW
from lab.simulator.looks import random_board
from tests.vision.boards import calibrated, shots
from vision.cells import LENGTH, OUTSIDE, SAMPLES
from vision.detections import COUNTS, marks_on, row_scores, weighed
from vision.nets import Floats
from vision.reader import Reader
from vision.strips import strip_at

CHECKER = CheckerSize(radius=0.445, height=0.25, first=0.45)
FAINT, PLAIN = 0.3, 0.7


def marks(count: int, score: float, side: int = 0, missing: int | None = None) -> Floats:
    """(1, SAMPLES, 2): a row of checkers that touch, each a peak of that score. missing: one that nobody marked."""
    found = np.full((1, SAMPLES, 2), 0.03, np.float32)
    along = (np.arange(SAMPLES) + 0.5) * LENGTH / SAMPLES - OUTSIDE
    for place in range(count):
        if place != missing:
            peak = score * np.exp(-(((along - CHECKER.first - place * CHECKER.pitch) / 0.2) ** 2))
            found[0, :, side] = np.maximum(found[0, :, side], peak)
    return found


def counted(scores: Floats) -> int:
    """Light checkers as positive numbers, dark ones as negative."""
    return int(row_scores(scores, CHECKER)[0].argmax()) - FULL_ROW


@pytest.mark.parametrize("count", range(6))
@pytest.mark.parametrize("side", [0, 1])
def test_as_many_are_counted_as_are_marked(count: int, side: int) -> None:
    assert counted(marks(count, PLAIN, side)) == (1 - 2 * side) * count


def test_a_row_of_faint_marks_is_a_row_where_no_single_one_would_be() -> None:
    assert counted(marks(4, FAINT)) == 4
    assert row_scores(marks(1, FAINT), CHECKER)[0, FULL_ROW + 1] < row_scores(marks(1, PLAIN), CHECKER)[0, FULL_ROW + 1]


def test_marks_nearer_than_checkers_can_lie_are_one() -> None:
    two = np.maximum(marks(1, PLAIN), np.roll(marks(1, PLAIN), 1, axis=1))
    assert counted(two) == 1


def test_what_is_said_adds_up_to_one() -> None:
    said = row_scores(np.concatenate([marks(n, PLAIN) for n in range(6)]), CHECKER)
    assert said.shape == (6, COUNTS)
    assert np.exp(said).sum(axis=1) == pytest.approx(1.0)


def test_a_place_in_doubt_follows_its_marks_and_leaves_tall_piles_and_mixtures_to_the_classes() -> None:
    place = PlaceEvidence(((0, 0, -0.5), (3, 0, -1.0), (7, 0, -6.0), (5, 0, -6.5), (1, 1, -3.0)), -12.0)
    found = weighed(place, row_scores(marks(3, PLAIN), CHECKER)[0])
    assert found.likeliest == (3, 0)
    assert found.log_likelihood(7, 0) > found.log_likelihood(5, 0)
    assert found.log_likelihood(1, 1) == pytest.approx(-3.0)
    plain = [np.exp(score) for light, dark, score in found.scores if not (light and dark)]
    before = [np.exp(score) for light, dark, score in place.scores if not (light and dark)]
    assert sum(plain) == pytest.approx(sum(before), rel=0.01)


def test_rendered_rows_are_counted_by_their_marks_alone() -> None:
    scene = random_board(52_001, "ordinary")
    board = calibrated(scene)
    reader = Reader(board)
    lines = reader._view.cells.lines
    right = total = 0
    for shot in shots(scene, 2):
        said = row_scores(marks_on(reader.read_region(reader.prepared(shot.image)).maps, lines), board.checker)
        for (row, column), (light, dark) in zip(scene.seats.track(), shot.position.places, strict=False):
            shown = min(FULL_ROW, light) - min(FULL_ROW, dark)
            right += int(said[strip_at(row, column)].argmax()) - FULL_ROW == shown
            total += 1
    assert right >= 0.95 * total
