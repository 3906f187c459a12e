"""How a device comes to control the match, and how that is taken from it again."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import segno
from flask import Flask, Response, jsonify, render_template, request

from web.errors import Refused
from web.guard import COOKIE, PAIRING, in_control, json_body, needs_control, open_to_all
from web.pairing import Pairing

_YEAR = 365 * 24 * 3600
_KINDS = (
    ("iPad", "iPad"), ("iPhone", "iPhone"), ("Android", "Android"), ("CrOS", "Chromebook"),
    ("Windows", "Windows"), ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def add_joining(app: Flask, address: Callable[[], str]) -> None:
    """Adds `/pair`, and for the scripts `/api/me`, `/api/pair`, `/api/devices` and the code as a picture.

    address: where other devices find the page; empty where they cannot.
    """
    pairing: Pairing = app.extensions[PAIRING]

    @app.get("/pair")
    def pair() -> str:
        return render_template("pair.html", needed=False)

    @app.get("/api/me")
    def me() -> Response:
        device = in_control()
        return _fresh({"control": device is not None, "name": device and device.name})

    @app.post("/api/pair")
    def join() -> Response:
        code = json_body().get("code")
        if not isinstance(code, str):
            raise Refused(400, "Bring the code that the table's own screen shows.")
        key = pairing.join(code, _kind_of_device())
        if key is None:
            raise Refused(403, "That code is not right: look at the table's own screen once more.")
        answer = _fresh({"control": True})
        answer.set_cookie(COOKIE, key, max_age=_YEAR, httponly=True, samesite="Strict")
        return answer

    open_to_all(app, "join")

    @app.get("/api/devices")
    @needs_control
    def devices() -> Response:
        return _fresh(_list(pairing, address()))

    @app.get("/api/devices/code.svg")
    @needs_control
    def code() -> Response:
        drawn = io.BytesIO()
        segno.make(f"{address()}pair#{pairing.code}", error="m").save(
            drawn, kind="svg", xmldecl=False, border=2, scale=8, light="#fff"
        )
        answer = Response(drawn.getvalue(), mimetype="image/svg+xml")
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.post("/api/devices/revoke")
    def revoke() -> Response:
        """`id` of one device, or nothing: all but the one that asks."""
        wanted, asking = json_body().get("id"), in_control()
        ids = [
            each.id
            for each in pairing.devices
            if (wanted is None and each != asking) or each.id == wanted
        ]
        pairing.revoke(ids)
        return _fresh(_list(pairing, address()))


def _list(pairing: Pairing, address: str) -> dict[str, Any]:
    asking = in_control()
    return {
        "address": address,
        "code": pairing.code,
        "devices": [
            {"id": each.id, "name": each.name, "joined": each.joined, "this": each == asking}
            for each in pairing.devices
        ],
    }


def _fresh(told: dict[str, Any]) -> Response:
    answer = jsonify(told)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _kind_of_device() -> str:
    agent = request.headers.get("User-Agent", "")
    return next((name for sign, name in _KINDS if sign in agent), "A device")
