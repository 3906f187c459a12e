"""Abak Evolution before the referee: counts are seen, classes follow from the plays.

`python -m lab.campaigns.abak_table 200` plays whole games.
"""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest

from arbiter.abak.arranging import rearranged
from arbiter.abak.belief import Belief
from arbiter.abak.classed import ClassedPosition
from arbiter.abak.position import START
from arbiter.match.answers import answer
from arbiter.match.commands import Command, CommandError, CorrectPosition, LetStand, TellStack, Undo
from arbiter.match.event_json import event_from_json, event_to_json, position_to_json
from arbiter.match.events import Event, GameStarted, MatchStarted, PlayMade, PlayStood, RollSeen
from arbiter.match.fold import fold
from arbiter.match.judged_play import judged_play
from arbiter.match.record import record_of
from arbiter.match.stacks import stack_question
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import last_action
from arbiter.plays import followed_by, legal_plays, passing_positions, position_faults, results_of_any_roll
from arbiter.position import Position, Side
from arbiter.records.model import Played
from arbiter.referee.outcomes import left_alone
from arbiter.rules import STARTS, Rules
from arbiter.stacks import StackQuestion
from arbiter.verdict import judge
from lab.campaigns.abak_table import Tally, count

CLASSED = ClassedPosition(Belief())
PLAIN = STARTS["nackgammon"]
DICE = (4, 2)
RULES = Rules(length=0, variant="abak")


def seen_after(*texts: str) -> Position:
    """The counts after the legal play of 4-2 that is written so."""
    plays = legal_plays(CLASSED, Side.LIGHT, DICE)
    results = (play.result for play in plays for each in _beliefs(play.result) if each in texts)
    return replace(PLAIN, light=next(results).light)


def _beliefs(position: Position) -> list[str]:
    assert isinstance(position, ClassedPosition)
    return [" ".join(each.points[8:11]) for each in position.belief.positions]


def test_it_is_equal_to_what_a_camera_sees() -> None:
    assert CLASSED == PLAIN
    assert PLAIN == CLASSED
    assert hash(CLASSED) == hash(PLAIN)
    assert STARTS["backgammon"] != CLASSED
    assert CLASSED.known != PLAIN.known


def test_each_game_keeps_its_own_plays_although_the_counts_are_the_same() -> None:
    ours = {play.result for play in legal_plays(CLASSED, Side.LIGHT, (3, 1))}
    backgammons = {play.result for play in legal_plays(PLAIN, Side.LIGHT, (3, 1))}
    assert ours - backgammons, "the general goes back"
    assert backgammons - ours, "the wounded stays below"
    assert results_of_any_roll(CLASSED, Side.DARK).keys() != results_of_any_roll(PLAIN, Side.DARK).keys()
    assert ours <= passing_positions(CLASSED, Side.LIGHT, (3, 1))


def test_a_verdict_speaks_of_classes_where_the_counts_show_it() -> None:
    """24/21 and 24/23: the druid by one of the two, and the even wounded below it by an odd number."""
    row = list(PLAIN.light)
    row[24], row[23], row[21] = 0, 3, 1
    verdict = judge(CLASSED, Side.LIGHT, (3, 1), replace(PLAIN, light=tuple(row)))
    assert verdict.rules == ("A7",)
    assert verdict.way_back
    assert verdict.nearest[0].result in {play.result for play in legal_plays(CLASSED, Side.LIGHT, (3, 1))}


def test_the_fold_keeps_what_the_plays_leave_possible() -> None:
    seen = seen_after("S  G")
    begun = [MatchStarted(0, 0.0, RULES), GameStarted(1, 0.1, PLAIN, Side.LIGHT)]
    roll = RollSeen(2, 0.2, Side.LIGHT, DICE)
    made = fold([*begun, roll, PlayMade(3, 0.3, Side.LIGHT, DICE, "13/9 13/11", seen)]).position
    assert sorted(_beliefs(made)) == ["G  S", "S  G"]
    row = list(PLAIN.light)
    row[24], row[18] = 1, 1
    stood = fold([*begun, roll, PlayStood(3, 0.3, Side.LIGHT, "24/18", replace(PLAIN, light=tuple(row)))]).position
    assert isinstance(stood, ClassedPosition)
    assert {each.points[17] for each in stood.belief.positions} == {"D"}


