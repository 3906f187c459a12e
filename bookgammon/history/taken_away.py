"""The record of a match that is taken away, with what plugins keep of it: notes, say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arbiter.match.events import Event
from arbiter.match.record import record_of
from arbiter.records import MatchHeader, MatchRecord
from bookgammon.history.journal import MatchEntry
from bookgammon.plugin_manager import plugins
from bookgammon.plugin_values import KeptFile


def record_taken_away(journal: Path, entry: MatchEntry, events: Sequence[Event]) -> MatchRecord:
    """Raises CompanionError where something of it cannot be read."""
    record = record_of(events, MatchHeader(date=entry.started[:10].replace("-", ".")))
    kept: KeptFile
    for kept in plugins().all("kept_files"):
        if kept.in_record is not None:
            record = kept.in_record(journal, entry.id, events, record)
    return record
