"""What people enter: a route that hands a command to the table and waits for its answer, and one that reads an XGID."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from flask import Flask, Response, jsonify

from arbiter.errors import ArbiterError
from arbiter.match.command_json import command_from_json
from arbiter.match.commands import Command, CommandError, ConfirmationNeeded
from arbiter.match.event_json import position_to_json
from arbiter.message import Message
from arbiter.position_text import parse_position
from arbiter.xgid import MatchPosition
from web.errors import Refused
from web.guard import json_body, shown_key
from web.taps import TAPS, Taps

Submit = Callable[[Command], None]
"""Hands a command to the table and returns once what follows is kept. Raises CommandError."""


def add_control(app: Flask, submit: Submit) -> None:
    """Adds `POST /api/tell` and `POST /api/position`, for paired devices alone (`web.guard`)."""

    taps = app.extensions[TAPS] = Taps()

    @app.post("/api/position")
    def read_position() -> Response:
        """What an XGID says, or eXtreme Gammon's text around one, as `new_game` takes it."""
        text = json_body().get("text")
        try:
            found = parse_position(text if isinstance(text, str) else "")
        except ArbiterError as refusal:
            raise Refused(400, str(refusal)) from refusal
        return jsonify(position_json(found))

    @app.post("/api/tell")
    def submit_command() -> Response:
        body = json_body()
        command = command_named(body)
        with refusing():
            taps.once(shown_key() or "", body.get("tap"), partial(submit, command), body.get("again"))
        return jsonify({})


def position_json(found: MatchPosition) -> dict[str, Any]:
    """The fields of `new_game`. Raises Refused where a double waits for its answer: no game begins there."""
    if found.action is not None:
        raise Refused(400, Message("In that position a double waits for its answer: a game begins before or after it."))
    return {
        "position": position_to_json(found.position),
        "player": found.turn.value,
        "dice": found.dice and list(found.dice),
        "cube": found.cube,
        "owner": found.owner and found.owner.value,
        "score": list(found.score) if found.length else [0, 0],
        "length": found.length,
        "crawford": found.crawford,
    }


def command_named(body: dict[str, Any]) -> Command:
    """Raises Refused for what is no command."""
    with refusing():
        return command_from_json(body)


@contextmanager
def refusing() -> Iterator[None]:
    """What the table refuses is refused with its sentence, and with whether saying it once more would do."""
    try:
        yield
    except CommandError as refusal:
        raise Refused(409, str(refusal), asks=isinstance(refusal, ConfirmationNeeded)) from refusal
