"""What was read wrongly early accuses nobody later: the referee finds what really lay there by itself."""

from __future__ import annotations

import pytest

from arbiter.match.events import IllegalPlay
from arbiter.match.state import Turn
from arbiter.notation import find_play
from arbiter.position import START, Position
from arbiter.referee.evidence import DieSeen, PlaceEvidence
from tests.arbiter_referee.follow import differences
from tests.arbiter_referee.stage import DARK, LIGHT, Stage, die, moved, opened
from tests.arbiter_referee.test_whole_games import at_table


def faults(stage: Stage) -> list[IllegalPlay]:
    return [event for event in stage.events if isinstance(event, IllegalPlay)]


def doubtful(one: int, other: int, number: int) -> DieSeen:
    """A die in the right half that looks about as much like the one face as like the other."""
    chances = tuple({one: 0.55, other: 0.41}.get(face, 0.01) for face in range(1, 7))
    return DieSeen(one, chances, (640.0 + 30 * number, 250.0), None, "right")


def test_opening_dice_slow_to_be_read_are_those_of_the_play_already_begun() -> None:
    """13/9 lies there before the 4 is sure enough: a 4-2 by light, not an unseen 3-1 by light and a 4-2 by dark."""
    stage = Stage().rest()
    stage.dice = (doubtful(4, 3, 0), doubtful(2, 6, 1))
    stage.hand(2).rest(2).put(moved(START, LIGHT, (13, 9)), looks=9)
    stage.put(moved(START, LIGHT, (13, 9), (6, 4)), looks=12).lift()
    assert faults(stage) == []
    assert stage.state.turns == (Turn(LIGHT, (4, 2), "13/9 6/4"),)
    assert stage.state.player is DARK


@pytest.mark.parametrize("begun", [False, True])
def test_a_start_that_looks_like_a_play_is_a_start_where_the_game_has_just_begun(begun: bool) -> None:
    """Through a stream of few bits light's 13 looks like 4 and their 6 like 6. Who has seen the game begin knows better
    than that 13/6 was played by dice that nobody saw; who comes to the table later does not."""
    stage = Stage(position=START, begun=begun)
    stage.misread = {
        12: PlaceEvidence(((4, 0, 0.0), (5, 0, -8.0)), floor=-12.0),
        5: PlaceEvidence(((6, 0, 0.0), (5, 0, -8.0)), floor=-12.0),
    }
    stage.rest(40)
    stage.dice = (die(4, "right"), die(2, "right", 1))
    stage.hand(2).rest(40)
    assert [turn.play for turn in stage.state.turns] == ([] if begun else ["13/6"])
    assert stage.state.player is (LIGHT if begun else DARK)
    assert sorted(stage.state.dice or ()) == [2, 4]


def test_an_opponents_checkers_that_only_look_otherwise_were_left_alone() -> None:
    """13/9 with 6-1 breaks a rule; that dark's checkers look as if one had gone 24/13 is no second fault."""
    stage = opened((6, 1))
    stage.misread = {
        0: PlaceEvidence(((0, 1, 0.0), (0, 2, -1.0)), floor=-12.0),
        11: PlaceEvidence(((0, 6, 0.0), (0, 5, -1.0)), floor=-12.0),
    }
    after = moved(START, LIGHT, (13, 9))
    stage.put(after, looks=20).lift(20)
    assert [(fault.rules, fault.position) for fault in faults(stage)] == [(("R12",), after)] * 2


def test_dice_that_come_into_sight_in_a_half_played_turn_are_its_own() -> None:
    """13/9 alone passes for an unseen 3-1; the 4-2 that then lies in light's half is what light goes on with."""
    stage = Stage().rest().put(moved(START, LIGHT, (13, 9)), looks=40)
    assert [turn.play for turn in stage.state.turns] == ["13/9"]
    stage.dice = (die(4, "right"), die(2, "right", 1))
    stage.rest(12).put(moved(START, LIGHT, (13, 9), (6, 4)), looks=12).lift()
    assert faults(stage) == []
    assert stage.state.turns == (Turn(LIGHT, (4, 2), "13/9 6/4"),)


