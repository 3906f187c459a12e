"""Notes to past matches: asked for and written by the page, added to records, brought by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from arbiter.match.events import Event
from arbiter.match.record import action_frames, record_of
from arbiter.message import Message
from arbiter.records import MatchRecord, Played
from bookgammon.errors import CompanionError, JournalError, NotesError
from bookgammon.history.journal import FILE as JOURNAL
from bookgammon.history.journal import Journal
from bookgammon.history.steps import steps_of
from bookgammon.plugins.notes.pages import NoteShown
from bookgammon.plugins.notes.places import WHOLE_MATCH, NotePlace, noted, places_of
from bookgammon.plugins.notes.store import NotesStore, notes_beside
from web.errors import BadEntryError, NotNowError, UnavailableError
from web.history import MatchStep

_NO_SUCH_TURN = Message("There is no such turn in this match: load the page again.")


class NotesService:
    """Fulfils `bookgammon.plugins.notes.pages.Notes`. From any thread.

    journal: the file. lock: the right to write in the data folder, for a process that does not have it all the time.
    """

    def __init__(
        self, journal: Path, lock: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        self._journal, self._lock = journal, lock

    def of_match(self, match: int) -> tuple[NoteShown, ...] | None:
        """None where the match is not there. Raises RequestError where the notes cannot be read."""
        events = self._events(match)
        if events is None:
            return None
        try:
            written = kept_notes(self._journal, match)
        except NotesError as error:
            raise UnavailableError(str(error)) from error
        return tuple(_shown(events, written))

    def keep(self, match: int, place: NotePlace, text: str) -> bool:
        """False where the match is not there. Raises RequestError where the note cannot be kept."""
        events = self._events(match)
        if events is None:
            return False
        if place not in {shown.place for shown in _shown(events, {})}:
            raise BadEntryError(_NO_SUCH_TURN)
        try:
            with self._lock(), NotesStore(notes_beside(self._journal)) as store:
                store.keep(match, place, text)
        except NotesError as error:
            raise UnavailableError(str(error)) from error
        except CompanionError as error:  # another process writes there, perhaps
            raise NotNowError(str(error)) from error
        return True

    def _events(self, match: int) -> tuple[Event, ...] | None:
        if not self._journal.exists():
            return None
        try:
            with Journal(self._journal, read_only=True) as journal:
                entry = next((each for each in journal.matches() if each.id == match), None)
                return journal.events(entry) if entry else None
        except JournalError as error:
            raise UnavailableError(str(error)) from error


def kept_notes(journal: Path, match: int) -> dict[NotePlace, str]:
    """What is written to a match. Raises NotesError."""
    path = notes_beside(journal)
    if journal.name != JOURNAL or not path.exists():
        return {}
    with NotesStore(path) as store:
        return store.of_match(match)


def with_notes(journal: Path, match: int, _: Sequence[Event], record: MatchRecord) -> MatchRecord:
    """The record with what is written to its turns. Raises NotesError."""
    found = kept_notes(journal, match)
    return noted(record, found) if found else record


def _shown(events: Sequence[Event], written: Mapping[NotePlace, str]) -> Iterator[NoteShown]:
    """Every place of a match that a step of its page shows, with what is written there."""
    steps = steps_of(events, lambda _: False)
    if steps:
        yield NoteShown(0, WHOLE_MATCH, written.get(WHOLE_MATCH, ""))
    record, frames = record_of(events), action_frames(events)
    at = 0
    for number, (game, acted) in enumerate(zip(record.games, frames, strict=True), start=1):
        for place, action, frame in zip(places_of(game, number), game.actions, acted, strict=True):
            found = next((n for n in range(at, len(steps)) if _is_of(steps[n], action, frame)), None)
            if place is not None and found is not None:
                at = found + 1
                yield NoteShown(found, place, written.get(place, ""))


def _is_of(step: MatchStep, action: object, frame: int | None) -> bool:
    if step.at != frame:
        return False
    if isinstance(action, Played):
        return step.turn is not None and step.player is action.side
    return step.kind == "cube"
