"""What the page says aloud: a field of its state, and what is said when somebody asks."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, Response, jsonify

from bookgammon.plugins.voice.spoken import asked_json
from web.app import HUB
from web.hub import Hub
from web.plugged import add_folder
from web.view import view_json


def add_spoken(app: Flask) -> None:
    """Adds `/api/spoken`: the status and the board, as sentences."""
    add_folder(app, "voice", Path(__file__).parent)
    hub: Hub = app.extensions[HUB]

    @app.get("/api/spoken")
    def spoken() -> Response:
        view = hub.view
        answer = jsonify(asked_json(view.state, view.seen, view_json(view, 0)))
        answer.headers["Cache-Control"] = "no-store"
        return answer
