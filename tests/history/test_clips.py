"""Clips of what was contested: from when to when, how many bytes, whole or not at all, gone with their match."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arbiter.match.entered_events import TurnRevised
from arbiter.match.events import Event, IllegalPlay, OutOfStep, PlayCorrected
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import START, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from bookgammon.history import clips as clips_module
from bookgammon.history.album import album_beside, forget, write
from bookgammon.history.archive import Archive
from bookgammon.history.clip_encoding import MOST_BYTES, encoded, film_here
from bookgammon.history.clips import MOST_WAITING, ClipName, Clips, clip_path, clips_of, trim_clips
from bookgammon.history.contested import BEFORE_S, LONGEST_S, MOST_REMEMBERED, PER_SECOND, SETTLED_S
from bookgammon.history.journal import Journal
from bookgammon.history.steps import steps_of
from bookgammon.table.table import FrameTime, TableUpdate
from bookgammon.workers.worker import Workers
from tests.commands.program import ROOT, environment
from tests.history.films import film, film_of, frames_of, moving, small
from tests.setup.stage import START as PICTURE
from tests.setup.stage import board_of
from tests.web.tables import misplay

FPS = 12
PLACES = tuple(PlaceEvidence(((0, 0, 0.0),)) for _ in range(25))
CALM = fold(misplay(provisional=False)[:-2])
WARNED, WAITS = fold(misplay(provisional=False)), fold(misplay(provisional=True))
*_, FINAL = misplay(provisional=False)
*_, PROVISIONAL = misplay(provisional=True)
assert isinstance(FINAL, IllegalPlay)
assert isinstance(PROVISIONAL, IllegalPlay)


class Recorded:
    """Clips that make no film, but note what one would be made of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.films: list[int] = []
        self.kept: list[ClipName] = []
        self.frame = 0

        def made(pictures: Sequence[bytes], per_second: int, drafts: Path) -> bytes:
            del per_second, drafts
            self.films.append(len(pictures))
            return b"film"

        monkeypatch.setattr(clips_module, "encoded", made)
        self.clips = Clips(folder, board_of(), lambda: 1, lambda _, name: self.kept.append(name), Workers())

    @property
    def now(self) -> float:
        return self.frame / FPS

    def show(self, seconds: float, state: MatchState = CALM, *events: Event, hand: bool = False) -> None:
        """The table so for a while; the events come first."""
        for place in range(round(seconds * FPS)):
            evidence = Evidence(self.frame, self.now, still=not hand, hand=hand, places=() if hand else PLACES)
            at = FrameTime(self.frame, self.now)
            self.clips.on_update(
                TableUpdate(state, at, tuple(events) if not place else (), evidence, image=PICTURE)
            )
            while self.clips._pictures.waiting:  # no picture is left out here
                time.sleep(0.001)
            self.frame += 1

    def at(self, event: Event) -> Event:
        """The same event, now."""
        return replace(event, frame=self.frame, time=self.now)


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Recorded]:
    made = Recorded(monkeypatch, tmp_path)
    with made.clips:
        yield made


def test_a_warning_and_its_correction_are_one_clip_from_five_seconds_before(recorded: Recorded) -> None:
    recorded.show(9)
    first = recorded.frame
    recorded.show(1, WAITS, recorded.at(PROVISIONAL))
    recorded.show(1, WARNED, recorded.at(FINAL), hand=True)
    recorded.show(1, WARNED, hand=True)
    last = recorded.frame
    recorded.show(4, CALM, recorded.at(PlayCorrected(0, 0.0, Side.DARK, "11/5 8/5", CALM.position)))
    recorded.clips.__exit__()
    assert recorded.kept == [ClipName(first, last)]
    (pictures,) = recorded.films
    assert abs(pictures - (BEFORE_S + 5) * PER_SECOND) <= 3  # until two seconds after the last