def test_an_unknown_roll_leaves_all_that_any_could_have() -> None:
    seen = seen_after("S  G")
    after = followed_by(CLASSED, Side.LIGHT, None, seen)
    assert {"S  G", "G  S"} <= set(_beliefs(after))
    anyhow = followed_by(CLASSED, None, None, seen)
    assert anyhow == seen
    assert followed_by(PLAIN, Side.LIGHT, DICE, seen) is seen


def test_checkers_that_are_put_elsewhere_come_from_the_top() -> None:
    row = list(PLAIN.light)
    row[24], row[25] = 0, 2
    moved = rearranged(START, replace(PLAIN, light=tuple(row)))
    assert moved.bar == ("DE", "")
    assert moved.points[23] == ""
    assert sum(moved.seen.light) == 15


# ------------------------------------------------------------------ what people are asked

FOUR_FOUR = "24/20(2) 20/16 8/4"
"""Druid or even wounded on the 16-point: nobody sees which."""


def told_so_far() -> list[Event]:
    """After light's 4-4 and dark's 5-3 light plays 4-3 with whoever stands on the 16-point: a druid may, an even
    wounded may not."""
    events: list[Event] = [MatchStarted(0, 0.0, RULES), GameStarted(1, 0.1, PLAIN, Side.LIGHT)]
    for side, dice, moves in (
        (Side.LIGHT, (4, 4), [(24, 20), (24, 16), (8, 4)]),
        (Side.DARK, (5, 3), [(13, 10), (13, 8)]),
        (Side.LIGHT, (4, 3), [(16, 9)]),
    ):
        state = fold(events)
        after = Position(*state.position.rows).moved(side, moves)
        judged = judged_play(state.position, side, dice, after, len(events), 0.0)
        assert isinstance(judged, PlayMade)
        events += [RollSeen(len(events), 0.0, side, dice), judged]
    return events


def answered(state: MatchState, *commands: Command) -> MatchState:
    for command in commands:
        state = fold(answer(state, command, 99, 9.9), state)
    return state


def test_where_a_verdict_depends_on_two_stacks_it_is_asked_and_nobody_is_accused() -> None:
    state = fold(told_so_far())
    asked = stack_question(state)
    assert asked == StackQuestion(13, ("SSGD", "SSGE"), judges=True) or (asked and asked.judges)
    assert state.phase is Phase.TO_ROLL
    assert not state.turns[-1].illegal


def test_an_answer_makes_the_play_legal_or_puts_it_under_discussion() -> None:
    state = fold(told_so_far())
    asked = stack_question(state)
    assert asked
    right, wrong = (answered(state, TellStack(asked.point, stack)) for stack in asked.stacks)
    assert (right.phase, stack_question(right)) == (Phase.TO_ROLL, None)
    assert wrong.phase is Phase.CORRECTING
    assert wrong.player is Side.LIGHT
    assert wrong.warning
    assert wrong.warning.rules == ("A7",)
    stands = answered(wrong, LetStand(Side.DARK))
    assert stands.turns[-1].illegal
    assert stack_question(stands) is None
    assert isinstance(stands.position, ClassedPosition)
    assert {each.points[12] for each in stands.position.belief.positions} == {"SSGE"}


