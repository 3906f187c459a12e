"""The doctor: says what works and what to do, and fails only where the program cannot work."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from bookgammon.doctor import camera_checks, checks
from bookgammon.doctor.door_checks import secure_door
from bookgammon.files.data_lock import note_address, writing
from bookgammon.files.settings import Settings, save_settings
from bookgammon.history.journal import Journal
from bookgammon.terminal.libraries import explain_import
from tests.commands.program import run
from vision.sources.sources import Frame


def test_every_part_is_looked_at(tmp_path: Path) -> None:
    done = run("doctor", "--json", "--data", tmp_path)
    found = {answer["check"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert done.returncode == 0
    assert done.stderr == ""
    assert found["library opencv-python"]["state"] == "ok"
    assert str(tmp_path) in found["data folder"]["found"]
    assert {"Python", "page", *(f"library {name}" for name in checks.LIBRARIES)} <= set(found)
    assert any(name.startswith("camera") for name in found)
    assert any(name.startswith("serial port") for name in found)
    assert all(answer["do"] for answer in found.values() if answer["state"] != "ok")


def test_a_board_learned_in_set_up_is_counted(tmp_path: Path) -> None:
    assert "no board file yet" in str(checks.data_check(tmp_path).found)
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "our-book.toml").touch()
    assert "with a board file" in str(checks.data_check(tmp_path).found)


def test_a_port_in_use_is_a_hint(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        found = checks.port_check(port, tmp_path)
        assert (found.state, found.do) == ("hint", "choose another with --port")
        with writing(tmp_path, "play"):
            note_address(tmp_path, f"http://127.0.0.1:{port}/")
            found = checks.port_check(port, tmp_path)
            assert (found.state, found.found) == ("ok", f"a match is followed there now: http://127.0.0.1:{port}/")
            assert not any(check.state != "ok" for check in secure_door(tmp_path, port))


def test_a_library_that_does_not_load_is_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(name: str) -> object:
        raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(checks, "import_module", broken)
    found = list(checks.all_checks(tmp_path, 0))
    bad = [check for check in found if check.state == "bad"]
    assert len(bad) == len(checks.LIBRARIES)
    assert "apt-get install libgl1" in bad[0].do
    assert not any(check.name.startswith("camera") for check in found)


def test_a_data_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found = checks.data_check(tmp_path / "file" / "folder")
    assert found.state == "bad"
    assert "--data" in found.do


class Recorded:
    """A camera that gives one picture."""

    def items(self) -> Iterator[Frame]:
        yield Frame(np.zeros((540, 960, 3), np.uint8), 0, 0.0)

    def close(self) -> None:
        """Nothing is held open."""


def test_cameras_are_asked_one_by_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(camera_checks, "camera_numbers", lambda: [40, 41])
    assert list(camera_checks.cameras(tmp_path)) == []  # devices that give no pictures are nothing to tell
    monkeypatch.setattr(camera_checks, "camera_numbers", list)
    (found,) = camera_checks.cameras(tmp_path)
    assert found.state == "hint"


def test_the_camera_of_the_network_that_was_used_last_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a webcam it is no lack; its password is nobody's business."""
    address = "http://anna:secret@127.0.0.1:8080/video"
    save_settings(tmp_path, Settings(camera=address))
    monkeypatch.setattr(camera_checks, "camera_numbers", list)
    monkeypatch.setattr(camera_checks, "open_source", {address: Recorded()}.__getitem__)
    (found,) = camera_checks.cameras(tmp_path)
    assert (found.state, found.found) == ("ok", "960 by 540 pixels")
    assert "127.0.0.1:8080" in found.name
    assert "secret" not in found.name


def test_the_journal_is_read(tmp_path: Path) -> None:
    assert list(checks.journal_check(tmp_path)) == []
    with Journal(tmp_path / "journal.sqlite") as journal:
        journal.begin("2026-01-02T20:00:00+00:00", "camera 0")
    (found,) = checks.journal_check(tmp_path)
    assert (found.state, found.found) == ("ok", "one match in it")
    (tmp_path / "journal.sqlite").write_text("torn " * 400)
    (found,) = checks.journal_check(tmp_path)
    assert found.state == "bad"
    assert "sets it aside whole" in found.do


def test_what_should_start_with_the_machine_is_looked_at(tmp_path: Path) -> None:
    home, lingering = tmp_path / "anna", tmp_path / "linger"
    unit = home / checks.UNIT
    assert list(checks.service_check(home, lingering)) == []
    unit.parent.mkdir(parents=True)
    unit.touch()
    wants = unit.parent / "default.target.wants"
    (found,) = checks.service_check(home, lingering)
    assert "systemctl --user enable" in found.do
    wants.mkdir()
    (wants / unit.name).touch()
    (found,) = checks.service_check(home, lingering)
    assert "enable-linger" in found.do
    lingering.mkdir()
    (lingering / "anna").touch()
    (found,) = checks.service_check(home, lingering)
    assert found.state == "ok"


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        ("libGL.so.1: cannot open shared object file: No such file or directory", "apt-get install libgl1"),
        ("libgthread-2.0.so.0: cannot open shared object file: No such file", "libglib2.0-0"),
        ("libxcb.so.1: cannot open shared object file: No such file", "apt-file search libxcb.so.1"),
        ("DLL load failed while importing cv2: The specified module could not be found.", "Visual C++"),
        ("No module named 'segno'", "install bookgammon again"),
    ],
)
def test_a_library_that_does_not_load_names_its_cure_in_one_sentence(text: str, cure: str) -> None:
    said = explain_import(ImportError(text))
    assert cure in said
    assert "\n" not in said