def test_a_warning_that_waits_is_bounded_and_put_right_later_is_another_clip(recorded: Recorded) -> None:
    recorded.show(6)
    recorded.show(40, WAITS, recorded.at(PROVISIONAL))
    recorded.show(4, CALM, recorded.at(PlayCorrected(0, 0.0, Side.DARK, "11/5 8/5", CALM.position)))
    recorded.clips.__exit__()
    first, second = recorded.films
    assert LONGEST_S * PER_SECOND - 4 <= first <= LONGEST_S * PER_SECOND + 1
    assert second < first
    assert len(recorded.kept) == 2


@pytest.mark.parametrize(
    "event",
    [
        FINAL,
        OutOfStep(0, 0.0, START, "ending"),
        PlayCorrected(0, 0.0, Side.DARK, "11/5 8/5", START),
        TurnRevised(0, 0.0, 1, 6, Message("Turn corrected."), 2),
    ],
    ids=lambda event: type(event).name,
)
def test_warnings_questions_corrections_and_revisions_are_kept(recorded: Recorded, event: Event) -> None:
    recorded.show(2)
    recorded.show(3, CALM, recorded.at(event))
    recorded.clips.__exit__()
    assert len(recorded.kept) == 1


def test_of_a_quiet_match_nothing_is_kept(recorded: Recorded, tmp_path: Path) -> None:
    recorded.show(8)
    recorded.clips.__exit__()
    assert recorded.films == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("every", [1, 3])
def test_a_film_runs_as_long_as_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int) -> None:
    """Where two of three pictures were left out, too, and at rates that four a second do not divide."""
    recorded = Recorded(monkeypatch, tmp_path)
    times = np.arange(0, 29.9, every * 0.2667)
    with recorded.clips:
        for when in times:
            recorded.clips._recent.add(float(when), b"x")
        recorded.frame = 30 * FPS
        recorded.show(3, CALM, recorded.at(FINAL))
    (pictures,) = recorded.films
    assert abs(pictures / PER_SECOND - (BEFORE_S + SETTLED_S)) <= 1


def test_pictures_in_memory_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips_module, "cut", lambda *_: os.urandom(300_000))
    recorded = Recorded(monkeypatch, tmp_path)
    with recorded.clips:
        recorded.show(10)
        remembered = [len(each.jpeg) for each in recorded.clips._recent._taken]
    assert sum(remembered) <= MOST_REMEMBERED
    assert len(remembered) > 10


def test_what_makes_films_too_slowly_costs_clips_and_no_time(tmp_path: Path) -> None:
    clips = Clips(tmp_path, board_of(), lambda: 1, lambda *_: None, Workers())  # never started
    for frame in range(600):
        events = (FINAL,) if frame % 60 == 0 else ()
        evidence = Evidence(frame, frame / FPS, still=True, hand=False, places=PLACES)
        clips.on_update(TableUpdate(WARNED, FrameTime(frame, frame / FPS), events, evidence, image=PICTURE))
    assert clips._films.waiting == MOST_WAITING
    assert clips._pictures.waiting == 2


def test_a_match_keeps_its_newest_clips(tmp_path: Path) -> None:
    for number in range(6):
        write(clip_path(tmp_path, 1, ClipName(10 * number, 10 * number + 3)), bytes(1000))
    write(clip_path(tmp_path, 2, ClipName(1, 2)), bytes(9000))
    trim_clips(tmp_path / "1", 4000)
    assert [name.first for name in clips_of(tmp_path / "1")] == [20, 30, 40, 50]
    assert clips_of(tmp_path / "2") == (ClipName(1, 2),)


@pytest.mark.parametrize("grain", [0.0, 25.0])
def test_a_film_is_small_whatever_the_camera_is_like(tmp_path: Path, grain: float) -> None:
    """Grain that the plainest cameras have at night would take four times the room."""
    made = film_of([small(number, grain) for number in range(6 * PER_SECOND)])
    path = tmp_path / "film.webm"
    path.write_bytes(made)
    assert 10_000 < len(made) <= MOST_BYTES
    assert made.startswith(b"\x1aE\xdf\xa3")  # EBML, which WebM is
    assert frames_of(path) == 6 * PER_SECOND


