"""A film becomes past matches; killed anywhere, it becomes the same ones."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event, GameStarted, IllegalPlay, MatchOver, MatchStarted, PlayCorrected, PlayMade
from arbiter.plays import Dice
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.errors import RecordingError
from bookgammon.following import following
from bookgammon.history.clip_encoding import MOST_BYTES
from bookgammon.history.clips import clips_of
from bookgammon.history.contested import BEFORE_S, LONGEST_S, PER_SECOND
from bookgammon.history.journal import Journal
from bookgammon.plugins.films.job import RecordingJob, job_id
from bookgammon.plugins.films.keeping import keep_matches
from bookgammon.setup.before import before
from tests.commands.films import CONTESTED, FPS, film
from tests.history.films import frames_of
from tests.plugins.films.kept import kept
from vision.sources.sources import own_capture

PLAYS: tuple[tuple[Side, Dice, str], ...] = (
    (Side.DARK, (2, 6), "24/18 13/11"),
    (Side.LIGHT, (4, 5), "24/20 13/8"),
    (Side.DARK, (2, 3), "18/15 13/11"),
)
"""Of the opening of the demo's game."""
OPENED = (MatchStarted(0, 0.0, Rules(length=5)),)


class Killed(Exception):
    """What the work does not survive."""


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return film(tmp_path_factory.mktemp("film") / "opening.mp4", [CONTESTED])


