"""The program itself with its own eyes: a drill is read from pictures, and the match's record knows nothing of it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bookgammon.history.journal import FILE, Journal
from tests.commands.films import standing_film
from tests.commands.program import CORNERS, RECORDING, environment, pairing_address, run

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"


class Device:
    """A device that speaks to the page as a browser does, paired by this address."""

    def __init__(self, address: str) -> None:
        self._page, _, code = address.partition("/pair#")
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        self.post("/api/pair", {"code": code})

    def get(self, path: str) -> Any:
        with self._open.open(self._page + path, timeout=180) as answer:
            return json.load(answer)

    def post(self, path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json", "Origin": self._page}
        asked = urllib.request.Request(self._page + path, json.dumps(body).encode(), headers)
        with self._open.open(asked, timeout=180) as answer:
            return json.load(answer)


def until(true: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.1)


def test_a_drill_is_seen_by_the_programs_own_eyes(tmp_path: Path) -> None:
    (tmp_path / "corners.json").write_text(CORNERS)
    board, data = tmp_path / "board.toml", tmp_path / "data"
    pictures = ("--start", RECORDING / "start.jpg", "--empty", RECORDING / "empty.jpg")
    assert run("calibrate", *pictures, "--corners", tmp_path / "corners.json", "--out", board).returncode == 0
    film = standing_film(tmp_path / "still.avi")
    words = ["play", str(film), "--board", str(board), "--data", str(data), "--port", "0"]
    with subprocess.Popen(
        [sys.executable, "-m", "bookgammon", *words],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        try:
            assert running.stderr
            device = Device(pairing_address(running.stderr))
            until(lambda: device.get("/api/state")["phase"] == "to_roll")
            device.post("/api/study/lists", {"learner": "Ada", "name": "Openings", "text": OPENING})
            device.post("/api/study/begin", {"learner": "Ada", "confirmed": True})
            until(lambda: device.get("/api/study/drill")["drill"]["stage"] == "rolling")
            assert "practises at this board" in device.get("/api/state")["camera"]["message"]
            device.post("/api/study/act", {"act": "stop"})
            until(lambda: device.get("/api/study/drill")["drill"] is None)
            until(lambda: "practises at this board" not in device.get("/api/state")["camera"]["message"])
        finally:
            running.kill()
    with Journal(data / FILE, read_only=True) as journal:
        kept = [event.name for event in journal.events(journal.matches()[0])]
    assert kept == ["match", "game"]
