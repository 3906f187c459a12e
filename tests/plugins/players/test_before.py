"""Who is offered where it is asked who plays."""

from __future__ import annotations

from pathlib import Path

from arbiter.match.events import RollSeen
from arbiter.position import Side
from bookgammon.history.journal import FILE
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.index import players_beside
from bookgammon.setup.before import before
from tests.setup.test_before import match, played


def test_everybody_in_the_players_list_is_offered_however_long_ago_they_played(tmp_path: Path) -> None:
    rolled = RollSeen(1, 0.1, Side.LIGHT, (3, 1))
    played(tmp_path, match("Eve", "Finn"), rolled)
    for _ in range(20):
        played(tmp_path, match("Anna", "Ben"), rolled)
    Counting(tmp_path / FILE, lambda: None).catch_up(float("inf"))
    assert before(tmp_path).players == ("Anna", "Ben", "Eve", "Finn")
    players_beside(tmp_path / FILE).write_bytes(b"no database" * 100)  # a match begins all the same
    assert before(tmp_path).players == ("Anna", "Ben")
