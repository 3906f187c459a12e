"""Films that become past matches: sent piece by piece, what they cannot show, and how far the work is.

Everybody may look; only a paired device sends, answers and removes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import NotFound

from arbiter.message import Message
from arbiter.position import by_side
from arbiter.values import plain_name
from web.errors import BadEntryError
from web.guard import json_body, takes_pieces
from web.plugged import add_folder
from web.setup import LONGEST_NAME

PIECE, MOST_OF_A_PIECE = "/api/recordings/piece", 1024 * 1024
"""Bytes: what a slow network brings in the time that a request has."""
State = Literal["coming", "waiting", "working", "done", "failed"]


@dataclass(frozen=True, slots=True)
class SaidOfRecording:
    """names, score: (light, dark). length: 0 for a session."""

    names: tuple[str, str]
    length: int = 0
    score: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class RecordingShown:
    """One film. state: it is being sent ("coming"), waits for others, is worked at, is followed to its end ("done") and
    waits for an answer, or cannot go on. size, received: bytes. share: of it that was followed, 0 to 1; left: seconds.
    trouble: one sentence, or nothing. said: None while nobody has said who played.
    """

    id: str
    name: str
    state: State
    size: int
    received: int
    share: float | None
    left: float | None
    trouble: str
    said: SaidOfRecording | None
    has_picture: bool = False


class Recordings(Protocol):
    """What the page needs behind it. Raises RequestError, one sentence, where something cannot be done."""

    def all(self) -> tuple[RecordingShown, ...]: ...
    def begin(self, name: str, size: int, recorded: float | None, said: SaidOfRecording | None) -> RecordingShown:
        """recorded: seconds since 1970."""
        ...

    def add(self, recording: str, offset: int, piece: bytes) -> int:
        """How many bytes are there by then; a piece that does not begin where they end changes nothing."""
        ...

    def say(self, recording: str, said: SaidOfRecording) -> None: ...
    def cancel(self, recording: str) -> None:
        """Remove it and all that was made of it."""
        ...

    def picture(self, recording: str) -> bytes | None:
        """The first picture of its board, as a JPEG."""
        ...


def add_recordings(app: Flask, recordings: Recordings) -> None:
    """Adds `/api/recordings…`; *Past matches* shows them where they are there."""
    add_folder(app, "films", Path(__file__).parent)

    @app.get("/api/recordings")
    def all_recordings() -> Response:
        answer = jsonify(recordings=[recording_json(each) for each in recordings.all()])
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/api/recordings/<recording>/picture.jpg")
    def recording_picture(recording: str) -> Response:
        found = recordings.picture(recording)
        if found is None:
            raise NotFound
        return Response(found, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})

    @app.post("/api/recordings")
    def begin_recording() -> Response:
        body = json_body()
        name, size, recorded = body.get("name"), body.get("size"), body.get("recorded")
        if not isinstance(name, str) or type(size) is not int or type(recorded) not in (int, float, type(None)):
            raise BadEntryError(Message("Send a film's name and size."))
        said = said_of(body["said"]) if body.get("said") else None
        return jsonify(recording_json(recordings.begin(name, size, recorded, said)))

    @app.post(PIECE)
    def recording_piece() -> Response:
        recording, offset = request.args.get("id", ""), request.args.get("offset", "")
        if not offset.isdecimal() or len(offset) > 12:
            raise BadEntryError(Message("Say where the piece belongs."))
        return jsonify(received=recordings.add(recording, int(offset), request.get_data(cache=False)))

    takes_pieces(app, PIECE, "recording_piece", MOST_OF_A_PIECE)

    @app.post("/api/recordings/<recording>/say")
    def say_of_recording(recording: str) -> Response:
        recordings.say(recording, said_of(json_body()))
        return jsonify({})

    @app.post("/api/recordings/<recording>/cancel")
    def cancel_recording(recording: str) -> Response:
        recordings.cancel(recording)
        return jsonify({})


def said_of(body: Any) -> SaidOfRecording:
    """Raises BadEntryError."""
    whole = isinstance(body, dict)
    names, length, score = (body.get(key) for key in ("names", "length", "score")) if whole else (None, None, None)
    if not isinstance(names, list) or not isinstance(score, list) or len(names) != 2 or len(score) != 2:
        raise BadEntryError(Message("Say who played, to how many points, and the score before."))
    if any(not isinstance(name, str) or len(name) > LONGEST_NAME for name in names):
        raise BadEntryError(Message("Enter a name of at most {most} characters.", most=LONGEST_NAME))
    if any(type(number) is not int or not 0 <= number <= 99 for number in (length, *score)):
        raise BadEntryError(Message("A match is to 99 points at most."))
    return SaidOfRecording((plain_name(names[0]), plain_name(names[1])), int(length or 0), (score[0], score[1]))


def recording_json(shown: RecordingShown) -> dict[str, Any]:
    said = shown.said
    return {
        "id": shown.id,
        "name": shown.name,
        "state": shown.state,
        "size": shown.size,
        "received": shown.received,
        "share": shown.share,
        "left": shown.left,
        "trouble": shown.trouble,
        "said": said and {"names": by_side(said.names), "length": said.length, "score": by_side(said.score)},
        "picture": shown.has_picture,
    }
