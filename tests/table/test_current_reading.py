"""*What do you see?* as the page is told it: for paired devices alone, and made only when somebody asks."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock, patch

import cv2
import numpy as np
from flask import Flask

from bookgammon.cameras.phone_guide import guide_at
from bookgammon.cameras.telephone import Telephone
from bookgammon.commands.followed import show_place
from bookgammon.table.current_reading import EVERY_S, KEPT, CurrentReading
from bookgammon.table.page import Page
from bookgammon.table.snapshots import jpeg
from bookgammon.table.table import FrameTime, TableUpdate
from bookgammon.table.waiting import reasons_to_wait
from calibration.corners import parse_corners
from tests.setup.stage import START, board_of
from tests.web.devices import paired
from tests.web.readings import die, evidence_of, shown_reading
from tests.web.tables import moving
from web.app import create_app
from web.hub import Hub
from web.reading import add_reading
from web.waiting_for import WaitingFor

STATE = moving().state
BOARD = board_of()


def app_of(reading: CurrentReading) -> Flask:
    app = create_app(Hub(moving()))
    add_reading(app, reading)
    return app


def test_only_paired_devices_see_the_picture() -> None:
    app = app_of(shown_reading(STATE, evidence_of(STATE.position)))
    for path in ("/api/reading", "/api/reading/0.jpg"):
        assert app.test_client().get(path).status_code == 401
    client = paired(app)
    told = client.get("/api/reading").get_json()
    answer = client.get(told["picture"])
    picture = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == START.shape
    assert np.abs(picture.astype(int) - START).mean() < 4
    assert client.get("/api/reading/99.jpg").status_code == 404


def test_it_says_what_is_read_where_and_how_surely() -> None:
    dice = (die(6, (9.0, 8.0)), die(3, (1.0, 2.0), 0.6))
    look = evidence_of(STATE.position, unsure={5: (4, 0)}, hidden=(20,), dice=dice)
    told = paired(app_of(shown_reading(STATE, look))).get("/api/reading").get_json()
    points = {one["point"]: one for one in told["points"]}
    assert {number: one["light"] - one["dark"] for number, one in points.items()} == dict(
        enumerate(STATE.position.points, 1)
    )
    assert points[6]["doubt"] == ["5", "4"]
    assert [number for number, one in points.items() if one["hidden"]] == [21]
    assert [(one["value"], one["sure"], one["at"]) for one in told["dice"]] == [(6, True, [9, 8]), (3, False, [1, 2])]
    assert told["cube"] == {"value": 2, "owner": "dark"}
    # light's 1-point is the near right one, its count below the leaf; its 24-point lies at the far edge above it
    (right, _) = points[1]["at"], points[24]["at"]
    assert right[0] > START.shape[1] / 2
    assert right[1] > max(y for _, y in told["leaves"][1])
    assert points[24]["at"][1] < min(y for _, y in told["leaves"][1]) + 5


def test_what_was_read_before_the_hand_came_stays_and_says_so() -> None:
    before, now = evidence_of(STATE.position), evidence_of(STATE.position, hand=True)
    told = paired(app_of(shown_reading(STATE, now, before))).get("/api/reading").get_json()
    assert (told["current"], told["hand"], len(told["points"])) == (False, True, 24)
    assert told["waits"][0].startswith("A hand lies over the board")
    german = paired(app_of(shown_reading(STATE, now, before)))
    told = german.get("/api/reading", headers={"Accept-Language": "de"}).get_json()
    assert told["waits"][0].startswith("Über dem Brett liegt eine Hand")


def test_marks_follow_a_camera_that_was_knocked() -> None:
    reading = shown_reading(STATE, evidence_of(STATE.position))
    still = reading.scene()
    reading = shown_reading(STATE, evidence_of(STATE.position))
    reading.located_by(lambda spots: spots + np.array((30.0, -4.0)))
    moved = reading.scene()
    assert still
    assert moved
    for one, other in zip(still.points, moved.points, strict=True):
        assert np.allclose(np.subtract(other.at, one.at), (30, -4))


def test_before_the_first_picture_it_says_so() -> None:
    answer = paired(app_of(CurrentReading(BOARD))).get("/api/reading")
    assert (answer.status_code, answer.get_json()["error"]) == (409, "The camera has sent no picture yet.")


def test_nothing_is_made_of_a_frame_until_somebody_asks_and_then_once() -> None:
    """However often it is asked: one reading each `EVERY_S`, one JPEG a picture, and no more than `KEPT` of them."""
    now = [0.0]
    reading = CurrentReading(BOARD, lambda: now[0])
    look = evidence_of(STATE.position)
    with (
        patch("bookgammon.table.current_reading.jpeg", wraps=jpeg) as encoded,
        patch("bookgammon.table.current_reading.reasons_to_wait", wraps=reasons_to_wait) as made,
    ):
        for frame in range(50):
            now[0] += 0.04
            reading.on_update(TableUpdate(STATE, FrameTime(frame, now[0]), (), look, image=START))
        assert (made.call_count, encoded.call_count) == (0, 0)
        numbers = set()
        for frame in range(50, 100):
            now[0] += 0.04
            reading.on_update(TableUpdate(STATE, FrameTime(frame, now[0]), (), look, image=START))
            for _ in range(3):
                scene = reading.scene()
                assert scene
                numbers.add(scene.number)
                assert reading.picture(scene.number)
    asked = 50 * 0.04 / EVERY_S
    assert made.call_count == encoded.call_count == len(numbers) <= asked + 1
    assert sum(reading.picture(number) is not None for number in range(100)) == KEPT


def test_a_camera_that_is_gone_shows_its_last_picture_and_how_old_it_is() -> None:
    now = [0.0]
    reading = CurrentReading(BOARD, lambda: now[0])
    update = TableUpdate(STATE, FrameTime(1, 1.0), (), evidence_of(STATE.position), image=START)
    reading.on_update(update)
    now[0] = 9.0
    reading.on_update(replace(update, evidence=None, image=None, lost="The camera has gone."))
    scene = reading.scene()
    assert scene
    assert (scene.seconds, scene.waits) == (9.0, ("The camera has gone.",))


def test_a_board_that_was_measured_again_is_shown_where_it_lies() -> None:
    """On the page, over the camera's picture, and on the telephone that is the camera."""
    reading = shown_reading(STATE, evidence_of(STATE.position))
    guides = [guide_at(BOARD, WaitingFor)]
    telephone, page = Mock(Telephone, guided_by=guides.append), Mock(Page)
    page.view.waiting_for = WaitingFor()
    before = reading.scene()
    shifted = [tuple((x + 8, y) for x, y in leaf) for leaf in (BOARD.corners.left, BOARD.corners.right)]
    moved = replace(BOARD, leaves=BOARD.leaves[::-1], corners=parse_corners({"left": shifted[0], "right": shifted[1]}))
    show_place(reading, telephone, page, None, moved)
    after = reading.scene()
    assert before
    assert after
    assert after.leaves == before.leaves[::-1]
    old, new = (guide(START).outline for guide in guides)
    assert new != old
    assert new == guide_at(moved, WaitingFor)(START).outline
