"""What everybody reads of a file is its name: where the data folder lies is nobody's business."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from arbiter.match.events import MatchStarted
from arbiter.message import Message
from arbiter.rules import Rules
from bookgammon.access.devices import DeviceFile
from bookgammon.errors import JournalHeldUp
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.history.troubles import explained
from tests.web.devices import paired
from tests.web.tables import to_roll
from tests.web.whole_page import whole_app
from web.app import create_app
from web.guard import COOKIE
from web.history import add_history
from web.hub import Hub
from web.pairing import Pairing
from web.shown_paths import without_folders

FOLDER = Path("/home/ann/.local/share/bookgammon")


def test_the_full_disk_is_told_without_the_place_of_the_journal() -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    with pytest.raises(JournalHeldUp) as held, explained(FOLDER / "journal.sqlite"):
        raise full
    assert "/home/ann" in str(held.value)  # who runs the program reads it whole
    told = without_folders(str(held.value), FOLDER)
    assert told.startswith("The disk is full, so the journal journal.sqlite cannot be written")
    assert isinstance(told, Message)  # and in any language


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (Message("{path} cannot be read.", path=str(FOLDER / "a.json")), "a.json cannot be read."),
        (Message("No: {why}", why=Message("{path} is torn.", path=FOLDER / "a")), "No: a is torn."),
        (Message("{file} of {name}.", file="game.mp4", name="Ann/Ben"), "game.mp4 of Ann/Ben."),
        (f"It fails at {FOLDER}/recordings/1: no room", "It fails at recordings/1: no room"),
        ("All is well.", "All is well."),
    ],
)
def test_folders_are_left_out_and_nothing_else(said: str, told: str) -> None:
    assert without_folders(said, FOLDER) == told


READ_BY_ALL = (
    "/api/history",
    "/api/history/1",
    "/api/history/1/export/mat",
    "/api/history/1/file",
)
SPOILT: dict[str, Callable[[Path], object]] = {
    "no database": lambda path: path.write_bytes(b"x" * 5000),
    "a changed event": lambda path: changed(path, "UPDATE events SET json = '{}'"),
    "a newer version": lambda path: changed(path, "PRAGMA user_version = 99"),
    "another program's": lambda path: changed(path, "PRAGMA application_id = 1"),
}


def changed(path: Path, how: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(how)


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_who_only_looks_reads_of_no_folder_whatever_is_wrong_with_the_journal(
    spoil: Callable[[Path], object], tmp_path: Path
) -> None:
    names_no_folder(spoil, tmp_path, READ_BY_ALL)


def names_no_folder(
    spoil: Callable[[Path], object],
    tmp_path: Path,
    addresses: Sequence[str],
    add: Callable[[Flask, Path, Archive], None] = lambda *_: None,
) -> None:
    """add: further pages, of a journal and what is kept of it."""
    path = tmp_path / "of-ann" / "journal.sqlite"
    path.parent.mkdir()
    with Journal(path) as journal:
        journal.append(journal.begin("2026-01-02T20:00:00+00:00", "0"), [MatchStarted(0, 0.0, Rules())])
    spoil(path)
    app = whole_app(Hub(to_roll()))
    archive = Archive(path, lambda: None)
    add_history(app, archive)
    add(app, path, archive)
    looking, controlling = app.test_client(), paired(app)
    refused = 0
    for address in addresses:
        answer = looking.get(address)
        refused += answer.status_code == 503
        assert "of-ann" not in answer.text, address
    assert refused
    assert "of-ann" in controlling.get("/api/history/1").text  # who may act reads where the file is


def test_who_brings_a_key_reads_of_no_folder_where_the_list_of_devices_is_torn(tmp_path: Path) -> None:
    app = create_app(Hub(to_roll()), pairing=Pairing(DeviceFile(tmp_path / "devices.json")))
    (tmp_path / "devices.json").write_text("[")
    client = app.test_client()
    client.set_cookie(COOKIE, "anything")
    answer = client.get("/api/devices")
    assert answer.status_code == 503
    assert "devices.json" in answer.text
    assert str(tmp_path) not in answer.text
