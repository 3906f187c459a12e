"""The guest's page and what its taps come to. Everybody may look at it; only paired devices may touch."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, jsonify, render_template

from arbiter.message import Message
from bookgammon.errors import CompanionError
from two_books.guest_seat import Seat
from two_books.guest_words import ACTS, KINDS
from two_books.shown import PHRASES
from web.errors import NotNowError, Refused
from web.guard import json_body

Json = dict[str, Any]
_UNKNOWN = Message("That is not understood.")


def add_guest(app: Flask, seat: Seat) -> None:
    """Adds `/guest` and the address that its taps are sent to."""

    @app.get("/guest")
    def guest() -> str:
        return render_template("guest.html", phrases=PHRASES)

    @app.post("/api/guest")
    def guest_said() -> Response:
        try:
            _do(seat, json_body())
        except CompanionError as error:
            raise NotNowError(*error.args) from error
        return jsonify({})


def _do(seat: Seat, body: Json) -> None:
    """One tap: {"join", "name"}, {"from", "to"}, {"turn"}, {"act"}, {"gives_up"}, {"asked", "agrees"} or {"phrase"}."""
    match body:
        case {"join": str(code), "name": str(name)}:
            seat.join(code, name)
        case {"from": int(start), "to": int(end)}:
            seat.client.move(start, end)
        case {"turn": "back"}:
            seat.client.move_back()
        case {"turn": "done"}:
            seat.client.done()
        case {"act": str(act)} if act in ACTS:
            seat.client.act(act)
        case {"gives_up": str(kind)} if kind in KINDS:
            seat.client.give_up(kind)
        case {"asked": int(number), "agrees": bool(agrees)}:
            seat.client.consent(number, agrees=agrees)
        case {"phrase": str(phrase)} if phrase in PHRASES:
            seat.client.say_phrase(phrase)
        case _:
            raise Refused(400, _UNKNOWN)
