"""The ablation of reading: what a run changes is put back, and networks are asked once about the same."""

from __future__ import annotations

import numpy as np
import pytest

from lab.benchmarks.ablation import WITHOUT, Networks, changed
from vision import board_dice, points
from vision.nets import Floats


def test_a_run_changes_numbers_and_functions_and_puts_them_back() -> None:
    before = points.POINTS.unmarked, vars(board_dice)["touching_pair"]
    with changed("vision.points.POINTS.unmarked=-inf;vision.board_dice.touching_pair=lambda *_: None"):
        assert points.POINTS.unmarked == -np.inf
        assert vars(board_dice)["touching_pair"] is not before[1]
    assert (points.POINTS.unmarked, vars(board_dice)["touching_pair"]) == before


@pytest.mark.parametrize("stage", sorted(WITHOUT))
def test_every_stage_that_can_be_left_out_is_there(stage: str) -> None:
    with changed(WITHOUT[stage]):
        pass


def test_a_network_is_asked_once_about_the_same_input() -> None:
    asked: list[int] = []

    def doubled(batch: Floats) -> tuple[Floats, ...]:
        asked.append(len(batch))
        return 2 * batch, -batch

    engine = Networks().engine("cube", doubled)
    inputs = np.arange(6, dtype=np.float32).reshape(3, 1, 1, 2)
    for batch in (inputs[:2], inputs[::-1]):
        twice, less = engine(batch)
        assert np.array_equal(twice, 2 * batch)
        assert np.array_equal(less, -batch)
    assert asked == [2, 1]
