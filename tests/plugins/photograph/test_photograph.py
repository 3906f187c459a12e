"""A photograph becomes a position: read in its own process, numbered as people sit, and judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

import bookgammon
from arbiter.match.event_json import position_to_json
from arbiter.match.state import MatchState, Phase
from arbiter.position import START, Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from arbiter.xgid import MatchPosition
from bookgammon.plugins.gnubg.analysis.grading import Graded, Grader
from bookgammon.plugins.gnubg.analysis.model import Chances, CubeJudged, RatedPlay
from bookgammon.plugins.photograph.pages import ADDRESS, add_photograph
from bookgammon.plugins.photograph.photograph_reader import PhotographReader, ReadPhotograph
from bookgammon.plugins.photograph.reading import answer, seen_from
from bookgammon.plugins.photograph.service import PhotographService
from tests.arbiter_referee.stage import moved
from tests.web.devices import ORIGIN, paired, post
from tests.web.tables import moving
from vision.sources.pictures import own_picture
from web.app import create_app
from web.hub import Hub

PICTURE = Path(bookgammon.__file__).parent / "recording" / "start.jpg"
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
CHANCES = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
PLAYING = MatchState(phase=Phase.TO_ROLL, game=1, rules=Rules(length=5))


class Judging(Grader):
    """Knows everything at once."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        self.closed = True

    def best_plays(self, at: MatchPosition, *_: Any, **__: Any) -> tuple[RatedPlay, ...]:
        return RatedPlay("8/5 6/5", ((8, 5), (6, 5)), 0.159, CHANCES), RatedPlay("24/20", ((24, 20),), -0.02, CHANCES)

    def cube(self, at: MatchPosition, *_: Any) -> Graded | None:
        if at.length == 1:
            return None
        return Graded(CubeJudged(0, at.turn, 1, "no double", 0.1, 0.4 if at.length else -0.1, 1.0, CHANCES), 1.0)


class Reading(PhotographReader):
    """Has seen a board already, or nothing. A photograph of one byte is none."""

    def __init__(self) -> None:
        """There is no other process."""

    def read(self, content: bytes) -> ReadPhotograph:
        if len(content) == 1:
            return ReadPhotograph({}, "No board was found.")
        seats = {"near": "light", "home": "right"}
        found = {"position": position_to_json(START), "seats": seats, "player": "dark", "dice": [3, 1]}
        return ReadPhotograph({**found, "cube": None, "hidden": False, "confidence": 0.8})

    def close(self) -> None:
        """Nothing is to be ended."""


def service(state: MatchState | None = None) -> PhotographService:
    return PhotographService(state, Reading(), Judging)


def test_checkers_stay_where_they_lie_however_people_sit() -> None:
    position = moved(START, Side.LIGHT, (24, 7), (13, 2))
    for near in Side:
        for home in ("right", "left"):
            seats = Seats(near, "right" if home == "right" else "left")
            found = seen_from(position, seats)
            shown = dict(zip(seats.track(), position_to_json(found)["points"], strict=True))
            assert shown == dict(zip(Seats(Side.LIGHT).track(), position_to_json(position)["points"], strict=True))


def test_a_picture_is_read_in_a_process_of_its_own() -> None:
    picture = cv2.imencode(".jpg", own_picture(PICTURE))[1].tobytes()
    reader = PhotographReader(background=False)
    try:
        found = reader.read(picture)
        assert found.trouble == ""
        assert sum(map(abs, found.found["position"]["points"])) >= 26
        assert reader.read(picture[:900]).trouble.startswith("The photograph is torn or damaged")
    finally:
        reader.close()


def test_what_is_no_board_is_said_in_one_sentence() -> None:
    (said,) = answer(cv2.imencode(".jpg", own_picture(PICTURE)[:240, :240])[1].tobytes())
    assert b'"trouble"' in said or b'"position"' in said
    (said,) = answer(b"GIF89a")
    assert b"is not a picture" in said


@pytest.fixture
def client() -> Iterator[Any]:
    app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
    with service() as photographs:
        add_photograph(app, photographs)
        yield paired(app)


def test_the_page_sends_pictures_and_asks_for_paired_devices_alone(client: Any) -> None:
    jpeg = {**ORIGIN, "Content-Type": "image/jpeg"}
    found = client.post(ADDRESS, data=b"a picture", headers=jpeg)
    assert found.get_json()["dice"] == [3, 1]
    assert client.post(ADDRESS, data=b"x", headers=jpeg).status_code == 422
    assert client.post(ADDRESS, data=b"x", headers={**ORIGIN, "Content-Type": "image/png"}).status_code == 415
    assert client.post(ADDRESS, data=bytes(5 * 2**20), headers=jpeg).status_code == 413
    wanted = {"position": position_to_json(START), "player": "light", "dice": [3, 1], "cube": 1, "owner": None}
    more = {"score": [0, 0], "length": 0, "crawford": False}
    assert post(client, f"{ADDRESS}/position", {**wanted, **more}).get_json() == {"xgid": OPENING}
    over = post(client, f"{ADDRESS}/position", {**wanted, "score": [5, 0], "length": 5, "crawford": False})
    assert over.status_code == 400
    assert "is over" in over.get_json()["error"]
    best = post(client, f"{ADDRESS}/best", {"xgid": OPENING}).get_json()
    assert best["headline"] == "Best is 8/5 6/5."
    assert [row["worth"] for row in best["rows"]] == ["+0.159", "-0.179"]
    assert post(client, f"{ADDRESS}/best", {"xgid": "XGID=nothing"}).status_code == 400
    client.delete_cookie("bookgammon")
    assert client.post(ADDRESS, data=b"a picture", headers=jpeg).status_code in (401, 403)


@pytest.mark.parametrize(
    ("length", "headline"),
    [(0, "Do not double: roll."), (1, "The cube cannot be turned there"), (5, "Double; the other side takes.")],
)
def test_without_dice_the_cube_is_asked_about(length: int, headline: str) -> None:
    xgid = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:{length}:10"
    with service() as photographs:
        assert str(photographs.best(xgid).headline).startswith(headline)


def test_nothing_is_analysed_while_a_match_is_played_for_points(client: Any) -> None:
    for state, barred in (
        (PLAYING, True),
        (replace(PLAYING, rules=Rules(length=0)), False),
        (replace(PLAYING, phase=Phase.MATCH_OVER), False),
    ):
        app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
        with service(state) as photographs:
            add_photograph(app, photographs)
            answered = post(paired(app), f"{ADDRESS}/best", {"xgid": OPENING})
        assert (answered.status_code == 409) is barred
