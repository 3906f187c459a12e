"""Half a character, or one that cannot be shown, in what people send: refused in one sentence, or left out."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from arbiter.match.commands import Command, CorrectScore
from tests.web.devices import paired, post
from tests.web.tables import moving
from web.app import create_app
from web.control import add_control
from web.hub import Hub


def test_half_a_character_is_refused_in_one_sentence() -> None:
    app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
    add_control(app, lambda _: None)
    refused(post(paired(app), "/api/tell", {"command": "name_players", "names": ["\ud83d", "Ben"]}))


def refused(answer: TestResponse) -> None:
    assert answer.status_code == 400
    assert answer.get_json()["error"].count(".") == 1


@pytest.mark.parametrize("points", [10**9 + 1, int("9" * 4300)])
def test_a_score_beyond_all_bounds_is_refused(points: int) -> None:
    heard: list[Command] = []
    app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
    add_control(app, heard.append)
    client = paired(app)
    answer = post(client, "/api/tell", {"command": "correct_score", "score": [points, 1]})
    assert answer.status_code == 409
    assert "understood" in answer.get_json()["error"]
    assert post(client, "/api/tell", {"command": "correct_score", "score": [3, 1]}).status_code == 200
    assert heard == [CorrectScore((3, 1))]
