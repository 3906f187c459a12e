"""A position that people entered: the page draws it while the camera reads as before."""

from __future__ import annotations

from arbiter.match.state import EnteredBoard, MatchState
from arbiter.position import START, Position, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from bookgammon.table.board_reading import board_shown
from tests.arbiter_referee.stage import LIGHT, moved

PLAYED = moved(START, LIGHT, (13, 10), (6, 5))
SEEN = moved(START, LIGHT, (8, 5), (6, 5))


def evidence(position: Position) -> Evidence:
    places = tuple(PlaceEvidence(((*count, 0.0),), floor=-12.0) for count in position.places)
    return Evidence(0, 0.0, True, False, places)


def test_the_page_draws_what_people_entered_while_the_camera_reads_as_before() -> None:
    state = MatchState(position=PLAYED, entered_board=EnteredBoard(seen=SEEN))
    assert board_shown(evidence(SEEN), state) == PLAYED
    assert board_shown(evidence(SEEN), MatchState(position=PLAYED)) == SEEN


def test_what_changes_on_the_board_is_drawn() -> None:
    state = MatchState(position=PLAYED, entered_board=EnteredBoard(seen=SEEN))
    shown = board_shown(evidence(moved(SEEN, Side.DARK, (24, 14))), state)
    assert shown == moved(PLAYED, Side.DARK, (24, 14))


