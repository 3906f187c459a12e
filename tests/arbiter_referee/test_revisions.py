"""What later looks tell about earlier turns: the record is revised, and nobody is warned wrongly."""

from __future__ import annotations

import pytest

from arbiter.match.commands import Undo
from arbiter.match.entered_events import Undone
from arbiter.match.events import (
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    PlayCorrected,
    PlayMade,
    RollSeen,
)
from arbiter.match.fold import fold
from arbiter.match.state import Phase, Turn
from arbiter.match.undo import last_action, standing
from arbiter.message import Message
from arbiter.notation import find_play
from arbiter.position import OFF, START, Position
from arbiter.referee.evidence import PlaceEvidence
from arbiter.referee.revision import revision
from arbiter.rules import Rules
from tests.arbiter_referee.stage import DARK, FPS, LIGHT, Stage, die, moved, on_roll, stack, two_turns_in

LAST = Position.from_points([8] + [0] * 22 + [-8], (0, 0), (7, 7))
"""Both bear off from their ace points, two at a time."""
TALL = Position.from_points([10, 0, 2, 1] + [0] * 14 + [-1, -1, -2, -3, -3, -5], (0, 0), (2, 0))
"""Light bears off beside a stack that no eye counts."""


def kept(position: Position) -> Stage:
    """Both players have borne off for three turns, each throwing in their own half."""
    stage = on_roll(position=position)
    for _ in range(3):
        stage.throw((3, 2), "right").play("1/off(2)").lift()
        stage.throw((3, 2), "left").play("1/off(2)").lift()
    stage.events.clear()
    return stage


def off(position: Position, *points: int) -> Position:
    return moved(position, LIGHT, *((point, 0) for point in points))


def test_dice_seen_after_the_game_was_won_name_its_last_roll() -> None:
    stage = kept(LAST)
    stage.put(off(stage.state.position, 1, 1), looks=20)
    assert stage.said == ["play", "game_over"]
    assert stage.state.turns[-1] == Turn(LIGHT, None, "1/off(2)")
    points = stage.state.score
    stage.throw((5, 2))
    assert stage.said == ["play", "game_over", "undo", "roll", "play", "game_over"]
    assert stage.state.turns[-1] == Turn(LIGHT, (5, 2), "1/off(2)")
    assert (stage.state.phase, stage.state.score) == (Phase.GAME_OVER, points)
    stage.lift(20).put(START, looks=20)
    assert stage.said[-1] == "game"
    assert sum(isinstance(event, GameOver) for event in stage.events) == 2


def test_the_last_checkers_are_gone_although_another_place_never_looks_the_same_for_long() -> None:
    """A shadow on the 7-point looks like a checker now and then; but none moves backwards (R12)."""
    stage = kept(LAST)
    shadow = PlaceEvidence(((1, 0, 0.0), (0, 0, -1.5)), floor=-12.0)
    bare = PlaceEvidence(((0, 0, 0.0), (1, 0, -1.5)), floor=-12.0)
    stage.hand().position = off(stage.state.position, 1, 1)
    for number in range(30):
        stage.misread = {6: shadow if number % 8 < 4 else bare}
        stage.rest(1)
    assert stage.said == ["play", "game_over"]
    assert stage.state.turns[-1].play == "1/off(2)"


def test_dice_that_cannot_have_been_that_roll_do_not_amend_it() -> None:
    """After the game somebody plays with the dice: with 1-1 all four would have been borne off."""
    four = Position.from_points([10] + [0] * 22 + [-8], (0, 0), (5, 7))
    stage = kept(four)
    stage.put(off(stage.state.position, 1, 1), looks=40)
    assert stage.said == ["play"]
    stage.throw((1, 1))
    assert "undo" not in stage.said


def test_late_dice_in_mid_game_open_the_play_again() -> None:
    """The roll is known, and with the dice on the table the play is provisional again (R59)."""
    stage = kept(Position.from_points([10] + [0] * 22 + [-10], (0, 0), (5, 5)))
    stage.put(off(stage.state.position, 1, 1), looks=40)
    assert stage.said == ["play"]
    stage.throw((6, 3))
    assert stage.said == ["play", "undo", "roll"]
    assert (stage.state.phase, stage.state.player, stage.state.dice) == (Phase.MOVING, LIGHT, (6, 3))
    stage.lift()
    assert stage.said[-1] == "play"
    assert stage.state.turns[-1] == Turn(LIGHT, (6, 3), "1/off(2)")
    assert stage.state.player is DARK


