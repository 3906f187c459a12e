"""Checkers of the ground's own colour: a lone one is overlooked, a row looks longer than it is."""

from __future__ import annotations

import pytest

from arbiter.match.events import IllegalPlay
from arbiter.match.state import Turn
from arbiter.plays import Dice
from arbiter.position import BAR, START, Position
from arbiter.referee.evidence import RIDGE, PlaceEvidence
from arbiter.referee.faint import doubts_of
from arbiter.referee.likelihood import likelihood_of
from arbiter.referee.observation import WINDOW
from arbiter.referee.priors import OVERLOOKED_ON_BAR
from tests.arbiter_referee.follow import differences
from tests.arbiter_referee.stage import DARK, LIGHT, Stage, moved, on_roll, rolled
from tests.arbiter_referee.test_whole_games import at_table

FOUR, SIX, SIXTH_FROM_DARK = 3, 5, 18
"""Indices of light's 4-point and 6-point, and of dark's 6-point."""
FAINT = tuple((60.0, 2.0 if place % 2 else 60.0) for place in range(24))
"""Contrast where every other point has the colour of dark's checkers: 21, 19, 17 and so on of dark's numbers."""


def overlooked(behind: float = 4.4) -> PlaceEvidence:
    """A place with a lone dark checker that looks like none."""
    return PlaceEvidence(((0, 0, 0.0), (0, 1, -behind)), floor=-12.0)


def row_of(seen: int, true: int) -> PlaceEvidence:
    """A row of dark checkers that looks like `seen` of them."""
    return PlaceEvidence(((0, seen, 0.0), (0, true, -2.5)), floor=-12.0)


def with_a_row_misread(stage: Stage) -> Stage:
    """The row on dark's 6-point looks two longer than it is, from the beginning."""
    stage.misread = {SIXTH_FROM_DARK: row_of(7, 5)}
    return stage.rest(WINDOW + 4)


def test_a_checker_overlooked_while_a_row_looks_longer_is_no_fault() -> None:
    """24/21 13/11: the 21-point looks empty, and the row that has looked like seven all along makes up for it."""
    stage = with_a_row_misread(Stage())
    stage.throw((3, 2), "left")
    stage.misread[FOUR] = overlooked()
    stage.play("24/21 13/11").lift(20)
    assert not [event for event in stage.events if isinstance(event, IllegalPlay)]
    assert stage.state.turns[-1] == Turn(DARK, (3, 2), "24/21 13/11")


def test_a_move_from_a_row_that_was_misread_is_seen_as_one_checker_less() -> None:
    """6/4 6/5 with 2-1: the row of five that looks like seven looks like five with three."""
    stage = with_a_row_misread(Stage())
    stage.throw((2, 1), "left")
    stage.misread[SIXTH_FROM_DARK] = row_of(5, 3)
    stage.play("6/4 6/5").lift(20)
    assert stage.state.turns[-1] == Turn(DARK, (2, 1), "6/4 6/5")


def of_faint_set() -> Stage:
    """Dark's checkers hardly differ from every other point."""
    stage = Stage()
    stage.contrast = FAINT
    return stage.rest(WINDOW + 4)


def faults(stage: Stage) -> list[IllegalPlay]:
    return [event for event in stage.events if isinstance(event, IllegalPlay)]


def test_a_checker_that_can_hardly_be_seen_is_where_a_legal_play_puts_it() -> None:
    """24/21 13/11: the faint 21-point looks empty, and nothing makes up for the checker that is missing."""
    stage = of_faint_set().throw((3, 2), "left")
    stage.misread[FOUR] = overlooked(behind=9.0)
    stage.play("24/21 13/11").lift(20)
    assert faults(stage) == []
    assert stage.state.turns[-1] == Turn(DARK, (3, 2), "24/21 13/11")


def test_the_same_checker_missing_where_it_would_be_seen_is_asked_about() -> None:
    """24/20 would be seen, 24/21 breaks the roll 4-2: which it was is asked, nobody is blamed."""
    stage = of_faint_set().throw((4, 2), "left")
    stage.misread[FOUR] = overlooked(behind=9.0)
    stage.put(moved(START, DARK, (24, 21), (13, 11))).lift(20)
    assert faults(stage)
    assert all(fault.unseen for fault in faults(stage))


def test_a_fault_in_plain_sight_is_no_question_because_other_points_are_faint() -> None:
    stage = of_faint_set().throw((4, 2), "left")
    stage.put(moved(START, DARK, (24, 18), (13, 12))).lift(20)
    assert faults(stage)
    assert not any(fault.unseen for fault in faults(stage))


