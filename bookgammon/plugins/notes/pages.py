"""Notes on the page of a past match: everybody may read them, a paired device writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from flask import Flask, Response, jsonify
from werkzeug.exceptions import NotFound

from arbiter.message import Message
from bookgammon.plugins.notes.places import NotePlace
from web.errors import BadEntryError
from web.guard import json_body
from web.plugged import add_folder

MOST_GAMES = 10**6


@dataclass(frozen=True, slots=True)
class NoteShown:
    """What is written at a step of the page, or may be. step: counts from 0."""

    step: int
    place: NotePlace
    text: str


class Notes(Protocol):
    """What the page needs behind it. Raises RequestError, one sentence, where something cannot be done."""

    def of_match(self, match: int) -> tuple[NoteShown, ...] | None:
        """Every step that a note may be written to; None where the match is not there."""
        ...

    def keep(self, match: int, place: NotePlace, text: str) -> bool:
        """False where the match is not there."""
        ...


def add_notes(app: Flask, notes: Notes) -> None:
    """Adds `/api/notes/MATCH`."""
    add_folder(app, "notes", Path(__file__).parent)

    @app.get("/api/notes/<int:match>")
    def notes_of_match(match: int) -> Response:
        found = notes.of_match(match)
        if found is None:
            raise NotFound
        answer = jsonify(notes=[note_json(each) for each in found])
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.post("/api/notes/<int:match>")
    def keep_note(match: int) -> Response:
        body = json_body()
        text = body.get("text")
        if not isinstance(text, str):
            raise BadEntryError(Message("Say what is to be written."))
        if not notes.keep(match, _place(body), text):
            raise NotFound
        return jsonify({})


def note_json(shown: NoteShown) -> dict[str, Any]:
    place = shown.place
    return {"step": shown.step, "game": place.game, "turn": place.turn, "part": place.part, "text": shown.text}


def _place(body: dict[str, Any]) -> NotePlace:
    """Raises BadEntryError."""
    game, turn, part = (body.get(key) for key in ("game", "turn", "part"))
    numbers = [number for number in (game, turn, part) if type(number) is int and 0 <= number < MOST_GAMES]
    if len(numbers) != 3:
        raise BadEntryError(Message("Say which turn the note is written to."))
    return NotePlace(*numbers)