def test_a_stack_read_one_too_high_is_revised() -> None:
    """4/off 3/off was played; at first it looked like 4/1 3/off, and look after look says otherwise."""
    stage = on_roll(position=TALL).throw((4, 3))
    stage.misread = {0: stack(11, 10, 0.4)}
    stage.put(off(TALL, 4, 3)).lift(4)
    assert stage.state.turns[-1].play == "4/1 3/off"
    stage.misread = {0: stack(10, 11, 1.0)}
    stage.hand().rest(6).throw((2, 1), "left").hand().rest(6).hand()
    assert "illegal" not in stage.said
    assert stage.state.turns[-1].play == "4/off 3/off"
    assert stage.state.position == off(TALL, 4, 3)
    assert (stage.state.phase, stage.state.player, stage.state.dice) == (Phase.MOVING, DARK, (2, 1))


def test_what_a_play_was_put_right_to_may_be_doubted_too() -> None:
    """4/off 3/off after the warning; at first it looked like 4/1 3/off, and look after look says otherwise."""
    stage = on_roll(position=TALL).throw((4, 3)).put(moved(TALL, LIGHT, (4, 2)), looks=30).lift()
    stage.misread = {0: stack(11, 10, 0.4)}
    stage.put(off(TALL, 4, 3), looks=8)
    assert stage.said[-2:] == ["illegal", "corrected"]
    assert stage.state.turns[-1].play == "4/1 3/off"
    stage.misread = {0: stack(10, 11, 1.0)}
    stage.hand().rest(6).throw((2, 1), "left").hand().rest(6).hand()
    assert [(turn.dice, turn.play, turn.illegal) for turn in stage.state.turns] == [((4, 3), "4/off 3/off", False)]
    assert stage.state.position == off(TALL, 4, 3)
    assert (stage.state.phase, stage.state.player, stage.state.dice) == (Phase.MOVING, DARK, (2, 1))


def test_a_play_that_only_another_reading_of_the_last_one_allows_is_legal() -> None:
    """Light seemed to have piled up six on their 2-point; when five of six are there no more, they had not."""
    before = Position.from_points([6, 5, 2, 0, 1] + [0] * 15 + [-1, -7, -3, -3], (0, 0), (1, 1))
    stage = on_roll(position=before).throw((5, 3))
    stage.misread = {1: stack(6, 5, 0.5)}
    stage.put(off(before, 5, 3)).lift(4)
    assert stage.state.turns[-1].play == "5/2 3/off"
    stage.throw((2, 1), "left").put(moved(off(before, 5, 3), DARK, (4, 1))).lift()
    stage.throw((6, 5))
    stage.misread = {}
    stage.put(moved(off(before, 5, 3, 3, 2), DARK, (4, 1))).lift()
    assert "illegal" not in stage.said
    assert [turn.play for turn in stage.state.turns] == ["5/off 3/off", "4/1", "3/off 2/off"]
    assert stage.state.position == moved(off(before, 5, 3, 3, 2), DARK, (4, 1))


def test_a_doubtful_play_is_revised_across_an_illegal_turn() -> None:
    """Nothing is warned of twice, and the play that stood still stands."""
    before = Position.from_points([6, 5, 2, 0, 1] + [0] * 15 + [-1, -7, -3, -3], (0, 0), (1, 1))
    stage = on_roll(position=before).throw((5, 3))
    stage.misread = {1: stack(6, 5, 0.5)}
    after = off(before, 5, 3)
    stage.put(after).lift(4)
    wrong = moved(after, DARK, (4, 2))
    stage.throw((4, 3), "left").put(wrong, looks=30).lift()
    stage.throw((6, 5)).misread = {}
    stage.put(off(wrong, 3, 2)).lift()
    assert [turn.play for turn in stage.state.turns] == ["5/off 3/off", "4/2", "3/off 2/off"]
    assert [turn.illegal for turn in stage.state.turns] == [False, True, False]
    assert all(event.player is DARK for event in stage.events if isinstance(event, IllegalPlay))
    assert stage.state.position == off(wrong, 3, 2)


