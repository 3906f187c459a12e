"""The tournament clock: known answers from the rule, and nothing lost or gained whatever happens."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from arbiter.match.clock import Clock, advanced, new_clock
from arbiter.match.events import (
    Doubled,
    Event,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    Paused,
    PlayMade,
    Resumed,
    RollSeen,
)
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, apply
from arbiter.position import START, Side
from arbiter.records import FORMATS
from arbiter.rules import Rules

RULES = Rules(length=5, clock="delay")
BANK = 600.0


def run(*timed: tuple[float, Event | None], rules: Rules = RULES) -> Clock:
    """A match from its beginning; each event at its time, None for a mere look at the clock."""
    state = apply(MatchState(), MatchStarted(0, 0.0, rules))
    clock = new_clock(rules)
    assert clock
    for time, event in timed:
        state = state if event is None else apply(state, event)
        clock = advanced(clock, state, time)
    return clock


BEGIN = GameStarted(0, 0.0, START)
ROLL = RollSeen(0, 0.0, Side.LIGHT, (3, 1))
PLAY = PlayMade(0, 0.0, Side.LIGHT, (3, 1), "8/5 6/5", START)


def test_bank_is_two_minutes_a_point_less_one_for_each_point_scored() -> None:
    clock = new_clock(Rules(length=7, clock="delay"), (3, 1))
    assert clock
    assert clock.bank == (2 * 60 * 7 - 60 * 4,) * 2
    assert new_clock(Rules(length=7)) is None
    assert new_clock(Rules(length=0, clock="delay")) is None


def test_a_turn_within_the_delay_costs_nothing_and_beyond_it_the_bank() -> None:
    quick = run((0, BEGIN), (5, ROLL), (16.9, PLAY))
    assert quick.bank == (BANK, BANK)
    slow = run((0, BEGIN), (5, ROLL), (37, PLAY))
    assert slow.bank == (BANK - 20, BANK)
    assert slow.runner is Side.DARK
    assert slow.delay_left == 12


def test_before_the_opening_roll_nobodys_time_runs() -> None:
    assert run((0, BEGIN), (300, None)).bank == (BANK, BANK)


def test_an_illegal_play_goes_on_costing_the_one_who_played_it() -> None:
    wrong = IllegalPlay(0, 0.0, Side.LIGHT, (3, 1), ("R12",), "8/4 needs a 4.", START, False)
    clock = run((0, BEGIN), (0, ROLL), (10, wrong), (30, None))
    assert clock.runner is Side.LIGHT
    assert clock.bank == (BANK - 18, BANK)


def test_the_answer_to_a_double_has_its_own_delay() -> None:
    clock = run((0, BEGIN), (0, ROLL), (10, PLAY), (30, Doubled(0, 0.0, Side.DARK, 2)), (45, None))
    assert clock.runner is Side.LIGHT
    assert clock.bank == (BANK - 3, BANK - 8)


def test_a_pause_costs_nobody_and_gives_no_new_delay() -> None:
    clock = run((0, BEGIN), (0, ROLL), (10, Paused(0, 0.0)), (100, Resumed(0, 0.0)), (105, None))
    assert clock.bank == (BANK - 3, BANK)


@given(st.lists(st.floats(0, 60), min_size=1, max_size=40), st.integers(0, 200))
def test_looking_at_the_clock_changes_nothing(steps: list[float], extra: int) -> None:
    """However often it is advanced between two events, a turn costs the same."""
    total = sum(steps)
    at, looks = 0.0, []
    for step in steps:
        at += step
        looks.append((at, None))
    often = run((0, BEGIN), (0, ROLL), *looks, (total + extra, PLAY))
    once = run((0, BEGIN), (0, ROLL), (total + extra, PLAY))
    assert abs(often.bank[0] - once.bank[0]) < 1e-6
    assert often.bank[1] == once.bank[1] == BANK


def test_a_record_tells_the_clock_and_what_was_left() -> None:
    start = MatchStarted(0, 0.0, RULES, ("Anna", "Ben"))
    events = [start, replace(BEGIN, time=3.0), replace(ROLL, time=5.0), replace(PLAY, time=38.0)]
    line = "Clock: 12 seconds a play, then the bank; left at the end: Anna 9:39, Ben 10:00."
    assert line in record_of(events).header.comment
    for format_name in ("mat", "text", "sgf"):
        assert "left at the end: Anna 9" in FORMATS[format_name].write(record_of(events))
    assert record_of([replace(start, rules=Rules()), *events[1:]]).header.comment == ""
