"""The figures of a match, counted by hand from a few events."""

from __future__ import annotations

from dataclasses import replace

from arbiter.match.answers import answer
from arbiter.match.commands import Command, CorrectPosition, Demand, LetStand, Misread
from arbiter.match.entered_events import Paused, Resumed, Undone
from arbiter.match.events import (
    Event,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
)
from arbiter.match.fold import fold
from arbiter.match.judged_play import judged_play
from arbiter.match.statistics import PlayerStatistics, statistics_of
from arbiter.position import START, Side
from arbiter.rules import Rules

LIGHT, DARK = Side.LIGHT, Side.DARK



def played(player: Side, dice: tuple[int, int], rolled: float, done: float) -> list[Event]:
    return [RollSeen(0, rolled, player, dice), PlayMade(0, done, player, dice, "8/5 6/5", START)]


BEGUN: list[Event] = [MatchStarted(0, 0.0, Rules(length=5)), GameStarted(0, 0.0, START)]


def test_rolls_doubles_pips_and_times() -> None:
    events = [*BEGUN, *played(LIGHT, (3, 1), 1, 11), *played(DARK, (6, 6), 12, 32), *played(LIGHT, (2, 1), 40, 46)]
    light, dark = statistics_of(events)
    assert light == PlayerStatistics(rolls=2, doubles=0, pips=7, seconds=8.0, timed=2, used=16.0)
    assert dark == PlayerStatistics(rolls=1, doubles=1, pips=24, seconds=20.0, timed=1, used=20.0)


def test_rolls_that_were_told_with_their_plays_count_too() -> None:
    late = [PlayMade(0, at, player, dice, "8/5 6/5", START) for at, player, dice in (
        (12.0, DARK, (3, 3)), (20.0, LIGHT, (6, 5)), (30.0, DARK, (3, 3)),
    )]  # fmt: skip
    light, dark = statistics_of([*BEGUN, *played(LIGHT, (3, 1), 1, 11), *late])
    assert (light.rolls, light.pips) == (2, 15)
    assert (dark.rolls, dark.doubles, dark.pips) == (2, 2, 24)


def test_a_roll_read_again_is_one_roll() -> None:
    final = IllegalPlay(0, 9.0, LIGHT, (3, 2), ("R12",), "No.", START, False)
    read_again = [RollSeen(0, 1.0, LIGHT, (4, 3)), RollSeen(0, 2.0, LIGHT, (3, 2)), final]
    light, _ = statistics_of([*BEGUN, *read_again, *played(LIGHT, (3, 1), 10, 11)])
    assert (light.rolls, light.pips) == (1, 4)


def test_pause_costs_nobody_time() -> None:
    events = [*BEGUN, RollSeen(0, 1.0, LIGHT, (3, 1)), Paused(0, 4.0), Resumed(0, 604.0)]
    events.append(PlayMade(0, 611.0, LIGHT, (3, 1), "8/5 6/5", START))
    assert statistics_of(events)[0].seconds == 10.0


def test_only_final_warnings_count_and_what_stood_is_told() -> None:
    quiet = IllegalPlay(0, 5.0, LIGHT, (3, 1), ("R12",), "No.", START, True)
    final = replace(quiet, time=9.0, provisional=False)
    events = [*BEGUN, RollSeen(0, 1.0, LIGHT, (3, 1)), quiet, final, PlayStood(0, 60.0, LIGHT, "8/4", START)]
    light = statistics_of(events)[0]
    assert (light.illegal, light.stood, light.seconds) == (1, 1, 8.0)


def answered(*commands: Command) -> PlayerStatistics:
    """Light's figures after 8/3 with 3-1 and what people said of it."""
    moved = START.moved(LIGHT, [(8, 3)])
    final = judged_play(START, LIGHT, (3, 1), moved, 0, 9.0)
    events: list[Event] = [*BEGUN, RollSeen(0, 1.0, LIGHT, (3, 1)), final]
    for command in commands:
        events += answer(fold(events), command, 0, 20.0)
    return statistics_of(events)[0]


def test_play_that_the_camera_had_misread_was_not_illegal() -> None:
    right = CorrectPosition(START.moved(LIGHT, [(8, 5), (6, 5)]))
    assert answered().illegal == 1
    assert answered(Misread()).illegal == 0
    assert answered(right).illegal == 0
    let_stand = answered(LetStand(DARK))
    assert (let_stand.illegal, let_stand.stood) == (1, 1)
    afterwards = answered(LetStand(DARK), right)
    assert (afterwards.illegal, afterwards.stood) == (0, 0)


def test_play_put_right_was_illegal_whoever_says_what_lies_there_then() -> None:
    right = START.moved(LIGHT, [(8, 5), (6, 5)])
    assert answered(Demand(DARK), CorrectPosition(right)).illegal == 1
    judged = judged_play(START, LIGHT, (3, 1), START.moved(LIGHT, [(8, 3)]), 0, 9.0)
    put_right = PlayCorrected(0, 30.0, LIGHT, "8/5 6/5", right)
    assert statistics_of([*BEGUN, RollSeen(0, 1.0, LIGHT, (3, 1)), judged, put_right])[0].illegal == 1


def test_what_was_taken_back_does_not_count() -> None:
    events = [*BEGUN, *played(LIGHT, (3, 1), 1, 11), RollSeen(0, 12.0, DARK, (4, 4)), Undone(0, 13.0)]
    assert statistics_of(events)[1] == PlayerStatistics()


def test_match_without_a_play_has_no_figures() -> None:
    assert statistics_of(BEGUN) == (PlayerStatistics(), PlayerStatistics())
