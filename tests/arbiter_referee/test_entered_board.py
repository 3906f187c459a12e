"""What people enter holds against the camera until the board changes there, through a restart, and can be undone."""

from __future__ import annotations

import pytest

from arbiter.match.commands import CorrectPosition, Undo
from arbiter.match.entered_events import CameraDiffers
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import MatchStarted
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState
from arbiter.match.statistics import statistics_of
from arbiter.position import START, Position
from arbiter.referee.evidence import PlaceEvidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from tests.arbiter_referee.stage import DARK, LIGHT, Stage, moved
from tests.arbiter_referee.test_commands import tell

PLAYED = moved(START, LIGHT, (13, 10), (6, 5))
"""What light has really played with 3-1; the camera sees 8/5 6/5."""
SEEN = moved(START, LIGHT, (8, 5), (6, 5))


class EnteredStage(Stage):
    """before: the state when the position was entered."""

    before: MatchState


def entered(*, compares: bool = True) -> EnteredStage:
    """Light has played 13/10 6/5, the camera reads 8/5 6/5 and goes on to do so; people have entered what lies."""
    stage = EnteredStage()
    stage.compares = compares
    stage.rest().throw((3, 1))
    stage.misread = {place: _surely(SEEN, place) for place in (12, 9, 7, 4)}
    stage.put(PLAYED).lift()
    assert stage.state.position == SEEN
    stage.events.clear()
    stage.before = stage.state
    tell(stage, CorrectPosition(PLAYED))
    return stage


def _surely(position: Position, place: int) -> PlaceEvidence:
    return PlaceEvidence(((*position.places[place], 0.0),), floor=-12.0)


def restarted(stage: EnteredStage) -> Stage:
    """A new program, which knows what the journal tells."""
    kept = [event_from_json(event_to_json(event)) for event in stage.events]
    state = fold(kept, stage.before)
    assert state == stage.state
    stage.referee = Referee(state, Seats(LIGHT))
    return stage


@pytest.mark.parametrize("compares", [True, False])
def test_the_position_holds_while_the_board_lies_as_it_did(compares: bool) -> None:
    stage = entered(compares=compares).rest(90)
    assert stage.said == ["corrected", "entered", "differs"]
    assert stage.state.position == PLAYED
    assert stage.state.entered_board
    assert stage.state.entered_board.seen == SEEN


def test_a_checker_that_was_missing_and_is_put_back_is_seen_to_go_on() -> None:
    """Its point looks then as it did when people said that all lies there."""
    stage = Stage()
    stage.rest().throw((3, 1)).put(moved(START, LIGHT, (8, 5), (6, 5))).lift()
    lies = stage.state.position
    dark = lies.row(DARK)
    stage.put(lies.with_row(DARK, (*dark[:24], dark[24] - 1, dark[25]))).rest(30)
    tell(stage, CorrectPosition(lies))
    stage.rest(30).put(lies).rest(30)
    stage.events.clear()
    stage.throw((6, 4), "left").play("24/14").lift()
    assert stage.said[-2:] == ["roll", "play"]
    assert stage.state.position == moved(lies, DARK, (24, 14))


def test_another_light_and_hands_elsewhere_change_nothing() -> None:
    """Every point looks otherwise from then on, and is misread as before."""
    stage = entered().rest(30)
    for _ in range(4):
        stage.light_changes().hand().rest(40)
    assert stage.said == ["corrected", "entered", "differs"]
    stage.throw((6, 4), "left").play("24/14").lift().throw((2, 1))
    assert stage.said[3:] == ["roll", "play", "roll"]
    assert stage.state.position == moved(PLAYED, DARK, (24, 14))


def test_it_holds_through_a_restart() -> None:
    stage = entered()
    stage.rest(30)
    restarted(stage).rest(90).hand().rest(60)
    assert stage.said == ["corrected", "entered", "differs"]
    stage.throw((6, 4), "left").play("24/14").lift()
    restarted(stage).rest(60).hand().rest(60).throw((2, 1))
    assert stage.said[3:] == ["roll", "play", "roll"]
    assert stage.state.position == moved(PLAYED, DARK, (24, 14))


def test_it_ends_where_the_board_really_changes() -> None:
    """Light moves the checker of the 10-point, which is read right from then on."""
    stage = entered().rest(30).throw((6, 4), "left").play("24/14").lift().throw((2, 1))
    del stage.misread[9]
    stage.play("10/7").lift()
    assert stage.state.turns[-1].play == "10/7"
    assert stage.state.lies == moved(moved(PLAYED, DARK, (24, 14)), LIGHT, (10, 7))
    assert stage.state.entered_board
    assert {9, 6}.isdisjoint(stage.state.entered_board.places)
    assert 12 in stage.state.entered_board.places


def test_entering_before_a_play_begun_does_not_hide_the_play() -> None:
    """People put the last play right while dark has moved one checker of their roll already."""
    stage = Stage().rest().throw((3, 1))
    stage.misread = {place: _surely(SEEN, place) for place in (12, 9, 7, 4)}
    stage.put(PLAYED).lift().throw((6, 4), "left").put(moved(PLAYED, DARK, (24, 18)))
    tell(stage, CorrectPosition(PLAYED))
    stage.rest(30).put(moved(PLAYED, DARK, (24, 14))).lift()
    turn = stage.state.turns[-1]
    assert (turn.player, turn.play, turn.illegal) == (DARK, "24/14", False)


def test_undo_takes_it_back_with_all_that_went_with_it() -> None:
    stage = entered().rest(30)
    tell(stage, Undo())
    assert (stage.state.position, stage.state.entered_board) == (SEEN, None)
    stage.rest(60)
    assert stage.state.position == SEEN


def test_what_the_camera_sees_may_be_used_after_all() -> None:
    stage = entered().rest(30)
    assert stage.state.entered_board
    assert stage.state.entered_board.seen
    tell(stage, CorrectPosition(stage.state.entered_board.seen))
    stage.rest(60)
    assert stage.state.position == SEEN
    assert stage.state.entered_board.seen is None
    assert stage.said == ["corrected", "entered", "differs", "corrected", "entered"]


def test_the_camera_agreeing_later_is_said() -> None:
    stage = entered().rest(30)
    stage.misread = {}
    stage.light_changes().hand().rest(30).hand().rest(10)
    assert isinstance(stage.events[-1], CameraDiffers)
    assert stage.state.entered_board
    assert stage.state.entered_board.seen is None


def test_entered_again_and_again_it_is_one_play_and_nobody_is_accused() -> None:
    """What people entered three times breaks a rule: the last legal one stays, the position is theirs."""
    stage = Stage().rest().throw((3, 1)).play("8/5 6/5").lift()
    wrong = moved(START, LIGHT, (13, 9), (8, 5))
    for position in (wrong, PLAYED, wrong, wrong):
        tell(stage, CorrectPosition(position))
        stage.rest(20)
    events = [MatchStarted(0, 0.0, Rules()), *stage.events]
    light, _dark = statistics_of(events)
    assert (light.illegal, light.stood) == (0, 0)
    assert [(turn.play, turn.illegal) for turn in stage.state.turns] == [("13/10 6/5", False)]
    assert stage.state.position == wrong
    assert len(record_of(events).games[0].actions) == 1