def test_a_turn_nobody_saw_although_the_next_player_has_moved_already() -> None:
    """Light's 11/5 lay there; dark's dice were read only after their 8/5 6/5."""
    stage = two_turns_in()
    between = stage.state.position
    unseen = find_play("11/5", between, LIGHT, (5, 1)).result
    after = find_play("8/5 6/5", unseen, DARK, (3, 1)).result
    stage.put(unseen, looks=12).put(after, looks=2)
    stage.dice = (die(3, "left"), die(1, "left", 1))
    stage.rest(8)
    assert [event.player for event in stage.events if isinstance(event, RollSeen)] == [LIGHT, DARK, DARK]
    assert stage.state.turns[-1].play == "11/5"
    stage.lift()
    assert "illegal" not in stage.said
    assert stage.state.position == after


def glanced_at(shown: tuple[int, int]) -> tuple[Stage, Position]:
    """Light's 11/5 was never seen, and dark has played 8/5 6/5 when their dice are read; with what lies there then.

    shown: where a sleeve has pushed one of light's checkers, for the moment in which the dice are read.
    """
    stage = two_turns_in()
    unseen = find_play("11/5", stage.state.position, LIGHT, (5, 1)).result
    after = find_play("8/5 6/5", unseen, DARK, (3, 1)).result
    stage.put(moved(after, LIGHT, shown), looks=2)
    stage.dice = (die(3, "left"), die(1, "left", 1))
    return stage.rest(3), after


def test_a_turn_taken_from_a_glance_is_revised_when_the_board_says_otherwise() -> None:
    """Light's checker lies on the 5-point: dark is not to be blamed for where it seemed to lie (R24)."""
    stage, after = glanced_at((5, 4))
    assert stage.state.turns[-1].play == "11/4"
    stage.hand().rest(20, after).lift()
    assert "illegal" not in stage.said
    assert [(turn.player, turn.play) for turn in stage.state.turns[2:]] == [(LIGHT, "11/5"), (DARK, "8/5 6/5")]
    assert stage.state.position == after


def test_a_fault_of_ones_own_is_told_whoever_played_unseen_before() -> None:
    """With 3-1 nobody moves 8/5 6/4."""
    stage, after = glanced_at((5, 4))
    stage.hand().rest(20, moved(after, DARK, (5, 4))).lift()
    assert {event.player for event in stage.events if isinstance(event, IllegalPlay)} == {DARK}


def test_who_moves_the_others_checker_after_a_roll_that_was_seen_is_told() -> None:
    """The same board, but light's 5-1 and their 11/5 were there to be seen."""
    stage = two_turns_in().throw((5, 1)).play("11/5").lift().throw((3, 1), "left")
    after = find_play("8/5 6/5", stage.state.position, DARK, (3, 1)).result
    stage.put(moved(after, LIGHT, (5, 4)), looks=20).lift()
    assert {event.rules[0] for event in stage.events if isinstance(event, IllegalPlay)} == {"R24"}
    assert [turn.play for turn in stage.state.turns[2:]] == ["11/5"]


def test_two_turns_under_one_hand() -> None:
    """Neither light's play nor their dice were seen, and dark has moved when their dice are read."""
    stage = two_turns_in()
    unseen = find_play("13/5", stage.state.position, LIGHT, (5, 3)).result
    after = find_play("8/5 6/5", unseen, DARK, (3, 1)).result
    stage.put(after, looks=2)
    stage.dice = (die(3, "left"), die(1, "left", 1))
    stage.rest(20).lift()
    assert "illegal" not in stage.said
    assert [turn.player for turn in stage.state.turns] == [LIGHT, DARK, LIGHT, DARK]
    assert stage.state.position == after


def test_two_turns_of_which_the_second_was_played_under_a_hand() -> None:
    """Nobody is blamed for having moved the other's checkers (R24): the other has played, as their dice tell."""
    stage = two_turns_in().throw((5, 1)).hand(20)
    own = find_play("11/5", stage.state.position, LIGHT, (5, 1)).result
    after = find_play("8/5 6/5", own, DARK, (3, 1)).result
    stage.dice = (die(3, "left"), die(1, "left", 1))
    stage.covered(10)
    stage.dice = ()
    stage.put(after, looks=40)
    assert "illegal" not in stage.said
    assert [(turn.player, turn.play) for turn in stage.state.turns[2:]] == [(LIGHT, "11/5"), (DARK, "8/5 6/5")]
    assert stage.state.turns[-1].dice == (3, 1)
    assert stage.state.position == after
    assert stage.state.player is LIGHT


