"""Dice that look like another face in every look, and stacks that no eye counts: what is made of them together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.match.entered_events import Undone
from arbiter.match.events import IllegalPlay
from arbiter.match.state import Turn
from arbiter.notation import find_play
from arbiter.position import START, Position
from arbiter.referee.evidence import DieSeen, PlaceEvidence
from tests.arbiter_referee.follow import differences
from tests.arbiter_referee.stage import DARK, LIGHT, Stage, die, moved, on_roll, rolled, stack, two_turns_in
from tests.arbiter_referee.test_whole_games import at_table

PILED = Position.from_points([4, 2] + [0] * 20 + [-4, -9], (0, 0), (9, 2))
"""Dark bears off from a stack that no eye counts and from the point before it."""


def unclear(value: int, likelier: dict[int, float], number: int = 1) -> DieSeen:
    """A die that looks the same in every look, and more like another face than its own."""
    best = max(likelier, key=likelier.__getitem__)
    assert best != value
    return replace(die(best, "right", number), probabilities=tuple(likelier.get(face, 0.02) for face in range(1, 7)))


def thrown_unclear() -> Stage:
    """Light is two turns in and has thrown 3-5; the 5 looks like a 3, however long it lies there."""
    stage = two_turns_in()
    stage.dice = (die(3, "right"), unclear(5, {3: 0.6, 1: 0.24, 5: 0.1}))
    return stage.hand(2).rest(40)


def test_a_die_misread_in_every_look_alike_is_told_by_the_play() -> None:
    """The camera is no surer of it after forty looks than after three: the play is legal, the dice are put right."""
    stage = thrown_unclear()
    assert stage.state.dice == (3, 3)
    stage.put(find_play("18/10", stage.state.position, LIGHT, (5, 3)).result, looks=40)
    assert stage.said[-1] == "roll"
    stage.lift()
    assert "illegal" not in stage.said
    assert stage.state.turns[-1] == Turn(LIGHT, (3, 5), "18/10", source="inferred")


def test_a_play_that_fits_no_likely_face_is_warned_of_as_the_dice_look() -> None:
    """First 18/13, which a 5 allows, and then 4 more, which nothing does: they are told what the dice look like."""
    stage = thrown_unclear()
    between = moved(stage.state.position, LIGHT, (18, 13))
    stage.put(between, looks=20)
    assert sorted(stage.state.dice or ()) == [3, 5]
    stage.put(moved(between, LIGHT, (13, 9)), looks=6)
    (warning,) = [event for event in stage.events if isinstance(event, IllegalPlay)]
    assert warning.dice == (3, 3)


def test_a_play_that_only_the_likelier_face_allowed_is_put_right_by_the_other() -> None:
    """5-2 looks a little more like 2-1: 18/15, which a 5-2 does not allow, passes as legal until it is put right."""
    stage = two_turns_in()
    before = stage.state.position
    stage.dice = (die(2, "right"), unclear(5, {1: 0.5, 5: 0.42}))
    stage.hand(2).rest(12)
    stage.put(find_play("18/15", before, LIGHT, (2, 1)).result).lift()
    assert stage.state.turns[-1] == Turn(LIGHT, (2, 1), "18/15*")
    stage.put(find_play("18/11", before, LIGHT, (5, 2)).result, looks=30)
    assert stage.state.turns[-1] == Turn(LIGHT, (2, 5), "18/11", source="inferred")
    assert "out_of_step" not in stage.said


def test_dice_that_turn_out_clear_are_not_told_by_the_play() -> None:
    """A 6 may as well be a 2 at first, and 8/2 13/11 lies there: once the die is seen well that is a fault."""
    stage = two_turns_in()
    stage.dice = (die(6, "right"), unclear(2, {6: 0.66, 2: 0.3}))
    stage.hand(2).rest(10)
    stage.put(moved(stage.state.position, LIGHT, (8, 2), (13, 11)), looks=10)
    assert stage.said[-1] == "roll"
    assert sorted(stage.state.dice or ()) == [2, 6]
    stage.dice = (die(6, "right"), die(6, "right", 1))
    stage.rest(60)
    (warning,) = [event for event in stage.events if isinstance(event, IllegalPlay)]
    assert warning.dice == (6, 6)


def test_a_die_that_may_be_either_is_the_one_that_allows_fewer_such_plays() -> None:
    """8/5 6/5 is one of 16 results of 3-1, and one of 42 of 1-1."""
    stage = on_roll(DARK)
    stage.dice = (die(1, "left"), replace(unclear(3, {1: 0.47, 3: 0.45}), leaf="left"))
    stage.hand(2).rest(30)
    assert stage.state.dice == (1, 1)
    stage.put(find_play("8/5 6/5", START, DARK, (3, 1)).result, looks=20).lift()
    assert stage.state.turns[-1] == Turn(DARK, (1, 3), "8/5 6/5", source="inferred")


def test_an_illegal_play_that_stood_is_told_anew_when_a_stack_was_read_one_too_high() -> None:
    """2/off 2/1 with 4-4: it looked like 2/1 twice, it stood, and look after look says otherwise."""
    stage = on_roll(DARK, PILED).throw((4, 4), "left")
    wrong = moved(PILED, DARK, (2, 0), (2, 1))
    stage.misread = {23: PlaceEvidence(((0, 11, 0.0), (0, 10, -3.8)), floor=-12.0)}
    stage.put(wrong, looks=20).lift().throw((5, 4))
    assert [(turn.play, turn.illegal) for turn in stage.state.turns] == [("2/1(2)", True)]
    warnings = sum(isinstance(event, IllegalPlay) for event in stage.events)
    stage.misread = {23: PlaceEvidence(((0, 10, 0.0), (0, 11, -1.8)), floor=-12.0)}
    stage.play("2/off(2)").lift()
    for _ in range(4):
        stage.hand().rest(6)
    assert [(turn.play, turn.illegal) for turn in stage.state.turns] == [("2/off 2/1", True), ("2/off(2)", False)]
    assert sum(isinstance(event, IllegalPlay) for event in stage.events) == warnings
    lines = [event.message for event in stage.events if isinstance(event, Undone)]
    assert "Turn 1 corrected: 2/off 2/1 instead of 2/1(2)." in lines
    assert stage.state.position == moved(wrong, LIGHT, (2, 0), (2, 0))


def test_who_errs_once_seldom_errs_twice() -> None:
    """2/off 2/1 with 4-4 looks hardly more like 2/1 twice: one of them was right."""
    stage = on_roll(DARK, PILED).throw((4, 4), "left")
    stage.misread = {23: PlaceEvidence(((0, 11, 0.0), (0, 10, -1.3)), floor=-12.0)}
    stage.put(moved(PILED, DARK, (2, 0), (2, 1)), looks=20).lift().throw((5, 4))
    assert [(turn.play, turn.illegal) for turn in stage.state.turns] == [("2/off 2/1", True)]


def test_half_a_play_may_explain_what_lies_there_later() -> None:
    """After 3/1 alone, which looked like 3/off, six lay on the ace point: 1/off(4) leaves two, and breaks no rule."""
    before = Position.from_points([6, 6, 0, 0, 1, 0, 0, 0, 2] + [0] * 12 + [-1, 0, -5], (0, 0), (0, 9))
    stage = on_roll(DARK, before).throw((3, 2), "left")
    stage.misread = {23: PlaceEvidence(((0, 6, 0.0), (0, 5, -3.0)), floor=-12.0)}
    half = moved(before, DARK, (3, 1))
    stage.put(half).lift().throw((5, 3)).put(moved(half, LIGHT, (9, 4), (5, 2))).lift()
    assert [turn.play for turn in stage.state.turns] == ["3/off", "9/4 5/2"]
    stage.throw((5, 5), "left").misread = {}
    stage.put(moved(half, LIGHT, (9, 4), (5, 2)).with_row(DARK, (13, 2, *[0] * 24)), looks=20).lift()
    assert "illegal" not in stage.said
    assert [(turn.play, turn.illegal) for turn in stage.state.turns] == [
        ("3/1", True),
        ("9/4 5/2", False),
        ("1/off(4)", False),
    ]


def test_checkers_that_the_roll_bears_off_are_not_missed() -> None:
    """3/off 1/2 with 4-1 goes backward: that one checker is off speaks neither for it nor against it."""
    before = Position.from_points([4, 1, 2] + [0] * 19 + [-4, -9], (0, 0), (8, 2))
    stage = on_roll(position=before).throw((4, 1))
    stage.misread = {1: PlaceEvidence(((2, 0, 0.0), (1, 0, -6.2)), floor=-12.0)}
    stage.put(moved(before, LIGHT, (3, 0), (1, 2)), looks=30)
    assert stage.said[-1] == "illegal"


def test_a_doubtful_die_and_a_stack_that_no_eye_counts() -> None:
    """With 4-2 it is 3/off 3/1, with 4-6 nothing like it; the stack looks a little like 3/1 3/2."""
    before = Position.from_points([6, 5] + [0] * 18 + [-1, -2, -3, -6], (0, 0), (4, 3))
    stage = on_roll(DARK, before)
    hard = replace(unclear(2, {6: 0.62, 2: 0.34}), leaf="left", center=(330.0, 250.0))
    stage.dice = (die(4, "left"), hard)
    stage.hand(2).rest(20)
    assert stage.state.dice == (4, 6)
    stage.misread = {
        22: PlaceEvidence(((0, 3, 0.0), (0, 2, -0.3)), floor=-12.0),
        23: PlaceEvidence(((0, 7, 0.0), (0, 6, -0.5), (0, 8, -0.5)), floor=-12.0),
    }
    stage.put(find_play("4/off 2/off", before, DARK, (4, 2)).result, looks=20).lift()
    assert "illegal" not in stage.said
    assert stage.state.turns[-1] == Turn(DARK, (4, 2), "4/off 2/off", source="inferred")


def test_a_play_may_have_been_another_one_of_another_roll() -> None:
    """The 6 looked like a 4, and 6/off on a stack that no eye counts like 4/off: later looks tell both."""
    before = Position.from_points([3, 1, 0, 1, 0, 9] + [0] * 16 + [-4, -6], (0, 0), (1, 5))
    stage = on_roll(position=before)
    stage.dice = (die(1, "right"), unclear(6, {4: 0.7, 6: 0.24}))
    stage.hand(2).rest(20)
    stage.misread = {
        3: PlaceEvidence(((0, 0, 0.0), (1, 0, -0.4)), floor=-12.0),
        5: PlaceEvidence(((9, 0, 0.0), (8, 0, -0.4)), floor=-12.0),
    }
    stage.put(find_play("6/off 2/1", before, LIGHT, (6, 1)).result, looks=20).lift(4)
    assert stage.state.turns[-1].play == "4/off 2/1"
    stage.misread = {3: stack(1, 0, 1.0), 5: stack(8, 9, 1.0)}
    stage.hand().rest(6).throw((2, 1), "left").hand().rest(6).hand()
    assert stage.state.turns[-1] == Turn(LIGHT, (1, 6), "6/off 2/1")


@pytest.mark.parametrize("seed", range(5000, 5002))
def test_a_game_with_hard_dice(seed: int) -> None:
    """One die in ten looks much like another face, the same in every look: nobody is blamed for that."""
    followed = at_table(seed, hard_dice=0.1)
    followed.watch(followed.table.game())
    assert differences(followed, dice=False) == ""
    assert [*followed.false_alarms(), *followed.false_questions()] == []


BEARING_OFF = Position.from_points([6, 1] + [0] * 18 + [0, -2, -3, -6], (0, 0), (8, 4))
"""Both sides bear off; light has six on the ace point."""


def before_half_a_bear_off(*, compared: bool = True, sixth: float = 0.0, fifth: float = -2.0) -> Stage:
    """Light has rolled after dark's 2/off 1/off. sixth, fifth: how much the ace point looks like six and five."""
    before = moved(BEARING_OFF, DARK, (0, 2), (0, 1))
    stage = Stage(None, before, DARK)
    stage.compares = compared
    stage.misread = {0: PlaceEvidence(((6, 0, sixth), (5, 0, fifth)), floor=-12.0)}
    stage.rest().throw((2, 1), "left").play("2/off 1/off").lift()
    assert stage.state.position == BEARING_OFF
    return stage.throw((6, 3))


