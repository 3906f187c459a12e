"""The pages of the players and of the dice, whatever happened in a match (`tests.plugged`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from flask import Flask

from arbiter.records import MatchRecord
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.pages import add_players
from bookgammon.plugins.players.register import PlayerRegister


def add(app: Flask, record: MatchRecord, journal: Path) -> Iterator[str]:
    """The match at the table is another one: this one counts."""
    counting = Counting(journal, lambda: None)
    counting.catch_up(float("inf"))
    players = PlayerRegister(journal, counting, lambda _: None)
    add_players(app, players)
    yield from ("/players", "/dice", "/dice.csv", "/api/players", "/api/dice")
    for line in players.players().players:
        at = f"?name={quote(line.name)}"
        yield from (f"/players/player{at}", f"/players/player.csv{at}", f"/api/players/player{at}")