def test_the_next_turn_began_under_the_hand_that_ended_this_one() -> None:
    """Dark's dice lie there, and dark has moved, when the board can be read again."""
    stage = two_turns_in().throw((5, 1)).hand(20)
    own = find_play("11/5", stage.state.position, LIGHT, (5, 1)).result
    after = find_play("8/5 6/5", own, DARK, (3, 1)).result
    stage.dice = (die(3, "left"), die(1, "left", 1))
    stage.covered(10).rest(20, after).lift()
    assert "illegal" not in stage.said
    assert [(turn.player, turn.play) for turn in stage.state.turns[2:]] == [(LIGHT, "11/5"), (DARK, "8/5 6/5")]
    assert stage.state.position == after


def test_a_roll_thrown_again_and_played_before_it_was_read() -> None:
    """The dice that lie there now are clear, and the play is theirs."""
    stage = Stage().rest().throw((3, 1))
    stage.dice = (die(6, "right", 3), die(5, "right", 4))
    stage.hand().rest(20, find_play("24/13", START, LIGHT, (6, 5)).result).lift()
    assert "illegal" not in stage.said
    made = stage.events[-1]
    assert isinstance(made, PlayMade)
    assert (made.dice, made.play) == ((6, 5), "24/13")


def test_a_play_made_before_its_dice_were_read_well() -> None:
    """13/7* 8/7 lies there when a 6 still looks like a 5: dark, who has played, did not do that."""
    stage = two_turns_in()
    after = find_play("13/7 8/7", stage.state.position, LIGHT, (6, 1)).result
    stage.put(after, looks=8)
    stage.dice = (die(1, "right"), die(5, "right", 1, sure=0.45))
    stage.rest(4)
    assert stage.said[-1] == "roll"
    stage.dice = (die(1, "right"), die(6, "right", 1))
    stage.rest(10).lift()
    assert [turn.illegal for turn in stage.state.turns] == [False] * 3
    assert (stage.state.turns[-1].player, stage.state.turns[-1].play) == (LIGHT, "13/7* 8/7")
    assert sorted(stage.state.turns[-1].dice or ()) == [1, 6]


def test_a_dance_with_dice_seen_too_shortly_has_its_roll() -> None:
    closed = Position.from_points([2, 2, 2, 2, 2, 2, 3] + [0] * 10 + [-3, -4, -3, -4, 0, 0, 0], (0, 1))
    stage = on_roll(DARK, closed).throw((6, 5), "left").lift(60)
    stage.throw((2, 1)).play("7/5 7/6").lift().throw((4, 2), "left").lift(60)
    stage.throw((6, 1)).play("7/1 6/5").lift()
    stage.throw((5, 3), "left", looks=2).lift(4).throw((5, 4))
    assert [(turn.player, turn.dice) for turn in stage.state.turns][-1] == (DARK, (5, 3))
    assert stage.state.player is LIGHT


TOWER = Position.from_points([10, 0, 2] + [0] * 18 + [-4, -5, -6], (0, 0), (3, 0))


def one_too_many_on_a_tower(*beside_board: tuple[int, int] | None) -> Stage:
    """Light plays 3/off 3/1 with 6-5, where 3/off(2) is due; ten and eleven on the tower look alike. Then 1/off(2).

    beside_board: what lies beside the board before, after the first play, and after the second.
    """
    stage = on_roll(DARK, TOWER)
    stage.beside_board = beside_board[0]
    stage.throw((2, 1), "left").play("3/1 3/2").lift().throw((6, 5))
    stage.beside_board, stage.misread = beside_board[1], {0: stack(10, 11, 0.7)}
    stage.put(moved(stage.position, LIGHT, (3, 0), (3, 1)), looks=20).lift().throw((2, 1), "left")
    played = find_play("3/1 3/2", stage.position, DARK, (2, 1)).result
    stage.put(played, looks=20).lift().throw((4, 1))
    stage.beside_board, stage.misread = beside_board[2], {}
    return stage.put(moved(stage.position, LIGHT, (1, 0), (1, 0)), looks=20).lift(30)


