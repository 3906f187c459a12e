"""A sample of games that do not go on as they should; `python -m lab.campaigns.interrupted_games` plays many."""

from __future__ import annotations

import pytest

from lab.campaigns.interrupted_games import Tally, forced, resigned
from tests.arbiter_referee.test_whole_games import at_table


@pytest.mark.parametrize("seed", [100, 103])
def test_a_game_given_up_is_asked_about_where_nobody_told(seed: int) -> None:
    tally = Tally()
    resigned(seed, tally)
    assert (tally.right, tally.warnings) == (1, 0)


def test_a_knocked_board_is_noticed_without_a_warning_and_over_when_put_back() -> None:
    tally = Tally()
    forced(102, tally, times=2)
    assert (tally.right, tally.warnings) == (2, 0)


def test_dice_misread_again_and_again_are_believed_less() -> None:
    """Two faces of each set are surely read as others; before it was learned from, every such play was warned of.

    Now nobody is blamed, and of four such plays it is asked what the dice showed."""
    followed = at_table(51003, confused=0.18)
    followed.watch(followed.table.game(plies=30))
    assert followed.false_alarms() == []
    assert len(followed.false_questions()) <= 4
