"""The journal: what was appended is there after anything, and whatever is wrong with the file is one sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from arbiter.match.events import Event, GameOver, GameStarted, MatchOver, MatchStarted, Note, PlayMade, RollSeen
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.errors import JournalDamaged, JournalError
from bookgammon.history.journal import Journal
from bookgammon.history.schema import APPLICATION_ID, VERSION

EVENTS: tuple[Event, ...] = (
    MatchStarted(0, 0.0, Rules(length=7), score=(1, 2)),
    GameStarted(0, 0.0, START),
    RollSeen(12, 0.8, Side.DARK, (6, 2)),
    PlayMade(99, 6.6, Side.DARK, (6, 2), "24/18 13/11", START),
)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite") as opened:
        yield opened


def test_events_come_back_as_they_were(journal: Journal) -> None:
    match = journal.begin("2026-01-02T20:00:00+00:00", "camera 0")
    journal.append(match, EVENTS[:2])
    journal.append(match, EVENTS[2:])
    assert journal.events(match) == EVENTS
    assert journal.matches() == (match,)


def test_a_reader_sees_what_was_committed_while_the_writer_goes_on(journal: Journal) -> None:
    match = journal.begin("now", "demo")
    journal.append(match, EVENTS[:1])
    with Journal(journal.path, read_only=True) as reader:
        assert reader.events(match) == EVENTS[:1]
        journal.append(match, EVENTS[1:])
        assert reader.events(match) == EVENTS
        with pytest.raises(JournalError, match="may not be written"):
            reader.append(match, EVENTS[:1])


def test_it_is_written_ahead_and_flushed_at_every_commit(journal: Journal) -> None:
    with sqlite3.connect(journal.path) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert other.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    other.close()
    assert journal.pragma("synchronous") == 2


def test_only_the_newest_match_can_be_unfinished(journal: Journal) -> None:
    assert journal.unfinished() is None
    first = journal.begin("monday", "camera 0")
    second = journal.begin("tuesday", "camera 0")
    assert journal.unfinished() == second
    journal.end(second)
    assert journal.unfinished() is None
    assert [match.ended for match in journal.matches()] == [False, True]
    assert journal.events(first) == ()


def test_the_end_of_the_match_ends_it_in_the_same_breath(journal: Journal) -> None:
    match = journal.begin("now", "camera 0")
    journal.append(match, [GameOver(5, 0.5, Side.DARK, 2, "gammon"), MatchOver(5, 0.5, Side.DARK, (0, 2))])
    assert journal.unfinished() is None


def test_events_of_one_frame_are_kept_together_or_not_at_all(journal: Journal) -> None:
    match = journal.begin("now", "demo")
    journal.append(match, EVENTS[:2])
    journal.pragma("max_page_count", journal.pragma("page_count"))
    many = [Note(50, 3.0, "x" * 900) for _ in range(40)]
    with pytest.raises(JournalError, match="disk is full"):
        journal.append(match, many)
    assert journal.events(match) == EVENTS[:2]
    journal.pragma("max_page_count", 10_000)
    journal.append(match, EVENTS[2:])
    assert journal.events(match) == EVENTS


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="another program"):
        Journal(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_text("Dear diary, today we played backgammon. " * 100)
    with pytest.raises(JournalError, match="not a journal"):
        Journal(path)


def test_a_journal_of_a_newer_version_is_refused(journal: Journal) -> None:
    journal.pragma("user_version", VERSION + 1)
    with pytest.raises(JournalError, match="newer version"):
        Journal(journal.path)


def test_a_journal_held_by_another_program_is_refused(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bookgammon.history.journal_opening._LOCK_WAIT_S", 0.05)
    other = sqlite3.connect(journal.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="locked by another program"):
        Journal(journal.path)
    other.execute("ROLLBACK")
    other.close()
    Journal(journal.path).close()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "missing" / "journal.sqlite")


def test_an_event_that_cannot_be_read_stops_the_match_with_a_sentence(journal: Journal) -> None:
    match = journal.begin("now", "demo")
    journal.append(match, EVENTS[:1])
    other = sqlite3.connect(journal.path)
    with other:
        other.execute('UPDATE events SET json = \'{"event": "ea\'')
    other.close()
    with pytest.raises(JournalError, match="cannot be read"):
        journal.events(match)


def test_what_is_written_at_once_is_kept_together_or_not_at_all(journal: Journal) -> None:
    with suppress(ZeroDivisionError), journal.at_once():
        journal.adopt("2026-01-31T12:00:00+00:00", "elsewhere:1", True, [])
        raise ZeroDivisionError
    assert journal.matches() == ()
    with journal.at_once():
        numbers = [journal.adopt("2026-01-31T12:00:00+00:00", f"elsewhere:{each}", True, []) for each in (1, 2)]
    assert journal.numbers_of(["elsewhere:2", "elsewhere:3", "elsewhere:1"]) == {
        "elsewhere:1": numbers[0], "elsewhere:2": numbers[1],
    }  # fmt: skip


def test_matches_are_not_looked_for_in_a_list_that_is_not_whole(journal: Journal) -> None:
    journal.adopt("2026-01-31T12:00:00+00:00", "elsewhere:1", True, ["{}"])
    with sqlite3.connect(journal.path) as other:
        other.execute("DELETE FROM matches")
    with pytest.raises(JournalDamaged):
        journal.numbers_of(["elsewhere:1"])
