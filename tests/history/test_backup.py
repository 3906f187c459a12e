"""A backup holds all that was kept at one moment; restored, it is all there again, or nothing was touched."""

from __future__ import annotations

import hashlib
import json
import os
import random
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.match.events import Note
from bookgammon.boards.known_boards import file_for, known_boards, save_board
from bookgammon.errors import BackupError, JournalError, JournalHeldUp
from bookgammon.files.data_lock import writing
from bookgammon.files.settings import Settings, load_settings, save_settings
from bookgammon.history.backup import MANIFEST, write_backup
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.restore import REPLACED, finish_restore, restore
from bookgammon.history.writer import journal_to_write
from tests.commands.program import run, sentence
from tests.history.evenings import WHEN, evenings, kept
from tests.setup.stage import board_of


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder after some evenings."""
    return evenings(tmp_path / "data")


def test_a_backup_restored_into_an_empty_folder_is_the_same(data: Path, tmp_path: Path) -> None:
    done = run("backup", tmp_path / "b.zip", "--data", data)
    assert done.stderr == (
        f"The backup {tmp_path / 'b.zip'} holds 6 matches, 1 board, 3 pictures; paired devices are not in it.\n"
    )
    other = tmp_path / "other"
    done = run("restore", tmp_path / "b.zip", "--data", other)
    assert done.returncode == 0
    assert "before" not in done.stderr, "there was nothing before"
    assert kept(other) == kept(data)
    assert known_boards(other).names == ("Our book",)
    assert load_settings(other) == Settings(share=True, camera="1")
    assert not (other / "devices.json").exists()
    if os.name != "nt":
        assert (tmp_path / "b.zip").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("file", ["cameras.json", "..", "devices.json"])
def test_a_board_file_brings_its_own_pictures_alone(data: Path, tmp_path: Path, file: str) -> None:
    """Cameras' passwords and devices' keys stay at home, whatever somebody's board file names."""
    (data / "cameras.json").write_text("s3cr3t")
    (data / "board.toml").write_text(f'[pictures.empty]\nfile = "{file}"\n')
    assert run("backup", tmp_path / "b.zip", "--data", data).returncode == 0
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert not {"board.toml", "cameras.json", "devices.json"} & set(archive.namelist())


def test_a_journal_that_would_do_things_by_itself_is_refused(data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(data / FILE)) as db, db:
        db.execute("CREATE TRIGGER t AFTER INSERT ON matches BEGIN DELETE FROM events WHERE match < NEW.id; END")
    done = run("backup", tmp_path / "b.zip", "--data", data)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_what_was_there_before_is_kept_beside_it(data: Path, tmp_path: Path) -> None:
    write_backup(data, tmp_path / "b.zip", WHEN)
    before = kept(data)
    with Journal(data / FILE) as journal:
        journal.append(journal.begin("2026-03-01T20:00:00+00:00", "0"), [Note(0, 0.0, "after the backup")])
    (data / "lights.toml").unlink()
    save_board(board_of(name="New"), file_for(data, "New"))
    with writing(data, "restore"):
        restore(data, tmp_path / "b.zip")
    assert kept(data) == before
    with Journal(data / REPLACED / FILE) as journal:
        assert len(journal.matches()) == 7
    assert (data / REPLACED / "boards" / "new.toml").exists()


def test_what_the_backup_does_not_hold_goes_aside_too(tmp_path: Path) -> None:
    for name in ("bare", "full"):
        (tmp_path / name).mkdir()
    write_backup(tmp_path / "bare", tmp_path / "b.zip", WHEN)
    save_settings(tmp_path / "full", Settings(share=True))
    with writing(tmp_path / "full", "restore"):
        restore(tmp_path / "full", tmp_path / "b.zip")
    assert load_settings(tmp_path / "full") == Settings()
    assert (tmp_path / "full" / REPLACED / "settings.toml").exists()


