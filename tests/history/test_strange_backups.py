"""A backup from a stranger: refused at once, or everything that is played on it afterwards is kept."""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path

import pytest

from bookgammon.boards.known_boards import known_boards, save_board
from bookgammon.errors import BackupError
from bookgammon.files.data_lock import writing
from bookgammon.files.settings import data_folder
from bookgammon.history.backup import MANIFEST, MOST_MANIFEST
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.restore import REPLACED, restore
from bookgammon.history.unpacking import answer, unpacked
from bookgammon.lights.lights import load_lights, save_lights
from calibration.board_writing import board_files
from firmware_bridge.settings import LightSettings
from outside.sentences import from_json
from tests.commands.program import run, sentence
from tests.history.strange import backup_with, events, journal_with, matches, played, schemas, zipped
from tests.setup.stage import board_of

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


@pytest.mark.parametrize("text", ['share = "perhaps"', r'camera = "\u202e"', "["])
def test_settings_that_cannot_be_are_left_out_with_a_word(text: str, tmp_path: Path) -> None:
    """The match is there all the same, and so is what this house has answered (`finish_restore`)."""
    data = journal_with((matches(), events(refers=" REFERENCES matches (id)")), tmp_path / "made")
    backup, folder = tmp_path / "b.zip", tmp_path / "data"
    backup.write_bytes(zipped({FILE: data, "settings.toml": text.encode()}, matches=1))
    folder.mkdir()
    (replied,) = answer(json.dumps({"backup": str(backup), "folder": str(folder)}).encode())
    held = json.loads(replied)["held"]
    (why,) = held["left_out"]
    assert from_json(why).startswith("The settings in the backup are left out: ")
    assert held["matches"] == 1
    assert not (folder / "settings.toml").exists()


@pytest.mark.parametrize(
    "line",
    [
        *("strip = ['near 1', 'gap 9999 x999', 'gap 9999 x999']", "brightness = nan", "baud = 9600.5", "port = 7"),
        *(r'port = "\u202e"', f'port = "{"x" * 401}"', "budget_ma = 1e400", 'protocol = "x"', "aids = 1", "more = 1"),
    ],
)
def test_lights_that_cannot_be_are_left_out_with_a_word(line: str, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(zipped({"lights.toml": f"[lights]\n{line}\n".encode()}))
    (why,) = unpacked(tmp_path / "b.zip", data_folder(tmp_path / "data")).left_out
    assert why.startswith("The lights in the backup are left out: ")
    assert not (tmp_path / "data" / "lights.toml").exists()


OUT_OF_BOUNDS = {
    'near = "light"': 'near = "both"',
    'home = "right"': "home = []",
    "radius = ": "radius = 1e300 #",
    "height = ": "height = nan #",
    "points = [": "points = [99, ",
    "bar = [0, 0]": "bar = [300_000_000, 0]",
    "off = [0, 0]": "off = [15, 0]",
    "version = 1": "version = 1" + 4000 * "0",
    'name = "board"': f'name = "{"x" * 201}"',
}
"""By a line of a board file, what stands in its place."""


@pytest.mark.parametrize("line", OUT_OF_BOUNDS)
def test_a_board_that_cannot_be_is_left_out_with_its_pictures(line: str, tmp_path: Path) -> None:
    """The other one is there, and the folder has nothing of the first."""
    right, wrong = board_files(board_of(), "right"), board_files(board_of(), "wrong")
    text = wrong["wrong.toml"].decode()
    assert line in text
    wrong["wrong.toml"] = text.replace(line, OUT_OF_BOUNDS[line]).encode()
    (tmp_path / "b.zip").write_bytes(zipped({f"boards/{name}": data for name, data in (right | wrong).items()}))
    held = unpacked(tmp_path / "b.zip", data_folder(tmp_path / "data"))
    (why,) = held.left_out
    assert why.startswith("A board in the backup is left out: ")
    assert len(why) < 500
    assert held.summary == "0 matches, 1 board, 0 pictures"
    assert {file.name for file in (tmp_path / "data" / "boards").iterdir()} == set(right)
    known = known_boards(tmp_path / "data")
    assert (known.names, known.torn) == ((board_of().name,), ())


def test_lights_of_this_house_stay_and_its_board_makes_room_whole_where_the_backups_are_left_out(
    tmp_path: Path,
) -> None:
    save_lights(data_folder(tmp_path / "data"), LightSettings(budget_ma=2000))
    save_board(board_of(), data_folder(tmp_path / "data") / "board.toml")
    own = {file.name for file in (tmp_path / "data").glob("board.*")}
    (tmp_path / "b.zip").write_bytes(zipped({"board.toml": b"version = 2", "lights.toml": b"lights = 1"}))
    with writing(tmp_path / "data", "restore"):
        assert len(restore(tmp_path / "data", tmp_path / "b.zip").left_out) == 2
    assert load_lights(tmp_path / "data").budget_ma == 2000
    assert {file.name for file in (tmp_path / "data" / REPLACED).glob("board.*")} == own
    assert not list((tmp_path / "data").glob("board.*"))


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


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is Linux's")
def test_a_backup_that_takes_all_memory_ends_its_own_process_alone(tmp_path: Path) -> None:
    """A list within its bytes that is far larger once it is read."""
    deep = "[" + "{}," * (MOST_MANIFEST // 3 - 10) + "{}]"
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps({"format": 1, "matches": 0, "files": {}})[:-1] + f', "x": {deep}}}'[:-1])
    said = sentence(run("restore", tmp_path / "b.zip", "--data", tmp_path / "data"))
    assert said.startswith("Nothing was restored from")
