"""What people enter on the tablet."""

from __future__ import annotations

import pytest

from arbiter.match.commands import (
    Accept,
    Command,
    CommandError,
    CorrectDice,
    CorrectPosition,
    Double,
    Drop,
    EndGame,
    LetStand,
    Misread,
    NewGame,
    Resign,
    Take,
)
from arbiter.match.events import GameOver
from arbiter.match.state import Cube, Phase
from arbiter.position import START, Position
from arbiter.rules import Rules
from tests.arbiter_referee.stage import DARK, LIGHT, Stage, moved, on_roll, opened

WRONG = moved(START, LIGHT, (8, 6), (13, 11))


def tell(stage: Stage, command: Command) -> list[str]:
    events = stage.referee.handle(command, stage.frame, stage.frame / 15)
    stage.events += events
    return [event.name for event in events]


def test_double_take_and_redouble() -> None:
    stage = on_roll()
    assert tell(stage, Double()) == ["double"]
    assert tell(stage, Take()) == ["take"]
    assert (stage.state.cube, stage.state.player) == (Cube(2, DARK), LIGHT)
    stage.throw((3, 1)).play("8/5 6/5").lift()
    assert tell(stage, Double()) == ["double"]
    assert tell(stage, Drop()) == ["drop", "game_over"]
    over = stage.events[-1]
    assert isinstance(over, GameOver)
    assert (over.winner, over.points, over.kind) == (DARK, 2, "single")


def test_a_roll_after_a_double_means_it_was_taken() -> None:
    stage = on_roll()
    tell(stage, Double())
    stage.throw((3, 1))
    assert stage.said == ["double", "take", "roll"]
    assert stage.state.cube == Cube(2, DARK)


def test_only_the_owner_may_redouble() -> None:
    stage = on_roll()
    tell(stage, Double())
    tell(stage, Take())
    with pytest.raises(CommandError, match="R46"):
        tell(stage, Double())


@pytest.mark.parametrize(
    ("rules", "rule"), [(Rules(cube_limit=1), "R51"), (Rules(length=1), "R55")], ids=["limit", "crawford"]
)
def test_doubles_the_rules_refuse(rules: Rules, rule: str) -> None:
    stage = opened((3, 1), rules).play("8/5 6/5").lift()
    with pytest.raises(CommandError, match=rule):
        tell(stage, Double())


def test_no_double_after_the_roll() -> None:
    with pytest.raises(CommandError, match="R47"):
        tell(opened(), Double())


def test_the_dice_are_corrected_and_stay_so() -> None:
    stage = opened((3, 1))
    assert tell(stage, CorrectDice((3, 2))) == ["roll"]
    stage.rest(30)
    assert stage.state.dice == (3, 2)
    stage.play("24/22 13/10").lift()
    assert stage.said == ["roll", "play"]


def test_a_misread_warning_is_withdrawn_and_not_repeated() -> None:
    stage = opened().put(WRONG)
    assert stage.said == ["illegal"]
    assert tell(stage, Misread()) == ["withdrawn"]
    stage.rest(60)
    assert stage.said == ["illegal", "withdrawn"]


def test_a_misread_final_warning_becomes_the_nearest_legal_play() -> None:
    stage = opened().put(WRONG).lift()
    assert tell(stage, Misread()) == ["corrected"]
    assert stage.state.player is DARK


def test_let_it_stand() -> None:
    stage = opened().put(WRONG).lift()
    assert tell(stage, LetStand()) == ["stood"]
    assert stage.state.position == WRONG
    stage.rest(30)
    assert stage.said == ["illegal", "illegal", "stood"]


def test_a_position_is_corrected_between_turns() -> None:
    stage = opened().play("8/5 6/5").lift()
    other = moved(START, LIGHT, (13, 10), (6, 5))
    assert tell(stage, CorrectPosition(other))[:2] == ["corrected", "entered"]
    assert (stage.state.position, stage.state.player) == (other, DARK)
    assert [turn.play for turn in stage.state.turns] == ["13/10 6/5"]


def test_nobody_plays_on_from_an_empty_board() -> None:
    stage = opened().play("8/5 6/5").lift()
    empty = Position((15, *[0] * 25), (15, *[0] * 25))
    with pytest.raises(CommandError, match="say how the game ended"):
        tell(stage, CorrectPosition(empty))


def test_resigning_a_gammon() -> None:
    stage = opened()
    assert tell(stage, Resign(LIGHT, "gammon")) == ["resign"]
    assert tell(stage, Accept()) == ["game_over"]
    assert stage.state.score == (0, 2)


def test_a_game_taken_up_in_its_middle() -> None:
    stage = Stage().rest(2)
    assert tell(stage, NewGame(WRONG, DARK, 4, DARK)) == ["game"]
    assert (stage.state.player, stage.state.cube, stage.state.position) == (DARK, Cube(4, DARK), WRONG)


@pytest.mark.parametrize("command", [Take(), Drop(), LetStand(), Misread(), CorrectDice((0, 7))])
def test_what_makes_no_sense_now_is_refused_in_one_sentence(command: Command) -> None:
    stage = opened()
    before = stage.state
    with pytest.raises(CommandError) as caught:
        tell(stage, command)
    assert str(caught.value).endswith(".")
    assert stage.state == before
    assert stage.state.phase is Phase.MOVING


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(CommandError, match="16 checkers"):
        tell(on_roll(), CorrectPosition(Position(START.light, (1, *START.dark[1:]))))


def test_a_game_from_any_position_brings_its_score_and_roll() -> None:
    stage = Stage(Rules(length=5)).rest(2)
    assert tell(stage, NewGame(WRONG, DARK, 2, LIGHT, (5, 3), (2, 3))) == ["score", "game", "roll"]
    state = stage.state
    assert (state.score, state.player, state.dice, state.cube) == ((2, 3), DARK, (5, 3), Cube(2, LIGHT))
    stage.rest(60, WRONG)
    assert stage.state.dice == (5, 3)
    assert stage.state.out_of_step is None


def test_a_game_from_another_match_begins_that_match() -> None:
    stage = on_roll()
    assert tell(stage, NewGame(WRONG, DARK, score=(3, 1), length=7)) == ["match", "game"]
    assert (stage.state.rules.length, stage.state.score, stage.state.game) == (7, (3, 1), 1)


def test_the_crawford_game_is_over_where_people_say_so() -> None:
    for crawford in (True, False):
        stage = Stage(Rules(length=5)).rest(2)
        tell(stage, NewGame(WRONG, DARK, score=(4, 1), crawford=crawford))
        assert stage.state.crawford is crawford
        tell(stage, EndGame(DARK))
        tell(stage, NewGame())
        assert not stage.state.crawford


@pytest.mark.parametrize(
    "command",
    [NewGame(score=(5, 0)), NewGame(length=-1), NewGame(dice=(3, 1)), NewGame(player=LIGHT, dice=(7, 1))],
)
def test_a_game_that_cannot_begin_so_is_refused(command: NewGame) -> None:
    stage = Stage(Rules(length=5)).rest(2)
    before = stage.state
    with pytest.raises(CommandError):
        tell(stage, command)
    assert stage.state == before
