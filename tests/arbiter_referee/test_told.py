"""What people tell the referee besides cube and corrections: undo, demands, resignations, pauses, seats, names."""

from __future__ import annotations

import pytest

from arbiter.match.commands import (
    Command,
    CommandError,
    CorrectDice,
    CorrectPosition,
    CorrectScore,
    Demand,
    Double,
    Drop,
    EditTurn,
    LetStand,
    NamePlayers,
    NewGame,
    NewMatch,
    Pause,
    Redo,
    Resign,
    Resume,
    Seat,
    Take,
    Undo,
)
from arbiter.match.events import GameOver, MatchStarted, PlayCorrected
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.match.statistics import statistics_of
from arbiter.match.undo import last_action, standing
from arbiter.position import START, Position
from arbiter.records import write_text
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.history.steps import steps_of
from tests.arbiter_referee.stage import DARK, FPS, LIGHT, Stage, die, moved, on_roll, opened
from tests.arbiter_referee.test_commands import WRONG, tell

WHOLE = moved(START, LIGHT, (8, 5), (6, 5))
"""A legal 3-1; WRONG is an illegal one."""


def undone(stage: Stage) -> MatchState:
    """The state after one more undo; its event must lead there by the fold alone."""
    before = stage.state
    assert tell(stage, Undo()) == ["undo"]
    assert fold([stage.events[-1]], before) == stage.state
    return stage.state


# ------------------------------------------------------------------ undo


def test_undo_leads_back_step_by_step_to_the_first_roll() -> None:
    stage = Stage().rest().throw((3, 1)).play("8/5 6/5").lift()
    tell(stage, Double())
    tell(stage, Take())
    actions, phases = [], []
    while stage.state.last:
        actions.append(last_action(stage.state))
        phases.append(undone(stage).phase)
    assert actions == ["the take", "Dark's double", "Light's play 8/5 6/5", "Light's roll 3-1"]
    assert phases == [Phase.DOUBLED, Phase.TO_ROLL, Phase.MOVING, Phase.TO_ROLL]
    with pytest.raises(CommandError, match="nothing to take back"):
        tell(stage, Undo())


def test_what_was_taken_back_by_mistake_comes_again_and_the_match_goes_on() -> None:
    stage = opened((3, 1)).play("8/5 6/5").lift()
    undone(stage)
    assert tell(stage, Redo()) == ["play"]
    assert (stage.state.phase, stage.state.player) == (Phase.TO_ROLL, DARK)
    stage.rest(30).throw((6, 4), "left").play("24/14").lift()
    assert stage.said == ["play", "undo", "play", "roll", "play"]
    with pytest.raises(CommandError, match="nothing to redo"):
        tell(stage, Redo())


def test_a_roll_that_comes_again_is_played_with_the_dice_that_lie_there() -> None:
    stage = opened((3, 1))
    undone(stage)
    assert tell(stage, Redo()) == ["roll"]
    stage.rest(10).play("8/5 6/5").lift().rest(60)
    assert stage.said == ["undo", "roll", "play"]
    assert stage.state.turns[-1].dice == (3, 1)


def test_a_play_taken_back_is_made_anew_at_leisure() -> None:
    """The dice were lifted: what lies on the board meanwhile is neither judged nor recorded again."""
    stage = opened((3, 1)).play("8/5 6/5").lift()
    assert (undone(stage).dice, stage.state.position) == ((3, 1), START)
    stage.rest(60).put(moved(START, LIGHT, (6, 5)), looks=30).put(moved(START, LIGHT, (24, 20)), looks=30)
    assert stage.said == ["play", "undo"]
    stage.throw((6, 4), "left")
    assert stage.said == ["play", "undo", "play", "roll"]
    assert [turn.play for turn in stage.state.turns] == ["24/20"]


def test_the_dice_may_be_laid_back_for_it() -> None:
    stage = opened((3, 1)).play("8/5 6/5").lift()
    undone(stage)
    stage.dice = (die(1, "right", 3), die(3, "right", 4))
    stage.hand(2).rest().put(moved(START, LIGHT, (24, 20))).lift()
    assert stage.said == ["play", "undo", "play"]


def test_a_roll_taken_back_does_not_count_although_it_lies_there() -> None:
    stage = opened((3, 1))
    assert undone(stage).phase is Phase.TO_ROLL
    stage.rest(30).lift()
    assert stage.said == ["undo"]
    stage.dice = (die(6, "left", 3), die(2, "left", 4))
    stage.hand(2).rest()
    assert (stage.said, stage.state.player) == (["undo", "roll"], DARK)