@pytest.fixture(scope="module")
def undisturbed(opening: Path, tmp_path_factory: pytest.TempPathFactory) -> RecordingJob:
    """The work done in one go, with short parts."""
    job = RecordingJob(tmp_path_factory.mktemp("recordings") / "one")
    job.begin(opening, OPENED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(following, "PART_S", 4.0)
        job.follow(opener=own_capture)
    return job


def plays_of(events: Sequence[Event]) -> tuple[tuple[Side, Dice | None, str], ...]:
    made = (event for event in events if isinstance(event, PlayMade))
    return tuple((event.player, event.dice and (min(event.dice), max(event.dice)), event.play) for event in made)


def test_the_book_the_game_and_its_plays_are_found(undisturbed: RecordingJob) -> None:
    events = undisturbed.events()
    (game,) = [event for event in events if isinstance(event, GameStarted)]
    assert game.position == START
    assert plays_of(events)[:3] == PLAYS
    assert undisturbed.is_done
    assert sorted(undisturbed.folder.glob("pictures/*.jpg"))


def test_what_was_contested_is_a_clip_from_five_seconds_before(undisturbed: RecordingJob) -> None:
    contested = [event for event in undisturbed.events() if isinstance(event, IllegalPlay | PlayCorrected)]
    (name,) = clips_of(undisturbed.folder / "pictures")
    assert (name.first, name.last) == (contested[0].frame, contested[-1].frame)
    path = undisturbed.folder / "pictures" / f"{name}.webm"
    pictures = (BEFORE_S + (name.last - name.first) / FPS) * PER_SECOND
    assert pictures - 2 <= frames_of(path) <= LONGEST_S * PER_SECOND + 1
    assert path.stat().st_size <= MOST_BYTES


def test_killed_at_any_frame_it_becomes_the_same(
    undisturbed: RecordingJob, opening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "PART_S", 4.0)
    job = RecordingJob(tmp_path / "two")
    job.begin(opening, OPENED)

    for last in (95, 230, 330):

        def killed(frame: int, last: int = last) -> None:
            if frame >= last:
                raise Killed

        with pytest.raises(Killed):
            job.follow(on_frame=killed, opener=own_capture)
    job.follow(opener=own_capture)
    assert job.events() == undisturbed.events()
    assert kept(job) == kept(undisturbed)


# ------------------------------------------------------------------ into the journal


@pytest.fixture
def done(tmp_path: Path) -> RecordingJob:
    """Two matches' events as if a film had been followed."""
    job = RecordingJob(tmp_path / "recordings" / "abc")
    (tmp_path / "film.mp4").write_bytes(b"a film")
    job.begin(tmp_path / "film.mp4", OPENED)
    events = [
        *OPENED,
        GameStarted(3, 0.1, START),
        MatchStarted(9, 0.3, Rules(length=5)),
        GameStarted(9, 0.3, START),
        MatchStarted(12, 0.4, Rules(length=5)),
    ]
    lines = b"".join(json.dumps(event_to_json(event)).encode() + b"\n" for event in events)
    (job.folder / "events.jsonl").write_bytes(lines + b'{"event": "half a')
    checkpoint = {"frame": 9, "events": 5, "board": 1, "waits": False, "trust": [], "bytes": len(lines), "done": True}
    (job.folder / "checkpoint.json").write_text(json.dumps(checkpoint))
    for frame in (3, 9):
        (job.folder / "pictures" / f"{frame}.jpg").write_bytes(b"picture")
        (job.folder / "pictures" / f"{frame}-{frame + 1}.webm").write_bytes(b"clip")
    (job.folder / "pictures" / "5-5.webm").write_bytes(b"of what was followed again, and came otherwise")
    return job


def test_each_match_with_a_game_is_kept_once_with_its_pictures(done: RecordingJob, tmp_path: Path) -> None:
    copy = RecordingJob(tmp_path / "again" / "abc")
    subprocess.run([sys.executable, "-c", COPY, done.folder, copy.folder], check=True)
    with Journal(tmp_path / "journal.sqlite") as journal:
        tonight = journal.begin("2026-01-02T20:00:00+00:00", "0")
        assert keep_matches(done, journal) == (2, 3)
        assert not done.folder.exists()
        assert keep_matches(copy, journal) == (2, 3)  # killed before its work was deleted
        assert [len(journal.events(match)) for match in journal.matches()] == [0, 2, 2]
        assert all(match.ended for match in journal.matches()[1:])
        assert journal.at_table() == (tonight,)
        assert journal.unfinished() == tonight  # a film is nothing to go on with at the table
    last = before(tmp_path).last
    assert last is None  # tonight's match has no events yet, and the film's is nobody's rematch
    pictures = tmp_path / "pictures" / "journal"
    assert sorted(path.relative_to(pictures).as_posix() for path in pictures.glob("*/*")) == [
        "2/3-4.webm", "2/3.jpg", "3/9-10.webm", "3/9.jpg"
    ]  # fmt: skip


def test_a_match_that_begins_meanwhile_keeps_its_number(done: RecordingJob, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal, Journal(path) as table:

        def counted(events: Sequence[Event]) -> Sequence[Event]:
            table.append(table.begin("2026-01-02T20:00:00+00:00", "0"), OPENED)
            return events

        assert keep_matches(done, journal, counted) == (2, 3)
        assert [len(journal.events(match)) for match in journal.matches()] == [1, 2, 2]
        journal.check()


def test_a_match_that_ended_where_the_next_begins_leaves_that_its_picture(done: RecordingJob, tmp_path: Path) -> None:
    def counted(events: Sequence[Event]) -> Sequence[Event]:
        return (*OPENED, GameStarted(3, 0.1, START), MatchOver(9, 0.3, Side.DARK, (0, 5)), *events[2:])

    with Journal(tmp_path / "journal.sqlite") as journal:
        assert keep_matches(done, journal, counted) == (1, 2)
    pictures = tmp_path / "pictures" / "journal"
    assert sorted(path.relative_to(pictures).as_posix() for path in pictures.glob("*/*")) == [
        "1/3-4.webm", "1/3.jpg", "2/9-10.webm", "2/9.jpg"
    ]  # fmt: skip


COPY = "import shutil, sys; shutil.copytree(sys.argv[1], sys.argv[2])"


def test_torn_work_is_one_sentence(done: RecordingJob) -> None:
    events = done.folder / "events.jsonl"
    events.write_bytes(events.read_bytes()[:40])
    with pytest.raises(RecordingError, match="torn"):
        done.events()
    (done.folder / "checkpoint.json").write_text("[]")
    with pytest.raises(RecordingError, match="torn"):
        done.events()
    with pytest.raises(RecordingError, match="cannot be read"):
        job_id(done.folder / "nothing.mp4")
