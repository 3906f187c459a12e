"""Half a character in the names of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookgammon.history.archive import Archive
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.pages import add_players
from bookgammon.plugins.players.register import PlayerRegister
from tests.web.devices import paired, post
from tests.web.tables import moving
from tests.web.test_half_characters import refused
from web.app import create_app
from web.hub import Hub


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/players/rename", {"name": "Ann", "new": "\ud83d"}),
        ("/api/players/rename", {"name": "\ud83d", "new": "Ann"}),
        ("/api/players/remove", {"name": "A\udc00"}),
    ],
)
def test_half_a_character_is_refused_in_one_sentence(path: str, body: dict[str, object], tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
    delete = Archive(journal, lambda: None).delete
    add_players(app, PlayerRegister(journal, Counting(journal, lambda: None), delete))
    refused(post(paired(app), path, body))
