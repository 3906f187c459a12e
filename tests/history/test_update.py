"""A new version backs up what an older one kept before it changes it, and the way back is a restore."""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

import bookgammon
from bookgammon.errors import BackupError
from bookgammon.files.data_lock import writing
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.restore import restore
from bookgammon.history.writer import journal_to_write
from tests.history.test_journals_kept import JOURNALS, told_in

BACKUP = f"before-{bookgammon.__version__}.zip"


def version_of(journal: Path) -> int:
    with closing(sqlite3.connect(journal)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def opened(folder: Path) -> tuple[dict[int, list[object]], list[str]]:
    """The events of each match, as the program has them after its start, and what it said."""
    said: list[str] = []
    with journal_to_write(folder, "play", notify=said.append) as path, Journal(path) as journal:
        return {match.id: list(journal.events(match)) for match in journal.matches()}, said


def test_an_older_journal_is_backed_up_as_it_was_before_the_first_step(tmp_path: Path) -> None:
    shutil.copyfile(JOURNALS / "version-1.sqlite", tmp_path / FILE)
    kept, said = opened(tmp_path)
    assert kept == told_in(1)
    assert version_of(tmp_path / FILE) == 2
    assert [BACKUP in sentence for sentence in said] == [True]
    with zipfile.ZipFile(tmp_path / BACKUP) as archive:
        archive.extract(FILE, tmp_path / "out")
    assert version_of(tmp_path / "out" / FILE) == 1  # the older program reads it
    assert (tmp_path / BACKUP).stat().st_mode & 0o077 == 0
    assert opened(tmp_path) == (kept, [])  # once


def test_restoring_it_goes_back_and_the_way_up_again_loses_nothing(tmp_path: Path) -> None:
    shutil.copyfile(JOURNALS / "version-1.sqlite", tmp_path / FILE)
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:  # the kept one says when as nobody would
        db.execute("UPDATE matches SET started = '2026-01-02T20:00:00+01:00'")
    opened(tmp_path)
    with Journal(tmp_path / FILE) as journal:
        assert journal.unfinished() is not None  # a match is open
        journal.begin("2026-11-24T20:00:00+00:00", "webcam")
    with writing(tmp_path, "restore"):
        restore(tmp_path, tmp_path / BACKUP)
    kept, _ = opened(tmp_path)
    assert kept == told_in(1)


def test_a_journal_of_today_is_not_backed_up(tmp_path: Path) -> None:
    shutil.copyfile(JOURNALS / "version-2.sqlite", tmp_path / FILE)
    assert opened(tmp_path)[1] == []
    assert not (tmp_path / BACKUP).exists()


def test_without_room_for_the_backup_nothing_is_changed(tmp_path: Path) -> None:
    shutil.copyfile(JOURNALS / "version-1.sqlite", tmp_path / FILE)
    before = (tmp_path / FILE).read_bytes()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("bookgammon.history.backup.atomic_file", _no_room)
        with pytest.raises(BackupError, match="No space left"):
            opened(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def _no_room(path: Path) -> object:
    raise OSError(28, "No space left on device")