def test_checkers_beside_the_board_tell_how_many_were_borne_off() -> None:
    stage = one_too_many_on_a_tower((3, 0), (4, 0), (6, 0))
    assert "illegal" not in stage.said
    assert stage.state.position.light[OFF] == 6
    assert [turn.play for turn in stage.state.turns if turn.player is LIGHT] == ["3/off 3/1", "1/off(2)"]


@pytest.mark.parametrize("beside_board", [None, (0, 0), (1, 0)])
def test_where_they_lie_out_of_sight_only_the_board_tells(beside_board: tuple[int, int] | None) -> None:
    """Nobody knows the number of those in a tray, or on each other."""
    assert "illegal" in one_too_many_on_a_tower(beside_board, beside_board, beside_board).said


def test_four_checkers_borne_off_one_point_are_gone() -> None:
    stage = on_roll(position=Position.from_points([4] + [0] * 22 + [-8], (0, 0), (11, 7)))
    stage.misread = {24: PlaceEvidence(((0, 0, 0.0), (1, 0, -1.0)), floor=-12.0)}
    stage.put(off(stage.state.position, 1, 1, 1, 1), looks=30)
    assert stage.said == ["play", "game_over"]
    assert stage.state.turns[-1].dice is None


def test_a_missed_roll_is_told_once_the_board_leaves_no_doubt() -> None:
    """24/18 2/1 can only be 6-1; as long as it may have been 24/18 alone, nobody guesses."""
    points = [6, 5, 0, 0, 0, 0, 0, 0, 1, 0, 0, -7, -8] + [0] * 10 + [1]
    stage = on_roll(position=Position.from_points(points, off=(2, 0)))
    stage.throw((4, 1)).play("9/4").lift().throw((2, 1), "left").play("13/10").lift()
    stage.throw((2, 1)).play("4/1").lift().throw((3, 1), "left").play("13/9").lift()
    before = stage.state.position
    stage.misread = {0: stack(8, 7, 0.6), 1: stack(4, 5, 0.6)}
    stage.put(moved(before, LIGHT, (24, 18), (2, 1)), looks=12).throw((6, 5), "left")
    assert stage.state.turns[-1] == Turn(LIGHT, None, "24/18 2/1")
    stage.misread = {}
    stage.hand().rest(8).hand().rest(8)
    assert stage.state.turns[-1] == Turn(LIGHT, (6, 1), "24/18 2/1", source="inferred")
    lines = [event.message for event in stage.events if isinstance(event, Undone)]
    assert "Turn 5 corrected: 6-1: 24/18 2/1 instead of ?: 24/18 2/1." in lines
    assert (stage.state.phase, stage.state.player, stage.state.dice) == (Phase.MOVING, DARK, (6, 5))


def test_what_was_warned_of_stands_although_a_stack_looks_different_later() -> None:
    """2/1 needs a 1: let stand as it was, not with a checker more off the stack that no eye counts."""
    before = Position.from_points([3, 2, 7] + [0] * 18 + [-6, 0, -3], off=(3, 6))
    wrong = moved(before, LIGHT, (2, 1))
    stage = on_roll(position=before).throw((2, 2)).put(wrong, looks=30).lift()
    stage.misread = {2: stack(6, 7, 2.9)}
    stage.hand().rest(8).throw((6, 3), "left")
    assert stage.state.turns[-1].illegal
    assert stage.state.position == wrong


def test_a_first_play_whose_roll_nobody_saw_is_told_and_named_when_it_can_be() -> None:
    """24/18 8/7 can only be 6-1; the dice lie there unread."""
    stage = Stage().rest().put(moved(START, LIGHT, (24, 18), (8, 7)), looks=40).hand().rest(8).hand().rest(8)
    assert [(turn.player, turn.dice) for turn in stage.state.turns] == [(LIGHT, (6, 1))]


