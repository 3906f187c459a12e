"""A stranger's record file, read in a process of its own: its matches as the events of a journal."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from itertools import islice
from typing import Any

from arbiter.errors import ArbiterError
from arbiter.match.event_json import EventError, checked_event_to_json
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
SPARE_SECONDS = 0.5
"""The same in spare time, and by the clock PATIENCE times as many: what takes longer is read as other work is."""
BUSY_S = 30.0
"""So long nothing more is read in spare time then: on a busy machine there is none."""


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
        self._spare = _confined(answer_in_spare_time, SPARE_SECONDS, background=True) if background else None
        self._usual = _confined(answer, SECONDS if background else PATIENCE * SECONDS, background=background)
        self._busy_until = 0.0

    def read(self, content: bytes) -> tuple[tuple[ReadMatch, ...], str]:
        """The matches of a file, and why there are none; one of them is empty."""
        if len(content) > MOST_BYTES:
            return (), Message("A record has at most {most} million characters.", most=MOST_BYTES // 10**6)
        try:
            said, *lines = bytes(self._ask(content)).decode().split("\n")
        except OverrunError as error:
            return (), Message("The file cannot be read: {error}.", error=error)
        found, events = json.loads(said), iter(lines)
        matches = tuple(
            ReadMatch(
                (each["names"][0], each["names"][1]),
                each["digest"],
                each["date"],
                tuple(islice(events, each["events"])),
                {NotePlace(*place): text for place, text in each["notes"]},
            )
            for each in found["matches"]
        )
        return matches, from_json(found["trouble"]) if found["trouble"] else ""

    def _ask(self, content: bytes) -> memoryview:
        if self._spare is not None and time.monotonic() >= self._busy_until:
            try:
                return self._spare.ask(content)
            except OverrunError:  # a long match, or there is no time to spare
                self._busy_until = time.monotonic() + BUSY_S
        return self._usual.ask(content)

    def close(self) -> None:
        """End the processes."""
        for each in filter(None, (self._spare, self._usual)):
            each.close()


def _confined(work: Callable[[bytes], Sequence[bytes]], seconds: float, *, background: bool) -> Confined:
    name = f"{__name__}:{work.__name__}"
    return Confined(name, memory=MEMORY, seconds=seconds, most=MOST_OF_AN_ANSWER, background=background)


def answer(content: bytes) -> Sequence[bytes]:
    """What a file holds, in the other process: lines of JSON, the first of all matches, then one for each event.

    An event's line is kept as it is.
    """
    matches, lines = list[Any](), list[str]()
    trouble: Any = None
    try:
        for record in read_records(BytesIO(content)):
            events = events_of(record)
            lines += [json.dumps(checked_event_to_json(event)) for event in events]
            if not within_bounds(events):
                raise EventError(Message("A match in it is longer than a match can be."))
            names = [name for event in events[:1] if isinstance(event, MatchStarted) for name in event.names]
            matches.append(
                {
                    "names": names,
                    "digest": digest_of(record),
                    "date": record.header.date,
                    "events": len(events),
                    "notes": [([place.game, place.turn, place.part], text) for place, text in notes_in(record).items()],
                }
            )
    except ArbiterError as error:
        matches, lines, trouble = [], [], to_json(error.args[0])
    said = json.dumps({"matches": matches, "trouble": trouble})
    return ["\n".join((said, *lines)).encode()]


def answer_in_spare_time(content: bytes) -> Sequence[bytes]:
    """`answer`, while nothing else wants the processor, where the system knows such a thing.

    Files come by the hundred, and at the lowest priority alone Linux lets a thread that reads the board wait until
    such a process has had its slice of time.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    return answer(content)


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
