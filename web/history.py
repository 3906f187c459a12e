"""Past matches: the pages that list them and step through one, and the addresses behind these pages.

Everybody may look and take a record away; only a paired device edits and deletes. What a match
was comes from an `Archive`, which knows the journal and the camera's pictures; this room only shows it.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

from flask import Flask, Response, jsonify, render_template, request, send_file
from werkzeug.exceptions import NotFound

from arbiter.match.command_json import command_from_json
from arbiter.match.commands import EditTurn
from arbiter.match.event_json import position_to_json
from arbiter.match.play_fault import LegalPlay
from arbiter.match.state import Cube
from arbiter.match.statistics import PlayerStatistics
from arbiter.play_text import shown_play
from arbiter.plays import Dice
from arbiter.position import Position, Side, by_side
from arbiter.records import FORMATS
from arbiter.seats import Seats
from web.control import refusing
from web.drawing_colours import DrawingColours, colours_json
from web.guard import json_body, needs_control
from web.match_file import match_file
from web.shares import large_answers

Json = dict[str, Any]
StepKind = Literal["begins", "play", "illegal", "stood", "corrected", "cube", "score", "undone", "edited", "over"]


@dataclass(frozen=True, slots=True)
class Summary:
    """One match. started: ISO 8601. names, score: (light, dark). length: 0 for money. games: begun so far.

    state: "over" (it came to its end, or rests between two games for money), "open" (it was broken off), "playing" (it
    is, right now). at_table: the table shows it, whether it is over or not. begun: something was played in it.
    trouble: why it cannot be read, one sentence, or nothing. elsewhere: it was brought in.
    """

    id: int
    started: str
    names: tuple[str, str]
    score: tuple[int, int]
    length: int
    games: int
    players: tuple[str, ...] = ()
    state: Literal["over", "open", "playing"] = "over"
    trouble: str = ""
    at_table: bool = False
    begun: bool = True
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class MatchStep:
    """One thing that happened, and the board after it.

    text: in notation or a few words; note: a sentence more, or nothing. xgid: of the decision that was made (for
    a play: before it, with its dice), empty where there was none. frame: names the camera's picture, None where
    none was kept. turn: for a play that stands, its number in the game, from 1. clip: names the film of what was
    contested then, None where none was kept. at: the frame of the event.
    """

    kind: StepKind
    game: int
    player: Side | None
    dice: Dice | None
    text: str
    note: str
    position: Position
    cube: Cube
    score: tuple[int, int]
    seats: Seats
    xgid: str
    frame: int | None
    turn: int | None = None
    clip: str | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A finished turn, for whoever would correct it. position: the board before it. play: as recorded, in notation.

    dice: as recorded, None where nobody saw the roll. doubled: a double was taken before the roll; may_double: one
    could have been. plays: all legal ones of the roll that is asked about, each with the board after it.
    """

    player: Side
    names: tuple[str, str]
    seats: Seats
    position: Position
    after: Position
    dice: Dice | None
    play: str
    doubled: bool
    may_double: bool
    plays: tuple[LegalPlay, ...]


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match from its beginning. statistics: (light, dark). look: the board's own colours, None where not known."""

    summary: Summary
    steps: tuple[MatchStep, ...]
    statistics: tuple[PlayerStatistics, PlayerStatistics] = (PlayerStatistics(), PlayerStatistics())
    look: DrawingColours | None = None


@dataclass(frozen=True, slots=True)
class Export:
    """A record to take away: the name of its file, and what stands in it."""

    name: str
    text: str


class Archive(Protocol):
    """What the pages need behind them. None for a match that is not there; raises RequestError, one sentence."""

    def matches(self) -> tuple[Summary, ...]:
        """Newest first, those in which something was played or that are at the table."""
        ...

    def past_match(self, match: int) -> PastMatch | None: ...
    def picture(self, match: int, frame: int) -> bytes | None: ...

    def clip(self, match: int, name: str) -> Path | None:
        """The file of a film of what was contested."""
        ...

    def export(self, match: int, format_name: str) -> Export | None: ...

    def turn(self, match: int, game: int, turn: int, dice: Dice | None) -> TurnShown | None:
        """dice: the roll whose legal plays are asked for; None for the roll as it was recorded."""
        ...

    def edit(self, match: int, command: EditTurn) -> bool:
        """False where the match is not there. Raises CommandError as the table does."""
        ...

    def delete(self, match: int) -> bool:
        """False where it is not there. Its pictures go with it."""
        ...


