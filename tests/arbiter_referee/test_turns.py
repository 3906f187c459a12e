"""One turn at a time: what is said when, and what is not."""

from __future__ import annotations

from typing import Literal

import pytest

from arbiter.match.commands import Double, EndGame
from arbiter.match.events import (
    GameOver,
    IllegalPlay,
    MatchStarted,
    Note,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
)
from arbiter.match.state import Cube, Phase
from arbiter.position import START, Position
from arbiter.referee.evidence import CubeSeen
from arbiter.rules import Rules
from tests.arbiter_referee.stage import DARK, FPS, LIGHT, Stage, die, moved, on_roll, opened, rolled

BAR_CLOSED = Position.from_points([2, 2, 2, 2, 2, 2, 3] + [0] * 10 + [-3, -4, -3, -4, 0, 0, 0], (0, 1))
"""Dark is on the bar against six made points."""


def test_a_legal_play_is_told_once_when_the_dice_are_lifted() -> None:
    """R60."""
    stage = opened((3, 1)).play("8/5 6/5")
    assert stage.said == []
    stage.lift()
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert (event.player, event.dice, event.play) == (LIGHT, (3, 1), "8/5 6/5")
    assert (stage.state.phase, stage.state.player) == (Phase.TO_ROLL, DARK)


def test_half_a_play_gets_no_note_while_the_dice_lie() -> None:
    """R59."""
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 5)), looks=60)
    assert stage.said == []


def test_half_a_play_is_illegal_once_the_dice_are_lifted() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 5))).lift()
    (event,) = stage.events
    assert isinstance(event, IllegalPlay)
    assert not event.provisional
    assert event.rules[0] == "R18"
    assert stage.state.phase is Phase.CORRECTING


def test_an_illegal_board_is_noted_once_and_withdrawn_when_put_back() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 6)), looks=60)
    assert stage.said == ["illegal"]
    stage.put(START)
    assert stage.said == ["illegal", "withdrawn"]
    assert stage.state.warning is None
    stage.play("8/5 6/5").lift()
    assert stage.said == ["illegal", "withdrawn", "play"]


def test_a_board_shown_for_a_moment_is_no_fault() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 6)), looks=4).put(START)
    assert stage.said == []


def test_a_checker_held_in_the_hand_is_no_fault() -> None:
    lifted = list(START.light)
    lifted[8] -= 1
    held = START.with_row(LIGHT, (1, *lifted[1:]))
    stage = opened((3, 1)).put(held, looks=20).play("8/5 6/5")
    assert stage.said == []


def test_an_illegal_play_can_be_put_right_after_the_dice_were_lifted() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 6), (13, 11))).lift()
    assert stage.said == ["illegal", "illegal"]
    stage.put(moved(START, LIGHT, (8, 5), (6, 5)))
    event = stage.events[-1]
    assert isinstance(event, PlayCorrected)
    assert event.play == "8/5 6/5"
    assert stage.state.player is DARK


def test_an_illegal_play_stands_when_the_opponent_rolls() -> None:
    wrong = moved(START, LIGHT, (8, 6), (13, 11))
    stage = opened((3, 1)).put(wrong).lift().throw((6, 4), "left")
    assert stage.said == ["illegal", "illegal", "stood", "roll"]
    stood, roll = stage.events[-2:]
    assert isinstance(stood, PlayStood)
    assert stood.position == wrong
    assert isinstance(roll, RollSeen)
    assert roll.player is DARK
    assert stage.state.position == wrong


def test_with_must_be_legal_it_never_stands() -> None:
    stage = opened((3, 1), Rules(must_be_legal=True))
    stage.put(moved(START, LIGHT, (8, 6), (13, 11))).lift().throw((6, 4), "left")
    assert stage.said == ["illegal", "illegal", "bad_roll"]
    assert stage.state.phase is Phase.CORRECTING


def test_lifting_the_dice_without_playing_is_illegal_where_a_play_exists() -> None:
    stage = opened((3, 1)).lift(60)
    (event,) = stage.events
    assert isinstance(event, IllegalPlay)
    assert event.rules[0] == "R23"


def test_a_dance_is_a_play() -> None:
    stage = rolled(DARK, (6, 5), BAR_CLOSED).lift()
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert event.play == "no play"


