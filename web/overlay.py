"""For streams: score, cube, dice and last play on a transparent strip, the one page that others may frame."""

from __future__ import annotations

from flask import Flask, Response, make_response, render_template

from web.guard import framed


def add_overlay(app: Flask) -> None:
    """Adds `/overlay`, drawn for 1280 x 180 pixels; it scales with its width."""

    @app.get("/overlay")
    def overlay() -> Response:
        return framed(make_response(render_template("overlay.html")))
