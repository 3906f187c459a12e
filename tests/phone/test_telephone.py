"""The page's side of the telephone: who may send what, and what each stranger is told."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.cameras.opening import camera_opener
from bookgammon.cameras.telephone import Telephone
from bookgammon.workers.worker import Workers
from tests.phone.test_phone_source import JPEG, until_news, wide
from tests.web.devices import ORIGIN, paired, post
from vision.sources.decoding import OF_TELEPHONES
from vision.sources.frames import Frame
from web.app import create_app
from web.guard import MOST_BYTES as MOST_OF_OTHERS
from web.guard import PAIRING
from web.hub import Hub
from web.phone import PICTURE, add_phone
from web.view import TableView

ONE, TWO = "a" * 32, "b" * 32


@pytest.fixture
def phone() -> Telephone:
    return Telephone()


@pytest.fixture
def app(phone: Telephone) -> Flask:
    made = create_app(Hub(TableView(MatchState(), Seats(Side.LIGHT))))
    add_phone(made, phone, lambda: "http://192.168.1.5:8024/", lambda: "https://192.168.1.5:8025/", OF_TELEPHONES.bytes)
    return made


def send(client: FlaskClient, session: str = ONE, data: bytes = JPEG, kind: str = "image/jpeg") -> TestResponse:
    words = {"session": session, "taken": "1.0", "sent": "1.1"}
    return client.post(PICTURE, query_string=words, data=data, content_type=kind, headers=ORIGIN)


def sentence(answer: TestResponse) -> str:
    told = answer.get_json()
    assert isinstance(told, dict)
    return str(told["error"])


def test_a_paired_telephone_sends_and_its_pictures_are_followed(app: Flask, phone: Telephone, tmp_path: Path) -> None:
    source = camera_opener(tmp_path, phone, Workers())("phone")
    answer = send(paired(app))
    assert answer.status_code == 200
    assert answer.get_json()["says"]
    assert isinstance(next(iter(source.items())), Frame)


def test_who_is_not_paired_may_not_send(app: Flask) -> None:
    answer = send(app.test_client())
    assert answer.status_code == 401
    assert "pair" in sentence(answer)


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (JPEG, "image/png", 415),
        (b"GIF89a", "image/jpeg", 422),
        (wide(20_000, 20_000), "image/jpeg", 422),
        (JPEG[:-100], "image/jpeg", 422),
        (b"\xff\xd8" + bytes(OF_TELEPHONES.bytes), "image/jpeg", 413),
    ],
)
def test_what_is_no_picture_is_refused_in_a_sentence(app: Flask, data: bytes, kind: str, status: int) -> None:
    answer = send(paired(app), data=data, kind=kind)
    assert answer.status_code == status
    assert sentence(answer).endswith(".")


@pytest.mark.parametrize("words", [{}, {"session": ONE}, {"session": "../..", "taken": "1", "sent": "1"}])
def test_a_picture_without_its_words_is_refused(app: Flask, words: dict[str, str]) -> None:
    answer = paired(app).post(PICTURE, query_string=words, data=JPEG, content_type="image/jpeg", headers=ORIGIN)
    assert answer.status_code == 400


def test_other_routes_take_no_more_than_before(app: Flask) -> None:
    answer = post(paired(app), "/api/phone/claim", {"session": ONE, "more": "x" * MOST_OF_OTHERS})
    assert answer.status_code == 413


def test_a_second_telephone_is_asked_and_does_not_push_the_first_out(app: Flask) -> None:
    first, second = paired(app), paired(app)
    assert post(first, "/api/phone/claim", {"session": ONE}).status_code == 200
    refused = post(second, "/api/phone/claim", {"session": TWO})
    assert refused.status_code == 409
    assert "is the camera now" in sentence(refused)
    assert send(second, TWO).status_code == 409
    assert send(first, ONE).status_code == 200
    assert post(second, "/api/phone/claim", {"session": TWO, "over": True}).status_code == 200
    assert send(second, TWO).status_code == 200
    assert send(first, ONE).status_code == 409


def test_the_same_telephone_may_open_its_page_anew(app: Flask) -> None:
    first = paired(app)
    assert send(first, ONE).status_code == 200
    assert post(first, "/api/phone/claim", {"session": TWO}).status_code == 200
    assert send(first, TWO).status_code == 200
    assert send(first, ONE).status_code == 409, "the page that was left behind"


def test_a_telephone_that_is_locked_says_so(app: Flask, phone: Telephone) -> None:
    source, client = phone.open(), paired(app)
    send(client)
    assert post(client, "/api/phone/pause", {"session": ONE, "why": "hidden"}).status_code == 200
    assert post(client, "/api/phone/pause", {"session": ONE, "why": []}).status_code == 400
    news = until_news(source.items())
    assert news.lost
    assert "locked" in news.message


def test_a_low_battery_is_told_once_a_stage(app: Flask, phone: Telephone) -> None:
    source, client = phone.open(), paired(app)
    for percent in (60, 19, 18, 9):
        assert post(client, "/api/phone/battery", {"session": ONE, "percent": percent}).status_code == 200
    items = source.items()
    told = [until_news(items).message for _ in range(2)]
    assert ["19 %" in told[0], "9 %" in told[1]] == [True, True]
    assert phone.charge is not None
    assert phone.charge.percent == 9


@pytest.mark.parametrize("percent", [-1, 101, "80", 1.5])
def test_a_battery_that_cannot_be_is_refused(app: Flask, percent: object) -> None:
    assert post(paired(app), "/api/phone/battery", {"session": ONE, "percent": percent}).status_code == 400


def test_a_camera_page_only_where_the_page_is_secure(app: Flask) -> None:
    client = paired(app)
    plain = client.get("/phone")
    assert b"https://192.168.1.5:8025/phone" in plain.data
    assert "camera=()" in plain.headers["Permissions-Policy"]
    secure = client.get("/phone", base_url="https://localhost")
    assert secure.status_code == 200
    assert "camera=(self)" in secure.headers["Permissions-Policy"]
    assert app.test_client().get("/phone", base_url="https://localhost").status_code == 401


def test_a_key_that_was_given_over_https_is_never_sent_in_the_clear(app: Flask) -> None:
    client, pairing = app.test_client(), app.extensions[PAIRING]
    joined = client.post(
        "/api/pair", json={"code": pairing.code}, base_url="https://localhost", headers={"Origin": "https://localhost"}
    )
    cookie = joined.headers["Set-Cookie"]
    assert cookie.startswith("__Host-bookgammon=")
    assert "Secure" in cookie
    assert client.get("/api/devices", base_url="https://localhost").status_code == 200


def test_the_code_of_the_telephone_is_for_devices_in_control(app: Flask) -> None:
    assert app.test_client().get("/api/phone/code.svg").status_code == 401
    assert paired(app).get("/api/phone/code.svg").data.startswith(b"<svg")


def test_a_still_becomes_the_picture(app: Flask, phone: Telephone) -> None:
    source = phone.open()
    still = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes()
    answer = paired(app).post(
        "/api/phone/still", query_string={"session": ONE}, data=still, content_type="image/jpeg", headers=ORIGIN
    )
    assert answer.status_code == 200
    frame = next(iter(source.items()))
    assert isinstance(frame, Frame)
    assert frame.image.shape == (480, 640, 3)
