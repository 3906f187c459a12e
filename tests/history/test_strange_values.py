"""Values that no match can hold, in a backup or a journal: refused by file, event and field, or put right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arbiter.match.entered_events import TurnEdited, TurnRevised
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import Event, GameStarted, MatchStarted, Note, PlayMade, PlayStood, RollSeen
from arbiter.message import Message
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.errors import BackupError, JournalError
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.match_bounds import within_bounds
from bookgammon.history.unpacking import unpacked
from tests.history.strange import WHEN, zipped

EVENTS = [
    event_to_json(event)
    for event in (
        MatchStarted(0, 0.0, Rules(length=5), ("Ann", "Ben")),
        GameStarted(1, 1.0, START),
        RollSeen(2, 2.0, Side.LIGHT, (3, 1)),
    )
]


def changed(event: int, **values: Any) -> list[dict[str, Any]]:
    return [{**each, **values} if number == event else each for number, each in enumerate(EVENTS)]


def journal_of(path: Path, events: list[dict[str, Any]], started: str = WHEN, source: str = "0") -> bytes:
    with Journal(path) as journal:
        journal.adopt(started, source, False, [json.dumps(event) for event in events])
        journal.pragma("wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def restored(tmp_path: Path, made: bytes) -> Path:
    (tmp_path / "b.zip").write_bytes(zipped({FILE: made}, matches=1))
    (tmp_path / "data").mkdir()
    unpacked(tmp_path / "b.zip", tmp_path / "data")
    return tmp_path / "data" / FILE


def board(**values: Any) -> dict[str, Any]:
    return {**EVENTS[1]["position"], **values}


@pytest.mark.parametrize(
    ("events", "field"),
    [
        (changed(2, dice=[7, 1]), "dice"),
        (changed(2, dice=[99, 99]), "dice"),
        (changed(0, score=[10**30, 0]), "score"),
        (changed(0, rules={"length": 1_000_000}), "length"),
        (changed(1, position=board(bar={"light": 300_000_000, "dark": 0})), "bar"),
        (changed(1, position=board(bar={"light": 1, "dark": 0})), "at most 15"),
        (changed(1, cube=3), "cube"),
        (changed(1, cube=2**40), "cube"),
        (changed(2, time=float("nan")), "time"),
        (changed(2, frame=10**18), "frame"),
    ],
)
def test_a_value_that_no_match_can_hold_is_named(events: list[dict[str, Any]], field: str, tmp_path: Path) -> None:
    made = journal_of(tmp_path / "made.sqlite", events)
    with pytest.raises(BackupError) as refused:
        restored(tmp_path, made)
    number = next(n for n, (one, two) in enumerate(zip(events, EVENTS, strict=True), 1) if one != two)
    sentence = str(refused.value)
    assert f"match 1: event {number}" in sentence
    assert FILE in sentence
    assert field in sentence
    with (
        Journal(tmp_path / "made.sqlite", read_only=True) as journal,
        pytest.raises(JournalError, match=f"event {number}"),
    ):
        journal.events(journal.matches()[0])


def test_names_come_in_as_they_can_be_shown(tmp_path: Path) -> None:
    made = journal_of(tmp_path / "made.sqlite", changed(0, names=["A\ud83d", "Zoe\u0301\x00 \u202e"]), source="0\x07")
    with Journal(restored(tmp_path, made), read_only=True) as journal:
        (match,) = journal.matches()
        begun = journal.events(match)[0]
        assert isinstance(begun, MatchStarted)
        assert begun.names == ("A\ufffd", "Zo\u00e9")
        (match.source + "".join(journal.texts(match))).encode()


@pytest.mark.parametrize("started", ["0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-12:00", "yesterday"])
def test_a_match_begins_when_clocks_can_show_it(started: str, tmp_path: Path) -> None:
    made = journal_of(tmp_path / "made.sqlite", EVENTS, started=started)
    with pytest.raises(BackupError, match="damaged"):
        restored(tmp_path, made)


@pytest.mark.parametrize("started", ["1950-06-04T12:00:00+00:00", "1969-12-31T23:59:59+00:00"])
def test_old_records_and_files_with_odd_dates_are_no_reason_to_refuse_a_backup(started: str, tmp_path: Path) -> None:
    made = journal_of(tmp_path / "made.sqlite", EVENTS, started=started)
    with Journal(restored(tmp_path, made), read_only=True) as journal:
        assert journal.matches()[0].started == started


def test_a_match_without_end_is_refused(tmp_path: Path) -> None:
    many = [*EVENTS, *[{"event": "pause", "frame": 3, "time": 3.0}] * 100_001]
    with pytest.raises(BackupError, match="longer than a match can be"):
        restored(tmp_path, journal_of(tmp_path / "made.sqlite", many))


@pytest.mark.parametrize(
    ("more", "most"),
    [
        ([PlayMade(3, 3.0, Side.LIGHT, (3, 1), "8/5 6/5", START)], 1000),
        ([PlayStood(3, 3.0, Side.LIGHT, "8/5 6/5", START)], 1000),
        ([TurnEdited(3, 3.0, 1, 1)], 989),
        ([TurnRevised(3, 3.0, 1, 1, Message("x"), 0)], 7093),
        ([Note(3, 3.0, "x")], 100_000 - 3),
        ([GameStarted(3, 3.0, START), *[PlayMade(3, 3.0, Side.LIGHT, (3, 1), "8/5 6/5", START)] * 45], 2173),
    ],
)
def test_a_match_that_takes_minutes_to_show_is_too_long(more: list[Event], most: int) -> None:
    """A game of so many turns, so many changes of its turns; games one after the other have their room."""
    begun = [event_from_json(event) for event in EVENTS]
    assert within_bounds([*begun, *more * most])
    assert not within_bounds([*begun, *more * (most + 1)])
