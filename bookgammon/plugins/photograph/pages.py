"""*From a photograph*: a picture of a board that becomes a position. Its page, and the addresses behind it.

Only a paired device sends one; nothing of it is kept. What is behind the page is `Photographs`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from flask import Flask, Response, jsonify, render_template, request

from arbiter.match.commands import NewGame
from web.control import command_named
from web.errors import BadEntryError
from web.guard import json_body, takes_pictures
from web.plugged import add_folder

ADDRESS = "/api/photograph"
MOST_BYTES = 4 * 2**20
"""The page makes the picture smaller before it sends it; what was photographed has a tenth of that then."""


@dataclass(frozen=True, slots=True)
class RatedRow:
    """One of the plays or cube actions. lost: against the best, or what it is worth; a sentence's part each."""

    what: str
    worth: str


@dataclass(frozen=True, slots=True)
class BestShown:
    """What the engine says of a position. headline: a few words."""

    headline: str
    rows: tuple[RatedRow, ...] = ()


class Photographs(Protocol):
    """What the page needs behind it. Raises RequestError, one sentence, where something cannot be done."""

    def read(self, content: bytes) -> Mapping[str, Any]:
        """What the picture shows, as JSON: position, seats, player, dice, cube, hidden, confidence."""
        ...

    def xgid(self, wanted: NewGame) -> str: ...
    def best(self, xgid: str) -> BestShown: ...


def add_photograph(app: Flask, photographs: Photographs) -> None:
    """Adds `/photograph` and `/api/photograph…`."""
    add_folder(app, "photograph", Path(__file__).parent)

    @app.get("/photograph")
    def photograph() -> str:
        return render_template("photograph.html", known_pages=set(app.view_functions))

    @app.post(ADDRESS)
    def read_photograph() -> Response:
        return jsonify(photographs.read(request.get_data(cache=False)))

    takes_pictures(app, ADDRESS, "read_photograph", MOST_BYTES)

    @app.post(f"{ADDRESS}/position")
    def photographed_position() -> Response:
        wanted = command_named({**json_body(), "command": "new_game"})
        if not isinstance(wanted, NewGame):
            raise BadEntryError("")
        return jsonify(xgid=photographs.xgid(wanted))

    @app.post(f"{ADDRESS}/best")
    def photographed_best() -> Response:
        xgid = json_body().get("xgid")
        found = photographs.best(xgid if isinstance(xgid, str) else "")
        rows = [{"what": row.what, "worth": row.worth} for row in found.rows]
        return jsonify(headline=found.headline, rows=rows)
