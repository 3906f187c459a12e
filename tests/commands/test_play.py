"""`play` and `watch` as people and scripts call them, on the first second of the recorded game."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import pytest

from bookgammon.history.journal import Journal
from tests.commands.films import standing_film
from tests.commands.program import RECORDING, Done, environment, run, sentence
from vision.sources.sources import Frame, open_source

SECOND = 15


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The set-up board, before any die is thrown."""
    path = tmp_path_factory.mktemp("clip") / "second.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), SECOND, (960, 540))
    source = open_source(str(RECORDING / "game.mp4"))
    for frame in islice(source.items(), SECOND):
        assert isinstance(frame, Frame)
        writer.write(frame.image)
    writer.release()
    source.close()
    return path


def events(done: Done) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_watch_begins_with_the_match_and_the_game(clip: Path, board: Path) -> None:
    found = events(run("watch", clip, "--board", board, "--json", "--length", 7, "--score", "2-1"))
    assert [event["event"] for event in found] == ["match", "game"]
    assert found[0]["rules"]["length"] == 7
    assert found[0]["score"] == [2, 1]
    assert 0 < found[1]["frame"] < SECOND
    assert found[1]["player"] is None


def test_watch_can_start_in_the_middle_of_a_game(clip: Path, board: Path) -> None:
    position = "XGID=-FCB--B--A----A---------g-:1:1:-1:00:0:3:0:9:10"
    found = events(run("watch", clip, "--board", board, "--json", "--position", position))
    assert found[0]["rules"]["length"] == 9
    assert found[0]["score"] == [0, 3]
    assert found[1]["player"] == "dark"
    assert (found[1]["cube"], found[1]["owner"]) == (2, "light")


def test_people_get_lines_instead(clip: Path, board: Path) -> None:
    done = run("watch", clip, "--board", board)
    assert [line.split("s  ")[1] for line in done.stdout.splitlines()] == [
        "Match to 5, light 0, dark 0",
        "A game begins",
    ]


def test_play_goes_on_with_the_match_that_is_open(clip: Path, board: Path, tmp_path: Path) -> None:
    words = ("play", clip, "--board", board, "--data", tmp_path, "--port", 0, "--json", "--no-light")
    first = events(run(*words, "--length", 3))
    assert [event["event"] for event in first] == ["match", "game"]
    again = run(*words)
    clock = r"\d{4}-\d\d-\d\d \d\d:\d\d"  # that of the wall: no T, seconds or zone
    assert re.search(rf"begun {clock} goes on where it was", again.stderr)
    assert events(again) == []  # the game was begun already
    assert re.search(rf"begun {clock} is still open", sentence(run(*words, "--score", "1-0")))
    anew = events(run(*words, "--new"))
    assert [event["event"] for event in anew] == ["match", "game"]
    with Journal(tmp_path / "journal.sqlite", read_only=True) as journal:
        assert [len(journal.events(match)) for match in journal.matches()] == [2]  # of the first nobody rolled


def test_the_page_is_up_while_the_match_is_played(board: Path, tmp_path: Path) -> None:
    film = standing_film(tmp_path / "still.avi")
    words = ["play", str(film), "--board", str(board), "--data", str(tmp_path), "--port", "0", "--no-light"]
    with subprocess.Popen(
        [sys.executable, "-m", "bookgammon", *words],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        try:
            assert running.stderr
            found = re.search(r"http://127\.0\.0\.1:\d+/", running.stderr.readline())
            assert found
            state: dict[str, Any] = {"phase": ""}
            while state["phase"] != "to_roll":
                with urllib.request.urlopen(found[0] + "api/state", timeout=180) as answer:
                    state = json.load(answer)
            assert (state["match"]["length"], state["demo"]) == (5, False)
        finally:
            running.terminate()
        out, _ = running.communicate(timeout=120)
    assert out.splitlines() == ["Match to 5, light 0, dark 0", "A game begins"]
    assert running.returncode == 0