def add_history(app: Flask, archive: Archive) -> None:
    """Adds `/history` and `/api/history…` to the application."""
    large = large_answers(app)

    @app.get("/history")
    def history() -> str:
        return render_template("history.html", known_pages=set(app.view_functions))

    @app.get("/history/<int:match>")
    def past_match(match: int) -> str:
        return render_template("past_match.html", match=match, known_pages=set(app.view_functions), formats=FORMATS)

    @app.get("/api/history")
    def api_history() -> Response:
        return _fresh({"matches": [summary_json(summary) for summary in archive.matches()]})

    @app.get("/api/history/<int:match>")
    def api_past_match(match: int) -> Response:
        past = archive.past_match(match)
        if past is None:
            raise NotFound
        return _fresh(past_match_json(past))

    @app.get("/api/history/<int:match>/file")
    def past_match_file(match: int) -> Response:
        past = archive.past_match(match)
        if past is None:
            raise NotFound
        pieces = match_file(past_match_json(past), partial(archive.picture, match), partial(_film, archive, match))
        attached = {"Content-Disposition": f'attachment; filename="{file_name(past.summary)}.html"'}
        return large.respond(pieces, "text/html", attached)

    @app.get("/api/history/<int:match>/pictures/<int:frame>.jpg")
    def past_picture(match: int, frame: int) -> Response:
        found = archive.picture(match, frame)
        if found is None:
            raise NotFound
        return Response(found, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})

    @app.get("/api/history/<int:match>/clips/<name>.webm")
    def past_clip(match: int, name: str) -> Response:
        found = archive.clip(match, name)
        if found is None:
            raise NotFound
        # browsers ask for parts of a film, and some play none of which they cannot have parts; memory holds none
        try:
            answer = send_file(found.absolute(), mimetype="video/webm", conditional=True)
        except FileNotFoundError as error:  # the match was deleted just now
            raise NotFound from error
        answer.headers["Cache-Control"] = "private, max-age=3600"
        return answer

    @app.get("/api/history/<int:match>/export/<name>")
    def past_export(match: int, name: str) -> Response:
        found = archive.export(match, name) if name in FORMATS else None
        if found is None:
            raise NotFound
        attached = {"Content-Disposition": f'attachment; filename="{found.name}"'}
        return Response(found.text, mimetype="text/plain", headers=attached)

    @app.get("/api/history/<int:match>/turns/<int:game>/<int:turn>")
    @needs_control
    def past_turn(match: int, game: int, turn: int) -> Response:
        found = archive.turn(match, game, turn, _roll(request.args.get("dice", "")))
        if found is None:
            raise NotFound
        return _fresh(turn_json(found))

    @app.post("/api/history/<int:match>/edit")
    def edit_turn(match: int) -> Response:
        with refusing():
            command = command_from_json({**json_body(), "command": "edit_turn"})
            if not isinstance(command, EditTurn) or not archive.edit(match, command):
                raise NotFound
        return _fresh({})

    @app.post("/api/history/<int:match>/delete")
    def delete_match(match: int) -> Response:
        if not archive.delete(match):
            raise NotFound
        return _fresh({"deleted": match})


def _film(archive: Archive, match: int, name: str) -> bytes | None:
    found = archive.clip(match, name)
    try:
        return found.read_bytes() if found else None
    except OSError:
        return None


def clip_address(match: int, name: str) -> str:
    """Where a clip is played from."""
    return f"/api/history/{match}/clips/{name}.webm"


def file_name(summary: Summary) -> str:
    """What a file of this match is called, without its ending: its day and the players, in plain letters."""
    names = summary.players or summary.names
    return re.sub(r"[^A-Za-z0-9]+", "-", f"{summary.started[:10]} {' '.join(names)}").strip("-")


def past_match_json(past: PastMatch) -> Json:
    """The JSON object of `/api/history/ID`."""
    return {
        **summary_json(past.summary),
        "steps": [step_json(step) for step in past.steps],
        "look": colours_json(past.look),
        "statistics": by_side((asdict(past.statistics[0]), asdict(past.statistics[1]))),
    }


def summary_json(summary: Summary) -> Json:
    return {
        "id": summary.id,
        "started": summary.started,
        "names": by_side(summary.names),
        "score": by_side(summary.score),
        "length": summary.length,
        "games": summary.games,
        "players": list(summary.players),
        "state": summary.state,
        "at_table": summary.at_table,
        "trouble": summary.trouble,
        "elsewhere": summary.elsewhere,
    }


def step_json(step: MatchStep) -> Json:
    owner = step.cube.owner
    place = "middle" if owner is None else "near" if owner is step.seats.near else "far"
    return {
        "kind": step.kind,
        "game": step.game,
        "player": step.player and step.player.value,
        "dice": step.dice and sorted(step.dice, reverse=True),
        "text": step.text,
        "note": step.note,
        "position": position_to_json(step.position),
        "cube": {"value": step.cube.value, "owner": owner and owner.value, "place": place},
        "score": by_side(step.score),
        "seats": {"near": step.seats.near.value, "home": step.seats.home},
        "xgid": step.xgid,
        "frame": step.frame,
        "turn": step.turn,
        "clip": step.clip,
    }


def turn_json(turn: TurnShown) -> Json:
    """The JSON object of `/api/history/ID/turns/GAME/TURN`."""
    return {
        "player": turn.player.value,
        "names": by_side(turn.names),
        "seats": {"near": turn.seats.near.value, "home": turn.seats.home},
        "position": position_to_json(turn.position),
        "after": position_to_json(turn.after),
        "dice": turn.dice and sorted(turn.dice, reverse=True),
        "play": shown_play(turn.play),
        "doubled": turn.doubled,
        "may_double": turn.may_double,
        "plays": [
            {"play": shown_play(legal.play), "position": position_to_json(legal.position)} for legal in turn.plays
        ],
    }


def _roll(text: str) -> Dice | None:
    """`6-3` from an address; None for anything else."""
    found = re.fullmatch(r"([1-6])-([1-6])", text)
    return (int(found[1]), int(found[2])) if found else None


def _fresh(past: Json) -> Response:
    answer = jsonify(past)
    answer.headers["Cache-Control"] = "no-store"
    return answer
