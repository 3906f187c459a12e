"""What the camera reads otherwise than people entered is said in one sentence, and may be used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.match.event_json import position_to_json
from arbiter.match.state import EnteredBoard, MatchState
from arbiter.position import START, Position
from arbiter.seats import Seats
from tests.arbiter_referee.stage import DARK, LIGHT, moved
from web.view import TableView, view_json


def difference(lies: Position, seen: Position | None) -> dict[str, object] | None:
    state = MatchState(position=lies, entered_board=EnteredBoard(seen=seen))
    found: dict[str, object] | None = view_json(TableView(state, Seats(LIGHT)), 1)["difference"]
    return found


@pytest.mark.parametrize(
    ("seen", "text"),
    [
        (moved(START, LIGHT, (6, 5)), "The camera still sees 1 on light's 5-point, 4 on light's 6-point."),
        (moved(START, DARK, (24, 23)), "The camera still sees 1 on dark's 24-point, 1 on dark's 23-point."),
        (moved(START, LIGHT, (6, 25)), "The camera still sees 4 on light's 6-point, 1 light on the bar."),
        (
            moved(START, LIGHT, (24, 23), (24, 23)),
            "The camera still sees 2 on light's 23-point, nothing on light's 24-point.",
        ),
        (
            moved(START, DARK, (24, 23), (24, 23)),
            "The camera still sees nothing on dark's 24-point, 2 on dark's 23-point.",
        ),
        (moved(START, LIGHT, (6, 5), (8, 7)), "The camera still sees something else on 4 points."),
    ],
)
def test_one_sentence_says_what_the_camera_sees(seen: Position, text: str) -> None:
    assert difference(START, seen) == {"text": text, "position": position_to_json(seen)}


def test_what_no_game_can_go_on_from_is_not_offered() -> None:
    light = list(START.light)
    light[6] += 1
    shown = difference(START, replace(START, light=tuple(light)))
    assert shown == {"text": "The camera still sees 6 on light's 6-point.", "position": None}


def test_nothing_is_said_where_the_camera_agrees() -> None:
    assert difference(START, None) is None
    assert view_json(TableView(MatchState(), Seats(LIGHT)), 1)["difference"] is None