def test_moving_though_nothing_can_be_played() -> None:
    stage = rolled(DARK, (6, 5), BAR_CLOSED).put(moved(BAR_CLOSED, DARK, (5, 4)))
    assert stage.said == ["illegal"]


def test_a_hand_over_the_dice_does_not_lift_them() -> None:
    stage = opened((3, 1))
    shown, stage.dice = stage.dice, ()
    stage.hand(30)
    stage.dice = shown
    stage.rest()
    assert stage.said == []


def test_a_die_read_wrongly_now_and_then_is_outvoted() -> None:
    stage = Stage().rest()
    for value in (3, 3, 6, 3, 3, 3, 6, 3):
        stage.dice = (die(value, "right"), die(1, "right", 1))
        stage.rest(1)
    assert [event.dice for event in stage.events if isinstance(event, RollSeen)] == [(3, 1)]


def test_a_roll_read_wrongly_at_first_is_told_again() -> None:
    stage = opened((6, 1))
    stage.dice = (die(3, "right"), die(1, "right", 1))
    stage.rest(20)
    assert [event.dice for event in stage.events if isinstance(event, RollSeen)] == [(3, 1)]
    assert stage.state.dice == (3, 1)


def test_dice_pushed_aside_are_the_same_roll() -> None:
    stage = opened((3, 1))
    stage.dice = tuple(
        type(one)(one.value, one.probabilities, (one.center[0] + 60, 330.0), None, one.leaf)
        for one in stage.dice
    )
    stage.hand().rest().play("8/5 6/5").lift()
    assert stage.said == ["play"]


def test_a_cocked_die_voids_the_roll() -> None:
    """R58."""
    stage = on_roll()
    stage.dice = (die(3, "right", cocked=True), die(1, "right", 1))
    stage.rest(30)
    assert stage.said == ["bad_roll"]
    assert stage.state.phase is Phase.TO_ROLL
    stage.lift().throw((4, 2))
    assert stage.said == ["bad_roll", "roll"]


def early(stage: Stage) -> Stage:
    """Dark throws 6-4 while light's dice still lie."""
    stage.dice = (*stage.dice, die(6, "left"), die(4, "left", 1))
    return stage.rest(20)


@pytest.mark.parametrize(("agreed", "said"), [("right", ["bad_roll"]), ("any", ["roll"])])
def test_dice_in_the_other_half_count_unless_agreed(agreed: Literal["right", "any"], said: list[str]) -> None:
    """R57: light's right hand is at the right leaf."""
    stage = on_roll(rules=Rules(dice_leaf=agreed)).throw((3, 1), "left")
    assert stage.said == said


def test_players_take_turns() -> None:
    """R10."""
    stage = opened((3, 1)).play("8/5 6/5").lift().throw((6, 4), "left").play("24/14").lift()
    assert [turn.player for turn in stage.state.turns] == [LIGHT, DARK]
    assert stage.state.player is LIGHT


def test_an_early_roll_waits_for_its_turn_where_that_is_allowed() -> None:
    """R61."""
    stage = early(opened((3, 1), Rules(early_roll="allowed")).play("8/5 6/5"))
    assert stage.said == []
    stage.dice = stage.dice[2:]
    stage.hand().rest()
    assert stage.said == ["play", "roll"]


@pytest.mark.parametrize("agreed", ["void", "tolerated"])
def test_an_early_roll_with_contact_is_void(agreed: Literal["void", "tolerated"]) -> None:
    stage = early(opened((3, 1), Rules(early_roll=agreed)).play("8/5 6/5"))
    assert stage.said == ["bad_roll"]
    stage.dice = stage.dice[2:]
    stage.hand().rest()
    assert stage.said == ["bad_roll", "play"]
    stage.lift().throw((5, 2), "left")
    assert (stage.said, stage.state.dice) == (["bad_roll", "play", "roll"], (5, 2))


RACE = Position.from_points([3, 3, 3, 3, 3] + [0] * 14 + [-3, -3, -3, -3, -3])


@pytest.mark.parametrize(
    ("agreed", "said"), [("void", ["bad_roll"]), ("tolerated", []), ("allowed", [])]
)
def test_an_early_roll_without_contact(
    agreed: Literal["void", "tolerated", "allowed"], said: list[str]
) -> None:
    stage = on_roll(position=RACE, rules=Rules(early_roll=agreed)).throw((3, 1))
    stage.events.clear()
    assert early(stage.play("3/off 1/off")).said == said


