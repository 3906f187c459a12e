"""Bad input of every kind is one sentence, exit code 1, no traceback, and nothing lost."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from tests.commands.program import RECORDING, environment, run, sentence
from vision.sources.sources import Frame, open_source

START, GAME = RECORDING / "start.jpg", RECORDING / "game.mp4"
OPENING_TO_FIVE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"


@pytest.fixture(scope="session")
def mid_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recorded board after dark's 24/18 13/11, hands away."""
    path = tmp_path_factory.mktemp("frame") / "frame.png"
    source = open_source(str(RECORDING / "game.mp4"))
    frame = next(source.items(start=104))
    source.close()
    assert isinstance(frame, Frame)
    cv2.imwrite(str(path), frame.image)
    return path


def test_a_picture_that_is_none_does_not_stop_the_others(board: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(START.read_bytes()[:40_000])
    done = run("read", "--board", board, "--json", board, torn, START)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line[:9] for line in lines] == ['{"image":'] * 3
    assert ["error" in line for line in lines] == [True, True, False]
    assert "not a picture" in lines[0]
    assert "torn" in lines[1]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "No such file"), ("version = 1\nname = ", "torn"), ("version = 99\n", "version 99")],
)
def test_a_board_file_that_is_missing_torn_or_newer(tmp_path: Path, content: str | None, said: str) -> None:
    path = tmp_path / "board.toml"
    if content is not None:
        path.write_text(content)
    assert said in sentence(run("read", "--board", path, START))


def test_a_board_file_whose_picture_was_changed(board: Path, tmp_path: Path) -> None:
    for file in board.parent.iterdir():
        shutil.copy(file, tmp_path)
    picture = next(tmp_path.glob("*.start.*.png"))
    picture.write_bytes(picture.read_bytes() + b"\0")
    assert "not the one" in sentence(run("read", "--board", tmp_path / "board.toml", START))


@pytest.mark.parametrize("source", ["nowhere.mp4", "97", "http://127.0.0.1:9/video"])
def test_a_source_that_does_not_open(board: Path, source: str) -> None:
    assert source in sentence(run("watch", source, "--board", board, "--json"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--score", "9-1", "--length", "5"), "At 9-1 a match to 5 is over"),
        (("--score", "5-0", "--position", OPENING_TO_FIVE), "a match to 5 is over"),
        (("--cube-limit", "5"), "No cube shows 5"),
        (("--cube-limit", "1"), "No cube shows 1"),
    ],
)
def test_a_match_that_nobody_can_play(board: Path, words: tuple[str, ...], said: str) -> None:
    assert said in sentence(run("watch", RECORDING / "game.mp4", "--board", board, *words))


def test_a_number_below_nought_is_refused_in_words(board: Path) -> None:
    done = run("watch", RECORDING / "game.mp4", "--board", board, "--length", "-3")
    assert done.returncode == 2
    assert "'-3' is not a whole number, 0 or more" in done.stderr
    assert "_count" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("history", "--host", "a..b"), "there is no such address"),
        (("backup", "/"), "Is a directory"),
        (("calibrate", "--start", START, "--out", "/"), "/ is a folder"),
    ],
)
def test_names_that_nothing_can_have(tmp_path: Path, words: tuple[object, ...], said: str) -> None:
    where = () if words[0] == "calibrate" else ("--data", tmp_path)
    assert said in sentence(run(*words, *where))


def test_a_recording_without_any_game_is_told(board: Path, tmp_path: Path) -> None:
    for number in range(3):
        shutil.copy(RECORDING / "empty.jpg", tmp_path / f"{number}.jpg")
    done = run("watch", tmp_path, "--board", board)
    assert done.returncode == 0
    assert "Nothing of a game was seen" in done.stderr


