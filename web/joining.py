"""How a device comes to control the match, and how that is taken from it again."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import segno
from flask import Flask, Response, jsonify, request

from arbiter.message import Message
from web.errors import Refused
from web.guard import (
    COOKIE,
    PAIRING,
    SECURE_COOKIE,
    in_control,
    json_body,
    needs_control,
    open_to_all,
    pairing_page,
    shown_key,
)
from web.pairing import Pairing
from web.taps import TAPS, Taps

ADDRESS = "web.address"
"""Where the application keeps the function that gives its address for other devices: `app.extensions[ADDRESS]`."""
_YEAR = 365 * 24 * 3600
_KINDS = (
    ("iPad", "iPad"), ("iPhone", "iPhone"), ("Android", "Android"), ("CrOS", "Chromebook"),
    ("Windows", "Windows"), ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def add_joining(app: Flask, address: Callable[[], str], named: Callable[[], str]) -> None:
    """Adds `/pair`, and for the scripts `/api/me`, `/api/pair`, `/api/devices` and the code as a picture.

    address: where other devices find the page; empty where they cannot. named: the same by its name on this network,
    empty where it has none; the code leads to the address, which every telephone finds.
    """
    pairing: Pairing = app.extensions[PAIRING]
    app.extensions[ADDRESS] = address

    @app.get("/pair")
    def pair() -> str:
        return pairing_page(app, needed=False)

    @app.get("/api/me")
    def me() -> Response:
        device, key = in_control(), shown_key()
        why_not = "" if device else pairing.why_not(key)
        told = {"control": device is not None, "name": device and device.name, "why_not": why_not}
        taps: Taps | None = app.extensions.get(TAPS) if device else None
        return _fresh(told | {"run": taps.run} if taps else told)

    @app.post("/api/pair")
    def join() -> Response:
        body = json_body()
        code, name = body.get("code"), body.get("name") or _kind_of_device()
        if not isinstance(code, str) or not isinstance(name, str):
            raise Refused(400, Message("Bring the code that the table's own screen shows."))
        joined = pairing.join(code, name, request.remote_addr or "")
        made_room = joined.made_room and joined.made_room.name
        answer = _fresh({"control": True, "name": joined.device.name, "made_room": made_room})
        name = SECURE_COOKIE if request.is_secure else COOKIE
        answer.set_cookie(name, joined.key, max_age=_YEAR, httponly=True, samesite="Strict", secure=request.is_secure)
        return answer

    open_to_all(app, "join")

    @app.get("/api/devices")
    @needs_control
    def devices() -> Response:
        return _fresh(_list(pairing, address(), named()))

    @app.get("/api/devices/code.svg")
    @needs_control
    def code() -> Response:
        return code_drawing(f"{address()}pair#{pairing.code}")

    @app.post("/api/devices/name")
    def rename() -> Response:
        """`id` of a device and the `name` it is given."""
        body = json_body()
        wanted, name = body.get("id"), body.get("name")
        if not isinstance(wanted, str) or not isinstance(name, str) or not name.strip():
            raise Refused(400, Message("Give the device a name."))
        pairing.rename(wanted, name)
        return _fresh(_list(pairing, address(), named()))

    @app.post("/api/devices/revoke")
    def revoke() -> Response:
        """`id` of one device, or nothing: all but the one that asks."""
        wanted, asking = json_body().get("id"), in_control()
        ids = [
            each.id
            for each in pairing.devices
            if (wanted is None and not (asking and each.id == asking.id)) or each.id == wanted
        ]
        pairing.revoke(ids)
        return _fresh(_list(pairing, address(), named()))


def _list(pairing: Pairing, address: str, named: str) -> dict[str, Any]:
    asking = in_control()
    return {
        "address": address,
        "named": named,
        "code": pairing.code,
        "devices": [
            {
                "id": each.id,
                "name": each.name,
                "joined": each.joined,
                "used": each.used,
                "this": asking is not None and each.id == asking.id,
            }
            for each in pairing.devices
        ],
    }


def _fresh(body: dict[str, Any]) -> Response:
    answer = jsonify(body)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _kind_of_device() -> str:
    agent = request.headers.get("User-Agent", "")
    return next((name for sign, name in _KINDS if sign in agent), Message("A device"))


def code_drawing(text: str) -> Response:
    """A code that says this, as SVG; nobody keeps a copy of it."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", xmldecl=False, border=2, scale=8, light="#fff")
    answer = Response(drawn.getvalue(), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer
