"""Half a character, or one that cannot be shown, in what people send: refused in one sentence, or left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.match.commands import Command, CorrectScore
from bookgammon.history.archive import Archive
from bookgammon.plugins.films.pages import said_of
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.pages import add_players
from bookgammon.plugins.players.register import PlayerRegister
from tests.web.devices import paired, post
from tests.web.tables import moving
from web.app import create_app
from web.control import add_control
from web.errors import BadEntryError
from web.hub import Hub


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/players/rename", {"name": "Ann", "new": "\ud83d"}),
        ("/api/players/rename", {"name": "\ud83d", "new": "Ann"}),
        ("/api/players/remove", {"name": "A\udc00"}),
        ("/api/tell", {"command": "name_players", "names": ["\ud83d", "Ben"]}),
    ],
)
def test_half_a_character_is_refused_in_one_sentence(path: str, body: dict[str, object], tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
    add_control(app, lambda _: None)
    delete = Archive(journal, lambda: None).delete
    add_players(app, PlayerRegister(journal, Counting(journal, lambda: None), delete))
    answer = post(paired(app), path, body)
    assert answer.status_code == 400
    assert answer.get_json()["error"].count(".") == 1


def test_names_said_of_a_film_are_as_they_can_be_shown() -> None:
    said = said_of({"names": [" A\ud83dnn\x00\u202e ", "Zoe\u0301"], "length": 5, "score": [0, 0]})
    assert said.names == ("A\ufffdnn", "Zo\u00e9")
    with pytest.raises(BadEntryError):
        said_of({"names": ["A" * 41, "B"], "length": 5, "score": [0, 0]})


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