def test_a_pile_that_looks_as_it_did_was_not_played_from() -> None:
    """6-3, and only 2/off is played: no eye can tell five from six on the ace point, but nobody came near them."""
    stage = before_half_a_bear_off().put(moved(BEARING_OFF, LIGHT, (2, 0))).lift()
    (warning,) = [event for event in stage.events if isinstance(event, IllegalPlay)]
    assert warning.position == moved(BEARING_OFF, LIGHT, (2, 0))


def test_a_pile_that_looks_otherwise_was_played_from() -> None:
    """The whole play, 2/off 1/off: the pile is read as before, and yet one checker has left it."""
    stage = before_half_a_bear_off().play("2/off 1/off").lift()
    assert "illegal" not in stage.said
    assert stage.state.turns[-1] == Turn(LIGHT, (6, 3), "2/off 1/off")


def test_a_pile_that_never_looked_that_tall_is_not_held_on_to() -> None:
    """Were there six? It looked like five before; a height that may have been told wrong must not be made firmer."""
    stage = before_half_a_bear_off(sixth=-2.5, fifth=0.0).put(moved(BEARING_OFF, LIGHT, (2, 0))).lift()
    assert "illegal" not in stage.said


@pytest.mark.parametrize("compared", [True, False])
def test_when_all_looks_otherwise_the_player_is_believed(compared: bool) -> None:
    """A lamp is switched on while 2/off is played, or nobody compares: the other checker may well have left too."""
    stage = before_half_a_bear_off(compared=compared).light_changes().put(moved(BEARING_OFF, LIGHT, (2, 0))).lift()
    assert "illegal" not in stage.said
    assert stage.state.turns[-1] == Turn(LIGHT, (6, 3), "2/off 1/off")


