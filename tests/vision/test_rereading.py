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
from vision.changes import CHANGES, Changed, changed_cells
from vision.prepared import Prepared
from vision.reader import Reader
from vision.reading import reading_of
from vision.rereading import NOWHERE, REREADING, SMALL, Rereader
from vision.score_maps import Spot
from vision.seen import Seen
from vision.sheet.eyes import SheetLogits
from vision.sheet.geometry import HEIGHT, WIDTH
from vision.strips import strip_at, strip_box


class Noted(Reader):
    """A reader that notes how much it was asked to read."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.looked: list[Changed | None] = []

    def read_region(
        self,
        picture: Prepared,
        changed: Changed | None = None,
        before: Seen | None = None,
        dice_before: Sequence[Spot] = (),
        logits: SheetLogits | None = None,
    ) -> Seen:
        self.looked.append(changed)
        return super().read_region(picture, changed, before, dice_before, logits)


@pytest.fixture(scope="module")
def played() -> tuple[Board, list[tuple[Position, Bytes]]]:
    """A board, and pictures before and after one play."""
    scene = random_board(40_050, "ordinary", (640, 360))
    return calibrated(scene), list(before_and_after(scene))


def test_after_a_play_dice_are_looked_for_where_it_touched_the_board(
    played: tuple[Board, list[tuple[Position, Bytes]]],
) -> None:
    board, ((before, first), (after, second)) = played
    reader = Noted(board)
    rereader = Rereader(reader)
    seen = [rereader.read(first, n, n / 10, ()) for n in range(2)]
    seen += [rereader.read(second, n, n / 10, ()) for n in range(2, 2 + REREADING.looks)]
    assert reading_of(seen[1]).position == before
    assert [reading_of(evidence).position for evidence in seen[2:]] == [after] * REREADING.looks
    first_look, quiet, *after_it = reader.looked
    assert first_look is None
    assert quiet is not None
    assert not quiet.cells.any()
    moved = [n for n in range(24) if before.counts(n + 1) != after.counts(n + 1)]
    for changed in after_it:
        assert changed is not None
        assert not changed.cells.all()
        for point in moved:
            rows, columns = strip_box(strip_at(*board.seats.track()[point]))
            places = [(x, y) for x in range(columns.start, columns.stop) for y in range(rows.start, rows.stop)]
            assert any(map(changed.holds, places))


def test_a_quiet_table_is_read_as_a_whole_now_and_then(
    played: tuple[Board, list[tuple[Position, Bytes]]],
) -> None:
    board, ((_, first), _) = played
    reader = Noted(board)
    rereader = Rereader(reader)
    for time in (0.0, 0.1, REREADING.all_again + 0.1):
        rereader.read(first, 0, time, ())
    assert [changed is None for changed in reader.looked] == [True, False, True]


def test_on_a_small_machine_a_quiet_board_is_read_as_a_whole_less_often(
    played: tuple[Board, list[tuple[Position, Bytes]]],
) -> None:
    board, ((_, first), _) = played
    reader = Noted(board)
    rereader = Rereader(reader, small=True)
    for time in (0.0, REREADING.all_again + 0.1, SMALL.all_again + 0.1):
        rereader.read(first, 0, time, ())
    assert [changed is None for changed in reader.looked] == [True, False, True]


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


def test_things_are_looked_for_again_in_changed_cells_and_beside_them() -> None:
    pixels = np.zeros((HEIGHT, WIDTH), np.bool_)
    pixels[2 * CHANGES.cell : 2 * CHANGES.cell + 4, 5 * CHANGES.cell : 5 * CHANGES.cell + 5] = True
    pixels[HEIGHT - 3 :, WIDTH - 3 :] = True  # too few of them
    changed = Changed(changed_cells(pixels))
    cells = [(column, row) for row in range(HEIGHT // CHANGES.cell) for column in range(WIDTH // CHANGES.cell)]
    held = {at for at in cells if changed.holds(((at[0] + 0.5) * CHANGES.cell, (at[1] + 0.5) * CHANGES.cell))}
    assert held == {(column, row) for column in (4, 5, 6) for row in (1, 2, 3)}


def test_cube_and_dice_stay_as_they_were_read_where_nothing_has_changed(
    played: tuple[Board, list[tuple[Position, Bytes]]],
) -> None:
    board, ((_, first), (_, second)) = played
    reader = Reader(board)
    seen = reader.read_region(reader.prepared(first))
    assert seen.cube
    again = reader.read_region(reader.prepared(second), NOWHERE, seen)
    assert again.cube is seen.cube
    assert again.dice.spots == seen.dice.spots


def test_under_a_hand_nothing_is_read_in_a_hurry_and_what_it_left_is_read_after_it() -> None:
    scene = random_board(40_050, "ordinary", (640, 360))
    board, (before, after) = calibrated(scene), list(before_and_after(scene))
    under = next(shots(scene, 0, covered=1))
    reader = Noted(board)
    rereader = Rereader(reader)
    for frame in range(4):
        rereader.read(before[1], frame, frame / 10, ())
    asked = len(reader.looked)
    assert rereader.read(under.image, 4, 0.4, (), hurried=True).hand
    assert len(reader.looked) == asked
    evidence = rereader.read(after[1], 5, 0.5, (), hurried=True)
    assert len(reader.looked) == asked + 1
    assert reading_of(evidence).position == after[0]
