"""A backup from a stranger: refused at once, or everything that is played on it afterwards is kept."""

from __future__ import annotations

import json
import sqlite3
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from bookgammon.analysis.store import FILE as ANALYSES
from bookgammon.errors import BackupError
from bookgammon.files.data_lock import writing
from bookgammon.history.backup import MANIFEST, MOST_MANIFEST
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.restore import restore
from bookgammon.history.unpacking import unpacked
from tests.commands.program import run, sentence
from tests.history.strange import backup_with, events, matches, played, schemas, zipped

SCHEMAS = dict(schemas())


def evening_on(folder: Path) -> None:
    """An evening is played there; every event that was shown is kept."""
    told = played(11)
    with Journal(folder / FILE) as journal:
        match = journal.begin("2026-02-02T20:00:00+00:00", "0")
        for event in told:
            journal.append(match, [event])
    with Journal(folder / FILE, read_only=True) as journal:
        journal.check()
        assert list(journal.events(match)) == told


def test_there_are_fifty_schemas() -> None:
    assert len(SCHEMAS) >= 50


@pytest.mark.parametrize("name", SCHEMAS)
def test_an_evening_on_a_strangers_journal_is_kept_or_the_journal_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(backup_with(SCHEMAS[name], tmp_path / "made"))
    folder = tmp_path / "data"
    folder.mkdir()
    try:
        held = unpacked(tmp_path / "b.zip", folder)
    except BackupError:
        return
    assert held.matches == 1
    evening_on(folder)


def test_our_own_words_are_let_in(tmp_path: Path) -> None:
    """With the reference that our tables have: else all would be refused for nothing."""
    right = (matches(), events(refers=" REFERENCES matches (id)"))
    (tmp_path / "b.zip").write_bytes(backup_with(right, tmp_path / "made"))
    (tmp_path / "data").mkdir()
    assert unpacked(tmp_path / "b.zip", tmp_path / "data").matches == 1
    evening_on(tmp_path / "data")


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_what_backups_are_packed_with_is_unpacked(kind: int, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(zipped({"settings.toml": b"# " + bytes(200_000)}, kind=kind))
    with writing(tmp_path / "data", "restore"), pytest.raises(BackupError, match="no backup"):
        restore(tmp_path / "data", tmp_path / "b.zip")


def test_an_endless_list_of_files_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, b" " * (MOST_MANIFEST + 1))
    assert (tmp_path / "b.zip").stat().st_size < 20_000
    with writing(tmp_path / "data", "restore"), pytest.raises(BackupError, match="list of files"):
        restore(tmp_path / "data", tmp_path / "b.zip")


@pytest.mark.parametrize(
    ("name", "size"), [("settings.toml", 100_000), ("boards/a.toml", 100_000), ("pictures/journal/1/1.jpg", 9 * 2**20)]
)
def test_a_file_larger_than_its_kind_can_be_is_refused(name: str, size: int, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(zipped({name: bytes(size)}))
    with writing(tmp_path / "data", "restore"), pytest.raises(BackupError, match="larger than such a file"):
        restore(tmp_path / "data", tmp_path / "b.zip")
    assert not (tmp_path / "data" / name).exists()


@pytest.mark.parametrize("count", [-5, 10**30, 7])
def test_what_was_restored_is_counted_not_believed(count: int, tmp_path: Path) -> None:
    right = (matches(), events(refers=" REFERENCES matches (id)"))
    data = backup_with(right, tmp_path / "made")
    with zipfile.ZipFile(tmp_path / "right.zip", "w") as _:
        pass
    (tmp_path / "right.zip").write_bytes(data)
    with zipfile.ZipFile(tmp_path / "right.zip") as archive:
        (tmp_path / "b.zip").write_bytes(zipped({FILE: archive.read(FILE)}, matches=count))
    done = run("restore", tmp_path / "b.zip", "--data", tmp_path / "data")
    assert done.returncode == 0
    assert "Restored: 1 match, 0 boards, 0 pictures" in done.stderr


def test_strangers_analyses_are_left_out(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.sqlite")) as db, db:
        db.execute("CREATE TABLE games (id, more AS (hex(zeroblob(1000000000))))")
    (tmp_path / "b.zip").write_bytes(zipped({ANALYSES: (tmp_path / "a.sqlite").read_bytes()}))
    (tmp_path / "data").mkdir()
    unpacked(tmp_path / "b.zip", tmp_path / "data")
    assert not (tmp_path / "data" / ANALYSES).exists()


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is Linux's")
def test_a_backup_that_takes_all_memory_ends_its_own_process_alone(tmp_path: Path) -> None:
    """A list within its bytes that is far larger once it is read."""
    deep = "[" + "{}," * (MOST_MANIFEST // 3 - 10) + "{}]"
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps({"format": 1, "matches": 0, "files": {}})[:-1] + f', "x": {deep}}}'[:-1])
    said = sentence(run("restore", tmp_path / "b.zip", "--data", tmp_path / "data"))
    assert said.startswith("Nothing was restored from")
