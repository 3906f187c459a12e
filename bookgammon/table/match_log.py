"""What the log gets of a match being followed, and the minute of evidence that a report of a problem takes along."""

from __future__ import annotations

import json
import logging
import statistics
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from arbiter.match.entered_events import CorrectionDemanded, TurnEdited, Undone
from arbiter.match.events import Event, IllegalPlay, Note
from arbiter.message import Message
from arbiter.referee.evidence import Evidence
from bookgammon.files.atomic_files import write_atomically
from bookgammon.table.table import FrameReader, TableUpdate
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from vision.sources.frames import News
from vision.sources.pictures import Image

EVIDENCE_FILE = "evidence.json"
"""In the data folder: the last minute before the last warning, or before the program stopped."""
MINUTE_S = 60.0
_BETWEEN_S = 0.5
_WAITING = 64
_PART = Message("the log of the match")
_WORTH_KEEPING = (IllegalPlay, CorrectionDemanded, TurnEdited, Undone)
_log = logging.getLogger(__name__)


class TimedReader:
    """Reads as `reader` does; once a minute the log gets how many frames came, were dropped, and how long each took."""

    def __init__(self, reader: FrameReader, clock: Callable[[], float] = time.monotonic) -> None:
        self._reader, self._clock = reader, clock
        self._since, self._took, self._dropped, self._last = clock(), list[float](), 0, -1

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        began = self._clock()
        evidence = self._reader.read_frame(image, frame, time)
        ended = self._clock()
        self._took.append(ended - began)
        self._dropped += max(0, frame - self._last - 1) if self._last >= 0 else 0
        self._last = frame
        if ended - self._since > MINUTE_S:
            self._log_rate(ended - self._since)
            self._since, self._took, self._dropped = ended, [], 0
        return evidence

    def news(self) -> Sequence[News]:
        return self._reader.news()

    def _log_rate(self, seconds: float) -> None:
        _log.info(
            "%.1f frames a second, %d dropped; a look took %.0f ms (median), %.0f ms at most",
            len(self._took) / seconds,
            self._dropped,
            1000 * statistics.median(self._took),
            1000 * max(self._took),
        )


class MatchLog:
    """An observer: events by their names alone, and a minute of evidence kept when something may have gone wrong.

    The table's thread only hands over what happened; a worker writes while the `with` block runs. At its end the last
    minute is kept.
    """

    def __init__(self, folder: Path, workers: Workers) -> None:
        self._path = folder / EVIDENCE_FILE
        self._minute: deque[Evidence] = deque()
        self._lines: Jobs[_Lines] = Jobs(workers, "match log", _PART, self._write, most=_WAITING)

    def __enter__(self) -> Self:
        self._lines.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.offer(_Lines((), tuple(self._minute)))
        self._lines.stop()

    def on_update(self, update: TableUpdate) -> None:
        """Never waits: what is too much for the disk is left out."""
        evidence = update.evidence
        if evidence is not None and evidence.places:
            self._remember(evidence)
        if update.events:
            contested = any(isinstance(event, _WORTH_KEEPING) for event in update.events)
            self._lines.offer(_Lines(update.events, tuple(self._minute) if contested else None))

    def _write(self, lines: _Lines) -> None:
        for event in lines.events:
            _log.info("frame %d: %s", event.frame, f"note: {event.message}" if isinstance(event, Note) else event.name)
        if lines.minute is not None:
            with suppress(OSError):  # what cannot be written is left out
                write_atomically(self._path, _as_json(lines.minute))

    def _remember(self, evidence: Evidence) -> None:
        if self._minute and evidence.time - self._minute[-1].time < _BETWEEN_S:
            return
        self._minute.append(evidence)
        while self._minute[-1].time - self._minute[0].time > MINUTE_S:
            self._minute.popleft()


@dataclass(frozen=True, slots=True)
class _Lines:
    """What goes into the log, and the minute that is kept, None where none is."""

    events: tuple[Event, ...]
    minute: tuple[Evidence, ...] | None


def _as_json(minute: Sequence[Evidence]) -> str:
    """One look after the other: while the whole is made in one go no other thread runs, the table's neither."""
    return f"[{', '.join(json.dumps(asdict(evidence), default=str) for evidence in minute)}]"
