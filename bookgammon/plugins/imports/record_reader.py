"""A stranger's record file, read in a process of its own: its matches as the events of a journal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from arbiter.errors import ArbiterError
from arbiter.match.event_json import EventError, event_from_json, event_to_json
from arbiter.match.events import MatchStarted
from arbiter.match.from_record import events_of
from arbiter.message import Message
from arbiter.records import MatchRecord, Played, read_records
from arbiter.records.formats import MOST_BYTES
from bookgammon.history.match_bounds import within_bounds
from bookgammon.plugins.notes.places import NotePlace, notes_in
from outside.confined import PATIENCE, Confined
from outside.errors import OverrunError
from outside.files import MIB
from outside.sentences import from_json, to_json

MEMORY, MOST_OF_AN_ANSWER = 256 * MIB, 64 * MIB
SECONDS = 10.0
"""Of a processor, for a file; a long match takes one."""


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """events: each as JSON. digest: the same for the same match, in whatever format. date: `yyyy.mm.dd` or empty.

    notes: what is written to its turns.
    """

    names: tuple[str, str]
    digest: str
    date: str
    events: tuple[str, ...]
    notes: Mapping[NotePlace, str] = field(default_factory=dict)


class RecordReader:
    """Reads files, one after the other, from any thread. background: beside a match, which goes first."""

    def __init__(self, *, background: bool) -> None:
        self._confined = Confined(
            f"{__name__}:answer",
            memory=MEMORY,
            seconds=SECONDS if background else PATIENCE * SECONDS,
            most=MOST_OF_AN_ANSWER,
            background=background,
        )

    def read(self, content: bytes) -> tuple[tuple[ReadMatch, ...], str]:
        """The matches of a file, and why there are none; one of them is empty."""
        if len(content) > MOST_BYTES:
            return (), Message("A record has at most {most} million characters.", most=MOST_BYTES // 10**6)
        try:
            found = json.loads(bytes(self._confined.ask(content)))
        except OverrunError as error:
            return (), Message("The file cannot be read: {error}.", error=error)
        matches = tuple(
            ReadMatch(
                (each["names"][0], each["names"][1]),
                each["digest"],
                each["date"],
                tuple(each["events"]),
                {NotePlace(*place): text for place, text in each["notes"]},
            )
            for each in found["matches"]
        )
        return matches, from_json(found["trouble"]) if found["trouble"] else ""

    def close(self) -> None:
        """End the process."""
        self._confined.close()


def answer(content: bytes) -> Sequence[bytes]:
    """What a file holds, as JSON; in the other process."""
    matches: list[Any] = []
    trouble: Any = None
    try:
        for record in read_records(BytesIO(content)):
            events = events_of(record)
            texts = [json.dumps(event_to_json(event)) for event in events]
            for each in json.loads(f"[{','.join(texts)}]"):
                event_from_json(each)  # what no journal may hold is refused here
            if not within_bounds(events):
                raise EventError(Message("A match in it is longer than a match can be."))
            names = [name for event in events[:1] if isinstance(event, MatchStarted) for name in event.names]
            matches.append(
                {
                    "names": names,
                    "digest": digest_of(record),
                    "date": record.header.date,
                    "events": texts,
                    "notes": [([place.game, place.turn, place.part], text) for place, text in notes_in(record).items()],
                }
            )
    except ArbiterError as error:
        matches, trouble = [], to_json(error.args[0])
    return [json.dumps({"matches": matches, "trouble": trouble}).encode()]


def digest_of(record: MatchRecord) -> str:
    """What tells a match from others: players, length and all that was done, however it was written down."""
    said: list[Any] = [[name.casefold() for name in record.names], record.rules.length]
    for game in record.games:
        said.append([*game.score, game.result and [game.result.winner, game.result.points]])
        for action in game.actions:
            if not isinstance(action, Played):
                said.append([action.side, action.verb, action.value])
            elif not action.unplayed:
                said.append([action.side, sorted(action.dice or ()), *action.after.rows])
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]