def test_a_torn_or_changed_backup_is_refused_and_nothing_is_touched(data: Path, tmp_path: Path) -> None:
    backup = tmp_path / "b.zip"
    write_backup(data, backup, WHEN)
    whole, before, chance = backup.read_bytes(), kept(data), random.Random(3)
    torn = [whole[: chance.randrange(len(whole))] for _ in range(12)]
    for _ in range(12):
        place = chance.randrange(len(whole))
        torn.append(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
    refused = 0
    with writing(data, "restore"):
        for bad in torn:
            backup.write_bytes(bad)
            try:
                restore(data, backup)
            except BackupError:
                refused += 1
            assert kept(data) == before
    assert refused >= 20  # a bit in a time stamp changes nothing


@pytest.mark.parametrize("name", ["../evil.toml", "/etc/evil", "boards/../../evil.toml", "devices.json", "evil.exe"])
def test_a_name_that_a_backup_cannot_have_is_never_unpacked(data: Path, tmp_path: Path, name: str) -> None:
    backup = tmp_path / "b.zip"
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    with zipfile.ZipFile(backup, "w") as archive:
        archive.writestr(name, b"")
        archive.writestr(MANIFEST, json.dumps({"format": 1, "matches": 0, "files": {name: empty}}))
    before = sorted(path for path in tmp_path.rglob("*") if "writer" not in path.name)
    said = sentence(run("restore", backup, "--data", data))
    assert "holds other files than it should" in said
    assert sorted(path for path in tmp_path.rglob("*") if "writer" not in path.name) == before


def test_a_database_of_a_plugin_that_is_not_here_is_left_out(data: Path, tmp_path: Path) -> None:
    write_backup(data, tmp_path / "b.zip", WHEN)
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(held.pop(MANIFEST))
    held["elsewhere.sqlite"] = b"what another plugin keeps"
    manifest["files"]["elsewhere.sqlite"] = hashlib.sha256(held["elsewhere.sqlite"]).hexdigest()
    with zipfile.ZipFile(tmp_path / "more.zip", "w") as archive:
        for name, content in [*held.items(), (MANIFEST, json.dumps(manifest).encode())]:
            archive.writestr(name, content)
    assert run("restore", tmp_path / "more.zip", "--data", tmp_path / "new").returncode == 0
    assert (tmp_path / "new" / FILE).exists()
    assert not list((tmp_path / "new").rglob("elsewhere.sqlite"))


def test_a_damaged_journal_is_not_backed_up(data: Path, tmp_path: Path) -> None:
    path = data / FILE
    path.write_bytes(path.read_bytes().replace(b"event 17 of match 3", b"event 71 of match 3"))
    with pytest.raises(JournalError, match="damaged"):
        write_backup(data, tmp_path / "b.zip", WHEN)
    assert [file.name for file in tmp_path.iterdir()] == ["data"]


def test_a_restore_beside_a_match_is_refused(data: Path, tmp_path: Path) -> None:
    write_backup(data, tmp_path / "b.zip", WHEN)
    with writing(data, "play"):
        assert "is used by bookgammon play" in sentence(run("restore", tmp_path / "b.zip", "--data", data))


def test_a_restore_that_is_cut_off_anywhere_is_finished_by_the_next_start(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_backup(data, tmp_path / "b.zip", WHEN)
    wanted, rename, cuts = kept(data), os.replace, 0
    for cut in range(1, 40):
        with Journal(data / FILE) as journal:
            journal.append(journal.begin("2026-03-01T20:00:00+00:00", "0"), [Note(0, 0.0, "after the backup")])
        before, left = kept(data), [cut]

        def renamed(source: Path, target: Path, left: list[int] = left) -> None:
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt
            rename(source, target)

        with monkeypatch.context() as patched:
            patched.setattr(os, "replace", renamed)
            try:
                with writing(data, "restore"):
                    restore(data, tmp_path / "b.zip")
            except KeyboardInterrupt:
                cuts += 1
            else:
                break
        if (data / "restored").exists():
            with pytest.raises(JournalHeldUp, match="cut off"):
                Journal(data / FILE, read_only=True)
            with journal_to_write(data, "play"):
                pass
            assert kept(data) == wanted
        else:
            assert kept(data) == before
    assert cuts > 10
    finish_restore(data)
    assert kept(data) == wanted


def test_backups_while_a_match_is_played_are_each_a_moment_of_it(tmp_path: Path) -> None:
    """A sample of `python -m lab.campaigns.backups_in_play`."""
    from lab.campaigns.backups_in_play import backups_while_playing  # noqa: PLC0415 - it forks

    assert backups_while_playing(tmp_path, 5, random.Random(2)) == 5
