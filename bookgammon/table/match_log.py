"""What the log gets of a match being followed, and the minute of evidence that a report of a problem takes along."""

from __future__ import annotations

import json
import logging
import statistics
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from arbiter.match.entered_events import CorrectionDemanded, TurnEdited, Undone
from arbiter.match.events import IllegalPlay, Note
from arbiter.referee.evidence import Evidence
from bookgammon.files.atomic_files import write_atomically
from bookgammon.table.table import FrameReader, TableUpdate
from vision.sources.frames import News
from vision.sources.pictures import Image

EVIDENCE_FILE = "evidence.json"
"""In the data folder: the last minute before the last warning, or before the program stopped."""
MINUTE_S = 60.0
_BETWEEN_S = 0.5
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
    """An observer: events by their names alone, and a minute of evidence kept when something may have gone wrong."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / EVIDENCE_FILE
        self._minute: deque[Evidence] = deque()

    def on_update(self, update: TableUpdate) -> None:
        evidence = update.evidence
        if evidence is not None and evidence.places:
            self._remember(evidence)
        for event in update.events:
            _log.info("frame %d: %s", event.frame, f"note: {event.message}" if isinstance(event, Note) else event.name)
        if any(isinstance(event, _WORTH_KEEPING) for event in update.events):
            self.keep()

    def keep(self) -> None:
        """Write the minute down. What cannot be written is left out."""
        with suppress(OSError):
            write_atomically(self._path, json.dumps([asdict(evidence) for evidence in self._minute], default=str))

    def _remember(self, evidence: Evidence) -> None:
        if self._minute and evidence.time - self._minute[-1].time < _BETWEEN_S:
            return
        self._minute.append(evidence)
        while self._minute[-1].time - self._minute[0].time > MINUTE_S:
            self._minute.popleft()
