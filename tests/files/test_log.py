"""The log: what an expert would ask for, bounded and private, and never a password, a code or a name."""

from __future__ import annotations

import json
import logging
import os
import stat
import threading
import zipfile
from pathlib import Path

import numpy as np
import pytest

from arbiter import __version__
from arbiter.match.entered_events import PlayersNamed
from arbiter.match.events import IllegalPlay, MatchStarted, Note
from arbiter.match.fold import fold
from arbiter.position import START, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.rules import Rules
from bookgammon.files import log
from bookgammon.files.log import FILE, logged, without_secrets
from bookgammon.table import match_log
from bookgammon.table.match_log import EVIDENCE_FILE, MINUTE_S, MatchLog, TimedReader
from bookgammon.table.table import FrameTime, TableUpdate
from bookgammon.workers.worker import Workers
from tests.commands.program import run
from vision.sources.frames import News
from vision.sources.pictures import Image

SOMETHING = Evidence(0, 0.0, still=True, hand=False, places=tuple(PlaceEvidence(((0, 0, 0.0),)) for _ in range(25)))


def test_it_is_in_the_data_folder_for_its_owner_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with logged(tmp_path, "play", verbose=False):
        logging.getLogger("vision.sources.live").info("The camera opened")
    text = (tmp_path / FILE).read_text()
    assert f"bookgammon {__version__} play, Python" in text
    assert "vision.sources.live: The camera opened" in text
    assert capsys.readouterr().err == ""
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_verbose_tells_it_on_the_terminal_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with logged(tmp_path, "play", verbose=True):
        logging.getLogger("bookgammon").info("a line")
    assert "a line" in capsys.readouterr().err


def test_it_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "_MOST_BYTES", 2000)
    with logged(tmp_path, "play", verbose=False):
        for number in range(300):
            logging.getLogger("bookgammon").info("line %d %s", number, "x" * 50)
    assert len(list(tmp_path.iterdir())) == 4
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 8800


def test_an_error_is_logged_with_its_traceback_and_without_secrets(tmp_path: Path) -> None:
    address = "rtsp://anna:s3cret@192.168.1.20/stream?token=t0psecret"

    def fail() -> None:
        with logged(tmp_path, "play", verbose=False):
            logging.getLogger("bookgammon").error("%s does not answer; pair with ABCD-23EF", address)
            raise ZeroDivisionError(f"of {address}")

    with pytest.raises(ZeroDivisionError):
        fail()
    text = (tmp_path / FILE).read_text()
    assert "Traceback" in text
    assert "192.168.1.20/stream" in text
    assert not [secret for secret in ("anna", "s3cret", "t0psecret", "ABCD-23EF") if secret in text]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("http://a:b@c@host/v", "http://...@host/v"),
        ("open http://10.0.0.1:8024/pair#TJN6-28AZ now", "open http://10.0.0.1:8024/pair?... now"),
        ("the code TJN6-28AZ", "the code ....-...."),
        ("no source http:/anna:s3cr3t@cam/live", "no source ...@cam/live"),
        ("roll 6-2 at 0x7f", "roll 6-2 at 0x7f"),
    ],
)
def test_what_counts_as_a_secret(said: str, kept: str) -> None:
    assert without_secrets(said) == kept


def test_a_disk_that_takes_no_log_costs_nothing_else(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with logged(tmp_path, "play", verbose=False):
        logging.getLogger("bookgammon").info("nowhere")


def test_frames_drops_and_times_are_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]

    class Eyes:
        def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
            now[0] += 0.5
            return SOMETHING

        def news(self) -> tuple[News, ...]:
            return ()

    eyes = TimedReader(Eyes(), lambda: now[0])
    with caplog.at_level(logging.INFO):
        for frame in range(0, 242, 2):
            eyes.read_frame(np.zeros((1, 1, 3), np.uint8), frame, 0.0)
    assert caplog.messages == ["2.0 frames a second, 120 dropped; a look took 500 ms (median), 500 ms at most"]


def test_a_minute_of_evidence_is_kept_when_a_warning_comes_and_names_never_are(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    begun = (MatchStarted(0, 0.0, Rules()), PlayersNamed(0, 0.0, ("Rumpelstiltskin", "Ben")))
    illegal = IllegalPlay(1500, 100.0, Side.LIGHT, (3, 1), ("R12",), "8/3 needs a 5", START, provisional=False)
    with caplog.at_level(logging.INFO), MatchLog(tmp_path, Workers()) as log:
        log.on_update(TableUpdate(fold(begun), FrameTime(), (*begun, Note(0, 0.0, "The board moved.")), None))
        for number in range(1000):
            look = Evidence(number, number / 10, still=True, hand=False, places=SOMETHING.places)
            log.on_update(TableUpdate(fold(begun), FrameTime(number, number / 10), (), look))
        assert not (tmp_path / EVIDENCE_FILE).exists()
        log.on_update(TableUpdate(fold(begun), FrameTime(1500, 100.0), (illegal,), None))
    kept = json.loads((tmp_path / EVIDENCE_FILE).read_text())
    assert kept[-1]["time"] - kept[0]["time"] <= MINUTE_S
    assert 100 < len(kept) <= 121
    assert "frame 0: note: The board moved." in caplog.messages
    assert "frame 1500: illegal" in caplog.messages
    assert "Rumpelstiltskin" not in caplog.text


def test_the_table_never_waits_until_a_minute_of_evidence_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone_on, written = threading.Event(), list[bool]()
    monkeypatch.setattr(match_log, "write_atomically", lambda *_, **__: written.append(gone_on.wait(60)))
    illegal = IllegalPlay(1500, 100.0, Side.LIGHT, (3, 1), ("R12",), "8/3 needs a 5", START, provisional=False)
    with MatchLog(tmp_path, Workers()) as log:
        log.on_update(TableUpdate(fold(()), FrameTime(1500, 100.0), (illegal,), None))
        gone_on.set()
    assert written == [True, True]


def test_a_report_says_what_is_in_it_and_holds_no_secret(tmp_path: Path) -> None:
    with logged(tmp_path, "play", verbose=False):
        logging.getLogger("bookgammon").info("a line")
    with (tmp_path / FILE).open("a") as file:  # as an older version might have written it
        file.write("http://anna:s3cret@192.168.1.20/video\n")
    (tmp_path / EVIDENCE_FILE).write_text("[]")
    done = run("doctor", "--report", tmp_path / "fault.zip", "--data", tmp_path)
    assert done.returncode == 0, done.stderr
    said = done.stderr.splitlines()
    assert said[0] == "The report holds no pictures, no names and no passwords, but these files:"
    with zipfile.ZipFile(tmp_path / "fault.zip") as report:
        assert set(report.namelist()) == {"about.json", FILE, EVIDENCE_FILE}
        assert all(any(name in line for line in said) for name in report.namelist())
        assert b"s3cret" not in report.read(FILE)
        assert "Python" in {check["name"] for check in json.loads(report.read("about.json"))["checks"]}
