"""*Study*: decisions practised on the board. Its page, and the addresses behind it.

Everybody may look and take positions away; only a paired device begins, answers, adds and deletes. What is behind it is
`Study`; this room only shows it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from flask import Flask, Response, jsonify, render_template, request

from arbiter.match.event_json import position_to_json
from arbiter.position import Position, Side, by_side
from arbiter.seats import Seats
from web.control import refusing
from web.guard import json_body
from web.plugged import add_folder

Json = dict[str, Any]
Act = Literal["right", "without_dice", "made", "play", "cube", "again", "next", "stop"]
"""The position lies there; play without dice; the play is made, or was another; with the cube; grade it; go on."""
Move = tuple[int, int]
"""From and to in the numbering of whoever decides: 25 the bar, 0 off."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be answered now. main: what is usually done."""

    act: Act
    text: str
    value: str = ""
    main: bool = False


@dataclass(frozen=True, slots=True)
class PlayRow:
    """One of the plays as the engine ranks them. lost: against the best, empty for that one. mine: it was made."""

    play: str
    lost: str
    mine: bool


@dataclass(frozen=True, slots=True)
class DrillShown:
    """What is at the board now. headline, detail: what to do. steps: point by point, what is still to be put right.

    position: what lies there; wanted: what should, None once it does. moved, better: the answer's moves and better
    ones. cube_value, owner, score: of the exercise. dice: its roll, shown where it lies on the board. plays: legal
    ones, the nearest first, to be named where the camera reads another. rows: how the engine ranks some of them.
    note: what was written to the exercise, None before it is answered.
    """

    learner: str
    stage: str
    headline: str
    detail: str
    score: str
    side: Side
    seats: Seats
    position: Position
    wanted: Position | None
    dice: tuple[int, ...] = ()
    cube_value: int = 1
    owner: Side | None = None
    steps: tuple[str, ...] = ()
    moved: tuple[Move, ...] = ()
    better: tuple[Move, ...] = ()
    rows: tuple[PlayRow, ...] = ()
    choices: tuple[Choice, ...] = ()
    plays: tuple[Choice, ...] = ()
    names: tuple[str, str] = ("Light", "Dark")
    note: str | None = None


@dataclass(frozen=True, slots=True)
class KindShown:
    """How one kind of decision goes, in words."""

    name: str
    exercises: int
    line: str


@dataclass(frozen=True, slots=True)
class ListShown:
    """A list that was loaded."""

    name: str
    exercises: int


@dataclass(frozen=True, slots=True)
class StudyShown:
    """A learner's part: lines are sentences. learners: all there are, each with how people read it.

    due, new: to be practised now, and how many of them for the first time. own: exercises from matches.
    """

    learner: str
    learners: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    due: int
    new: int
    own: int
    lists: tuple[ListShown, ...]
    kinds: tuple[KindShown, ...]


class Study(Protocol):
    """What the page needs behind it. What cannot be done raises RequestError or CommandError, one sentence."""

    def drill(self) -> DrillShown | None:
        """What is at the board now."""
        ...

    def shown(self, learner: str) -> StudyShown:
        """learner: empty for whoever practised last."""
        ...

    def begin(self, learner: str, *, confirmed: bool) -> None:
        """What is due is practised at the board. Raises ConfirmationNeeded while a match is open."""
        ...

    def act(self, act: str, value: str) -> None: ...

    def note(self, text: str) -> None:
        """What is written to the exercise that was answered just now."""
        ...

    def add_list(self, learner: object, name: object, text: object) -> tuple[str, ...]:
        """Sentences: how many positions were added, and what of the text cannot be used."""
        ...

    def forget(self, learner: str, list_name: str | None) -> None:
        """One of the learner's lists, or (None) everything of theirs."""
        ...

    def export(self, learner: str) -> str: ...


def add_study(app: Flask, study: Study) -> None:
    """Adds `/study` and `/api/study…` to the application."""
    add_folder(app, "study", Path(__file__).parent)

    @app.get("/study", endpoint="study")
    def study_page() -> str:
        return render_template("study.html")

    @app.get("/api/study")
    def study_now() -> Response:
        return _fresh(study_json(study.shown(request.args.get("learner", ""))))

    @app.get("/api/study/drill")
    def study_drill() -> Response:
        drill = study.drill()
        return _fresh({"drill": drill and drill_json(drill)})

    @app.get("/api/study/export")
    def study_export() -> Response:
        attached = {"Content-Disposition": 'attachment; filename="positions.txt"'}
        text = study.export(request.args.get("learner", ""))
        return Response(text, mimetype="text/plain", headers=attached)

    @app.post("/api/study/begin")
    def study_begin() -> Response:
        body = json_body()
        with refusing():
            study.begin(_text(body, "learner"), confirmed=body.get("confirmed") is True)
        return _fresh({})

    @app.post("/api/study/act")
    def study_act() -> Response:
        body = json_body()
        study.act(_text(body, "act"), _text(body, "value"))
        return _fresh({})

    @app.post("/api/study/note")
    def study_note() -> Response:
        study.note(_text(json_body(), "text"))
        return _fresh({})

    @app.post("/api/study/lists")
    def study_add_list() -> Response:
        body = json_body()
        said = study.add_list(body.get("learner"), body.get("name"), body.get("text"))
        return _fresh({"said": list(said)})

    @app.post("/api/study/forget")
    def study_forget() -> Response:
        body = json_body()
        study.forget(_text(body, "learner"), _text(body, "list") if "list" in body else None)
        return _fresh({})


def study_json(shown: StudyShown) -> Json:
    """The JSON object of `/api/study`."""
    return {
        "learner": shown.learner,
        "learners": [{"name": name, "text": text} for name, text in shown.learners],
        "lines": list(shown.lines),
        "due": shown.due,
        "new": shown.new,
        "own": shown.own,
        "lists": [asdict(each) for each in shown.lists],
        "kinds": [{"name": each.name, "exercises": each.exercises, "line": each.line} for each in shown.kinds],
    }


def drill_json(drill: DrillShown) -> Json:
    owner, seats = drill.owner, drill.seats
    place = "middle" if owner is None else "near" if owner is seats.near else "far"
    return {
        "learner": drill.learner,
        "stage": drill.stage,
        "headline": drill.headline,
        "detail": drill.detail,
        "score": drill.score,
        "side": drill.side.value,
        "seats": {"near": seats.near.value, "home": seats.home},
        "names": by_side(drill.names),
        "position": position_to_json(drill.position),
        "wanted": drill.wanted and position_to_json(drill.wanted),
        "dice": list(drill.dice),
        "cube": {"value": drill.cube_value, "place": place},
        "steps": list(drill.steps),
        "moved": [list(move) for move in drill.moved],
        "better": [list(move) for move in drill.better],
        "rows": [{"play": row.play, "lost": row.lost, "mine": row.mine} for row in drill.rows],
        "choices": [asdict(each) for each in drill.choices],
        "plays": [asdict(each) for each in drill.plays],
        "note": drill.note,
    }


def _text(body: Json, key: str) -> str:
    """Nothing where it is no text."""
    found = body.get(key, "")
    return found if isinstance(found, str) else ""


def _fresh(answer: Json) -> Response:
    made = jsonify(answer)
    made.headers["Cache-Control"] = "no-store"
    return made
