"""`bookgammon watch --keep`: a video file becomes past matches."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from arbiter.match.events import Event
from arbiter.message import Message
from bookgammon.commands.watch import PrintedEvents
from bookgammon.errors import UsageError
from bookgammon.files.settings import data_folder
from bookgammon.history.journal import Journal
from bookgammon.history.writer import journal_to_write
from bookgammon.plugins.films.job import FOLDER, RecordingJob, job_id
from bookgammon.plugins.films.keeping import keep_matches, matches_of
from bookgammon.table.table import FrameTime, opening
from bookgammon.terminal.answers import ProgressLine, say
from bookgammon.terminal.match_options import match_from
from vision.sources.sources import FileSource, open_capture, open_source


def keep(args: argparse.Namespace) -> int:
    """The film becomes past matches; a run that was cut off is gone on with, and one that was not is not repeated."""
    rules, score, start = match_from(args)
    if args.board or start:
        raise UsageError(Message("With --keep board and games are found: leave out --board and --position."))
    begun = opening(rules, score, start, FrameTime())
    folder, film = data_folder(args.data), Path(args.source)
    source = open_source(args.source)
    source.close()
    if not isinstance(source, FileSource):
        raise UsageError(Message("Only a video file can be kept: {source} is none.", source=source.name))
    with journal_to_write(folder, "watch") as path:
        job = RecordingJob(folder / FOLDER / job_id(film))
        with Journal(path) as journal:
            numbers = tuple(matches_of(job, journal).values())
        if job.is_begun or not numbers:
            _follow(job, film, begun, source.total, json=args.json)
            with Journal(path) as journal:
                numbers = keep_matches(job, journal)
    if not numbers:
        job.forget()
        say(Message("No game was found in {film}: is the board set up for one in sight?", film=film))
    for number in numbers:
        say(Message("It is match {number} now: bookgammon history shows it.", number=number))
    return 0


def _follow(job: RecordingJob, film: Path, begun: Sequence[Event], total: int | None, *, json: bool) -> None:
    """The work on the film, to its end."""
    if job.is_begun:
        say(Message("This recording was begun before: it goes on where it was."))
    else:
        job.begin(film, begun)
    progress = ProgressLine("Following", total)
    try:
        job.follow(PrintedEvents(progress, json=json).event, progress.show, open_capture)
    finally:
        progress.done()