def test_a_change_of_names_is_undone_without_touching_the_dice() -> None:
    stage = opened((3, 1))
    tell(stage, NamePlayers(("Ann", "Bo")))
    assert undone(stage).names == ("Light", "Dark")
    stage.play("8/5 6/5").lift()
    assert stage.said == ["names", "undo", "play"]


def test_the_last_checker_the_game_and_the_match_are_one_action() -> None:
    light = (13, 1, 1, *[0] * 23)
    last = Position(light, (1, 14, *[0] * 24))
    stage = on_roll(position=last, rules=Rules(length=1)).throw((5, 4))
    before = stage.state
    stage.put(moved(last, LIGHT, (1, 0), (2, 0)))
    assert stage.said == ["roll", "play", "game_over", "match_over"]
    assert undone(stage) == before


@pytest.mark.parametrize("ending", [Drop(), Resign(LIGHT, "gammon")])
def test_the_end_of_a_game_entered_by_mistake(ending: Command) -> None:
    stage = on_roll()
    if isinstance(ending, Drop):
        tell(stage, Double())
    before = stage.state
    tell(stage, ending)
    assert undone(stage) == before


def test_a_play_let_stand_by_mistake_is_under_discussion_again() -> None:
    stage = opened().put(WRONG).lift()
    before = stage.state
    tell(stage, LetStand())
    assert undone(stage) == before
    stage.put(WHOLE)
    assert stage.said[-1] == "corrected"


def test_undoing_leaves_the_events_that_stand() -> None:
    stage = opened((3, 1)).play("8/5 6/5").lift()
    undone(stage)
    tell(stage, NamePlayers(("Ann", "Bo")))
    start = [MatchStarted(0, 0.0, Rules())]
    kept = [event.name for event in standing([*start, *Stage().rest().throw((3, 1)).events, *stage.events])]
    assert kept == ["match", "game", "roll", "names"]


# ------------------------------------------------------------------ illegal plays


def test_after_a_demand_no_roll_counts_before_the_play_is_right() -> None:
    """R63."""
    stage = opened().put(WRONG).lift()
    with pytest.raises(CommandError, match="The opponent decides"):
        tell(stage, Demand(LIGHT))
    assert tell(stage, Demand(DARK)) == ["demand"]
    stage.throw((6, 4), "left")
    assert stage.said[-1] == "bad_roll"
    stage.lift().put(WHOLE)
    assert (stage.said[-1], stage.state.player, stage.state.demanded) == ("corrected", DARK, False)


def test_another_illegal_board_entered_holds_against_the_camera() -> None:
    """The camera reads 13/9 8/5 where 13/8 lies: the fault is named after what people say, until it is put right."""
    stage = opened().put(WRONG).lift()
    other = moved(START, LIGHT, (13, 8))
    assert tell(stage, CorrectPosition(other))[:2] == ["illegal", "entered"]
    stage.rest(60)
    assert stage.state.lies == other
    assert stage.state.entered_board
    assert stage.state.entered_board.seen == WRONG
    stage.put(WHOLE)
    assert (stage.said[-1], stage.state.turns[-1].play) == ("corrected", "8/5 6/5")


def test_an_earlier_turn_put_right_has_the_fault_judged_anew() -> None:
    """Light's play was read as another one, so dark's legal play looked like none."""
    read, lay = moved(START, LIGHT, (8, 5), (6, 5)), moved(START, LIGHT, (13, 10), (6, 5))
    made = moved(lay, DARK, (24, 15))  # 10 of light is 15 of dark: a hit
    made = moved(made, LIGHT, (10, 25))
    stage = opened().put(read).lift().throw((6, 3), "left").put(made).lift()
    assert stage.state.phase is Phase.CORRECTING
    assert tell(stage, EditTurn(1, 1, position=lay)) == ["edit"]
    assert [(turn.play, turn.illegal) for turn in stage.state.turns] == [("13/10 6/5", False), ("24/15*", False)]
    stage.rest(60)
    assert (stage.state.position, stage.state.player, stage.state.out_of_step) == (made, LIGHT, None)


def test_the_mover_cannot_let_their_own_play_stand() -> None:
    stage = opened().put(WRONG).lift()
    with pytest.raises(CommandError, match="R63"):
        tell(stage, LetStand(LIGHT))
    assert tell(stage, LetStand(DARK)) == ["stood"]


@pytest.mark.parametrize("window", ["play", "roll"])
def test_an_illegal_play_is_put_right_after_the_next_roll_only_where_agreed(window: str) -> None:
    """R62: the roll stays, and the opponent plays it from the corrected board."""
    rules = Rules(correction_window="play" if window == "play" else "roll")
    stage = opened((3, 1), rules).put(WRONG).lift().throw((6, 4), "left")
    assert stage.said == ["illegal", "illegal", "stood", "roll"]
    stage.put(WHOLE)
    if window == "roll":
        assert stage.said[-1] == "illegal"
        return
    assert isinstance(stage.events[-1], PlayCorrected)
    assert (stage.state.position, stage.state.player, stage.state.dice) == (WHOLE, DARK, (6, 4))
    assert [(turn.play, turn.illegal) for turn in stage.state.turns] == [("8/5 6/5", False)]
    stage.play("24/14").lift()
    assert stage.said[-1] == "play"