def test_a_checker_pushed_aside_for_a_moment_revises_nothing() -> None:
    """While the next dice lie; for want of clear dice two accounts of the play before are about as likely."""
    followed = at_table(1110048, hard_dice=0.2, compares=True)
    followed.watch(followed.table.game(plies=21)).finish()
    assert followed.table.record[19].dice == (1, 1)
    assert [*followed.false_alarms(), *followed.false_questions()] == []


@pytest.mark.parametrize("seed", range(2300, 2302))
def test_whole_games_whose_points_are_compared(seed: int) -> None:
    """One point in seven looks otherwise for a shadow, and three touched in a thousand look the same."""
    followed = at_table(seed, compares=True)
    followed.watch(followed.table.game()).watch(followed.table.set_up_again())
    assert differences(followed) == ""
    assert [*followed.false_alarms(), *followed.false_questions()] == []


def test_a_warning_stays_where_nobody_touched_a_pile_that_looks_a_little_otherwise() -> None:
    """4-3 with six checkers on the ace point: 2/off alone is half a play, and 1/off besides was never played."""
    before = Position.from_points([6, 1] + [0] * 20 + [-5, -2], off=(8, 8))
    stage = on_roll(DARK, before)
    stage.compares = True
    stage.misread = {0: PlaceEvidence(((6, 0, 0.0), (5, 0, -4.5)), floor=-12.0)}
    stage.throw((2, 1), "left").play("2/off 1/off").lift()
    stage.throw((4, 3)).put(moved(stage.state.position, LIGHT, (2, 0)), looks=20).lift(looks=20)
    assert stage.said[-1] == "illegal"
    stage.light_changes().throw((5, 3), "left")
    assert [(turn.play, turn.illegal) for turn in stage.state.turns][1:] == [("2/off", True)]


