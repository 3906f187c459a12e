"""The tournament clock: known answers from the rule, and nothing lost or gained whatever happens."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.match.clock import Clock, advanced, after, may_press, new_clock, run_out
from arbiter.match.commands import CommandError, PressClock, RunOut, Undo
from arbiter.match.entered_events import Paused, Resumed, Undone
from arbiter.match.events import (
    ClockPressed,
    Doubled,
    Event,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    PlayCorrected,
    PlayMade,
    RollSeen,
    Taken,
    TimeRanOut,
)
from arbiter.match.fold import apply
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.position import START, Position, Side
from arbiter.records import FORMATS
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats

RULES = Rules(length=5, clock="delay")
BANK = 600.0


def run(*timed: tuple[float, Event | None], rules: Rules = RULES) -> Clock:
    """A match from its beginning; each event at its time, None for a mere look at the clock."""
    return followed(*timed, rules=rules)[0]


def followed(*timed: tuple[float, Event | None], rules: Rules = RULES) -> tuple[Clock, MatchState]:
    started = MatchStarted(0, 0.0, rules)
    state = apply(MatchState(), started)
    clock = after(None, started, state)
    for time, happened in timed:
        if happened is None:
            assert clock
            clock = advanced(clock, state, time)
        else:
            event = replace(happened, time=time)
            state = apply(state, event)
            clock = after(clock, event, state)
    assert clock
    return clock, state


BEGIN = GameStarted(0, 0.0, START)
ROLL = RollSeen(0, 0.0, Side.LIGHT, (3, 1))
PLAY = PlayMade(0, 0.0, Side.LIGHT, (3, 1), "8/5 6/5", START)
PRESS = ClockPressed(0, 0.0, Side.LIGHT)
ILLEGAL = IllegalPlay(0, 0.0, Side.LIGHT, (3, 1), ("R12",), "8/4 needs a 4.", START, False)


def test_bank_is_two_minutes_a_point_less_one_for_each_point_scored() -> None:
    clock = new_clock(Rules(length=7, clock="delay"), (3, 1))
    assert clock
    assert clock.bank == (2 * 60 * 7 - 60 * 4,) * 2
    assert new_clock(Rules(length=7)) is None
    assert new_clock(Rules(length=0, clock="delay")) is None


def test_teams_have_two_and_a_half_minutes_a_point_and_eighteen_seconds() -> None:
    """U.S. Backgammon Clock Rules of 2013, 2.2: less one and a quarter for each point scored."""
    clock = new_clock(Rules(length=5, clock="delay", delay=18, bank=150), (1, 0))
    assert clock
    assert clock.bank == (5 * 150 - 75,) * 2
    assert clock.delay_left == 18


def test_a_turn_within_the_delay_costs_nothing_and_beyond_it_the_bank() -> None:
    quick = run((0, BEGIN), (5, ROLL), (16.9, PLAY))
    assert quick.bank == (BANK, BANK)
    slow = run((0, BEGIN), (5, ROLL), (37, PLAY))
    assert slow.bank == (BANK - 20, BANK)
    assert slow.runner is Side.DARK
    assert slow.delay_left == 12


def test_before_the_opening_roll_nobodys_time_runs() -> None:
    assert run((0, BEGIN), (300, None)).bank == (BANK, BANK)


def test_a_provisional_warning_changes_nothing() -> None:
    warned = replace(ILLEGAL, provisional=True)
    clock = run((0, BEGIN), (0, ROLL), (10, warned), (20, PLAY), (40, None))
    assert clock.bank == (BANK - 8, BANK - 8)


def test_an_illegal_play_goes_on_costing_the_one_who_played_it() -> None:
    clock = run((0, BEGIN), (0, ROLL), (10, ILLEGAL), (30, None))
    assert clock.runner is Side.LIGHT
    assert clock.bank == (BANK - 18, BANK)


def test_the_answer_to_a_double_has_its_own_delay_and_so_has_the_roll_after_the_take() -> None:
    double = Doubled(0, 0.0, Side.DARK, 2)
    clock = run((0, BEGIN), (0, ROLL), (10, PLAY), (30, double), (45, None))
    assert clock.runner is Side.LIGHT
    assert clock.bank == (BANK - 3, BANK - 8)
    taken = run((0, BEGIN), (0, ROLL), (10, PLAY), (30, double), (45, Taken(0, 0.0, Side.LIGHT, 2)), (56, None))
    assert (taken.runner, taken.bank, taken.delay_left) == (Side.DARK, (BANK - 3, BANK - 8), 1)


def test_a_pause_costs_nobody_and_gives_no_new_delay() -> None:
    clock = run((0, BEGIN), (0, ROLL), (10, Paused(0, 0.0)), (100, Resumed(0, 0.0)), (105, None))
    assert clock.bank == (BANK - 3, BANK)


def test_whichever_comes_first_ends_the_turn_the_tap_or_the_lifting_of_the_dice() -> None:
    """After a tap the opponent's delay runs while the dice are yet to be lifted; the turn that comes has no second."""
    clock = run((0, BEGIN), (0, ROLL), (20, PRESS), (28, PLAY), (40, None))
    assert clock.bank == (BANK - 8, BANK - 8)
    assert (clock.runner, clock.pressed) == (Side.DARK, (1, 0))
    _, state = followed((0, BEGIN), (0, ROLL), (20, PLAY))
    assert not may_press(state, Side.LIGHT)