def test_once_the_next_play_is_finished_the_window_is_closed() -> None:
    stage = opened((3, 1), Rules(correction_window="play")).put(WRONG).lift().throw((6, 4), "left")
    assert stage.state.correctable
    stage.play("24/14").lift()
    assert stage.state.correctable is None


@pytest.mark.parametrize("entered", [WRONG, moved(START, DARK, (13, 11))])
def test_a_position_entered_that_the_last_play_does_not_lead_to_accuses_nobody(entered: Position) -> None:
    stage = opened().play("8/5 6/5").lift()
    assert tell(stage, CorrectPosition(entered))[:2] == ["corrected", "entered"]
    assert [(turn.illegal, turn.play, turn.dice) for turn in stage.state.turns] == [(False, "8/5 6/5", (3, 1))]
    assert stage.state.position == entered
    (step,) = [each for each in steps_of(stage.events, lambda _: False) if each.kind == "corrected"]
    assert (step.text, step.note) == ("8/5 6/5", "After it the position was entered.")
    assert "illegal" not in write_text(record_of(stage.events))
    assert [each.stood for each in statistics_of(stage.events)] == [0, 0]


# ------------------------------------------------------------------ resignation


def test_setting_up_the_board_accepts_a_resignation() -> None:
    late = Position.from_points([3, 3, 3, 3, 3] + [0] * 14 + [-3, -3, -3, -3, -3])
    stage = on_roll(position=late, rules=Rules(length=0, jacoby=False))
    tell(stage, Resign(DARK, "gammon"))
    stage.put(START, looks=40)
    assert stage.said == ["resign", "game_over", "game"]
    over = stage.events[1]
    assert isinstance(over, GameOver)
    assert (over.winner, over.points, stage.state.score) == (LIGHT, 2, (2, 0))


def test_playing_on_refuses_it() -> None:
    stage = on_roll()
    tell(stage, Resign(DARK))
    stage.throw((3, 1))
    assert stage.state.resignation is None


# ------------------------------------------------------------------ the match around it


def test_while_paused_nothing_counts() -> None:
    stage = opened((3, 1))
    tell(stage, Pause())
    stage.play("8/5 6/5").lift().put(moved(START, LIGHT, (8, 6), (24, 2)), looks=40)
    assert stage.said == ["pause"]
    assert stage.referee.finish(stage.frame, 99.0) == ()
    stage.put(WHOLE)
    tell(stage, Resume())
    stage.rest(30)
    assert stage.said == ["pause", "resume", "play"]


def test_a_corrected_score_decides_about_the_crawford_game() -> None:
    """R55."""
    stage = Stage(Rules(length=5))
    tell(stage, NewGame(player=LIGHT))
    tell(stage, CorrectScore((4, 2)))
    assert (stage.state.crawford, stage.state.crawford_played) == (True, True)
    tell(stage, CorrectScore((3, 2)))
    assert (stage.state.crawford, stage.state.crawford_played) == (False, False)
    with pytest.raises(CommandError, match="from 0 up"):
        tell(stage, CorrectScore((-1, 0)))


def test_a_corrected_score_ends_and_reopens_the_match() -> None:
    stage = on_roll(rules=Rules(length=5))
    tell(stage, Double())
    tell(stage, Drop())
    assert tell(stage, CorrectScore((5, 0))) == ["score", "match_over"]
    tell(stage, CorrectScore((2, 0)))
    assert stage.state.phase is Phase.GAME_OVER


def test_seats_are_remembered_by_the_state_and_by_a_referee_who_takes_over() -> None:
    stage = opened((3, 1))
    assert tell(stage, Seat(DARK, "left")) == ["seats"]
    assert stage.state.seats == Seats(DARK, "left")
    tell(stage, NewMatch(Rules(length=3), ("Ann", " Bo  B. "), (1, 0)))
    assert (stage.state.names, stage.state.seats) == (("Ann", "Bo B."), Seats(DARK, "left"))
    stage.rest().throw((6, 4), "left")  # the near player is dark now, but the right leaf is still theirs
    assert (stage.said[-1], stage.state.player) == ("roll", LIGHT)


@pytest.mark.parametrize(
    "command", [NamePlayers(("Ann", " ")), NewMatch(score=(5, 0)), Resume()], ids=["name", "score", "resume"]
)
def test_what_cannot_be_is_refused(command: Command) -> None:
    with pytest.raises(CommandError):
        tell(on_roll(), command)