def test_after_the_next_roll_the_play_is_recorded_as_one_that_stands() -> None:
    events = told_so_far()
    state = fold([*events, RollSeen(50, 5.0, Side.DARK, (2, 1))])
    asked = stack_question(state)
    assert asked
    told = answer(state, TellStack(asked.point, asked.stacks[1]), 60, 6.0)
    after = fold(told, state)
    assert len(told) == 1
    assert (after.phase, after.player, after.turns[-1].illegal) == (Phase.MOVING, Side.DARK, True)
    (game,) = record_of([*events, RollSeen(50, 5.0, Side.DARK, (2, 1)), *told]).games
    last = game.actions[-1]
    assert isinstance(last, Played)
    assert last.illegal


def test_an_answer_can_be_taken_back_and_survives_the_journal() -> None:
    events = told_so_far()
    state = fold(events)
    asked = stack_question(state)
    assert asked
    told = answered(state, TellStack(asked.point, asked.stacks[0]))
    assert last_action(told) == "what was said of a stack"
    assert stack_question(answered(told, Undo())) == asked
    kept = [*events, *answer(state, TellStack(asked.point, asked.stacks[0]), 99, 9.9)]
    again = fold(event_from_json(json.loads(json.dumps(event_to_json(event)))) for event in kept)
    assert again.position.known == told.position.known
    assert copy.deepcopy(again).position.known == told.position.known


def test_a_stack_that_cannot_be_is_refused_in_one_sentence() -> None:
    state = fold(told_so_far())
    with pytest.raises(CommandError, match="light's 6-point"):
        answered(state, TellStack(6, "SSSD"))
    plain = fold([MatchStarted(0, 0.0, Rules()), GameStarted(1, 0.1, STARTS["backgammon"])])
    with pytest.raises(CommandError, match="no classes"):
        answered(plain, TellStack(6, "SSSSS"))
    turned = answered(state, TellStack(8, "GS"))
    assert turned.position.known != state.position.known


def test_events_of_backgammon_say_nothing_of_abak() -> None:
    said = event_to_json(MatchStarted(0, 0.0, Rules(druid_hit=False)))["rules"]
    assert not {"druid_hit", "druid_joined", "wounded_off_by_any", "wounded_enter_by_any"} & said.keys()
    agreed = Rules(variant="abak", druid_hit=False)
    assert event_from_json(event_to_json(MatchStarted(0, 0.0, agreed))) == MatchStarted(0, 0.0, agreed)
    assert "stacks" not in position_to_json(PLAIN)
    assert position_to_json(CLASSED)["stacks"]["points"][5] == "SSSC"


def test_a_druid_beside_an_opposing_checker_can_be_entered_and_stays() -> None:
    """It may have gone there; in the home it would have hit."""
    row, other = list(PLAIN.light), list(PLAIN.dark)
    row[24], row[18], other[7], other[8] = 1, 1, 1, 2
    held = Position(tuple(row), tuple(other))
    assert position_faults(CLASSED, held) == ()
    assert held.faults()
    before = fold([MatchStarted(0, 0.0, RULES), GameStarted(1, 0.1, PLAIN, Side.LIGHT)])
    assert answered(before, CorrectPosition(held)).position == held
    assert left_alone(held, replace(PLAIN, dark=tuple(other)), Side.LIGHT) != held
    alone = CLASSED.followed_by(None, None, replace(PLAIN, dark=tuple(other)))
    assert left_alone(held, alone, Side.LIGHT) == held
    row[24], row[18], row[13] = 2, 0, 6
    assert position_faults(CLASSED, replace(PLAIN, light=tuple(row)))


# ------------------------------------------------------------------ whole games


def test_the_first_turns_are_followed_and_the_true_classes_are_found() -> None:
    tally = count(Tally(), 1, plies=6)
    assert (tally.exact, tally.false, tally.missed) == (1, 0, 0)
    assert tally.right == 1


def test_illegal_plays_are_noticed() -> None:
    tally = count(Tally(), 5, plies=12)
    assert tally.illegal
    assert (tally.exact, tally.false, tally.missed) == (1, 0, 0)