def test_an_early_roll_on_a_forced_play_is_tolerated() -> None:
    """Dark is on the bar against six points: his roll cannot be played whatever light sees of the next one."""
    stage = rolled(DARK, (6, 5), BAR_CLOSED)
    stage.dice = (*stage.dice, die(6, "right"), die(4, "right", 1))
    assert stage.rest(20).said == []


def test_a_missed_roll_is_told_by_the_play_where_only_one_leads_there() -> None:
    stage = on_roll().put(moved(START, LIGHT, (24, 18), (8, 7)), looks=60)
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert event.dice == (6, 1)


def test_a_missed_roll_is_never_guessed() -> None:
    """24/18 13/11 may have been 6-2 or 2-2."""
    stage = on_roll().put(moved(START, LIGHT, (24, 18), (13, 11)), looks=60)
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert event.dice is None
    assert event.position == stage.position


def test_a_nudge_between_turns_is_no_play() -> None:
    stage = on_roll().put(moved(START, LIGHT, (8, 7)), looks=60).put(START).throw((3, 1))
    assert stage.said == ["roll"]


@pytest.mark.parametrize("frozen", [True, False])
def test_a_recording_without_noise_is_followed_too(frozen: bool) -> None:
    stage = Stage()
    stage.frozen = frozen
    stage.rest().throw((3, 1)).play("8/5 6/5").lift().throw((6, 4), "left").play("24/14").lift()
    assert stage.said == ["game", "roll", "play", "roll", "play"]


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


def test_a_double_is_seen_by_the_cube_lying_turned_at_the_opponents_side() -> None:
    """R6, R48: a pair of dice for each, and the cube's value and place."""
    stage = opened((3, 1))
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest().play("8/5 6/5").lift()
    stage.cube = CubeSeen(2, LIGHT, 0.9)
    stage.hand().rest().throw((6, 4), "left")
    assert stage.said == ["play", "double", "take", "roll"]
    assert (stage.state.cube.value, stage.state.cube.owner, stage.state.player) == (2, LIGHT, DARK)


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


def test_no_double_in_the_crawford_game() -> None:
    started = MatchStarted(0, 0.0, Rules(length=2), score=(1, 0))
    stage = Stage(more=[started]).rest().throw((3, 1))
    assert stage.state.crawford
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest().play("8/5 6/5").lift()
    stage.cube = CubeSeen(2, LIGHT, 0.9)
    stage.hand().rest().throw((6, 4), "left")
    assert "double" not in stage.said


def test_the_end_of_the_recording_settles_the_play() -> None:
    stage = opened((3, 1)).play("8/5 6/5")
    assert [event.name for event in stage.referee.finish(stage.frame, 9.0)] == ["play"]


def test_the_end_of_the_recording_leaves_half_a_play_alone() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 5)))
    assert stage.referee.finish(stage.frame, 9.0) == ()


def test_the_other_player_moves_first_after_all() -> None:
    """The opening dice lay in light's half, but dark plays them."""
    stage = opened((3, 1)).put(moved(START, DARK, (8, 5), (6, 5)))
    event = stage.events[-1]
    assert isinstance(event, RollSeen)
    assert event.player is DARK
    stage.lift()
    assert stage.said == ["roll", "play"]


def test_a_play_changed_after_the_dice_were_lifted_is_corrected() -> None:
    stage = opened((3, 1)).play("8/5 6/5").lift().put(moved(START, LIGHT, (13, 10), (6, 5)), looks=20)
    assert stage.said == ["play", "corrected"]
    assert len(stage.state.turns) == 1
    assert stage.state.player is DARK


def test_a_board_swept_clean_in_the_middle_of_a_game_is_no_play() -> None:
    empty = Position((15, *[0] * 25), (15, *[0] * 25))
    stage = opened((3, 1)).put(empty, looks=40).lift(40)
    assert stage.said == []


def test_an_empty_board_after_the_game_is_no_start() -> None:
    empty = Position((15, *[0] * 25), (15, *[0] * 25))
    stage = Stage().rest(40, empty)
    assert stage.said == []
    stage.put(START)
    assert stage.said == ["game"]