def test_a_roll_taken_back_and_entered_is_played_to_its_end() -> None:
    """The dice lie there all the while; what was taken back is over with the roll that was entered."""
    stage = opened((3, 1))
    undone(stage)
    stage.rest(20)
    assert tell(stage, CorrectDice((3, 1), LIGHT)) == ["roll"]
    stage.rest(10).play("8/5 6/5").lift(20)
    assert stage.said[-1] == "play"
    assert [(turn.dice, turn.source) for turn in stage.state.turns] == [((3, 1), "entered")]


@pytest.mark.parametrize("steps", [((24, 21), (24, 23)), ((8, 4),), ((8, 5), (24, 23))])
def test_an_earlier_play_put_otherwise_blames_nobody_for_the_board_that_shows_the_old_one(
    steps: tuple[tuple[int, int], ...],
) -> None:
    """Dark takes their play back and light's before it was another one, as two players at two boards may agree. The
    board, which shows both as they were, is asked for; nobody is blamed for checkers of the other side."""
    stage = opened((3, 1)).play("8/5 6/5").lift().throw((6, 4), "left").play("24/14").lift()
    undone(stage)
    instead = moved(START, LIGHT, *steps)
    assert tell(stage, EditTurn(1, 1, position=instead, confirmed=True)) == ["edit"]
    assert (stage.state.phase, stage.state.player, stage.state.dice) == (Phase.MOVING, DARK, (6, 4))
    stage.rest(60)
    assert stage.said[-1] == "out_of_step"
    stage.put(instead).put(moved(instead, DARK, (24, 14)))
    stage.throw((5, 2))
    assert stage.said[-4:] == ["out_of_step", "in_step", "play", "roll"]
    assert "illegal" not in stage.said


def test_nor_where_the_camera_counts_a_stack_otherwise() -> None:
    light, dark = (0, 6, 3, 3, 0, 1, 1, 0, 1, *[0] * 17), (9, 6, *[0] * 24)
    stage = on_roll(position=Position(light, dark)).throw((4, 1)).play("8/4 1/off").lift()
    stage.throw((5, 1), "left").play("1/off(2)").lift()
    undone(stage)
    instead = Position((0, 7, 4, 2, 0, 0, 1, 0, 1, *[0] * 17), dark)
    assert tell(stage, EditTurn(1, 1, position=instead, confirmed=True)) == ["edit"]
    stage.rest(60, Position((0, 6, 3, 3, 1, 1, 1, *[0] * 19), (11, 4, *[0] * 24)))
    stage.put(instead).put(moved(instead, DARK, (1, 0), (1, 0)))
    stage.throw((5, 2))
    assert stage.said[4:] == ["undo", "edit", "out_of_step", "in_step", "play", "roll"]


@pytest.mark.parametrize("lifted", ["before", "after"])
def test_a_roll_that_is_played_anew_after_an_earlier_play_was_put_otherwise_waits_for_its_dice(lifted: str) -> None:
    """Whoever has lifted the dice for what does not count any more is not told that they did not move."""
    stage = opened((3, 1)).play("8/5 6/5").lift().throw((4, 1), "left")
    instead = moved(START, LIGHT, (24, 21), (24, 23))
    if lifted == "before":
        stage.play("13/9 24/23", looks=2)
        stage.dice = ()
        stage.hand().rest(1)
    assert tell(stage, EditTurn(1, 1, position=instead, confirmed=True)) == ["edit"]
    stage.put(instead)
    stage.lift().rest(150)
    stage.dice = (die(4, "left", 3), die(1, "left", 4))
    stage.hand(2).rest(10).put(moved(instead, DARK, (13, 9), (24, 23))).lift()
    assert stage.said[2:] in (["edit", "play"], ["edit", "roll", "play"])


def test_a_correction_that_was_taken_back_counts_again_once_something_else_lay_there() -> None:
    """It may be the only legal play there is."""
    stage = opened().put(WRONG).lift().put(WHOLE)
    assert stage.said[-1] == "corrected"
    tell(stage, Undo())
    stage.rest(30)
    assert stage.said[-2:] == ["corrected", "undo"]
    stage.put(START)
    stage.put(WHOLE)
    assert stage.said[-2:] == ["undo", "corrected"]


def test_whoever_enters_dice_that_lie_nowhere_may_think_before_they_move() -> None:
    stage = on_roll()
    tell(stage, CorrectDice((3, 1), LIGHT))
    stage.rest(20 * FPS)
    assert stage.said == ["roll"]
    stage.put(WHOLE)
    assert stage.said == ["roll", "play"]
