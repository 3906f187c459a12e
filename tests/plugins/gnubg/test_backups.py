"""Analyses in a backup: read where they are ours, and left out where they are not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bookgammon.files.data_lock import writing
from bookgammon.history.backup import write_backup
from bookgammon.history.journal import FILE
from bookgammon.history.restore import restore
from bookgammon.history.unpacking import unpacked
from bookgammon.plugins.gnubg.analysis.store import FILE as ANALYSES
from bookgammon.plugins.gnubg.analysis.store import store_beside
from tests.history.evenings import WHEN, evenings
from tests.history.strange import zipped


def test_strangers_analyses_are_left_out(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.sqlite")) as db, db:
        db.execute("CREATE TABLE games (id, more AS (hex(zeroblob(1000000000))))")
    (tmp_path / "b.zip").write_bytes(zipped({ANALYSES: (tmp_path / "a.sqlite").read_bytes()}))
    (tmp_path / "data").mkdir()
    unpacked(tmp_path / "b.zip", tmp_path / "data")
    assert not (tmp_path / "data" / ANALYSES).exists()


def test_analyses_that_cannot_be_read_do_not_hold_a_backup_up(tmp_path: Path) -> None:
    data = evenings(tmp_path / "data")
    analyses = store_beside(data / FILE)
    analyses.write_bytes(b"of another program")
    write_backup(data, tmp_path / "b.zip", WHEN)
    with writing(tmp_path / "other", "restore"):
        restore(tmp_path / "other", tmp_path / "b.zip")
    assert not store_beside(tmp_path / "other" / FILE).exists()


def test_a_rollback_left_by_a_kill_never_meets_the_restored_analyses(tmp_path: Path) -> None:
    data = evenings(tmp_path / "data")
    write_backup(data, tmp_path / "b.zip", WHEN)
    left = store_beside(data / FILE).with_name("analysis.sqlite-journal")
    left.write_bytes(b"of the analyses that were there")
    with writing(data, "restore"):
        restore(data, tmp_path / "b.zip")
    assert not left.exists()