def test_one_die_seen_tells_the_other_by_the_play() -> None:
    """24/18 13/11 may be 6-2 or 2-2; the 6 that was seen decides."""
    stage = on_roll()
    stage.dice = (die(6, "right"),)
    stage.rest().put(moved(START, LIGHT, (24, 18), (13, 11)), looks=30)
    assert stage.said == []
    stage.lift(40)
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert event.dice == (6, 2)


def test_half_a_play_with_one_die_unseen_is_waited_for() -> None:
    """24/18 alone could be 4-2 or 5-1 played out, but a die still lies there."""
    stage = on_roll()
    stage.dice = (die(6, "right"),)
    stage.rest().put(moved(START, LIGHT, (24, 18)), looks=60)
    assert stage.said == []


def test_a_die_painted_on_the_board_is_none() -> None:
    painted = die(5, "left", 5)
    stage = Stage()
    stage.dice = (painted,)
    stage.rest(70)
    stage.dice = (painted, die(3, "right"), die(1, "right", 1))
    stage.hand(2).rest(10).play("8/5 6/5")
    stage.dice = (painted,)
    stage.hand().rest(10)
    stage.dice = (painted, die(6, "left"), die(4, "left", 1))
    stage.hand(2).rest(10)
    assert [event.dice for event in stage.events if isinstance(event, RollSeen)] == [(3, 1), (6, 4)]
    assert stage.said == ["game", "roll", "play", "roll"]


def test_a_glass_on_the_board_is_no_hand() -> None:
    stage = on_roll()
    stage.glass = frozenset({3, 4})
    stage.rest(120).throw((3, 1)).play("8/5 6/5").lift()
    assert stage.said == ["roll", "play"]


LATE_RACE = Position.from_points([3, 3, 3, 3, 3] + [0] * 14 + [-3, -3, -3, -3, -3])


def set_up_anew(looks: int = 40) -> Stage:
    """In mid-game somebody builds the starting position, and nobody says why."""
    stage = on_roll(position=LATE_RACE).throw((3, 1)).play("5/2 5/4").lift()
    stage.events.clear()
    return stage.put(START, looks=looks)


def test_a_board_set_up_anew_after_a_double_means_a_drop() -> None:
    stage = on_roll(position=LATE_RACE).throw((3, 1)).play("5/2 5/4").lift()
    stage.events += stage.referee.tell(Double(), stage.frame, 10.0)
    stage.put(START, looks=40).throw((6, 2))
    assert stage.said == ["roll", "play", "double", "drop", "game_over", "game", "roll"]
    assert stage.state.score == (0, 1)


def test_a_board_set_up_anew_in_mid_game_asks_who_won_and_the_answer_goes_on() -> None:
    stage = set_up_anew().throw((6, 2))
    assert stage.said == ["out_of_step"]
    assert stage.state.out_of_step
    assert stage.state.out_of_step.asks == "ending"
    stage.events += stage.referee.tell(EndGame(DARK, "gammon"), stage.frame, stage.frame / FPS)
    stage.lift().throw((6, 2), "left")
    assert stage.said == ["out_of_step", "game_over", "game", "roll"]
    assert (stage.state.score, stage.state.game) == ((0, 2), 2)


def test_without_an_answer_the_next_opening_roll_goes_on_by_the_likeliest_ending() -> None:
    stage = set_up_anew(61 * FPS).throw((6, 2))
    assert stage.said == ["out_of_step", "game_over", "game", "roll"]
    assert stage.state.assumed
    assert stage.state.score == (1, 0)
    stage.events += stage.referee.tell(EndGame(DARK, "single", last=True), stage.frame, 99.0)
    assert (stage.state.score, stage.state.dice, stage.state.game) == ((0, 1), (6, 2), 2)


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


def test_whoever_doubles_after_an_illegal_play_lets_it_stand() -> None:
    """R64: he plays on from what lies there, and the cube is turned."""
    stage = opened((3, 1))
    stage.cube = CubeSeen(1, None, 0.9)
    stage.rest().put(moved(START, LIGHT, (8, 6))).lift()
    assert stage.said[-1] == "illegal"
    stage.cube = CubeSeen(2, LIGHT, 0.9)
    stage.hand().rest().throw((6, 4), "left")
    assert stage.said[-4:] == ["stood", "double", "take", "roll"]
    assert (stage.state.cube.value, stage.state.cube.owner, stage.state.player) == (2, LIGHT, DARK)
