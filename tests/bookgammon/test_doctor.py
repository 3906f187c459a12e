"""The doctor: says what works and what to do, and fails only where the program cannot work."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from bookgammon import camera_checks, checks
from tests.bookgammon.program import run


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


def test_a_port_in_use_is_a_hint(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        found = checks.port_check(busy.getsockname()[1])
    assert (found.state, found.do) == ("hint", "choose another with --port")


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


def test_cameras_are_asked_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_checks, "camera_numbers", lambda: [40, 41])
    assert list(camera_checks.cameras()) == []  # devices that give no pictures are nothing to tell
    monkeypatch.setattr(camera_checks, "camera_numbers", list)
    (found,) = camera_checks.cameras()
    assert found.state == "hint"
