"""What is kept is for its owner alone; what is deleted is gone; what may only be read can still be exported."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arbiter.match.entered_events import PlayersNamed
from arbiter.match.events import Event, MatchStarted, Note
from arbiter.match.fold import fold
from arbiter.rules import Rules
from bookgammon.files.data_lock import writing
from bookgammon.files.settings import Settings, data_folder, save_settings
from bookgammon.history.album import album_beside, forget_others, picture_path, write
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.session import CHECKPOINT_IDLE_S, MatchSession
from bookgammon.history.writer import journal_to_write
from bookgammon.table.table import FrameTime, TableUpdate
from tests import plugged

EVENTS: tuple[Event, ...] = (MatchStarted(0, 0.0, Rules()), PlayersNamed(0, 0.0, ("Rumpelstiltskin", "Ben")))
on_posix = pytest.mark.skipif(os.name == "nt", reason="rights are POSIX's")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and b"Rumpelstiltskin" in path.read_bytes()]


@on_posix
def test_nobody_else_may_read_the_data_folder_or_a_file_in_it(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        folder = data_folder(tmp_path / "data")
        save_settings(folder, Settings(share=True))
        with writing(folder, "play"), Journal(folder / FILE) as journal:
            journal.append(journal.begin("2026-01-02T20:00:00+00:00", "0"), EVENTS)
            write(picture_path(album_beside(folder / FILE), 1, 0), b"picture")
            for make in plugged.found("kept_data", "make"):
                make(folder)
            found = {path.relative_to(folder): mode(path) for path in folder.rglob("*")}
        assert mode(folder) == 0o700
        assert {path: right for path, right in found.items() if right not in (0o600, 0o700)} == {}
        assert {Path(FILE), Path(f"{FILE}-wal"), Path("settings.toml"), Path("writer.lock")} <= set(found)
        assert set(map(Path, plugged.joined("kept_data", "FILES"))) <= set(found)
    finally:
        os.umask(before)


@on_posix
def test_a_folder_of_an_older_version_is_closed_to_others(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "settings.toml").write_text("")
    with Journal(tmp_path / FILE):
        pass
    (tmp_path / FILE).chmod(0o644)
    data_folder(tmp_path)
    with Journal(tmp_path / FILE):
        pass
    assert (mode(tmp_path), mode(tmp_path / FILE)) == (0o700, 0o600)


def test_a_folder_that_holds_nothing_of_ours_keeps_its_rights(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "holiday.jpg").touch()
    assert mode(data_folder(tmp_path)) == 0o755


def test_a_deleted_name_is_in_no_file_while_the_program_runs(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with Journal(path) as table:
        first = table.begin("2026-01-02T20:00:00+00:00", "0")
        for event in (*EVENTS, *(Note(frame, 0.0, "Rumpelstiltskin " * 40) for frame in range(60))):
            table.append(first, [event])
        table.append(table.begin("2026-01-03T20:00:00+00:00", "0"), EVENTS[:1])
        table.settle()
        assert names_in(tmp_path)
        pages = table.pragma("page_count")
        with Journal(path) as page:
            page.delete(first.id)
        assert names_in(tmp_path) == []
        assert table.pragma("page_count") < pages
        assert len(table.matches()) == 1


def test_pictures_without_a_match_are_deleted_when_the_program_starts(tmp_path: Path) -> None:
    album = album_beside(tmp_path / FILE)
    with Journal(tmp_path / FILE) as journal:
        journal.append(journal.begin("2026-01-02T20:00:00+00:00", "0"), EVENTS)
    for match in (1, 2):
        write(picture_path(album, match, 0), b"picture")
    for name, age in ((".settings.toml.99.new", 100), (".devices.json.98.new", 1)):
        (tmp_path / name).write_text("half")
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    with journal_to_write(tmp_path, "play"):
        assert [path.name for path in album.iterdir()] == ["1"]
        assert not (tmp_path / ".settings.toml.99.new").exists()
        assert (tmp_path / ".devices.json.98.new").exists()  # somebody writes it right now
    forget_others(album, ())
    assert list(album.iterdir()) == []


def test_the_log_is_emptied_into_the_database_when_nothing_happens(tmp_path: Path) -> None:
    now = [0.0]
    path = tmp_path / FILE
    with Journal(path) as journal:
        match = journal.begin("2026-01-02T20:00:00+00:00", "0")
        evening = MatchSession(journal, match, lambda: "", lambda _: None, lambda: now[0])
        evening.keep(EVENTS)
        update = TableUpdate(fold(EVENTS), FrameTime(), (), None)
        evening.on_update(update)
        assert b"Rumpelstiltskin" not in path.read_bytes()
        now[0] = CHECKPOINT_IDLE_S + 0.1
        evening.on_update(update)
        assert b"Rumpelstiltskin" in path.read_bytes()


def as_nobody(work: Callable[[], object]) -> str:
    """What `work` comes to for somebody who may change nothing here; the text of what it raises."""
    inside, outside = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            said = str(work())
        except BaseException as error:  # noqa: BLE001 - told to the parent, whatever it is
            said = repr(error)
        os.write(outside, said.encode())
        os._exit(0)
    os.close(outside)
    os.waitpid(pid, 0)
    with os.fdopen(inside) as answer:
        return answer.read()


@on_posix
@pytest.mark.parametrize("closed", [True, False])
def test_a_journal_on_a_disk_that_may_only_be_read_is_read(closed: bool) -> None:
    place = TemporaryDirectory()  # not below pytest's own, which nobody but us may enter
    Path(place.name).chmod(0o755)
    folder = Path(place.name) / "stick"
    folder.mkdir()
    with Journal(folder / FILE) as journal:
        journal.append(journal.begin("2026-01-02T20:00:00+00:00", "0"), EVENTS)
        copies = {} if closed else {file.name: file.read_bytes() for file in folder.iterdir()}
    for name, data in copies.items():  # as a pulled stick has them: the events are in the log only
        if not name.endswith("-shm"):
            (folder / name).write_bytes(data)
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)

    def read() -> object:
        with Journal(folder / FILE, read_only=True) as journal:
            return [event.name for event in journal.events(journal.matches()[0])]

    try:
        assert as_nobody(read) == "['match', 'names']"
    finally:
        folder.chmod(0o755)
        place.cleanup()
