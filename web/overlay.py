"""For streams: score, cube, dice and last play on a transparent strip, the one page that others may frame.

Where the table was asked to, winning chances stand on it too, some plays late, but only where the address carries the
overlay's own token: aids are barred while playing, and a player's telephone must not come by them. Whoever is paired
never gets them, token or not: what controls the match is a player's own screen.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request

from web.guard import framed, in_control

_TOKEN = "web.overlay.token"  # noqa: S105 - where the application keeps it
_BROUGHT = "chances"


@dataclass(frozen=True, slots=True)
class LateChances:
    """light: their chance to win, between 0 and 1. of: "the match" or "the game"."""

    light: float
    of: str


def add_overlay(app: Flask) -> None:
    """Adds `/overlay`, drawn for 1280 x 180 pixels; it scales with its width. `/stream` shows its address."""

    @app.get("/overlay")
    def overlay() -> Response:
        return framed(make_response(render_template("overlay.html", with_chances=_may_show_chances())))

    @app.get("/stream")
    def stream() -> str:
        return render_template("stream.html", address=f"{request.host_url}overlay")


def with_chances(overlay: str, token: str) -> str:
    """The overlay's address with the token that lets it show chances."""
    return f"{overlay}?{_BROUGHT}={token}"


def add_chances(app: Flask, chances: Callable[[], LateChances | None], token: str) -> None:
    """Adds `/api/overlay/chances`, and with it the bar on the strip, for whoever brings the token."""
    app.extensions[_TOKEN] = token

    @app.get("/api/overlay/chances")
    def overlay_chances() -> Response:
        found = chances() if _may_show_chances() else None
        answer = jsonify({"light": found.light, "of": found.of} if found else {"light": None, "of": ""})
        answer.headers["Cache-Control"] = "no-store"
        return answer


def _may_show_chances() -> bool:
    token: str | None = current_app.extensions.get(_TOKEN)
    brought = request.args.get(_BROUGHT, "").encode("utf-8", "surrogatepass")
    return token is not None and hmac.compare_digest(brought, token.encode()) and in_control() is None