def test_a_video_that_is_none(board: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.mp4"
    path.write_bytes((RECORDING / "game.mp4").read_bytes()[:50_000])
    assert "no frame that can be read" in sentence(run("watch", path, "--board", board))
    path.write_text("not a video")
    assert "not a video that can be read" in sentence(run("watch", path, "--board", board))


def test_a_start_picture_with_another_position_names_the_points(mid_game: Path, corners: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.toml"
    pictures = ("--start", mid_game, "--empty", RECORDING / "empty.jpg")
    said = sentence(run("calibrate", *pictures, "--corners", corners, "--out", out))
    assert "does not show the starting position" in said
    for point, shows in ((1, "1 dark"), (7, "1 dark"), (12, "4 dark"), (14, "1 dark")):
        assert f"light's {point}-point shows {shows}" in said
    assert not out.exists()


def test_the_same_picture_is_fine_where_its_position_is_told(mid_game: Path, corners: Path, tmp_path: Path) -> None:
    position = "XGID=-a----EaC---dEa--c-e----B-:0:0:1:00:0:0:0:0:10"
    words = ("--start", mid_game, "--empty", RECORDING / "empty.jpg", "--position", position)
    done = run("calibrate", *words, "--corners", corners, "--out", tmp_path / "board.toml")
    assert done.returncode == 0, done.stderr


def test_corners_that_are_missing_or_torn(tmp_path: Path) -> None:
    out = tmp_path / "board.toml"
    corners = tmp_path / "corners.json"
    corners.write_text('{"left": [[1, 2]')
    assert "not JSON" in sentence(run("calibrate", "--start", START, "--corners", corners, "--out", out))


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        assert f"Port {port} is used" in sentence(run("demo", "--fast", "--data", tmp_path, "--port", port))


def test_a_database_of_another_program(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "demo.sqlite") as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    assert "another program" in sentence(run("demo", "--fast", "--data", tmp_path))


def test_a_locked_database(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "demo.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert "locked" in sentence(run("demo", "--fast", "--data", tmp_path))
    other.close()


def test_a_data_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = sentence(run("demo", "--fast", "--data", tmp_path / "file" / "folder"))
    assert "choose another with --data" in said


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with room for a few pages only."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if not hasattr(os, "geteuid") or os.geteuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root can make a small disk (the journal's own test fills a database everywhere)")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk(small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(bytes(60_000))
    assert "disk is full" in sentence(run("demo", "--fast", "--data", small_disk)).lower()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a device that is always full")
@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--help",),
        ("--version",),
        ("play", "--help"),
        ("id", OPENING_TO_FIVE),
        ("plays", "--json"),
        ("watch", RECORDING / "game.mp4", "--board"),
    ],
)
def test_answers_that_cannot_be_written(words: tuple[object, ...], board: Path) -> None:
    whole = [*words, board] if "watch" in words else words
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bookgammon", *map(str, whole)],
            input=json.dumps({"xgid": OPENING_TO_FIVE}), stdout=full, stderr=subprocess.PIPE, text=True, timeout=300,
            check=False, env=environment(),
        )  # fmt: skip
    assert sentence(done) == "The answer cannot be written: No space left on device."


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a device that is always full")
def test_a_sentence_that_cannot_be_written_is_no_fault() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bookgammon", "id", "no XGID"], stderr=full, timeout=300, check=False,
            env=environment(),
        )  # fmt: skip
    assert done.returncode == 1


def test_a_source_that_does_not_open_is_told_before_any_set_up(tmp_path: Path) -> None:
    for command in ("play", "setup"):
        assert "no source nowhere.mp4" in sentence(run(command, "nowhere.mp4", "--data", tmp_path))


def test_wrong_usage_is_exit_2(board: Path) -> None:
    assert run("watch").returncode == 2
    assert run("fly").returncode == 2
    assert run("watch", "x.mp4", "--board", board, "--score", "many").returncode == 2


def test_an_xgid_that_cannot_be_read(board: Path) -> None:
    assert "ten fields" in sentence(run("watch", "x.mp4", "--board", board, "--position", "XGID=what"))


def test_a_missing_system_library_is_told_with_the_fix_and_rules_work_without(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text('raise ImportError("libGL.so.1: cannot open shared object file")')
    said = sentence(run("read", "--board", "x.toml", START, before=[tmp_path]))
    assert "libGL.so.1" in said
    assert "apt-get install" in said
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"
    assert run("plays", xgid, before=[tmp_path]).returncode == 0
    assert run("doctor", "--data", tmp_path, before=[tmp_path]).returncode == 1
