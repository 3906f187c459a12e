"""The demo: its recording is whole, and wherever a run is cut off the next one goes on from there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

from arbiter.match.events import Event, GameStarted, MatchStarted, Note
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from bookgammon.commands.demo import follow_recording, no_wait
from bookgammon.errors import CompanionError
from bookgammon.table.demo_recording import WARM_UP, Recording, load_recording
from bookgammon.table.table import Table
from tests.table.scripted_referee import ScriptedReferee
from tests.vision_sources.fakes import grey
from vision.sources.frames import News
from vision.sources.pictures import Image


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Two clips of 60 and 40 frames whose grey tells the frame."""
    folder = tmp_path_factory.mktemp("recording")
    clips = ""
    for name, frames, more in (
        ("one", 60, ""),
        ("two", 40, 'note = "cut"\nposition = "XGID=-FCB--B--A----A---------g-:0:0:-1:00:0:0:0:5:10"\n'),
    ):
        writer = cv2.VideoWriter(str(folder / f"{name}.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
        for number in range(frames):
            writer.write(grey(4 * number))
        writer.release()
        clips += f'[[clips]]\nfile = "{name}.avi"\nframes = {frames}\nfps = 10\n{more}'
    (folder / "recording.toml").write_text(clips)
    return load_recording(folder)


class Eyes:
    """Remembers which frames were shown, and what was on them."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        self.seen.append((frame, round(float(image.mean()) / 4)))
        return Evidence(frame, time, still=True, hand=False)

    def news(self) -> tuple[News, ...]:
        return ()


class Referee(ScriptedReferee):
    """Has something to say at every seventh frame, and at the end of a clip."""

    def after_look(self, evidence: Evidence) -> tuple[Event, ...]:
        notes = (Note(evidence.frame, evidence.time, "one"), Note(evidence.frame, evidence.time, "two"))
        return notes if evidence.frame % 7 == 3 else ()

    def at_end(self, frame: int, time: float) -> tuple[Event, ...]:
        return (Note(frame, time, "settled"),)


class CutOff(Exception):
    """The plug was pulled."""


def follow(recording: Recording, events: list[Event], commits: int = 1000) -> Eyes:
    """One run that goes on from `events` and is cut off after so many commits."""
    eyes, left = Eyes(), commits

    def keep(more: Sequence[Event]) -> None:
        nonlocal left
        if not left:
            raise CutOff
        left -= 1
        events.extend(more)

    follow_recording(Table(tuple(events), keep), recording, lambda: eyes, Referee, no_wait)
    return eyes


def test_an_undisturbed_run_sees_every_frame_once_and_tells_of_the_cut(small: Recording) -> None:
    events: list[Event] = []
    eyes = follow(small, events)
    assert eyes.seen == [*((n, n) for n in range(60)), *((60 + n, n) for n in range(40))]
    (at,) = (index for index, event in enumerate(events) if isinstance(event, GameStarted))
    assert isinstance(events[0], MatchStarted)
    assert [event.frame for event in events[at - 2 : at + 1]] == [59, 60, 60]
    assert events[at - 2 : at] == [Note(59, 5.9, "settled"), Note(60, 6.0, "cut")]
    game = events[at]
    assert isinstance(game, GameStarted)
    assert (game.player, game.position.bar) == (Side.DARK, (0, 0))
    assert (events[-1].frame, events[-1].name) == (99, "note")


def test_wherever_a_run_is_cut_off_the_events_end_up_the_same(small: Recording) -> None:
    calm: list[Event] = []
    follow(small, calm)
    for commits in range(17):  # there are 1 + 9 + 1 + 5 + 1 in all
        events: list[Event] = []
        with pytest.raises(CutOff):
            follow(small, events, commits)
        resumed_after = events[-1].frame if events else -1
        eyes = follow(small, events)
        assert events == calm
        first = eyes.seen[0][0]
        start = 0 if resumed_after < 60 else 60
        assert first == max(start, resumed_after + 1 - WARM_UP)


def test_the_shipped_recording_is_as_it_is_described() -> None:
    recording = load_recording()
    for clip in recording.clips:
        capture = cv2.VideoCapture(str(clip.path))
        assert int(capture.get(cv2.CAP_PROP_FRAME_COUNT)) == clip.frames
        assert capture.get(cv2.CAP_PROP_FPS) == clip.fps
    assert recording.total == 1764


@pytest.mark.parametrize("text", ["", "[[clips]]\nframes = 3\n", "clips = "])
def test_a_recording_that_is_not_whole_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "recording.toml").write_text(text)
    with pytest.raises(CompanionError, match="not whole"):
        load_recording(tmp_path)