def covered_roll(last: Position) -> Stage:
    """Light has played 8/5 6/5; when a hand lies over the board `last` has come to lie there, and dark has thrown and
    played 24/18 13/10."""
    stage = opened((3, 1)).play("8/5 6/5").lift().hand()
    stage.dice = (die(6, "left"), die(3, "left", 1))
    stage.covered(20).put(find_play("24/18 13/10", last, DARK, (6, 3)).result, looks=20)
    return stage.lift()


def test_a_play_changed_before_the_next_roll_blames_nobody() -> None:
    """Light's 3-1 was put otherwise under the hand: dark has not moved light's checkers."""
    stage = covered_roll(moved(START, LIGHT, (24, 20)))
    assert faults(stage) == []
    assert [(turn.player, turn.play) for turn in stage.state.turns] == [(LIGHT, "24/20"), (DARK, "24/18 13/10")]
    assert not any(turn.illegal for turn in stage.state.turns)


def test_a_board_changed_against_the_dice_before_the_next_roll_is_played_on_from() -> None:
    """What light put there is no play of 3-1; the game goes on from it, and dark is not to be blamed."""
    stage = covered_roll(moved(START, LIGHT, (13, 8)))
    assert faults(stage) == []
    assert [(turn.player, turn.illegal) for turn in stage.state.turns] == [(LIGHT, True), (DARK, False)]
    assert stage.state.turns[1].play == "24/18 13/10"


def test_a_board_that_no_play_of_the_roll_explains_is_not_taken_for_the_nearest() -> None:
    """While only one of the next dice lies there 8/5 6/5 became 13/10 6/1: that is no 13/10 6/5."""
    stage = opened((3, 1)).play("8/5 6/5").lift()
    stage.dice = (die(6, "left"),)
    stage.put(moved(START, LIGHT, (13, 10), (6, 1)), looks=15)
    assert [turn.play for turn in stage.state.turns] == ["8/5 6/5"]


def test_that_somebody_moved_the_others_checkers_is_a_question() -> None:
    """In plain sight, too: that a camera or the record is wrong there is likelier."""
    stage = opened((3, 1)).play("8/5 6/5").lift().throw((6, 3), "left")
    after = find_play("24/18 13/10", stage.state.position, DARK, (6, 3)).result
    stage.put(moved(after, LIGHT, (13, 12)), looks=20).lift()
    assert [(fault.rules[0], fault.unseen) for fault in faults(stage)] == [("R24", True)] * 2


def test_what_another_account_of_the_turns_before_explains_is_asked_about() -> None:
    """Which checker light let stand against the rules is open when dark's hits show it: that accuses nobody."""
    followed = at_table(304021, 0.3, compares=True, alike=0.3, hits=0.6, bar=0.5)
    followed.watch(followed.table.game(12)).finish()
    assert differences(followed) == ""
    assert followed.false_alarms() == []
    assert followed.missed_warnings() == []


def test_an_overlooked_checker_of_the_opponents_costs_no_later_turn() -> None:
    """A fault, and beside it a faint pair that looks like none: what stood is found, and the game goes on from it."""
    followed = at_table(9707, compares=True, alike=0.3, bar=0.5)
    followed.watch(followed.table.game(16)).finish()
    assert differences(followed) == ""
    assert followed.false_alarms() == []
    assert followed.missed_warnings() == []


def test_a_play_that_passed_is_asked_about_when_later_looks_make_it_a_fault() -> None:
    """Nobody has seen dark's 3-3; half of it makes the play before it, with two hard dice, look like a fault."""
    followed = at_table(420029, 0.3, compares=True, alike=0.3, hits=0.6, bar=0.5)
    followed.watch(followed.table.game(12)).finish()
    assert followed.false_alarms() == []
    assert followed.missed_warnings() == []


def test_one_misread_row_accuses_nobody_turn_after_turn() -> None:
    """On the bar light played 24/13; the bar looked empty and a row one longer, and four warnings followed."""
    followed = at_table(442017, compares=True, alike=0.3, hits=0.6, bar=0.5)
    followed.watch(followed.table.game(16)).finish()
    assert followed.false_alarms() == []
    assert followed.missed_warnings() == []
