"""Whatever became of the files in a film's folder: the page answers, and the work says that it is torn."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.match.event_json import event_to_json
from arbiter.match.events import MatchStarted
from arbiter.message import Message
from arbiter.position import Side
from arbiter.referee.trust import Trust
from bookgammon.errors import RecordingError
from bookgammon.following.following import Checkpoint, checkpoint_to_json
from bookgammon.plugins.films.agreed import UNKNOWN, Agreed
from bookgammon.plugins.films.job import RecordingJob
from bookgammon.plugins.films.pages import recording_json
from bookgammon.plugins.films.service import RecordingService

EVENT = json.dumps(event_to_json(MatchStarted(0, 0.0, UNKNOWN))).encode() + b"\n"
CHECKPOINT = Checkpoint(9, 1, 1, waits=False, trust=Trust({Side.LIGHT: ((0.0,) * 6,) * 6}))
FILES = ("upload.json", "recording.json", "checkpoint.json", "now.json", "trouble.json")
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@dataclass(frozen=True, slots=True)
class Work:
    """files: as they were written, by name."""

    service: RecordingService
    job: RecordingJob
    files: dict[str, bytes]


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Work:
    """A film in the middle of its work, with a file of every kind."""
    folder = tmp_path_factory.mktemp("work")
    service = RecordingService(folder / "journal.sqlite")  # it does not work: it only answers
    recording = service.begin("evening.mp4", 3, None, None).id
    service.add(recording, 0, b"all")
    job = RecordingJob(folder / "recordings" / recording)
    job.begin(job.folder / "film", [MatchStarted(0, 0.0, UNKNOWN)])
    uploads = service._uploads
    uploads.agree(uploads.all()[0], Agreed(("Ada", "Ben"), 5, (1, 2)))
    (job.folder / "events.jsonl").write_bytes(EVENT)
    kept = {**checkpoint_to_json(CHECKPOINT), "bytes": len(EVENT), "done": False}
    (job.folder / "checkpoint.json").write_text(json.dumps(kept))
    (job.folder / "now.json").write_text(json.dumps({"frame": 9, "total": 20, "began_at": 0, "seconds": 3.0}))
    job.note_trouble(Message("A match is to {points} points at most.", points=99))
    return Work(service, job, {name: (job.folder / name).read_bytes() for name in FILES})


def damaged(data: st.DataObject, whole: bytes) -> bytes:
    """Something else, a part of it, or the same JSON with another value somewhere."""
    kind = data.draw(st.sampled_from(["bytes", "json", "cut", "value"]))
    if kind == "bytes":
        return data.draw(st.binary(max_size=50))
    if kind == "json":
        return json.dumps(data.draw(values)).encode()
    if kind == "cut":
        return whole[: data.draw(st.integers(0, len(whole)))]
    found = at = json.loads(whole)
    while True:
        key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else list(range(len(at)))))
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.booleans()):
            break
        at = at[key]
    at[key] = data.draw(values)
    return json.dumps(found).encode()


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
def test_a_damaged_file_is_answered(work: Work, name: str, data: st.DataObject) -> None:
    path = work.job.folder / name
    path.write_bytes(damaged(data, work.files[name]))
    try:
        shown = [recording_json(each) for each in work.service.all()]
        assert len(shown) <= 1
        json.dumps(shown, allow_nan=False)  # a browser reads no NaN
        for asked in (work.job.events, partial(getattr, work.job, "film"), partial(getattr, work.job, "recorded")):
            with suppress(RecordingError):
                asked()
    finally:
        path.write_bytes(work.files[name])


@given(st.binary(max_size=50) | values.map(lambda value: json.dumps(value).encode()))
def test_damaged_events_are_torn_or_not_counted(work: Work, found: bytes) -> None:
    job = work.job
    (job.folder / "events.jsonl").write_bytes((found + b"\n" + EVENT)[: len(EVENT)])
    with pytest.raises(RecordingError, match="torn"):
        job.events()
    (job.folder / "events.jsonl").write_bytes(EVENT + found)
    assert len(job.events()) == 1


def test_a_damaged_beginning_is_torn(work: Work) -> None:
    work.job.folder.joinpath("checkpoint.json").unlink()
    opening = {**json.loads(work.files["recording.json"]), "opening": [{"event": "no such"}]}
    work.job.folder.joinpath("recording.json").write_text(json.dumps(opening))
    try:
        with pytest.raises(RecordingError, match="torn"):
            work.job.events()
    finally:
        for name in ("checkpoint.json", "recording.json"):
            (work.job.folder / name).write_bytes(work.files[name])
