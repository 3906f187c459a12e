"""Who throws before the computer's play is made for it on the board: the roll counts once that play lies there."""

from __future__ import annotations

import pytest

from arbiter.match.commands import CorrectDice, IntendCube, IntendPlay, OpponentDecided
from arbiter.match.events import BadRoll, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.opponent import DiceOf, OpponentSeat
from arbiter.match.state import Phase
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START, Position, row_of
from arbiter.rules import Rules
from tests.arbiter_referee.stage import DARK, FPS, LIGHT, Stage, die

ITS = (6, 1)


def its_turn(dice: DiceOf) -> Stage:
    """The computer's 13/7 8/7 with 6-1 is known, and nobody has moved a checker of it."""
    first = find_play("8/5 6/5", START, LIGHT, (3, 1))
    seat = OpponentSeat(DARK, "gnubg", "expert", dice)
    stage = Stage(
        more=[
            MatchStarted(0, 0.0, Rules(), opponent=seat),
            GameStarted(0, 0.0, START),
            RollSeen(0, 0.0, LIGHT, (3, 1)),
            PlayMade(0, 0.0, LIGHT, (3, 1), "8/5 6/5", first.result),
        ]
    )
    stage.rest(15, first.result)
    decides(stage, IntendCube(False))
    if dice == "program":
        decides(stage, CorrectDice(ITS, DARK))
    else:
        stage.throw(ITS, "left")
    assert stage.state.dice == ITS
    decides(stage, IntendPlay(ITS, find_play("13/7 8/7", first.result, DARK, ITS).result))
    stage.events.clear()
    return stage


def decides(stage: Stage, word: IntendCube | IntendPlay | CorrectDice) -> None:
    word_of = OpponentDecided(stage.state.actions, word)
    stage.events += stage.referee.handle(word_of, stage.frame, stage.frame / FPS)


def makes_its_play(stage: Stage) -> None:
    intended = stage.state.intended
    assert intended
    stage.put(intended.position, 5 * FPS)


@pytest.mark.parametrize("early_s", [1, 3, 6, 20])
def test_with_the_programs_dice_mine_may_lie_there_already(early_s: int) -> None:
    stage = its_turn("program")
    stage.throw((5, 4)).rest(early_s * FPS)
    assert stage.said == []
    makes_its_play(stage)
    assert stage.said == ["play", "roll"]
    assert (stage.state.phase, stage.state.player, stage.state.dice) == (Phase.MOVING, LIGHT, (5, 4))


@pytest.mark.parametrize("mine", [(5, 4), (6, 4), (6, 1)], ids=["others", "one alike", "the same"])
@pytest.mark.parametrize("early_s", [1, 6])
def test_once_its_dice_are_lifted_mine_count_too(early_s: int, mine: Dice) -> None:
    """Thrown in my half while nobody has moved its checkers."""
    stage = its_turn("thrown")
    stage.lift().throw(mine).rest(early_s * FPS)
    makes_its_play(stage)
    assert stage.said[-2:] == ["play", "roll"]
    assert (stage.state.player, stage.state.dice) == (LIGHT, mine)


def test_while_its_dice_lie_there_they_do_not_and_that_is_said() -> None:
    stage = its_turn("thrown")
    its = stage.dice
    stage.throw((5, 4))
    stage.dice = (*its, *stage.dice)
    stage.rest(6 * FPS)
    assert [type(event) for event in stage.events] == [BadRoll]


def test_its_own_dice_pushed_aside_are_no_roll_of_mine() -> None:
    stage = its_turn("thrown")
    stage.dice = tuple(die(value, "left", 4 + n) for n, value in enumerate(ITS))
    stage.hand(2).rest(6 * FPS)
    makes_its_play(stage)
    stage.rest(5 * FPS)
    assert "roll" not in stage.said


def test_a_roll_in_my_half_is_its_own_although_it_could_have_danced() -> None:
    """Where each of two players throws in their own half, its turn would have been missed and the roll be mine."""
    dark = row_of([(25, 1), (24, 1), (13, 3), (8, 3), (6, 4), (2, 1), (1, 2)])
    light = row_of([(22, 1), (21, 1), (13, 5), (8, 3), (3, 5)])
    seat = OpponentSeat(DARK, "gnubg", "expert")
    position = Position(light, dark)
    stage = Stage(
        more=[
            MatchStarted(0, 0.0, Rules(), opponent=seat),
            GameStarted(0, 0.0, position, LIGHT),
            PlayMade(0, 0.0, LIGHT, None, "", position),
        ]
    )
    stage.referee._observer.dice._in_own_leaf[True] = 20  # as at a table where the halves are kept
    stage.rest(15, position)
    decides(stage, IntendCube(False))
    stage.throw((3, 3), "right", 30)
    assert (stage.state.phase, stage.state.player, stage.state.dice) == (Phase.MOVING, DARK, (3, 3))
    assert stage.said == ["intended_cube", "roll"]
