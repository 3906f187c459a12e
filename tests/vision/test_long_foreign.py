"""A hand is fresh wherever it lies; what looks foreign through every look for seconds is not."""

from __future__ import annotations

import numpy as np

from vision.cells import Cells
from vision.rereading import FOREIGN, LongForeign


def patch(x: int) -> Cells:
    """(20, 40), 6 by 6 cells from column x on."""
    cells = np.zeros((20, 40), np.bool_)
    cells[8:14, x : x + 6] = True
    return cells


def test_what_lies_there_for_long_is_no_hand() -> None:
    """The light changed over six by six cells; hands come and go beside them."""
    watch = LongForeign()
    lamp, hand = patch(2), patch(25)
    assert watch.fresh(lamp, lamp, 10.0).sum() == 36
    assert watch.fresh(lamp | hand, lamp | hand, 12.0).sum() == 72
    assert not watch.fresh(lamp, lamp, 10.0 + FOREIGN.no_hand_stays).any()
    assert np.array_equal(watch.fresh(lamp | hand, lamp | hand, 17.0), hand)


def test_what_was_gone_for_a_look_begins_anew() -> None:
    watch = LongForeign()
    for second in range(10):
        seen = patch(2) if second % 3 else np.zeros((20, 40), np.bool_)
        assert np.array_equal(watch.fresh(seen, seen, float(second)), seen)


def test_an_outline_that_flickers_is_still_the_same_thing() -> None:
    watch = LongForeign()
    for look in range(8):
        cells = patch(2 + look % 2)
        seen = watch.fresh(cells, cells, float(look))
    assert not seen.any()


def test_another_recording_begins_anew() -> None:
    watch = LongForeign()
    watch.fresh(patch(2), patch(2), 100.0)
    assert watch.fresh(patch(2), patch(2), 3.0).sum() == 36
    assert watch.fresh(patch(2), patch(2), 4.0).sum() == 36


def test_a_doubtful_patch_is_no_hand_sooner_than_a_plain_one() -> None:
    watch = LongForeign()
    lamp, hand = patch(2), patch(25)
    assert np.array_equal(watch.fresh(lamp | hand, hand, 1.0), lamp | hand)
    assert np.array_equal(watch.fresh(lamp | hand, hand, 1.0 + FOREIGN.no_doubtful_one), hand)
