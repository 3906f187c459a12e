"""The page that shows the lights of the board as they are, so that all of it can be tried without hardware."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, jsonify, render_template

Picture = Callable[[], dict[str, Any]]
"""The lights now, as docs/api.md describes them."""


def add_lights(app: Flask, picture: Picture) -> None:
    """Adds `/lights` and `/api/lights`; like every other route they only show."""

    @app.get("/lights")
    def lights() -> str:
        return render_template("lights.html")

    @app.get("/api/lights")
    def lights_now() -> Response:
        answer = jsonify(picture())
        answer.headers["Cache-Control"] = "no-store"
        return answer
