"""Notes: what people write to the turns of a match and to exercises, kept beside the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arbiter.message import Message
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Asset, BesidePast, BesideTable, KeptFile, PluginPart

if TYPE_CHECKING:
    from arbiter.match.events import Event
    from arbiter.records import MatchRecord


@hookimpl
def beside_table(table: BesideTable) -> AbstractContextManager[PluginPart]:
    """Nothing is written to the demo's recorded match."""
    return nullcontext(PluginPart()) if table.demo else _beside(table)


@hookimpl
def beside_past(past: BesidePast) -> AbstractContextManager[PluginPart]:
    return _beside(past)


@contextmanager
def _beside(past: BesidePast) -> Iterator[PluginPart]:
    from bookgammon.plugins.notes.pages import add_notes
    from bookgammon.plugins.notes.service import NotesService

    yield PluginPart(pages=(partial(add_notes, notes=NotesService(past.journal, past.lock)),))


@hookimpl
def assets() -> Iterable[Asset]:
    return [Asset("notes", "notes.js", "past match", "notes_of_match")]


@hookimpl
def kept_files() -> Iterable[KeptFile]:
    from bookgammon.plugins.notes.store import FILE, copy_notes, is_ours

    refusal = Message("its notes are damaged or from a newer version of Bookgammon.")
    return [KeptFile(FILE, copy_notes, is_ours, refusal, _in_record)]


def _in_record(journal: Path, match: int, events: Sequence[Event], record: MatchRecord) -> MatchRecord:
    from bookgammon.plugins.notes.service import with_notes

    return with_notes(journal, match, events, record)


@hookimpl
def forget_match(journal: Path, match: int) -> None:
    from bookgammon.plugins.notes.store import forget_match as forget

    forget(journal, match)


@hookimpl
def player_changed(journal: Path, name: str, new: str | None) -> None:
    from bookgammon.plugins.notes.store import learner_changed

    learner_changed(journal, name, new)
