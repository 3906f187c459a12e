"""What people enter: one route that hands a command to the table and waits for its answer."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, jsonify

from arbiter.match.command_json import command_from_json
from arbiter.match.commands import Command, CommandError
from web.errors import Refused
from web.guard import json_body

Submit = Callable[[Command], None]
"""Hands a command to the table and returns once what follows is kept. Raises CommandError."""


def add_control(app: Flask, submit: Submit) -> None:
    """Adds `POST /api/tell`, for paired devices alone (`web.guard`)."""

    @app.post("/api/tell")
    def submit_command() -> Response:
        body = json_body()
        try:
            submit(command_from_json(body))
        except CommandError as refusal:
            raise Refused(409, str(refusal)) from refusal
        return jsonify({})