def test_an_illegal_play_after_a_tap_costs_its_player_on_and_the_opponents_delay_goes_on_later() -> None:
    wrong = replace(ILLEGAL)
    put_right = PlayCorrected(0, 0.0, Side.LIGHT, "8/5 6/5", START)
    clock = run((0, BEGIN), (0, ROLL), (10, PRESS), (15, wrong), (25, put_right), (35, None))
    assert clock.bank == (BANK - 8, BANK - 3)


def test_a_tap_taken_back_gives_the_turn_back_with_what_was_left_of_its_delay() -> None:
    clock = run((0, BEGIN), (0, ROLL), (10, PRESS), (13, Undone(0, 0.0)), (20, None))
    assert clock.runner is Side.LIGHT
    assert clock.bank == (BANK - 5, BANK)


def test_a_play_that_is_told_anew_gives_no_second_delay() -> None:
    """The referee takes back what later looks prove wrong and tells it again at once."""
    first = [(0.0, BEGIN), (0.0, ROLL), (10.0, PLAY)]
    clock = run(*first, (18, Undone(0, 0.0)), (18, PLAY), (24, None))
    assert clock.bank == run(*first, (24, None)).bank == (BANK, BANK - 2)


def test_who_is_closed_out_hands_the_time_back_without_a_roll() -> None:
    """R33; U.S. Backgammon Clock Rules: they need not roll, but still hit the clock."""
    light = [0] * 26
    light[1:8] = [2, 2, 2, 2, 2, 2, 3]
    dark = [0] * 26
    dark[25], dark[6] = 1, 14
    begin = GameStarted(0, 0.0, Position(tuple(light), tuple(dark)), Side.DARK)
    _, state = followed((0, begin))
    assert may_press(state, Side.DARK)
    assert not may_press(state, Side.LIGHT)
    tap, roll = ClockPressed(0, 0.0, Side.DARK), RollSeen(0, 0.0, Side.LIGHT, (6, 5))
    clock = run((0, begin), (2, tap), (10, roll), (20, None))
    assert (clock.runner, clock.bank) == (Side.LIGHT, (BANK - 6, BANK))
    _, usual = followed((0, GameStarted(0, 0.0, START, Side.DARK)))
    assert not may_press(usual, Side.DARK)


def test_the_referee_takes_a_tap_once_and_from_who_is_on_turn_alone() -> None:
    _, state = followed((0, BEGIN), (0, ROLL))
    referee = Referee(state, Seats(Side.LIGHT))
    with pytest.raises(CommandError, match="no turn"):
        referee.handle(PressClock(Side.DARK), 1, 1.0)
    assert referee.handle(PressClock(Side.LIGHT), 1, 1.0) == (ClockPressed(1, 1.0, Side.LIGHT),)
    with pytest.raises(CommandError, match="no turn"):
        referee.handle(PressClock(Side.LIGHT), 2, 2.0)
    referee.handle(Undo(), 3, 3.0)
    assert referee.state == state
    without = Referee(replace(state, rules=Rules(length=5)), Seats(Side.LIGHT))
    with pytest.raises(CommandError, match="no turn"):
        without.handle(PressClock(Side.LIGHT), 1, 1.0)


OVERDRAWN: tuple[tuple[float, Event | None], ...] = ((0, BEGIN), (0, ROLL), (BANK + 13, None))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (RULES, None),
        (replace(RULES, time_out="point"), RunOut(Side.LIGHT, 1)),
        (replace(RULES, time_out="overtime"), RunOut(Side.LIGHT, 0)),
        (replace(RULES, time_out="match"), RunOut(Side.LIGHT, 5)),
    ],
)
def test_a_used_up_bank_costs_what_was_agreed_and_nothing_as_it_comes(rules: Rules, said: RunOut | None) -> None:
    clock, state = followed(*OVERDRAWN, rules=rules)
    assert run_out(clock, state) == said
    assert run_out(*followed(*OVERDRAWN[:2], (BANK + 11, None), rules=rules)) is None


