"""Checkers of the ground's own colour: a lone one is overlooked, a row looks longer than it is."""

from __future__ import annotations

from arbiter.match.events import IllegalPlay
from arbiter.match.state import Turn
from arbiter.position import START
from arbiter.referee.evidence import PlaceEvidence
from arbiter.referee.observation import WINDOW
from tests.arbiter_referee.stage import DARK, Stage, on_roll
from tests.arbiter_referee.test_whole_games import at_table

FOUR, SIX, SIXTH_FROM_DARK = 3, 5, 18
"""Indices of light's 4-point and 6-point, and of dark's 6-point."""


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
    followed = at_table(9002, compares=True, alike=0.3)
    followed.watch(followed.table.game(plies=14)).finish()
    assert followed.false_alarms() == []
    assert followed.missed_warnings() == []
