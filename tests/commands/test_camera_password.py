"""A camera's password: in one file of its owner, and nowhere else that anybody could look."""

from __future__ import annotations

import re
import stat
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from bookgammon.cameras.address import LOGINS, keep_camera, kept_camera, whole_address
from bookgammon.files.settings import Settings, load_settings, save_settings
from tests.commands.program import environment
from tests.vision_sources.test_stream import phone

ENTERED, SHOWN = "http://user:s3cret@192.168.1.20:8080/video", "http://192.168.1.20:8080/video"


def holding(folder: Path, words: bytes) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file() and words in path.read_bytes())


def test_it_is_kept_in_a_file_that_only_its_owner_may_read(tmp_path: Path) -> None:
    keep_camera(tmp_path, ENTERED)
    assert kept_camera(tmp_path) == ENTERED
    assert whole_address(tmp_path, SHOWN) == ENTERED
    assert load_settings(tmp_path).camera == SHOWN
    assert holding(tmp_path, b"s3cret") == [LOGINS]
    assert stat.S_IMODE((tmp_path / LOGINS).stat().st_mode) == 0o600


def test_settings_of_earlier_versions_are_cleaned(tmp_path: Path) -> None:
    save_settings(tmp_path, Settings(share=True, camera=ENTERED))
    assert kept_camera(tmp_path) == ENTERED
    assert load_settings(tmp_path) == Settings(share=True, camera=SHOWN)
    assert holding(tmp_path, b"s3cret") == [LOGINS]


def test_without_a_password_there_is_no_such_file(tmp_path: Path) -> None:
    for address in ("0", SHOWN):
        keep_camera(tmp_path, address)
        assert kept_camera(tmp_path) == address
    assert not (tmp_path / LOGINS).exists()


def test_a_camera_that_stops_does_not_tell_it(board: Path, tmp_path: Path) -> None:
    with phone() as address:
        entered = address.replace("http://", "http://user:s3cret@")
        words = ["play", entered, "--board", str(board), "--data", str(tmp_path), "--port", "0", "--json", "--no-light"]
        with subprocess.Popen(
            [sys.executable, "-m", "bookgammon", *words], env=environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as running:  # fmt: skip
            assert running.stderr
            assert running.stdout
            found = re.search(r"http://127\.0\.0\.1:\d+/", running.stderr.readline())
            assert found
            shown = ""
            end = time.monotonic() + 60
            while "stop" not in shown and time.monotonic() < end:
                with urllib.request.urlopen(found[0] + "api/state", timeout=180) as answer:
                    shown = answer.read().decode()
                assert "s3cret" not in shown
            running.terminate()
            printed, said = running.communicate(timeout=60)
    assert "stopped answering" in shown
    assert "s3cret" not in printed + said
    assert holding(tmp_path, b"s3cret") == []
    assert holding(tmp_path, b"stopped answering") != []
