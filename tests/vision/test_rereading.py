"""Reading only what has changed says what reading everything says, for less."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from arbiter.position import Position
from calibration.board import Board
from lab.simulator.art import Bytes
from lab.simulator.looks import random_board
from lab.simulator.one_play import before_and_after
from tests.vision.boards import calibrated, shots
from vision.inputs import Prepared
from vision.reader import Reader
from vision.reading import reading_of
from vision.rereading import REREADING, SMALL, Rereader, parts_around
from vision.scene import EVERYTHING, ReadRegion, SceneReading
from vision.score_maps import ScoreMaps, Spot
from vision.strips import ALL, STRIPS, Box


class Noted(Reader):
    """A reader that notes how much it was asked to read."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.shares: list[ReadRegion] = []

    def read_region(
        self,
        picture: Prepared,
        share: ReadRegion = EVERYTHING,
        before: SceneReading | None = None,
        dice_before: Sequence[Spot] = (),
        maps: ScoreMaps | None = None,
    ) -> SceneReading:
        self.shares.append(share)
        return super().read_region(picture, share, before, dice_before, maps)


@pytest.fixture(scope="module")
def played() -> tuple[Board, list[tuple[Position, Bytes]]]:
    """A board, and pictures before and after one play."""
    scene = random_board(40_050, "ordinary", (640, 360))
    return calibrated(scene), list(before_and_after(scene))


def test_after_a_play_only_what_it_touched_is_read(played: tuple[Board, list[tuple[Position, Bytes]]]) -> None:
    board, ((before, first), (after, second)) = played
    reader = Noted(board)
    rereader = Rereader(reader)
    seen = [rereader.read(first, n, n / 10, ()) for n in range(2)]
    seen += [rereader.read(second, n, n / 10, ()) for n in range(2, 2 + REREADING.looks)]
    assert reading_of(seen[1]).position == before
    assert [reading_of(evidence).position for evidence in seen[2:]] == [after] * REREADING.looks
    assert reader.shares[0] == EVERYTHING
    assert len(reader.shares[1].points) == REREADING.in_turn
    moved = {n for n in range(24) if before.counts(n + 1) != after.counts(n + 1)}
    track = [12 * (column // 6) + (0 if row == "top" else 6) + column % 6 for row, column in board.seats.track()]
    for share in reader.shares[2:]:
        assert {track[point] for point in moved} <= set(share.points)
        assert len(share.points) < STRIPS


def test_a_quiet_table_is_read_as_a_whole_now_and_then(
    played: tuple[Board, list[tuple[Position, Bytes]]],
) -> None:
    board, ((_, first), _) = played
    reader = Noted(board)
    rereader = Rereader(reader)
    for time in (0.0, 0.1, REREADING.all_again + 0.1):
        rereader.read(first, 0, time, ())
    assert [share == EVERYTHING for share in reader.shares] == [True, False, True]


def test_on_a_small_machine_a_quiet_board_is_read_as_a_whole_less_often(
    played: tuple[Board, list[tuple[Position, Bytes]]],
) -> None:
    board, ((_, first), _) = played
    reader = Noted(board)
    rereader = Rereader(reader, small=True)
    for time in (0.0, REREADING.all_again + 0.1, SMALL.all_again + 0.1):
        rereader.read(first, 0, time, ())
    assert [share == EVERYTHING for share in reader.shares] == [True, False, True]


def test_what_was_read_a_part_at_a_time_equals_what_is_read_at_once(
    played: tuple[Board, list[tuple[Position, Bytes]]],
) -> None:
    board, ((_, first), (_, second)) = played
    rereader, reader = Rereader(Reader(board)), Reader(board)
    rereader.read(first, 0, 0.0, ())
    part, whole = rereader.read(second, 1, 0.1, ()), reader.read(second)
    for one, other in zip(part.places, whole.places, strict=True):
        assert one.scores[0][:2] == other.scores[0][:2]
    assert [die.value for die in part.dice] == [die.value for die in whole.dice]
    assert part.hand == whole.hand


def test_changes_far_apart_are_read_apart_and_many_at_once() -> None:
    cells = np.zeros((14, 24), np.bool_)
    cells[2, 3:5] = cells[11, 20] = True
    step = REREADING.cell
    assert set(_edges(parts_around(cells))) == {
        (2 * step, 3 * step, 3 * step, 5 * step),
        (11 * step, 12 * step, 20 * step, 21 * step),
    }
    cells[2, 6] = True
    assert len(parts_around(cells)) == 2
    assert parts_around(np.ones_like(cells)) == ALL


def _edges(parts: tuple[Box, ...]) -> list[tuple[int, int, int, int]]:
    return [(rows.start, rows.stop, columns.start, columns.stop) for rows, columns in parts]


def test_under_a_hand_nothing_is_read_in_a_hurry_and_what_it_left_is_read_after_it() -> None:
    scene = random_board(40_050, "ordinary", (640, 360))
    board, (before, after) = calibrated(scene), list(before_and_after(scene))
    under = next(shots(scene, 0, covered=1))
    reader = Noted(board)
    rereader = Rereader(reader)
    for frame in range(4):
        rereader.read(before[1], frame, frame / 10, ())
    asked = len(reader.shares)
    assert rereader.read(under.image, 4, 0.4, (), hurried=True).hand
    assert len(reader.shares) == asked
    evidence = rereader.read(after[1], 5, 0.5, (), hurried=True)
    assert len(reader.shares) == asked + 1
    assert reading_of(evidence).position == after[0]
