"""The wall of a club: every table as a small live board, results of finished matches. Nothing can be changed here."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from flask import Flask, Response, jsonify, render_template, request, send_from_directory
from werkzeug.exceptions import NotFound

import web
from arbiter.match.event_json import position_to_json
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Position, Side, by_side
from arbiter.seats import Seats
from bookgammon.plugins.club import assets
from bookgammon.plugins.club.wall_hub import WallHub, wall_stream
from web.app import HUB
from web.guard import guard
from web.help import add_help
from web.language import add_languages, viewers_catalogue
from web.pairing import Pairing
from web.plugged import Plugged, add_plugged, add_plugged_words

_STATIC = Path(web.__file__).parent / "static"

Json = dict[str, Any]
Standing = Literal["live", "silent", "closed", "gone"]
"""live: sent something lately; silent: should and does not; closed: ended in good order; gone: silent for long."""


@dataclass(frozen=True, slots=True)
class Attention:
    """Why the director should look at a table: one word for its kind and a sentence."""

    kind: Literal["illegal", "silent", "camera", "doubt", "clock", "two"]
    text: str


@dataclass(frozen=True, slots=True)
class WallTable:
    """One table as the wall shows it. Pairs are (light's, dark's).

    events: how many of its match have been sent. clock: seconds left and whose runs, as of `received`; received:
    seconds since 1970, of this machine; delay: seconds until the running one costs anything. plays: the last ones,
    oldest first. Texts may hold anything: they are shown as text.
    """

    id: str
    name: str
    standing: Standing
    attention: tuple[Attention, ...]
    names: tuple[str, str]
    score: tuple[int, int]
    length: int
    game: int
    crawford: bool
    winner: Side | None
    turn: Side | None
    headline: str
    position: Position
    dice: Dice | None
    seats: Seats
    cube: int
    owner: Side | None
    offered: int | None
    cube_in_use: bool
    clock: tuple[float, float] | None
    running: Side | None
    received: float
    delay: float = 0.0
    events: int = 0
    plays: tuple[str, ...] = ()
    picture: str = ""


@dataclass(frozen=True, slots=True)
class WallResult:
    """A finished match. started, ended: ISO 8601. record_format: mat or text."""

    id: str
    table: str
    match: str
    started: str
    ended: str
    length: int
    names: tuple[str, str]
    score: tuple[int, int]
    winner: Side
    record_format: str
    record: str


class Tables:
    """What the pages ask for beside the tables themselves, which the hub has."""

    def __init__(
        self, results: Callable[[], Sequence[WallResult]], picture: Callable[[str], tuple[str, bytes] | None]
    ) -> None:
        self.results, self.picture = results, picture


def table_json(table: WallTable) -> Json:
    """The JSON object of one table (README.md)."""
    place = "middle" if table.owner is None else "near" if table.owner is table.seats.near else "far"
    return {
        "id": table.id,
        "name": table.name,
        "standing": table.standing,
        "attention": [{"kind": one.kind, "text": one.text} for one in table.attention],
        "names": by_side(table.names),
        "score": by_side(table.score),
        "length": table.length,
        "game": table.game,
        "crawford": table.crawford,
        "winner": table.winner and table.winner.value,
        "turn": table.turn and table.turn.value,
        "headline": table.headline,
        "position": position_to_json(table.position),
        "dice": [{"value": value, "set": table.turn and table.turn.value} for value in table.dice or ()],
        "seats": {"near": table.seats.near.value, "home": table.seats.home},
        "cube": {
            "value": table.cube,
            "owner": table.owner and table.owner.value,
            "place": place,
            "in_use": table.cube_in_use,
            "offered": table.offered,
        },
        "clock": table.clock
        and {
            **by_side(table.clock),
            "running": table.running and table.running.value,
            "delay": table.delay,
            "heard": table.received,
        },
        "events": table.events,
        "plays": list(table.plays),
        "picture": table.picture and f"/wall/pictures/{table.id}/{table.picture}.jpg",
    }


def create_wall(hub: WallHub, tables: Tables, *, allowed_hosts: Sequence[str] = ()) -> Flask:
    """The application of the wall. Every route only shows; the guard turns everything else away."""
    app = Flask(web.__name__, static_folder=None)
    app.extensions[HUB] = hub
    guard(app, Pairing(), allowed_hosts)
    add_languages(app)
    add_plugged_words(app)
    add_plugged(app, Plugged([("club", Path(__file__).parent)], brought=list(assets())))
    add_help(app)

    @app.get("/")
    def page() -> str:
        return render_template("wall.html")

    @app.get("/results")
    def results() -> str:
        return render_template("wall_results.html", results=tables.results())

    @app.get("/static/<path:filename>")
    def static(filename: str) -> Response:
        return send_from_directory(_STATIC, filename)

    @app.get("/api/wall")
    def state() -> Response:
        return Response(hub.text(0, viewers_catalogue().language), mimetype="application/json")

    @app.get("/api/wall/events")
    def events() -> Response:
        viewer = request.remote_addr or ""
        if not hub.enter(viewer):
            return Response(
                Message("Too many screens are following."), 503, {"Retry-After": "30"}, mimetype="text/plain"
            )
        answer = Response(wall_stream(hub, language=viewers_catalogue().language), mimetype="text/event-stream")
        answer.call_on_close(partial(hub.leave, viewer))
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    @app.get("/results.json")
    def results_json() -> Response:
        return jsonify([result_json(result) for result in tables.results()])

    @app.get("/results.csv")
    def results_csv() -> Response:
        answer = Response(csv_text(tables.results()), mimetype="text/csv")
        answer.headers["Content-Disposition"] = "attachment; filename=results.csv"
        return answer

    @app.get("/results/<table>/<match>")
    def record(table: str, match: str) -> Response:
        for result in tables.results():
            if (result.id, result.match) == (table, match):
                answer = Response(result.record, mimetype="text/plain")
                ending = "mat" if result.record_format == "mat" else "txt"
                name = re.sub(r"[^A-Za-z0-9-]+", "-", f"{result.id}-{result.match}")
                answer.headers["Content-Disposition"] = f"attachment; filename={name}.{ending}"
                return answer
        raise NotFound

    @app.get("/wall/pictures/<table>/<key>.jpg")
    def picture(table: str, key: str) -> Response:
        found = tables.picture(table)
        if found is None or found[0] != key:
            raise NotFound
        answer = Response(found[1], mimetype="image/jpeg")
        answer.headers["Cache-Control"] = "private, max-age=3600, immutable"
        return answer

    return app


def result_json(result: WallResult) -> Json:
    """One result for the director's program."""
    return {
        "table": result.table,
        "match": f"{result.id}/{result.match}",
        "started": result.started,
        "ended": result.ended,
        "length": result.length,
        "names": by_side(result.names),
        "score": by_side(result.score),
        "winner": result.names[result.winner is Side.DARK],
        "loser": result.names[result.winner is Side.LIGHT],
        "record": {"format": result.record_format, "text": result.record},
    }


COLUMNS = ("ended", "table", "length", "winner", "winner_points", "loser", "loser_points", "started", "match", "record")


def csv_text(results: Sequence[WallResult]) -> str:
    """One line a match, RFC 4180; no cell begins what a spreadsheet would take for a formula."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for result in results:
        dark = result.winner is Side.DARK
        cells = (
            result.ended,
            result.table,
            result.length,
            result.names[dark],
            result.score[dark],
            result.names[not dark],
            result.score[not dark],
            result.started,
            f"{result.id}/{result.match}",
            result.record.replace("\r\n", "\n"),
        )
        writer.writerow([f"'{cell}" if str(cell)[:1] in "=+-@\t\r" and str(cell) else cell for cell in cells])
    return file.getvalue()
