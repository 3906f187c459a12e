"""The addresses of study: who may do what, what is refused how, and that its README.md names every field."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from arbiter.match.commands import ConfirmationNeeded
from bookgammon.plugins.study.pages import add_study
from tests.plugins.study.studied import Studied, drills
from tests.web.devices import paired, post
from tests.web.test_half_characters import refused
from tests.web.whole_page import whole_app
from web.errors import BadEntryError, NotNowError
from web.hub import Hub

DOCUMENTED = (Path(__file__).parents[3] / "bookgammon/plugins/study/README.md").read_text(encoding="utf-8")


class Recorded(Studied):
    """Remembers what is asked of it, and refuses what it is given to refuse."""

    def __init__(self) -> None:
        super().__init__(("Ada", "Ben"))
        self.asked: list[tuple[Any, ...]] = []
        self.refusal: Exception | None = None

    def _note(self, *asked: Any) -> None:
        if self.refusal:
            raise self.refusal
        self.asked.append(asked)

    def note(self, text: str) -> None:
        self._note("note", text)

    def begin(self, learner: str, *, confirmed: bool) -> None:
        self._note("begin", learner, confirmed)

    def act(self, act: str, value: str) -> None:
        self._note("act", act, value)

    def add_list(self, learner: object, name: object, text: object) -> tuple[str, ...]:
        self._note("add", learner, name, text)
        return ("1 position was added.",)

    def forget(self, learner: str, list_name: str | None) -> None:
        self._note("forget", learner, list_name)

    def export(self, learner: str) -> str:
        return f"XGID of {learner}\n"


@pytest.fixture
def study() -> Recorded:
    return Recorded()


@pytest.fixture
def device(hub: Hub, study: Recorded) -> FlaskClient:
    app: Flask = whole_app(hub)
    add_study(app, study)
    return paired(app)


def test_what_is_entered_reaches_the_desk(device: FlaskClient, study: Recorded) -> None:
    post(device, "/api/study/begin", {"learner": "Ada"})
    post(device, "/api/study/begin", {"learner": "Ada", "confirmed": True})
    post(device, "/api/study/act", {"act": "cube", "value": "double"})
    post(device, "/api/study/note", {"text": "Look at the bar."})
    added = post(device, "/api/study/lists", {"learner": "Ada", "name": "L", "text": "XGID"})
    post(device, "/api/study/forget", {"learner": "Ada", "list": "L"})
    post(device, "/api/study/forget", {"learner": "Ada"})
    assert added.get_json() == {"said": ["1 position was added."]}
    assert study.asked == [
        ("begin", "Ada", False), ("begin", "Ada", True), ("act", "cube", "double"), ("note", "Look at the bar."),
        ("add", "Ada", "L", "XGID"), ("forget", "Ada", "L"), ("forget", "Ada", None),
    ]  # fmt: skip


def test_what_is_no_text_is_none(device: FlaskClient, study: Recorded) -> None:
    for body in ({}, {"learner": 7, "confirmed": "yes"}, {"learner": ["x"]}):
        post(device, "/api/study/begin", body)
    assert study.asked == [("begin", "", False)] * 3


@pytest.mark.parametrize(
    ("refusal", "status", "asks"),
    [
        (ConfirmationNeeded("A match is open."), 409, True),
        (NotNowError("Nothing is due."), 409, False),
        (BadEntryError("Say who practises."), 400, False),
    ],
)
def test_what_is_refused_is_said(
    device: FlaskClient, study: Recorded, refusal: Exception, status: int, asks: bool
) -> None:
    study.refusal = refusal
    answer = post(device, "/api/study/begin", {"learner": "Ada"})
    assert (answer.status_code, answer.get_json().get("asks", False)) == (status, asks)
    assert answer.get_json()["error"] == str(refusal)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/study/forget", {"learner": "\ud83d"}),
        ("/api/study/forget", {"learner": "Ada", "list": "A\udc00"}),
        ("/api/study/begin", {"learner": "\ud83d"}),
        ("/api/study/lists", {"learner": "Ada", "name": "\udc00", "text": "XGID"}),
    ],
)
def test_half_a_character_is_refused_in_one_sentence(
    device: FlaskClient, study: Recorded, path: str, body: dict[str, object]
) -> None:
    refused(post(device, path, body))
    assert study.asked == []


def test_positions_are_taken_away_as_text(device: FlaskClient) -> None:
    answer = device.get("/api/study/export?learner=Ada")
    assert (answer.text, answer.mimetype) == ("XGID of Ada\n", "text/plain")
    assert "attachment" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("stage", drills("Ada"))
def test_each_field_of_a_drill_is_documented(device: FlaskClient, study: Recorded, stage: str) -> None:
    assert device.get("/api/study/drill").get_json() == {"drill": None}
    study.now = stage
    drill = device.get("/api/study/drill").get_json()["drill"]
    row = next(line for line in DOCUMENTED.splitlines() if line.startswith("| `/api/study/drill`"))
    named = set(re.findall(r"`([a-z_ ]+)`", row))
    assert set(drill) <= named
    assert drill["stage"] in named
    assert {key for choice in drill["choices"] for key in choice} <= named


def test_each_field_of_the_overview_is_documented(device: FlaskClient) -> None:
    row = next(line for line in DOCUMENTED.splitlines() if line.startswith("| `/api/study?learner=NAME`"))
    assert set(device.get("/api/study").get_json()) <= set(re.findall(r"`([a-z_]+)`", row))