def test_the_match_is_lost_with_the_time_and_taken_back_it_goes_on_without_time() -> None:
    rules = replace(RULES, time_out="match")
    clock, state = followed(*OVERDRAWN, rules=rules)
    said = run_out(clock, state)
    assert said
    referee = Referee(state, Seats(Side.LIGHT))
    ran_out, over = referee.handle(said, 9, BANK + 13)
    assert (ran_out, over) == (TimeRanOut(9, BANK + 13, Side.LIGHT, 5), MatchOver(9, BANK + 13, Side.DARK, (0, 5)))
    assert (referee.state.phase, referee.state.score) == (Phase.MATCH_OVER, (0, 5))
    lost = after(clock, ran_out, apply(state, ran_out))
    referee.handle(Undo(), 10, BANK + 20)
    assert referee.state == state
    assert lost
    assert run_out(advanced(lost, state, BANK + 20), state) is None


def test_overtime_comes_once_and_then_the_match_is_lost() -> None:
    rules = replace(RULES, time_out="overtime", overtime=60)
    first = TimeRanOut(0, 0.0, Side.LIGHT, 0)
    clock, state = followed(*OVERDRAWN, (BANK + 13, first), rules=rules)
    assert (clock.bank, state.score, state.phase) == ((60, BANK), (0, 0), Phase.MOVING)
    clock = advanced(clock, state, BANK + 74)
    assert run_out(clock, state) == RunOut(Side.LIGHT, 5)


def test_a_point_is_scored_at_once_and_the_game_goes_on_as_it_began() -> None:
    rules = replace(RULES, time_out="point", overtime=30)
    cost = TimeRanOut(0, 0.0, Side.LIGHT, 1)
    clock, state = followed(*OVERDRAWN, (BANK + 13, cost), rules=rules)
    assert (clock.bank[0], state.score, state.phase, state.crawford) == (30, (0, 1), Phase.MOVING, False)
    assert run_out(advanced(clock, state, BANK + 44), state) == RunOut(Side.LIGHT, 1)


def test_without_overtime_a_point_is_scored_once_and_not_with_every_look() -> None:
    rules = replace(RULES, time_out="point", overtime=0)
    clock, state = followed(*OVERDRAWN, (BANK + 13, TimeRanOut(0, 0.0, Side.LIGHT, 1)), rules=rules)
    assert run_out(advanced(clock, state, BANK + 100), state) is None


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


@given(st.lists(st.tuples(st.floats(0, 40), st.floats(0, 10), st.booleans()), min_size=1, max_size=30))
def test_whatever_is_tapped_each_turn_costs_what_was_thought_beyond_the_delay(
    turns: list[tuple[float, float, bool]],
) -> None:
    """(seconds until the tap, seconds more until the dice are lifted, whether there is a tap at all)."""
    timed: list[tuple[float, Event | None]] = [(0.0, BEGIN)]
    at, began, spent = 0.0, 0.0, [0.0, 0.0]
    for number, (until_tap, more, taps) in enumerate(turns):
        player = (Side.LIGHT, Side.DARK)[number % 2]
        timed.append((at, replace(ROLL, player=player)))
        at += until_tap
        handed_over = at
        if taps:
            timed.append((at, ClockPressed(0, 0.0, player)))
        at += more
        handed_over = handed_over if taps else at
        timed.append((at, replace(PLAY, player=player)))
        spent[number % 2] += max(0.0, handed_over - began - 12)
        began = handed_over
    clock = run(*timed)
    assert clock.bank == pytest.approx((BANK - spent[0], BANK - spent[1]), abs=1e-6)


def test_a_record_tells_the_clock_and_what_was_left() -> None:
    start = MatchStarted(0, 0.0, RULES, ("Anna", "Ben"))
    events = [start, replace(BEGIN, time=3.0), replace(ROLL, time=5.0), replace(PLAY, time=38.0)]
    line = "Clock: 12 seconds a play, then the bank; left at the end: Anna 9:39, Ben 10:00."
    assert line in record_of(events).header.comment
    for format_name in ("mat", "text", "sgf"):
        assert "left at the end: Anna 9" in FORMATS[format_name].write(record_of(events))
    assert record_of([replace(start, rules=Rules()), *events[1:]]).header.comment == ""


def test_a_record_tells_taps_and_run_out_time_and_counts_its_points() -> None:
    start = MatchStarted(0, 0.0, replace(RULES, time_out="point"), ("Anna", "Ben"))
    cost = TimeRanOut(0, 0.0, Side.LIGHT, 1)
    events = [start, BEGIN, ROLL, PRESS, cost, PLAY, GameStarted(0, 0.0, START), ROLL, PLAY]
    record = record_of(events)
    assert "Turns ended by a tap: Anna 1, Ben 0." in record.header.comment
    assert "Game 1: Anna had no time left; 1 to Ben." in record.header.comment
    assert [game.score for game in record.games] == [(0, 0), (0, 1)]
