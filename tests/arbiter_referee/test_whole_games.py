"""Whole games at a simulated table: hands, try-outs, nudges, unseen rolls, illegal plays, a noisy eye.

`python -m lab.campaigns.many_games 500` plays as many as one likes and prints the figures.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.match.events import GameStarted
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.position import START, Side
from arbiter.scoring import kind_of_win
from arbiter.seats import Seats
from tests.arbiter_referee.follow import Followed, differences
from tests.arbiter_referee.manners import Manners, noisy
from tests.arbiter_referee.table import Table

SEATS = (Seats(Side.LIGHT), Seats(Side.DARK, "left"))


def at_table(
    seed: int,
    hard_dice: float = 0.0,
    *,
    compares: bool = False,
    noise: float = 1.0,
    confused: float = 0.0,
    answers: bool = False,
    alike: float = 0.0,
    doubted: float = 0.0,
    hits: float = 0.0,
    bar: float = 0.0,
    stalls: float = 0.0,
) -> Followed:
    """Half of the cameras repeat what they read at a still table."""
    manners = Manners(
        repeats=bool(seed % 2), doubles=0.03, hard_dice=hard_dice, compares=compares, confused_dice=confused,
        alike=alike, doubted_dice=doubted, hits=hits, bar=bar,
    )  # fmt: skip
    return Followed(Table(seed, noisy(manners, noise), SEATS[seed // 2 % 2]), answers=answers, stalls=stalls)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_recorded_as_it_was_played(seed: int) -> None:
    followed = at_table(seed)
    table = followed.table
    followed.watch(table.game())
    followed.watch(table.set_up_again())
    assert differences(followed) == ""
    assert [*followed.false_alarms(), *followed.false_questions()] == []
    assert followed.missed_warnings() == []
    assert followed.doubles() == table.doubles
    (over,) = followed.results()
    assert over.winner is table.record[-1].player
    assert over.kind in (kind_of_win(table.record[-1].position, over.winner), "single")
    assert isinstance(followed.events[-1], GameStarted)
    assert followed.referee.state == fold(followed.events, followed.start)


@pytest.mark.parametrize("seed", range(100, 108))
def test_the_first_turns_of_a_game(seed: int) -> None:
    followed = at_table(seed)
    followed.watch(followed.table.game(plies=11)).finish()
    assert differences(followed) == ""
    assert [*followed.false_alarms(), *followed.false_questions()] == []
    assert followed.missed_warnings() == []
    assert followed.doubles() == followed.table.doubles


@pytest.mark.parametrize("seed", range(5000, 5003))
def test_dice_that_may_not_count_are_recorded_when_the_players_play_on(seed: int) -> None:
    """Every other throw one die looks as if it did not lie flat, or lay on a checker."""
    followed = at_table(seed, compares=True, doubted=0.5)
    followed.watch(followed.table.game(plies=11)).finish()
    assert differences(followed) == ""
    assert followed.false_alarms() == []
    assert followed.missed_warnings() == []


@pytest.mark.parametrize("seed", range(200, 202))
def test_a_referee_who_takes_over_at_any_look_records_the_same(seed: int) -> None:
    """Killed and started again every 37 looks: nothing but the state is carried over."""
    manners = Manners(unseen_rolls=0, late_rolls=0, tries=0, doubles=0.05)
    followed = Followed(Table(seed, manners), restarts=frozenset(range(5, 4000, 37)))
    followed.watch(followed.table.game(plies=12)).finish()
    assert differences(followed) == ""
    assert [*followed.false_alarms(), *followed.false_questions()] == []
    assert followed.missed_warnings() == []
    assert followed.referee.state == fold(followed.events, followed.start)


def test_the_state_between_any_two_events_is_enough_to_go_on() -> None:
    """Events of one look may be cut apart by a crash: the rest follows from the state alone."""
    table = Table(3, Manners(illegal=0.3, unseen_rolls=0, late_rolls=0))
    looks = [*table.game(plies=6), *table.rest(3, 3)]
    followed = Followed(table).watch(looks)
    for cut in range(len(followed.events)):
        state = fold(followed.events[: cut + 1], followed.start)
        frame = followed.events[cut].frame
        again = replace_referee(followed, state)
        again.events = list(followed.events[: cut + 1])
        again.watch(look for look in looks if look.frame > frame)
        assert again.record() == followed.record(), f"cut after {followed.events[cut].name} at {frame}"


def replace_referee(followed: Followed, state: MatchState) -> Followed:
    fresh = replace(followed)
    fresh.referee = type(followed.referee)(state, followed.table.seats)
    return fresh


def test_clearing_and_setting_up_says_nothing() -> None:
    table = Table(11, Manners(illegal=0))
    followed = Followed(table).watch(table.game())
    said = len(followed.events)
    assert followed.referee.state.phase is Phase.GAME_OVER
    followed.watch(table.set_up_again())
    assert [event.name for event in followed.events[said:]] == ["game"]
    assert followed.referee.state.position == START
