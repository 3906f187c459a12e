"""For streams: score, cube, dice and last play on a transparent strip, the one page that others may frame.

Where the table was asked to, winning chances stand on it too, some plays late. Whoever is paired never gets them:
what controls the match is a player's own screen, and aids are barred while playing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, Response, jsonify, make_response, render_template

from web.guard import framed, in_control


@dataclass(frozen=True, slots=True)
class Chances:
    """light: their chance to win, between 0 and 1. of: "the match" or "the game"."""

    light: float
    of: str


def add_overlay(app: Flask) -> None:
    """Adds `/overlay`, drawn for 1280 x 180 pixels; it scales with its width."""

    @app.get("/overlay")
    def overlay() -> Response:
        return framed(make_response(render_template("overlay.html", known_pages=set(app.view_functions))))


def add_chances(app: Flask, chances: Callable[[], Chances | None]) -> None:
    """Adds `/api/overlay/chances`, and with it the bar on the strip."""

    @app.get("/api/overlay/chances")
    def overlay_chances() -> Response:
        found = None if in_control() else chances()
        answer = jsonify({"light": found.light, "of": found.of} if found else {"light": None, "of": ""})
        answer.headers["Cache-Control"] = "no-store"
        return answer
