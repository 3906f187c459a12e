"""Drills in a backup that are not ours."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bookgammon.errors import BackupError
from bookgammon.history.backup import write_backup
from bookgammon.history.journal import FILE
from bookgammon.history.restore import restore
from bookgammon.plugins.study.store import study_beside
from tests.history.evenings import WHEN, evenings, kept


def test_drills_that_others_have_made_are_refused(tmp_path: Path) -> None:
    data = evenings(tmp_path / "data")
    with closing(sqlite3.connect(study_beside(data / FILE))) as db, db:
        db.execute("CREATE TRIGGER t AFTER INSERT ON answers BEGIN DELETE FROM exercises; END")
    backup = tmp_path / "b.zip"
    write_backup(data, backup, WHEN)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(BackupError, match="its drills are damaged or from a newer version"):
        restore(empty, backup)
    assert kept(empty) == {}
