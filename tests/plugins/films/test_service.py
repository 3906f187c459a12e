"""Beside the table: a film that was sent is followed in a process of its own and becomes a past match."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE, Journal
from bookgammon.plugins.films.job import RecordingJob
from bookgammon.plugins.films.pages import MOST_OF_A_PIECE, RecordingShown, SaidOfRecording
from bookgammon.plugins.films.service import RecordingService
from tests.commands.films import CONTESTED, film
from web.errors import BadEntryError, NotNowError

SAID = SaidOfRecording(("Ada", "Ben"), 5, (1, 2))
PATIENCE_S = 600.0


def until(true: Callable[[], object]) -> None:
    """As long as a busy machine may need."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def sent(service: RecordingService, data: bytes, name: str = "evening.mp4") -> str:
    recording = service.begin(name, len(data), 1_767_384_000.0, None).id
    for offset in range(0, len(data), MOST_OF_A_PIECE):
        service.add(recording, offset, data[offset : offset + MOST_OF_A_PIECE])
    return recording


def only(service: RecordingService) -> RecordingShown:
    (shown,) = service.all()
    return shown


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_a_film_becomes_a_match_though_its_work_is_killed(tmp_path: Path) -> None:
    data = film(tmp_path / "film.mp4", [CONTESTED]).read_bytes()
    with Journal(tmp_path / FILE) as journal:
        tonight = journal.begin("2026-01-09T20:00:00+00:00", "0")
    with RecordingService(tmp_path / FILE, place="foreground") as service:
        recording = sent(service, data)
        until(lambda: only(service).state == "working" and (only(service).share or 0) > 0)
        os.kill(process_of(service), signal.SIGKILL)
        until(lambda: only(service).share and only(service).state == "working")
    analysed = list[int]()
    with RecordingService(tmp_path / FILE, on_kept=analysed.append, place="foreground") as service:  # started again
        until(lambda: only(service).state == "done")
        assert service.picture(recording)
        service.say(recording, SAID)
        until(lambda: service.all() == ())
    archive = Archive(tmp_path / FILE, lambda: tonight.id)
    played, match = archive.matches()  # the newest first
    assert (match.names, match.score, match.length, match.games) == (("Ada", "Ben"), (1, 2), 5, 1)
    assert analysed == [match.id]
    assert match.started == "2026-01-02T20:00:00+00:00"
    assert played.state == "playing"
    past = archive.past_match(match.id)
    assert past
    made = [step for step in past.steps if step.kind == "play"]
    assert [step.text for step in made][:3] == ["24/18 13/11", "24/20 13/8", "18/15 13/11"]
    assert all(archive.picture(match.id, step.frame or 0) for step in made)
    (contested,) = [step for step in past.steps if step.clip]
    assert sorted(contested.dice or ()) == [1, 6]  # its first play was illegal
    clip = archive.clip(match.id, contested.clip or "")
    assert clip
    assert clip.read_bytes().startswith(b"\x1aE\xdf\xa3")  # EBML, which WebM is
    assert not list((tmp_path / "recordings").iterdir())
    assert archive.delete(match.id)
    assert not list((tmp_path / "pictures").glob("*/*/*"))


def process_of(service: RecordingService) -> int:
    assert service.worker is not None
    return service.worker


def test_what_is_no_film_is_said_and_removed(tmp_path: Path) -> None:
    with RecordingService(tmp_path / FILE, place="foreground") as service:
        recording = sent(service, b"no film at all" * 100, name="notes.mp4")
        until(lambda: only(service).state == "failed")
        assert "not a video" in only(service).trouble
        service.cancel(recording)
        assert service.all() == ()
        assert not list((tmp_path / "recordings").iterdir())
        with pytest.raises(NotNowError, match="not here any more"):
            service.cancel(recording)


def test_the_process_ends_as_it_says(tmp_path: Path) -> None:
    job = RecordingJob(tmp_path / "job")
    (tmp_path / "notes.mp4").write_bytes(b"no film at all")
    job.begin(tmp_path / "notes.mp4", ())
    words = [sys.executable, "-m", "bookgammon.plugins.films.worker", str(job.folder), "foreground"]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process:  # which stays open
        assert process.wait(PATIENCE_S) == 1
    assert "not a video" in job.trouble


def test_a_film_whose_work_is_torn_keeps_no_other_one_waiting(tmp_path: Path) -> None:
    service = RecordingService(tmp_path / FILE, place="foreground")
    torn = sent(service, b"no film at all" * 100)
    job = RecordingJob(tmp_path / "recordings" / torn)
    job.begin(job.folder / "film", ())
    (job.folder / "checkpoint.json").write_text("[]")
    sent(service, b"nor this" * 100)
    with service:
        until(lambda: all(each.state == "failed" for each in service.all()))
        assert "is torn" in {each.id: each.trouble for each in service.all()}[torn]


def test_what_cannot_be_begun_is_said_and_keeps_no_other_one_waiting(tmp_path: Path) -> None:
    service = RecordingService(tmp_path / FILE, place="foreground")
    blocked = sent(service, b"no film at all" * 100)
    (tmp_path / "recordings" / blocked / "pictures").write_text("where the folder of pictures should be")
    sent(service, b"nor this" * 100)
    with service:
        until(lambda: {each.id: each.state for each in service.all() if each.id != blocked}.popitem()[1] == "failed")
        until(lambda: {each.id: each.trouble for each in service.all()}[blocked])
        assert "cannot be kept" in {each.id: each.trouble for each in service.all()}[blocked]


def test_a_fault_of_the_program_is_logged_and_ends_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import bookgammon.plugins.films.job as job\ndel job.RecordingJob.follow\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with RecordingService(tmp_path / FILE, place="foreground") as service:
        sent(service, b"no film at all" * 100)
        until(lambda: only(service).state == "failed")
        assert "by a fault" in only(service).trouble
    assert "AttributeError: 'RecordingJob' object has no attribute 'follow'" in caplog.text


def test_of_two_processes_one_works(tmp_path: Path) -> None:
    with RecordingService(tmp_path / FILE, place="foreground") as first:
        sent(first, b"no film at all" * 100)
        until(lambda: only(first).state == "failed")
        with RecordingService(tmp_path / FILE, place="foreground") as second:
            again = sent(second, b"nor this" * 100, name="other.mp4")
            until(lambda: all(each.state == "failed" for each in first.all()))
            assert second.worker is None
            assert {each.id for each in second.all()} >= {again}


@pytest.mark.parametrize(
    "said",
    [
        SaidOfRecording(("Ada", "Ada")),
        SaidOfRecording(("Ada", " ")),
        SaidOfRecording(("Ada", "Ben"), 5, (5, 0)),
    ],
)
def test_an_answer_that_makes_no_sense_is_refused(tmp_path: Path, said: SaidOfRecording) -> None:
    service = RecordingService(tmp_path / FILE)
    recording = service.begin("evening.mp4", 10, None, None).id
    with pytest.raises(BadEntryError):
        service.say(recording, said)
    assert only(service).said is None