def test_a_checker_thought_elsewhere_is_found_when_it_is_seen() -> None:
    """6-1: 13/7 8/7 as it seems lie there; the 23-point was faint, and the next two turns show what was played."""
    stage = of_faint_set().throw((2, 1), "left")
    stage.misread[FOUR] = overlooked(behind=9.0)
    stage.play("24/21").lift(20)
    assert stage.state.turns[-1] == Turn(DARK, (2, 1), "24/21")
    stage.throw((3, 1), "right").play("8/5 6/5").lift()
    stage.misread.clear()
    stage.throw((6, 1), "left").play("21/15 6/5").lift(20)
    assert faults(stage) == []
    assert [turn.play for turn in stage.state.turns] == ["24/21", "8/5 6/5", "21/15 6/5"]


BLOTS = Position.from_points([0, -1, 0, 0, 0, 4, -1, 4, 1, 0, 0, -2, 3, -1, 0, 0, -3, -2, -5, 2, 1, 0, 0, 0])
"""Light may hit on the 14, 7 and 2; dark holds the 18 with two checkers."""
LAST_FAINT = ((60.0, 60.0),) * 23 + ((60.0, 2.0),)
"""Contrast where none but light's 24-point has the colour of dark's checkers."""


def hit(*points: int, steps: tuple[tuple[int, int], ...]) -> Position:
    """These steps of light's, and the dark checkers on those points of light's on the bar."""
    return moved(moved(BLOTS, LIGHT, *steps), DARK, *((BAR - point, BAR) for point in points))


HITS_AGAINST_THE_RULES: list[tuple[Dice, Position, str]] = [
    ((3, 1), hit(7, steps=((8, 7), (21, 18))), "R16"),
    ((3, 1), hit(7, steps=((8, 3),)), "R74"),
    ((5, 1), hit(7, 2, steps=((8, 2), (13, 11))), "R74"),
]
"""Each with the rule that is broken in plain sight."""


@pytest.mark.parametrize(("dice", "lies", "rule"), HITS_AGAINST_THE_RULES)
def test_a_hit_checker_that_the_bar_does_not_show_is_no_fault(dice: Dice, lies: Position, rule: str) -> None:
    """Landed on, hit in passing, or beside another one that is seen there: it may lie on the bar."""
    stage = rolled(LIGHT, dice, BLOTS)
    stage.contrast = LAST_FAINT
    stage.rest(WINDOW)
    on_bar = lies.bar[1]
    stage.misread[RIDGE] = PlaceEvidence(((0, on_bar - 1, 0.0),), floor=-12.0)
    stage.put(lies).lift(20)
    assert [(fault.rules[0], fault.position) for fault in faults(stage)] == [(rule, lies)] * 2


def test_a_hit_checker_that_surely_lies_nowhere_belongs_on_the_bar() -> None:
    stage = rolled(LIGHT, (3, 1), BLOTS)
    stage.misread[RIDGE] = PlaceEvidence(((0, 0, 0.0),), floor=-12.0)
    stage.put(hit(7, steps=((8, 7), (21, 18)))).lift(20)
    assert {fault.rules[0] for fault in faults(stage)} == {"R25"}


def test_what_a_hand_shows_for_three_looks_is_no_illegal_play() -> None:
    """Lifting the dice a sleeve lies still over a point, and passes for a checker."""
    stage = on_roll(DARK, START).throw((3, 1), "left").play("8/5 6/5")
    stage.dice = ()
    stage.hand()
    stage.misread[12] = PlaceEvidence(((5, 1, 0.0), (5, 0, -9.0)), floor=-12.0)
    stage.misread[19] = overlooked(behind=9.0)
    stage.rest(3)
    stage.misread.clear()
    stage.hand(1).rest(10)
    assert "illegal" not in stage.said


def test_a_game_tone_on_tone_is_followed_without_a_false_warning() -> None:
    followed = at_table(5003, compares=True, alike=0.3)
    followed.watch(followed.table.game(plies=14)).finish()
    assert followed.false_alarms() == []
    assert followed.missed_warnings() == []


def test_what_is_hardly_seen_on_the_bar_accuses_nobody() -> None:
    """One colour's checkers on the bar always look like one fewer: a side has fifteen."""
    followed = at_table(9820, compares=True, alike=0.3, hits=0.6, bar=1.0)
    followed.watch(followed.table.game(12)).finish()
    assert sum(turn.position.bar != (0, 0) for turn in followed.table.record) >= 3
    assert differences(followed) == ""
    assert followed.false_alarms() == []
    assert followed.missed_warnings() == []


def test_either_colour_on_the_bar_may_be_one_more_than_is_seen() -> None:
    place = likelihood_of((PlaceEvidence(((1, 1, 0.0), (1, 2, -8.0), (2, 1, -8.0)), floor=-12.0),)).places[0]
    doubted = place.doubted(doubts_of(FAINT)[-1])
    assert doubted.says((1, 2)) == doubted.says((2, 1)) == -OVERLOOKED_ON_BAR
    assert doubted.says((1, 3)) < -7
    bare = likelihood_of((PlaceEvidence(((0, 0, 0.0), (1, 0, -5.0), (0, 1, -5.0)), floor=-12.0),)).places[0]
    assert bare.doubted(doubts_of(FAINT)[-1]).says((0, 1)) == -OVERLOOKED_ON_BAR
