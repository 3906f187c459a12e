"""The curve of overlooked checkers, on strips whose contrast is known."""

from __future__ import annotations

import numpy as np
import pytest

from lab.training.certainty import FIRST, ROW, Fitted, Strips, fit, of_board, overlooked
from lab.training.collect import MIXED, MOST, QUANTUM


def test_what_differs_less_is_overlooked_more_easily() -> None:
    by = Fitted(always=-4.0, hard=5.0, murky=0.0)
    chances = overlooked(np.array([0.0, 6.0, 12.0, 40.0, np.inf]), np.zeros(5), by)
    assert (np.diff(chances) < 0).all()
    assert chances[-1] == pytest.approx(1 / (1 + np.exp(4.0)))


def test_a_strip_is_as_hard_as_the_place_of_its_first_three_where_the_ground_is_nearest() -> None:
    """Channels 0 to 2 are L* now, 3 to 5 those of the bare board: (L - 50) / 100, so that 1 of L* is 1 of distance."""
    strips = np.zeros((3, 6, 64, 26), np.int8)
    count = np.array([MOST + 5, MOST - 5, MOST])
    strips[0, 0, FIRST] = round(0.4 * QUANTUM)
    strips[1, 0, FIRST] = round(-0.4 * QUANTUM)
    strips[2, 3, ROW.start + 15 : ROW.start + 30] = round(0.3 * QUANTUM)
    contrast, spread = of_board(strips, count)
    assert contrast[2] == pytest.approx((10, 40), abs=1.5)
    assert contrast[0] == pytest.approx((40, 40), abs=1.5)
    assert spread == pytest.approx(0)


def test_the_curve_finds_the_share_that_is_overlooked() -> None:
    """Of two hundred single light checkers on faint ground half are called empty, of as many on plain ground none."""
    logs = np.full((400, MIXED + 1), -20.0, np.float32)
    logs[:, MOST + 1] = 0
    logs[:200:2, MOST], logs[:200:2, MOST + 1] = 0, -5
    contrast = np.repeat(np.array([2.0, 60.0], np.float32), 200)[:, None].repeat(2, axis=1)
    strips = Strips(logs, np.full(400, MOST + 1), contrast, np.zeros((400, 2), np.float32))
    faint, plain = overlooked(np.array([2.0, 60.0]), np.zeros(2), fit(strips))
    assert faint == pytest.approx(0.5, abs=0.05)
    assert plain < 0.05