def test_a_roll_read_anew_in_the_account_that_was_told_is_told_again_with_the_other() -> None:
    """Told: 3-3 read anew as 6-3, 13/4. Better: 13/4 was illegal with 3-3, and put right."""
    thrown = fold([MatchStarted(0, 0.0, Rules()), GameStarted(0, 0.0, START, DARK), RollSeen(1, 0.1, DARK, (3, 3))])
    wrong = moved(START, DARK, (13, 4))
    told = fold([RollSeen(2, 0.2, DARK, (6, 3)), PlayMade(3, 0.3, DARK, (6, 3), "13/4", wrong)], thrown)
    right = find_play("13/10(3) 6/3", START, DARK, (3, 3)).result
    warned = IllegalPlay(3, 0.3, DARK, (3, 3), (), Message("no"), wrong, provisional=False)
    better = fold([warned, PlayCorrected(4, 0.4, DARK, "13/10(3) 6/3", right)], thrown)
    events = revision(told, better, 5, 0.5)
    assert [event.name for event in events] == ["revise", "undo", "roll", "corrected"]
    assert fold(events, told).turns[-1].dice == (3, 3)


def test_a_better_account_may_be_the_one_before_the_last_action() -> None:
    stage = two_turns_in()
    told = stage.state
    assert told.last
    assert [event.name for event in revision(told, told.last.before, 1, 1.0)] == ["undo"]


def revised() -> tuple[Stage, list[str]]:
    """4/1 3/off was recorded, and dark has rolled when 4/off 3/off takes its place; with what was recorded before."""
    stage = on_roll(position=TALL).throw((4, 3))
    stage.misread = {0: stack(11, 10, 0.4)}
    stage.put(off(TALL, 4, 3)).lift(4)
    was = [turn.play for turn in stage.state.turns]
    stage.misread = {0: stack(10, 11, 1.0)}
    stage.hand().rest(6).throw((2, 1), "left").hand().rest(6).hand()
    return stage, was


def test_a_revised_turn_says_what_it_was() -> None:
    stage, _was = revised()
    assert stage.said.count("revise") == 1
    assert stage.state.turns[-1].corrected == "Turn 1 corrected: 4/off 3/off instead of 4/1 3/off."


def test_one_undo_takes_a_revision_back_whole_and_the_camera_does_not_revise_it_again() -> None:
    stage, was = revised()
    assert last_action(stage.state) == "the correction of turn 1"
    stage.events += stage.referee.handle(Undo(), stage.frame, stage.frame / FPS)
    assert [turn.play for turn in stage.state.turns] == was
    stage.rest(6).hand().rest(20)
    assert [turn.play for turn in stage.state.turns] == was
    assert (stage.state.phase, stage.state.player, stage.state.dice) == (Phase.MOVING, DARK, (2, 1))
    assert stage.said.count("revise") == 1
    assert "illegal" not in stage.said


def test_what_stands_after_a_revision_and_after_its_undo_are_the_two_accounts() -> None:
    stage, was = revised()
    begun = [MatchStarted(0, 0.0, Rules()), GameStarted(0, 0.0, TALL, LIGHT)]
    plays = [event.play for event in standing([*begun, *stage.events]) if isinstance(event, PlayMade)]
    assert plays == ["4/off 3/off"]
    again = standing([*begun, *stage.events, Undone(99, 9.9)])
    assert [event.play for event in again if isinstance(event, PlayMade)] == was


def test_a_checker_borne_off_that_lies_there_again_is_asked_about() -> None:
    """Nobody sees the checkers that are off: the record is as likely wrong as the player. Nobody is accused."""
    stage = on_roll(DARK, TOWER).throw((2, 1), "left").play("3/1 3/2").lift().throw((2, 1))
    stage.put(moved(stage.position, LIGHT, (3, 1), (OFF, 3)), looks=20).lift(40)
    faults = [event for event in stage.events if isinstance(event, IllegalPlay) and not event.provisional]
    assert faults
    assert all(fault.unseen for fault in faults)


BLOCKED = Position.from_points([0, 2] + [0] * 9 + [-5] + [0] * 4 + [-2, -2, -2, -2, -2, 0, 0, 1], (0, 0), (12, 0))
"""Light plays a 1 or a 2 alone, and is not on the bar."""


def test_a_turn_without_any_play_is_missed_although_nobody_is_on_the_bar() -> None:
    """Dark throws in their own half again: light had a turn in between that nobody saw, and that changed nothing."""
    stage = on_roll(DARK, BLOCKED).throw((2, 1), "left").play("13/11 13/12").lift()
    stage.throw((6, 5)).lift(60).throw((2, 1), "left").play("13/11 13/12").lift().throw((4, 3), "left")
    assert stage.state.turns[-1] == Turn(LIGHT, None, "no play")
    assert (stage.state.player, stage.state.dice) == (DARK, (4, 3))
