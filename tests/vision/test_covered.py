"""What lies over the board for long is no hand, and still not the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from arbiter.position import Position
from arbiter.referee.evidence import Evidence, PlaceEvidence
from lab.simulator.art import Bytes
from lab.simulator.covers import COVERS, Doubles
from lab.simulator.looks import random_board
from tests.vision.boards import calibrated, shots
from vision.reader import Reader
from vision.rereading import FOREIGN, Rereader

SEEDS = (45_000, 45_003)


@dataclass(frozen=True, eq=False)
class Laid:
    """A board, a picture of a position on it, and where it lies in the picture."""

    reader: Reader
    image: Bytes
    outline: Doubles
    position: Position


@cache
def laid(seed: int) -> Laid:
    scene = random_board(seed, "ordinary")
    board = calibrated(scene)
    shot = next(shots(scene, 1))
    corners = np.array([*board.corners.left, *board.corners.right])
    return Laid(Reader(board), shot.image, corners, shot.position)


def at_last(reader: Reader, image: Bytes) -> Evidence:
    """What is said of a picture that has not changed for longer than any hand lies still."""
    rereader = Rereader(reader)
    for look in range(3):
        evidence = rereader.read(image, look, look * 1.1 * FOREIGN.no_hand_stays, ())
    return evidence


@pytest.mark.parametrize("seed", SEEDS)
def test_somebody_who_leans_over_the_board_for_long_is_not_taken_for_checkers(seed: int) -> None:
    """Either the whole board counts as covered, or points that are not hidden show what lies there."""
    board = laid(seed)
    for chance in range(2):
        seen = at_last(board.reader, COVERS["leaning"](board.image, board.outline, np.random.default_rng(chance)))
        places = zip(seen.places, board.position.places, strict=True)
        shown = [place.scores[0][:2] == count for place, count in places if not place.hidden]
        assert len(shown) < len(seen.places) - 3
        assert seen.covered or np.mean(shown) > 0.95


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_with_nothing_over_it_is_not_covered(seed: int) -> None:
    board = laid(seed)
    assert not at_last(board.reader, board.image).covered


def test_so_many_checkers_are_something_else() -> None:
    empty, pile = PlaceEvidence(((0, 0, 0.0),)), PlaceEvidence(((0, 10, 0.0),))
    for piles, covered in ((1, False), (2, True), (6, True)):
        places = (pile,) * piles + (empty,) * (25 - piles)
        assert Evidence(0, 0.0, still=True, hand=False, places=places).covered is covered