def test_a_film_is_made_in_a_process_of_its_own_that_leaves_nothing(tmp_path: Path) -> None:
    drafts = tmp_path / "drafts"
    made = encoded([small(number) for number in range(4)], PER_SECOND, drafts)
    assert made.startswith(b"\x1aE\xdf\xa3")
    assert list(drafts.iterdir()) == []


def test_no_folder_is_made_again_for_a_film_that_nobody_waits_for(tmp_path: Path) -> None:
    """Of a recording that was removed, its process killed, the one that makes its clip may still be at work."""
    assert film_here([small(0)], PER_SECOND, tmp_path / "removed") == b""
    assert list(tmp_path.iterdir()) == []


WRITES = """
import sys
from pathlib import Path
from bookgammon.history.album import write
from bookgammon.history.clips import ClipName, clip_path
from tests.history.films import film
made, folder, number = film(), Path(sys.argv[1]), 0
print("ready", flush=True)
while True:
    number += 1
    write(clip_path(folder, 1, ClipName(number, number)), made)
    print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system knows no kill -9")
def test_a_kill_leaves_no_half_clip(tmp_path: Path) -> None:
    chance = random.Random(5)
    for _ in range(4):
        running = subprocess.Popen(
            [sys.executable, "-c", WRITES, str(tmp_path)], cwd=ROOT, env=environment(), stdout=subprocess.PIPE
        )
        assert running.stdout
        for _ in range(chance.randint(6, 20)):
            assert running.stdout.readline()
        time.sleep(chance.uniform(0.0, 0.02))
        running.kill()
        running.wait()
        running.stdout.close()
    names = clips_of(tmp_path / "1")
    assert len(names) > 4
    films = {clip_path(tmp_path, 1, name).read_bytes() for name in names}
    assert len(films) <= 4, "each run wrote one and the same film again and again"
    for place, made in enumerate(films):
        (tmp_path / f"{place}.webm").write_bytes(made)
        assert frames_of(tmp_path / f"{place}.webm") == 6 * PER_SECOND


def test_what_a_killed_run_left_half_made_is_gone_after_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".clips").mkdir()
    (tmp_path / ".clips" / "clip.webm").write_bytes(film()[:100])
    with Recorded(monkeypatch, tmp_path).clips:
        pass
    assert list(tmp_path.iterdir()) == []


def test_clips_are_found_with_their_steps_and_deleted_with_their_match(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        journal.append(journal.begin("2026-01-02T20:00:00+00:00", "0"), misplay(provisional=False))
    album = album_beside(path)
    name = ClipName(0, 4)
    write(clip_path(album, 1, name), film())
    archive = Archive(path, lambda: None)
    past = archive.past_match(1)
    assert past
    assert [step.kind for step in past.steps if step.clip == str(name)] == ["illegal"]
    found = archive.clip(1, "0-4")
    assert found
    assert found.read_bytes() == film()
    for other in ("0-5", "../1/0-4", "", "0-4-5", "x"):
        assert archive.clip(1, other) is None
    assert archive.delete(1)
    assert not (album / "1").exists()
    forget(album, 1)


def test_the_clip_of_a_question_stands_with_what_followed_it() -> None:
    events = misplay(provisional=False)
    steps = steps_of(events, lambda _: False, [ClipName(0, 0)])
    assert [step.kind for step in steps if step.clip] == ["illegal"]
    quiet = steps_of(events[:-1], lambda _: False, [ClipName(0, 0)])
    assert [place for place, step in enumerate(quiet) if step.clip] == [0]


def test_moving_pictures_move() -> None:
    assert (moving(1) != moving(2)).any()
