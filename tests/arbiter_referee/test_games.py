"""Where a game begins and ends, and a board that is set up anew, cleared or knocked in its middle."""

from __future__ import annotations

import pytest

from arbiter.match.commands import Double, EndGame
from arbiter.match.events import (
    GameOver,
    Note,
    RollSeen,
)
from arbiter.match.state import Cube
from arbiter.position import START, Position
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from tests.arbiter_referee.stage import DARK, FPS, LIGHT, RACE, Stage, die, moved, on_roll, opened, rolled


def test_the_opening_may_be_one_die_from_each() -> None:
    stage = Stage().rest()
    stage.dice = (die(2, "right"), die(5, "left"))
    stage.rest()
    event = stage.events[-1]
    assert isinstance(event, RollSeen)
    assert (event.player, sorted(event.dice)) == (DARK, [2, 5])


def test_equal_opening_dice_are_rolled_again() -> None:
    stage = Stage().rest()
    stage.dice = (die(4, "right"), die(4, "left"))
    stage.rest()
    assert isinstance(stage.events[-1], Note)
    stage.dice = ()
    stage.hand().rest()
    stage.dice = (die(6, "right", 2), die(4, "left", 2))
    stage.rest()
    assert stage.said == ["game", "note", "roll"]
    assert stage.state.player is LIGHT


def test_equal_opening_dice_turn_the_cube_where_that_is_agreed() -> None:
    """R53."""
    stage = Stage(Rules(length=0, automatic_doubles=1)).rest()
    stage.dice = (die(4, "right"), die(4, "left", 1))
    stage.hand(2).rest(30)
    assert stage.said == ["game", "game", "note"]
    assert (stage.state.cube, stage.state.game, stage.state.player) == (Cube(2), 1, None)


def test_before_the_board_is_set_up_nothing_is_said() -> None:
    stage = Stage().rest(60, moved(START, LIGHT, (8, 6), (8, 6)))
    assert stage.said == []


@pytest.mark.parametrize(
    ("dark", "kind", "points"),
    [
        (((1, 14), (0, 1)), "single", 1),
        (((7, 5), (1, 10)), "gammon", 2),
        (((24, 1), (1, 14)), "backgammon", 3),
    ],
)
def test_the_last_checker_ends_the_game_at_once(
    dark: tuple[tuple[int, int], ...], kind: str, points: int
) -> None:
    row = [0] * 26
    for place, count in dark:
        row[place] = count
    light = [13, 1, 1] + [0] * 23
    stage = rolled(LIGHT, (5, 4), Position(tuple(light), tuple(row)))
    stage.put(moved(stage.position, LIGHT, (1, 0), (2, 0)))
    assert stage.said == ["play", "game_over"]
    over = stage.events[-1]
    assert isinstance(over, GameOver)
    assert (over.winner, over.kind, over.points) == (LIGHT, kind, points)
    assert stage.state.score == (points, 0)
    stage.lift().put(moved(START, LIGHT, (8, 6))).put(START)
    assert stage.said == ["play", "game_over", "game"]


def test_the_other_player_moves_first_after_all() -> None:
    """The opening dice lay in light's half, but dark plays them."""
    stage = opened((3, 1)).put(moved(START, DARK, (8, 5), (6, 5)))
    event = stage.events[-1]
    assert isinstance(event, RollSeen)
    assert event.player is DARK
    stage.lift()
    assert stage.said == ["roll", "play"]


def test_a_board_swept_clean_in_the_middle_of_a_game_is_no_play() -> None:
    empty = Position((15, *[0] * 25), (15, *[0] * 25))
    stage = opened((3, 1)).put(empty, looks=40).lift(40)
    assert stage.said == ["out_of_step"]
    assert stage.state.out_of_step
    assert stage.state.out_of_step.asks == "ending"


def test_an_empty_board_after_the_game_is_no_start() -> None:
    empty = Position((15, *[0] * 25), (15, *[0] * 25))
    stage = Stage().rest(40, empty)
    assert stage.said == []
    stage.put(START)
    assert stage.said == ["game"]


def set_up_anew(looks: int = 40) -> Stage:
    """In mid-game somebody builds the starting position, and nobody says why."""
    stage = on_roll(position=RACE).throw((3, 1)).play("5/2 5/4").lift()
    stage.events.clear()
    return stage.put(START, looks=looks)


def test_a_board_set_up_anew_after_a_double_means_a_drop() -> None:
    stage = on_roll(position=RACE).throw((3, 1)).play("5/2 5/4").lift()
    stage.events += stage.referee.handle(Double(), stage.frame, 10.0)
    stage.put(START, looks=40).throw((6, 2))
    assert stage.said == ["roll", "play", "double", "drop", "game_over", "game", "roll"]
    assert stage.state.score == (0, 1)


def test_a_board_set_up_anew_in_mid_game_asks_who_won_and_the_answer_goes_on() -> None:
    stage = set_up_anew().throw((6, 2))
    assert stage.said == ["out_of_step"]
    assert stage.state.out_of_step
    assert stage.state.out_of_step.asks == "ending"
    stage.events += stage.referee.handle(EndGame(DARK, "gammon"), stage.frame, stage.frame / FPS)
    stage.lift().throw((6, 2), "left")
    assert stage.said == ["out_of_step", "game_over", "game", "roll"]
    assert (stage.state.score, stage.state.game) == ((0, 2), 2)


def test_without_an_answer_the_next_opening_roll_goes_on_by_the_likeliest_ending() -> None:
    stage = set_up_anew(61 * FPS).throw((6, 2))
    assert stage.said == ["out_of_step", "game_over", "game", "roll"]
    assert stage.state.assumed
    assert stage.state.score == (1, 0)
    stage.events += stage.referee.handle(EndGame(DARK, "single", last=True), stage.frame, 99.0)
    assert (stage.state.score, stage.state.dice, stage.state.game) == ((0, 1), (6, 2), 2)


def test_in_a_recording_nobody_can_answer_and_the_opening_roll_goes_on_at_once() -> None:
    stage = on_roll(position=RACE).throw((3, 1)).play("5/2 5/4").lift()
    stage.events.clear()
    stage.referee = Referee(stage.state, Seats(LIGHT), unattended=True)
    stage.put(START, looks=40).throw((6, 2))
    assert stage.said == ["out_of_step", "game_over", "game", "roll"]
    assert stage.state.assumed


def test_a_knocked_board_is_no_illegal_play_and_back_in_step_when_it_is_put_back() -> None:
    stage = opened((3, 1)).play("8/5 6/5").lift()
    knocked = moved(moved(stage.position, DARK, (6, 10), (13, 15)), LIGHT, (13, 22))
    before = stage.position
    stage.put(knocked, looks=60)
    assert stage.said == ["play", "out_of_step"]
    stage.put(before, looks=10)
    assert stage.said == ["play", "out_of_step", "in_step"]
    stage.throw((6, 4), "left")
    assert stage.said[-1] == "roll"
