"""What was made of a film becomes past matches: each in one step, then its pictures; then the work is deleted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event, GameStarted, MatchOver, MatchStarted
from bookgammon.files.atomic_files import make_private
from bookgammon.history.album import album_beside, picture_path
from bookgammon.history.clips import clip_path, clips_of
from bookgammon.history.journal import Journal
from bookgammon.history.schema import OF_RECORDING
from bookgammon.plugins.films.job import PICTURES, RecordingJob


def keep_matches(
    job: RecordingJob, journal: Journal, counted: Callable[[Sequence[Event]], Sequence[Event]] = lambda events: events
) -> tuple[int, ...]:
    """The numbers of the matches that a film, followed to its end, became; may be called again where it was cut off.

    counted: the events as they count by what people have said. None where no game was in it. Raises JournalError and
    RecordingError; then the work is still there.
    """
    known = matches_of(job, journal)
    numbers = []
    for part, events in enumerate(_matches(counted(job.events())), 1):
        source = f"{_source(job)}{part}"
        number = known.get(source)
        if number is None:
            texts = [json.dumps(event_to_json(event)) for event in events]
            number = journal.adopt(job.recorded, source, ended=True, texts=texts)
        numbers.append(number)
        _bring_pictures(job.folder / PICTURES, album_beside(journal.path), number, events)
    if numbers:
        job.forget()
    return tuple(numbers)


def matches_of(job: RecordingJob, journal: Journal) -> dict[str, int]:
    """The numbers, by their sources, of the matches that a film has become already. Raises JournalError."""
    return {entry.source: entry.id for entry in journal.matches() if entry.source.startswith(_source(job))}


def _source(job: RecordingJob) -> str:
    """How the sources of its matches begin."""
    return f"{OF_RECORDING}{job.id}:"


def _matches(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events of each match in which a game began."""
    match: list[Event] = []
    for event in (*events, None):
        if event is None or (isinstance(event, MatchStarted) and match):
            if any(isinstance(each, GameStarted) for each in match):
                yield match
            match = []
        if event is not None:
            match.append(event)


def _bring_pictures(pictures: Path, album: Path, match: int, events: Sequence[Event]) -> None:
    # where a score that people entered ends a match, that event has the frame of the next one's first game
    frames = {event.frame for event in events if not isinstance(event, MatchOver)}
    make_private(album / str(match))
    for frame in frames:
        with suppress(FileNotFoundError):  # not every event has one
            (pictures / f"{frame}.jpg").replace(picture_path(album, match, frame))
    for name in clips_of(pictures):
        if name.first in frames:
            (pictures / f"{name}.webm").replace(clip_path(album, match, name))
