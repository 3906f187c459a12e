"""Dice that may have been misread are asked about; what people answer is learned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.match.commands import CorrectDice
from arbiter.match.events import CLEARLY_READ, IllegalPlay
from arbiter.match.state import Phase
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START, Position
from arbiter.referee.evidence import DieSeen
from arbiter.referee.trust import Trust
from tests.arbiter_referee.stage import DARK, LIGHT, Stage, die, moved, on_roll, opened
from tests.arbiter_referee.test_trust import Settled, taught

READ_RIGHT: list[Settled] = [(None, dice, dice) for dice in ((1, 2), (3, 4), (5, 6))]


def answered(stage: Stage, dice: Dice) -> list[str]:
    """The names of the events that follow when people say what was rolled."""
    events = stage.referee.handle(CorrectDice(dice), stage.frame, stage.frame / 15)
    stage.events += events
    return [event.name for event in events]


def played_as(stage: Stage, text: str, dice: Dice) -> Stage:
    """A play by the dice as rolled, whatever was read."""
    assert stage.state.player
    return stage.put(find_play(text, stage.state.position, stage.state.player, dice).result)


def asked(stage: Stage) -> list[Dice | None]:
    """Of each warning the roll that was asked about."""
    found = [event.instead for event in stage.events if isinstance(event, IllegalPlay)]
    return [(max(dice), min(dice)) if dice else None for dice in found]


def test_a_play_that_one_misread_die_explains_is_asked_about() -> None:
    stage = played_as(opened((3, 2)), "8/5 6/5", (3, 1))
    assert stage.said == ["illegal"]
    assert asked(stage) == [(3, 1)]


def test_a_play_that_no_other_roll_explains_is_not() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 6), (13, 11))).lift()
    assert asked(stage) == [None, None]


def test_of_dice_known_to_be_misread_the_roll_is_asked_whatever_was_played() -> None:
    """No roll explains it; but that these dice show what they look like, nobody can say."""
    stage = opened((3, 1))
    stage.referee._commitment.trust = taught(Trust(), (None, (6, 1), (6, 2)), (None, (6, 1), (6, 2)))
    stage.put(moved(START, LIGHT, (8, 6), (13, 11))).lift()
    assert None not in asked(stage)
    assert len(asked(stage)) == 2


def test_dice_that_were_read_right_again_and_again_are_not_asked_about() -> None:
    stage = opened((3, 2))
    stage.referee._commitment.trust = taught(Trust(), *30 * READ_RIGHT)
    played_as(stage, "8/5 6/5", (3, 1))
    assert asked(stage) == [None]


@pytest.mark.parametrize(("turns", "asks"), [(3, (5, 1)), (18, None)])
def test_two_misread_dice_are_asked_about_until_their_set_has_shown_its_faces(turns: int, asks: Dice | None) -> None:
    stage = opened((3, 2))
    stage.referee._commitment.trust = taught(Trust(), *turns // 3 * READ_RIGHT)
    played_as(stage, "13/8 6/5", (5, 1))
    assert asked(stage) == [asks]


def with_dice_misread(likely: float) -> Stage:
    """3-2 is read; a 1 of this set was taken for a 2 before, as likely as that."""
    stage = opened((3, 2))
    stage.referee._commitment.trust = taught(Trust(), (None, (6, 1), (6, 2)), share=likely)
    return stage


def test_a_play_that_misread_dice_explain_better_is_asked_about_rather_than_passed_over() -> None:
    stage = played_as(with_dice_misread(0.2), "8/5 6/5", (3, 1))
    assert asked(stage) == [(3, 1)]


def test_dice_known_to_be_misread_are_not_asked_about() -> None:
    stage = played_as(with_dice_misread(1.0), "8/5 6/5", (3, 1)).lift()
    assert asked(stage) == []
    assert stage.state.turns[-1].play == "8/5 6/5"


def test_a_question_that_nobody_answers_leaves_the_likelier_account() -> None:
    """The next player rolls: what the dice showed then follows from the play, and nobody is blamed."""
    stage = played_as(with_dice_misread(0.2), "8/5 6/5", (3, 1)).lift()
    stage.throw((6, 5), "left")
    assert not stage.state.turns[-1].illegal


def test_the_answer_ends_the_question_and_teaches_the_face() -> None:
    stage = played_as(opened((3, 2)), "8/5 6/5", (3, 1))
    assert answered(stage, (3, 1)) == ["roll"]
    stage.rest(60).lift()
    assert stage.said == ["illegal", "roll", "play"]
    stage.throw((6, 5), "left").play("24/13").lift()
    stage.throw((6, 2))
    stage.events.clear()
    played_as(stage, "13/7 8/7", (6, 1)).lift()
    assert "illegal" not in stage.said
    assert stage.state.turns[-1].play == "13/7 8/7"


def test_once_the_dice_are_lifted_the_play_is_judged_by_the_dice_told() -> None:
    stage = played_as(opened((3, 2)), "8/5 6/5", (3, 1)).lift()
    assert asked(stage) == [(3, 1), (3, 1)]
    assert answered(stage, (3, 1)) == ["roll", "play"]
    assert (stage.state.phase, stage.state.player, stage.state.warning) == (Phase.TO_ROLL, DARK, None)
    assert stage.state.turns[-1].dice == (3, 1)


def test_what_was_asked_about_stays_a_question_when_the_dice_are_lifted() -> None:
    """6-3 dances and 6-2 allows many plays: once it is over this one seems rather a fault than one of these."""
    counts = {1: -1, 6: 5, 8: 3, 12: -4, 13: 5, 17: -3, 19: -5, 22: -2, 24: 1}
    entering = Position.from_points([counts.get(point, 0) for point in range(1, 25)], (1, 0))
    stage = on_roll(LIGHT, entering)
    stage.referee._commitment.trust = taught(Trust(), *READ_RIGHT)
    played_as(stage.throw((6, 3)), "bar/23 13/7", (6, 2))
    assert asked(stage) == [(6, 2)]
    assert asked(stage.lift()) == [(6, 2), (6, 2)]


def test_other_dice_told_that_do_not_explain_it_either_warn_again() -> None:
    stage = played_as(opened((3, 2)), "8/5 6/5", (3, 1)).lift()
    assert answered(stage, (6, 5)) == ["roll", "illegal"]
    assert (stage.state.phase, stage.state.dice) == (Phase.CORRECTING, (6, 5))
    assert asked(stage)[-1] is None


@pytest.mark.parametrize(("sure", "doubtful"), [(0.78, True), (0.97, False)])
def test_the_card_is_headed_by_how_surely_the_die_itself_was_read(sure: float, doubtful: bool) -> None:
    """As rendered dice look that are misread: most of the rest speaks for the right face."""
    stage = on_roll()
    other = replace(die(2, "right", 1), probabilities=(0.94 - sure if doubtful else 0.006, sure, *[0.006] * 4))
    stage.dice = (die(3, "right", sure=0.99), other)
    stage.hand(2).rest(20)
    stage.put(moved(START, LIGHT, (8, 5), (6, 5))).lift(20)
    (*_, card) = [event for event in stage.events if isinstance(event, IllegalPlay)]
    assert sorted(card.dice) == [2, 3]
    assert card.doubtful is doubtful


def shown(value: int, number: int, **also: float) -> DieSeen:
    """A die that surely looks like one face; also: what the looks leave to others, by `f1` to `f6`."""
    chances = [0.001] * 6
    for face, share in also.items():
        chances[int(face[1]) - 1] = share
    chances[value - 1] = 1.0 - sum(chances) + 0.001
    return replace(die(value, "right", number), probabilities=tuple(chances))


def card_after(dice: tuple[DieSeen, DieSeen], played: Position) -> IllegalPlay:
    """What is warned of once the dice are lifted."""
    stage = on_roll()
    stage.referee._commitment.trust = taught(Trust(), *30 * READ_RIGHT)
    stage.dice = dice
    stage.hand(2).rest(20)
    stage.put(played).lift(20)
    (*_, card) = [event for event in stage.events if isinstance(event, IllegalPlay)]
    return card


TWOS = find_play("24/22 13/11(2) 6/4", START, LIGHT, (2, 2)).result


MISREAD_SURELY = (
    {"f2": 0.05},
    {"f1": 0.022, "f2": 0.028, "f3": 0.013, "f4": 0.013, "f5": 0.01},
    {"f1": 0.078, "f2": 0.055, "f3": 0.005, "f4": 0.011, "f5": 0.014},
)
"""What looks at dice that showed a two left to the faces below the six; the last two are measured."""


@pytest.mark.parametrize("left", MISREAD_SURELY)
def test_a_face_that_the_looks_leave_open_and_that_explains_the_play_heads_a_question(left: dict[str, float]) -> None:
    """As where 2-2 was read surely as 6-2."""
    card = card_after((shown(6, 0, **left), shown(2, 1)), TWOS)
    assert min(card.dice_sure or (0.0,)) > CLEARLY_READ
    assert (card.doubtful, card.instead) == (True, (2, 2))
    assert card.fault
    assert card.fault.other_roll == (2, 2)


def test_both_dice_of_a_set_may_have_been_misread() -> None:
    played = find_play("24/20 13/10", START, LIGHT, (4, 3)).result
    card = card_after((shown(6, 0, f4=0.05), shown(5, 1, f3=0.05)), played)
    assert (card.doubtful, card.instead) == (True, (4, 3))
    assert card.fault
    assert card.fault.other_roll == (4, 3)


@pytest.mark.parametrize("left", [{}, {"f3": 0.05}, {f"f{face}": 0.034 for face in (1, 2, 3, 4, 5)}])
def test_a_face_that_is_plainly_excluded_makes_no_question(left: dict[str, float]) -> None:
    card = card_after((shown(6, 0, **left), shown(2, 1)), TWOS)
    assert not card.doubtful


def test_a_face_that_explains_nothing_makes_no_question() -> None:
    card = card_after((shown(6, 0, f2=0.05), shown(2, 1)), moved(START, LIGHT, (8, 3), (6, 4)))
    assert not card.doubtful


def test_a_die_that_is_hard_to_read_makes_no_question_of_what_no_face_of_it_explains() -> None:
    hard = shown(6, 0, f2=0.2, f5=0.25)
    card = card_after((hard, shown(2, 1)), moved(START, LIGHT, (8, 3), (6, 3)))
    assert min(card.dice_sure or (1.0,)) < CLEARLY_READ
    assert (card.doubtful, card.whatever_dice) == (False, True)


def test_a_die_that_is_hard_to_read_makes_a_question_of_what_any_face_of_it_explains() -> None:
    """Even one that stands out from the others by nothing."""
    hard = shown(6, 0, **{f"f{face}": 0.07 for face in (1, 2, 3, 4, 5)})
    card = card_after((hard, shown(2, 1)), TWOS)
    assert min(card.dice_sure or (1.0,)) < CLEARLY_READ
    assert (card.doubtful, card.whatever_dice) == (True, False)
