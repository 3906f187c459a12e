"""A journal after a pulled plug: whatever its tail looks like, what is read is the beginning of what was written."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter.match.events import Event, Note
from bookgammon.errors import JournalError, JournalHeldUp
from bookgammon.history.journal import Journal

WRITTEN: tuple[Event, ...] = tuple(Note(number, number / 10, f"event {number} " + "x" * 60) for number in range(40))


@pytest.fixture(scope="module")
def pulled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a journal whose program never came to close it: the last commits are in the log beside it."""
    there, here = tmp_path_factory.mktemp("running"), tmp_path_factory.mktemp("pulled")
    with Journal(there / "journal.sqlite") as journal:
        match = journal.begin("tonight", "camera 0")
        for event in WRITTEN:
            journal.append(match, [event])
        for file in there.iterdir():
            shutil.copy(file, here)
    assert (here / "journal.sqlite-wal").stat().st_size > 0
    return here


def read_back(folder: Path) -> tuple[Event, ...]:
    with Journal(folder / "journal.sqlite") as journal:
        match = journal.unfinished()
        return journal.events(match) if match else ()


def test_what_was_committed_is_there(pulled: Path, tmp_path: Path) -> None:
    shutil.copytree(pulled, tmp_path, dirs_exist_ok=True)
    assert read_back(tmp_path) == WRITTEN


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(["journal.sqlite", "journal.sqlite-wal"]), share=st.floats(0, 1), zeroed=st.booleans())
def test_a_torn_tail_loses_the_last_events_at_most(
    pulled: Path, tmp_path: Path, name: str, share: float, zeroed: bool
) -> None:
    shutil.copytree(pulled, tmp_path, dirs_exist_ok=True)
    whole = (tmp_path / name).read_bytes()
    cut = int(share * len(whole))
    (tmp_path / name).write_bytes(whole[:cut] + (bytes(len(whole) - cut) if zeroed else b""))
    (tmp_path / "journal.sqlite-shm").unlink(missing_ok=True)
    with suppress(JournalError):
        found = read_back(tmp_path)
        assert found == WRITTEN[: len(found)]


def test_a_disk_that_may_only_be_read_holds_the_match_up(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        match = journal.begin("tonight", "camera 0")
        journal.pragma("query_only", 1)
        with pytest.raises(JournalHeldUp, match="may not be written"):
            journal.append(match, WRITTEN[:1])
        journal.pragma("query_only", 0)
        journal.append(match, WRITTEN[:1])
        assert journal.events(match) == WRITTEN[:1]


def test_what_was_interrupted_before_its_commit_is_not_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: Event) -> object:
        raise KeyboardInterrupt

    with Journal(tmp_path / "journal.sqlite") as journal:
        match = journal.begin("tonight", "camera 0")
        with monkeypatch.context() as patched:
            patched.setattr("bookgammon.history.journal.event_to_json", interrupted)
            with pytest.raises(KeyboardInterrupt):
                journal.append(match, WRITTEN[:1])
        journal.append(match, WRITTEN[1:2])
        assert journal.events(match) == WRITTEN[1:2]


def test_a_clock_that_jumps_back_changes_neither_order_nor_match(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        for started in ("2026-01-02T20:00:00+00:00", "1970-01-01T00:00:10+00:00"):
            match = journal.begin(started, "camera 0")
            journal.append(match, [Note(1, 50.0, "later"), Note(2, 3.0, "the clock went back")])
        assert journal.unfinished() == match
        assert [event.frame for event in journal.events(match)] == [1, 2]
