"""Who may look at players and dice (`tests.plugged`)."""

from __future__ import annotations

from typing import Any

from flask import Flask

from bookgammon.plugins.players.pages import add_players

LOOKING = {
    "/players", "/players/player", "/players/player.csv", "/dice", "/dice.csv", "/api/players", "/api/players/player",
    "/api/dice",
}  # fmt: skip


def add(app: Flask, nobody: Any) -> None:
    """nobody: behind the pages, where nobody comes who is not let in."""
    add_players(app, nobody)
