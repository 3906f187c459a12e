"""The doubling cube as the camera sees it."""

from __future__ import annotations

import pytest

from arbiter.match.commands import Undo
from arbiter.match.events import MatchStarted
from arbiter.match.fold import fold
from arbiter.position import START
from arbiter.referee.evidence import CubeSeen
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from tests.arbiter_referee.stage import DARK, FPS, LIGHT, Stage, moved, on_roll, opened


def test_a_double_is_seen_by_the_cube_lying_turned_at_the_opponents_side() -> None:
    """R6, R48: a pair of dice for each, and the cube's value and place."""
    stage = opened((3, 1))
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest().play("8/5 6/5").lift()
    stage.cube = CubeSeen(2, LIGHT, 0.9)
    stage.hand().rest().throw((6, 4), "left")
    assert stage.said == ["play", "double", "take", "roll"]
    assert (stage.state.cube.value, stage.state.cube.owner, stage.state.player) == (2, LIGHT, DARK)


def test_a_cube_turned_before_the_play_before_it_is_settled_is_a_double() -> None:
    """A play that can hardly be seen is settled by the next roll, and so few pictures of a grainy camera are clear."""
    stage = opened((3, 1))
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest(5).play("8/5 6/5", looks=1)
    stage.cube = CubeSeen(2, LIGHT, 0.9)
    stage.hand().rest(2).throw((6, 4), "left", looks=4)
    assert stage.said == ["play", "double", "take", "roll"]


@pytest.mark.parametrize("seen", [CubeSeen(4, LIGHT, 0.9), CubeSeen(2, DARK, 0.9), CubeSeen(2, None, 0.9)])
def test_a_cube_that_no_double_explains_says_nothing(seen: CubeSeen) -> None:
    stage = opened((3, 1))
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest().play("8/5 6/5").lift()
    stage.cube = seen
    stage.hand().rest().throw((6, 4), "left")
    assert stage.said == ["play", "roll"]


@pytest.mark.parametrize(("figures", "doubled"), [((16, 2, 2, 8, 2, 16), True), ((1, 2, 1, 2, 1, 2), False)])
def test_the_cubes_place_is_plainer_than_its_figure(figures: tuple[int, ...], doubled: bool) -> None:
    """Pushed over unturned it is no double, but misread now and then it is one."""
    stage = on_roll()
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest(20).throw((3, 1)).play("8/5 6/5").lift().hand()
    for figure in figures:
        stage.cube = CubeSeen(figure, LIGHT, 0.9)
        stage.rest(1)
    assert ("double" in stage.said) is doubled


def test_a_cube_always_misread_alike_is_no_double() -> None:
    stage = Stage()
    stage.cube = CubeSeen(2, LIGHT, 0.9)
    stage.rest().throw((3, 1)).play("8/5 6/5").lift().throw((6, 4), "left")
    assert stage.said == ["game", "roll", "play", "roll"]


@pytest.mark.parametrize("looks", [10, 45])
@pytest.mark.parametrize("while_it_is_put_right", [False, True])
def test_a_cube_beside_a_board_that_nobody_plays_on_is_no_double(looks: int, while_it_is_put_right: bool) -> None:
    stage = opened((3, 1))
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest(20).play("8/5 6/5").lift().throw((6, 4), "left").play("24/14").lift()
    if while_it_is_put_right:
        stage.throw((2, 1)).put(moved(stage.state.position, LIGHT, (13, 7))).lift()
        assert stage.state.warning
    known, here = len(stage.said), stage.position
    stage.cube = CubeSeen(2, LIGHT if while_it_is_put_right else DARK, 0.9)
    stage.rest(looks, moved(moved(here, LIGHT, (24, 16), (24, 16), (13, 9), (13, 9)), DARK, (6, 4), (6, 4)))
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest(45, here)
    assert stage.said[known:] == (["out_of_step", "in_step"] if looks == 45 else [])


def test_no_double_in_the_crawford_game() -> None:
    started = MatchStarted(0, 0.0, Rules(length=2), score=(1, 0))
    stage = Stage(more=[started]).rest().throw((3, 1))
    assert stage.state.crawford
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest().play("8/5 6/5").lift()
    stage.cube = CubeSeen(2, LIGHT, 0.9)
    stage.hand().rest().throw((6, 4), "left")
    assert "double" not in stage.said


def test_whoever_doubles_after_an_illegal_play_lets_it_stand() -> None:
    """R64: they play on from what lies there, and the cube is turned."""
    stage = opened((3, 1))
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest().put(moved(START, LIGHT, (8, 6))).lift()
    assert stage.said[-1] == "illegal"
    stage.cube = CubeSeen(2, LIGHT, 0.9)
    stage.hand().rest().throw((6, 4), "left")
    assert stage.said[-4:] == ["stood", "double", "take", "roll"]
    assert (stage.state.cube.value, stage.state.cube.owner, stage.state.player) == (2, LIGHT, DARK)


def test_a_double_that_people_took_back_does_not_come_again_after_a_restart() -> None:
    """The cube lies turned still; once it lies in the middle and is turned again later, it is a double."""
    stage = opened((3, 1))
    begun = stage.state
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest().play("8/5 6/5").lift()
    stage.cube = CubeSeen(2, LIGHT, 0.9)
    stage.hand().rest()
    assert stage.said[-2:] == ["double", "take"]
    for _ in range(2):
        stage.events += stage.referee.handle(Undo(), stage.frame, stage.frame / FPS)
    stage.referee = Referee(fold(stage.events, begun), Seats(LIGHT))
    stage.events.clear()
    stage.hand().rest().throw((6, 4), "left").play("24/14").lift()
    stage.cube = CubeSeen(1, None, 0.9)
    stage.throw((3, 2)).play("24/22 13/10").lift().throw((6, 5), "left").play("14/3*").lift()
    assert stage.said == 3 * ["roll", "play"]
    stage.cube = CubeSeen(2, DARK, 0.9)
    stage.hand().rest()
    assert stage.said[-2:] == ["double", "take"]