def test_a_play_is_put_right_by_what_else_its_dice_may_have_shown() -> None:
    """4-4 of which one looks like a 2: 8/5 is warned of, and then put right to a play of 4-4."""
    stage = two_turns_in()
    stage.dice = (die(4, "right"), unclear(4, {2: 0.54, 4: 0.42}))
    stage.hand(2).rest(15)
    before = stage.state.position
    stage.put(moved(before, LIGHT, (8, 5)), looks=30).lift()
    assert stage.said[-1] == "illegal"
    stage.put(find_play("24/16 18/14 8/4", before, LIGHT, (4, 4)).result)
    assert stage.said[-2:] == ["roll", "play"]
    assert stage.state.turns[-1] == Turn(LIGHT, (4, 4), "24/16 18/14 8/4", source="inferred")


def test_an_illegal_play_begun_before_its_dice_are_read_is_told_with_them() -> None:
    stage = two_turns_in()
    wrong = moved(stage.state.position, LIGHT, (13, 6))
    stage.put(wrong, looks=2).throw((5, 4), looks=12)
    assert stage.said[-2:] == ["roll", "illegal"]
    assert stage.state.warning
    assert stage.state.warning.position == wrong


def test_checkers_borne_off_in_the_turn_that_brings_the_last_one_home_are_not_missed() -> None:
    """Whether the stack has ten or thirteen the eye hardly tells; with 5-5 the last one came home and three left."""
    before = Position.from_points([9, 2, 2, 1, 0, 0, 0, 0, 1] + [0] * 10 + [-2, 0, -2, 0, -4], (0, 0), (0, 7))
    stage = rolled(LIGHT, (5, 5), before)
    stage.misread = {0: PlaceEvidence(((10, 0, 0.0), (11, 0, -4.4), (12, 0, -5.1), (13, 0, -5.8)), floor=-12.0)}
    borne_off = [(9, 0), (4, 0), (3, 0), (2, 1)]
    stage.put(moved(before, LIGHT, *borne_off), looks=30).lift()
    illegal = [event for event in stage.events if isinstance(event, IllegalPlay)]
    assert illegal
    assert illegal[-1].position.points[0] == 10


