"""The result of a finished match, with its record, as a table publishes it and the director's program gets it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from arbiter.errors import ArbiterError
from arbiter.match.events import Event
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState
from arbiter.position import SIDES, Side
from arbiter.records import MatchHeader, write_mat
from arbiter.values import plain_lines
from bookgammon.errors import BadMessage, JournalError
from bookgammon.history import record as for_people
from bookgammon.history.journal import Journal
from bookgammon.plugins.club.report import LONGEST_NAME, SCHEMA, key, mapping, text, whole
from bookgammon.plugins.club.topics import match_key

MOST_KEPT = 16
"""Results of one table that stay with the broker; older ones are taken away."""
RECENT = timedelta(hours=24)
MOST_BYTES = 64 * 1024
"""Of one result; a long match's record has about 8,000."""

Announced = tuple[str, bytes]
"""A match's key and its result as it is published; nothing takes away what was published before."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """names, score: (light, dark). started, ended: ISO 8601, UTC. record_format: mat, or text where .mat cannot
    hold the match."""

    table: str
    key: str
    started: str
    ended: str
    length: int
    names: tuple[str, str]
    score: tuple[int, int]
    winner: Side
    record_format: str
    record: str


def result_of(table: str, match: str, started: str, events: Sequence[Event]) -> MatchResult | None:
    """None while the match is not over. table: its name; started: ISO 8601."""
    state = fold(events)
    winner = state.winner
    if winner is None:
        return None
    begun = datetime.fromisoformat(started)
    kind, record = _record(events, begun)
    return MatchResult(
        table,
        match,
        _iso(begun),
        _iso(begun + timedelta(seconds=events[-1].time - events[0].time)),
        state.rules.length,
        _clipped(state),
        state.score,
        winner,
        kind,
        record,
    )


def announced(path: Path, table: str, now: datetime) -> Iterator[Announced]:
    """The journal's newest matches, one after the other: results of the last day, and what is none any more."""
    try:
        with Journal(path, read_only=True) as journal:
            entries = journal.at_table()[-MOST_KEPT - 4 :]
        for place, entry in enumerate(reversed(entries)):
            name = match_key(entry.id, entry.started)
            if place >= MOST_KEPT:
                yield name, b""
                continue
            if now - datetime.fromisoformat(entry.started) > RECENT:
                continue
            with Journal(path, read_only=True) as journal:
                result = result_of(table, name, entry.started, journal.events(entry))
            yield name, b"" if result is None else json.dumps(result_to_json(result), ensure_ascii=False).encode()
    except JournalError:  # the table reports it; results come with the next connection
        return


def result_to_json(result: MatchResult) -> dict[str, Any]:
    """The JSON object of the topic `result/MATCH`."""
    return {
        "schema": SCHEMA,
        "table": result.table,
        "match": result.key,
        "started": result.started,
        "ended": result.ended,
        "length": result.length,
        "names": dict(zip(SIDES, result.names, strict=True)),
        "score": dict(zip(SIDES, result.score, strict=True)),
        "winner": result.winner.value,
        "record": {"format": result.record_format, "text": result.record},
    }


def result_from_json(data: object) -> MatchResult:
    """Raises BadMessage for whatever is no result of ours."""
    found = mapping(data, "result")
    if found.get("schema") != SCHEMA:
        raise BadMessage("The result is of another version.")
    names, score, record = (mapping(found.get(name), name) for name in ("names", "score", "record"))
    kind, winner = record.get("format"), found.get("winner")
    lines = record.get("text")
    if kind not in ("mat", "text") or winner not in ("light", "dark") or not isinstance(lines, str):
        raise BadMessage("The result lacks its winner or its record.")
    return MatchResult(
        text(found.get("table"), "table", LONGEST_NAME),
        key(found.get("match")),
        _moment(found.get("started")),
        _moment(found.get("ended")),
        whole(found.get("length"), "length"),
        (text(names.get("light"), "names", LONGEST_NAME), text(names.get("dark"), "names", LONGEST_NAME)),
        (whole(score.get("light"), "score"), whole(score.get("dark"), "score")),
        Side(winner),
        kind,
        plain_lines(lines),
    )


def _record(events: Sequence[Event], begun: datetime) -> tuple[str, str]:
    header = MatchHeader(date=begun.strftime("%Y.%m.%d"))
    try:
        return "mat", write_mat(record_of(events, header))
    except ArbiterError:
        return "text", for_people.record_text(events)


def _clipped(state: MatchState) -> tuple[str, str]:
    return state.names[0][:LONGEST_NAME], state.names[1][:LONGEST_NAME]


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def _moment(data: object) -> str:
    try:
        return _iso(datetime.fromisoformat(text(data, "time", 40)))
    except (ValueError, OverflowError) as error:
        raise BadMessage("The result's time is no time.") from error
