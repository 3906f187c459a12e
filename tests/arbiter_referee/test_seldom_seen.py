"""On a busy machine looks are few: one may show a play and the next roll, or a whole turn. Nobody is accused."""

from __future__ import annotations

import pytest

from arbiter.position import START
from tests.arbiter_referee.follow import differences
from tests.arbiter_referee.stage import DARK, LIGHT, Stage, die, moved, two_turns_in
from tests.arbiter_referee.test_whole_games import at_table


def test_the_first_play_and_the_reply_s_roll_are_seen_in_one_look() -> None:
    """Light has played 5-1 before anybody looked again: dark's dice lie there, which were taken for the opening's."""
    stage = Stage().rest()
    played = moved(START, LIGHT, (13, 8), (24, 23))
    stage.dice = tuple(die(value, "left", n) for n, value in enumerate((5, 2)))
    stage.put(played, looks=40)
    assert stage.said == ["game", "play", "roll"]
    assert (stage.state.player, stage.state.dice, stage.state.position) == (DARK, (5, 2), played)


def test_a_whole_turn_goes_by_while_nothing_is_seen() -> None:
    """Light's 6-1 and dark's 6-4 are over when the board is seen again, four seconds after light's dice."""
    stage = two_turns_in().throw((6, 1))
    before = stage.state.position
    stage.events.clear()
    stage.dice = ()
    after = moved(moved(before, LIGHT, (24, 18), (11, 10)), DARK, (10, 4), (8, 4))
    stage.hand(60).rest(5, after)
    assert stage.said == []
    stage.rest(40)
    assert stage.said == ["play", "play"]
    assert (stage.state.player, stage.state.position) == (LIGHT, after)


def test_an_illegal_play_is_told_all_the_same() -> None:
    stage = two_turns_in().throw((6, 1))
    wrong = moved(stage.state.position, LIGHT, (13, 5))
    stage.events.clear()
    stage.dice = ()
    stage.hand(60).rest(30, wrong)
    assert stage.said == ["illegal"]


@pytest.mark.parametrize("seed", [71003, 71004])
def test_nobody_is_accused_at_a_busy_machine(seed: int) -> None:
    """A look in twelve is followed by up to one and a half seconds without any."""
    followed = at_table(seed, compares=True, stalls=0.08)
    followed.watch(followed.table.game(plies=8)).finish()
    assert followed.false_alarms() == []
    assert differences(followed)[:5] in ("", "turn ")