def test_a_pile_that_always_looked_like_a_full_row_changes_no_earlier_play() -> None:
    """Five to eight lie on the ace point, those beyond five on others: the camera sees a row of five all the while.

    From a rendered game (`lab.simulator.many_clips`, seed 66001): in the end the first of these legal plays became
    3/off(2), against the rules, for then fewer would lie there.
    """
    before = Position.from_points([5, 2, 4] + [0] * 15 + [-3, -3, -3, -3, 0, 0], (0, 0), (4, 3))
    stage = on_roll(position=before)
    for dice, play, says, answer in (
        ((5, 2), "3/off 3/1", ((6, 0, -3.4), (7, 0, -4.8), (8, 0, -6.2)), "6/4 6/5"),
        ((2, 5), "3/off 3/1", ((7, 0, -2.3), (6, 0, -4.8), (8, 0, -6.1)), "6/3"),
        ((3, 1), "2/off 2/1", ((7, 0, -2.6), (8, 0, -3.1), (6, 0, -3.4)), "5/4 5/3"),
        ((6, 4), "1/off(2)", ((6, 0, -2.0), (7, 0, -3.1), (8, 0, -5.0)), "5/3 4/3"),
    ):
        stage.throw(dice)
        stage.misread = {0: PlaceEvidence(((5, 0, -0.1), *says), floor=-12.0)}
        stage.play(play, looks=30).lift().throw((2, 1), "left").play(answer, looks=30).lift()
    played = [(turn.play, turn.illegal) for turn in stage.state.turns if turn.player is LIGHT]
    assert played == [("3/off 3/1", False), ("3/off 3/1", False), ("2/off 2/1", False), ("1/off(2)", False)]
    assert "illegal" not in stage.said
