"""Journals of every version that was ever released are read, and brought up to date, with nothing lost."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.match.event_json import event_from_json
from bookgammon.history import schema
from bookgammon.history.journal import FILE, Journal
from tests.commands.program import run

JOURNALS = Path(__file__).parent / "journals"


def told_in(version: int) -> dict[int, list[object]]:
    """What the journal of that version is known to hold, written down when it was made."""
    told: dict[int, list[object]] = {}
    for line in (JOURNALS / f"version-{version}.jsonl").read_text().splitlines():
        entry = json.loads(line)
        told.setdefault(entry["match"], []).append(event_from_json(entry["event"]))
    return told


def test_a_journal_of_every_version_is_kept() -> None:
    assert sorted(JOURNALS.glob("*.sqlite")) == [
        JOURNALS / f"version-{version}.sqlite" for version in range(1, schema.VERSION + 1)
    ]
    for version in range(1, schema.VERSION + 1):
        where = (JOURNALS / f"version-{version}.sqlite").as_uri()
        with closing(sqlite3.connect(f"{where}?immutable=1", uri=True)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (version,)


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
@pytest.mark.parametrize("read_only", [True, False])
def test_nothing_is_lost_on_the_way_up(tmp_path: Path, version: int, read_only: bool) -> None:
    path = shutil.copyfile(JOURNALS / f"version-{version}.sqlite", tmp_path / FILE)
    before = path.read_bytes()
    with Journal(path, read_only=read_only) as journal:
        journal.check()
        assert {match.id: list(journal.events(match)) for match in journal.matches()} == told_in(version)
        assert [match.ended for match in journal.matches()] == [True, False]
        assert journal.pragma("user_version") == schema.VERSION
    if read_only:
        assert path.read_bytes() == before
    else:
        with Journal(path) as journal:  # and once more, as one of today's
            assert {match.id: list(journal.events(match)) for match in journal.matches()} == told_in(version)
            assert journal.unfinished() is not None


def test_an_older_journal_is_exported_without_being_touched(tmp_path: Path) -> None:
    path = shutil.copyfile(JOURNALS / "version-1.sqlite", tmp_path / FILE)
    before = path.read_bytes()
    done = run("export", "1", "--data", tmp_path)
    assert (done.returncode, path.read_bytes()) == (0, before)
    assert "Game 1" in done.stdout or "game" in done.stdout.lower()


def test_a_step_that_is_cut_off_leaves_the_old_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = shutil.copyfile(JOURNALS / "version-1.sqlite", tmp_path / FILE)

    def cut_off(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM events")
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setitem(schema.MIGRATIONS, 1, cut_off)
        with pytest.raises(KeyboardInterrupt):
            Journal(path)
    with Journal(path) as journal:
        assert {match.id: list(journal.events(match)) for match in journal.matches()} == told_in(1)
