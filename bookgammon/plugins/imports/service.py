"""Record files become past matches, each match once, under the names that people have here."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from threading import Condition, Lock
from typing import Self

from arbiter.message import Message
from arbiter.values import plain_name
from bookgammon.errors import CompanionError, JournalError, NotesError, PlayersError
from bookgammon.files.settings import now
from bookgammon.history.journal import Journal
from bookgammon.history.match_bounds import begun_at
from bookgammon.history.schema import OF_ELSEWHERE
from bookgammon.plugins.imports.aliases import LONGEST_NAME, Aliases, aliases_beside
from bookgammon.plugins.imports.record_reader import ReadMatch, RecordReader
from bookgammon.plugins.notes.store import NotesStore, notes_beside
from bookgammon.plugins.players.names import named_in, renamed
from web.errors import BadEntryError, NotNowError, RequestError, UnavailableError


@dataclass(frozen=True, slots=True)
class BroughtMatch:
    """number: in the journal. known: it was there already. names: as they are kept."""

    number: int
    names: tuple[str, str]
    known: bool


TOGETHER = 4
"""Files that are kept at once: as many as a page sends."""
LONGEST_WAIT = 0.5
"""Seconds that a file which was read waits for others."""


@dataclass(slots=True)
class _Waiting:
    """What one file holds, on its way into the journal. kept: where it came. refusal: why it did not."""

    matches: tuple[ReadMatch, ...]
    kept: tuple[BroughtMatch, ...] | None = None
    refusal: tuple[type[RequestError], str] | None = None

    @property
    def over(self) -> bool:
        return self.kept is not None or self.refusal is not None


@dataclass(frozen=True, slots=True)
class Brought:
    """What became of one file. trouble: why nothing did, one sentence, or nothing."""

    matches: tuple[BroughtMatch, ...]
    trouble: str = ""


class ImportService:
    """Fulfils `bookgammon.plugins.imports.pages.Imports`. From any thread.

    journal: the file. lock: the right to write in the data folder, for a process that does not have it all the time.
    playing: the number of the match being played, None where none is. background: a match goes first.
    """

    def __init__(
        self,
        journal: Path,
        lock: Callable[[], AbstractContextManager[None]] = nullcontext,
        playing: Callable[[], int | None] = lambda: None,
        *,
        background: bool = True,
    ) -> None:
        self._path, self._lock, self._playing = journal, lock, playing
        self._reader = RecordReader(background=background)
        self._one = Lock()
        self._changed = Condition()
        self._reading = 0
        self._waiting = deque[_Waiting]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.close()

    def bring_in(self, content: bytes) -> Brought:
        """Raises RequestError where the journal cannot be written."""
        with self._counted():
            matches, trouble = self._reader.read(content)
        if trouble:
            return Brought((), trouble)
        mine = _Waiting(matches)
        with self._changed:
            self._waiting.append(mine)
            self._changed.notify_all()
            self._changed.wait_for(lambda: mine.over or self._are_enough(), LONGEST_WAIT)
        with self._one:
            if not mine.over:
                self._keep_all(mine)
        with self._changed:
            self._changed.notify_all()
        if mine.refusal:
            kind, why = mine.refusal
            raise kind(why)
        return Brought(mine.kept or ())

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """A file is being read inside the block."""
        with self._changed:
            self._reading += 1
        try:
            yield
        finally:
            with self._changed:
                self._reading -= 1
                self._changed.notify_all()

    def _are_enough(self) -> bool:
        """Whether those that wait are kept now: no other is being read that might come with them."""
        return not self._reading or len(self._waiting) >= TOGETHER

    def _keep_all(self, mine: _Waiting) -> None:
        """With it whatever else waits by now, together: the disk is waited for once."""
        all_of_them = [mine]
        while self._waiting:
            each = self._waiting.popleft()
            all_of_them += [] if each is mine else [each]
        refusal: tuple[type[RequestError], str]
        try:
            with self._lock(), Journal(self._path) as journal:
                self._keep(journal, all_of_them)
            return
        except (JournalError, NotesError, PlayersError) as error:
            refusal = UnavailableError, str(error)
        except CompanionError as error:  # another process plays, perhaps
            refusal = NotNowError, str(error)
        for each in all_of_them:
            each.refusal = refusal

    def _keep(self, journal: Journal, waiting: Sequence[_Waiting]) -> None:
        matches = [match for each in waiting for match in each.matches]
        known, aliases = journal.numbers_of([_source_of(match) for match in matches]), self._aliases()
        with journal.at_once():
            kept = iter([_kept(journal, match, known, aliases) for match in matches])
        brought = [tuple(islice(kept, len(each.matches))) for each in waiting]
        self._keep_notes(matches, [each for some in brought for each in some])
        for each, its in zip(waiting, brought, strict=True):
            each.kept = its

    def _keep_notes(self, matches: Sequence[ReadMatch], kept: Sequence[BroughtMatch]) -> None:
        """What is written to their turns, also where a match was here without it."""
        if not any(match.notes for match in matches):
            return
        with NotesStore(notes_beside(self._path)) as store:
            for match, brought in zip(matches, kept, strict=True):
                store.add(brought.number, match.notes)

    def name(self, other: str, name: str) -> None:
        """From now on, and in what was brought in before, who was called `other` elsewhere is `name` here.

        Raises RequestError where that cannot be: two who have played each other are two.
        """
        other, name = plain_name(other), plain_name(name)
        if not other or not name or other == name or max(len(other), len(name)) > LONGEST_NAME:
            raise BadEntryError(
                Message(
                    "Say which name is whose: two different ones, each at most {most} characters.", most=LONGEST_NAME
                )
            )
        try:
            with self._one, self._lock(), Journal(self._path) as journal:
                self._rename(journal, other, name)
                with Aliases(aliases_beside(self._path)) as aliases:
                    aliases.keep(other, name)
        except (JournalError, PlayersError) as error:
            raise UnavailableError(str(error)) from error
        except CompanionError as error:
            raise NotNowError(str(error)) from error

    def _aliases(self) -> dict[str, str]:
        path = aliases_beside(self._path)
        if not path.exists():
            return {}
        with Aliases(path) as aliases:
            return aliases.by_other_name()

    def _rename(self, journal: Journal, other: str, name: str) -> None:
        found = {
            entry: texts
            for entry in journal.matches()
            if entry.source.startswith(OF_ELSEWHERE) and entry.id != self._playing()
            if other in named_in(texts := journal.texts(entry))
        }
        if any(name in named_in(texts) for texts in found.values()):
            raise NotNowError(
                Message("{name} and {new} have played each other, so they are two.", name=other, new=name)
            )
        with journal.at_once():
            for entry, texts in found.items():
                journal.adopt(entry.started, entry.source, entry.ended, renamed(texts, other, name), entry.id)


def _kept(journal: Journal, match: ReadMatch, known: dict[str, int], aliases: dict[str, str]) -> BroughtMatch:
    source = _source_of(match)
    names, texts = match.names, match.events
    for other in match.names:
        mapped = aliases.get(other)
        if mapped and mapped not in names:
            names = (mapped if names[0] == other else names[0], mapped if names[1] == other else names[1])
            texts = renamed(texts, other, mapped)
    if source in known:
        return BroughtMatch(known[source], names, known=True)
    number = journal.adopt(_started(match.date), source, ended=True, texts=texts)
    known[source] = number
    return BroughtMatch(number, names, known=False)


def _source_of(match: ReadMatch) -> str:
    return f"{OF_ELSEWHERE}{match.digest}"


def _started(said: str) -> str:
    """When it was played as the journal notes it: at noon of its day, and now where the record names none."""
    found = re.fullmatch(r"(\d{4})[.-](\d{1,2})[.-](\d{1,2})", said)
    if found is None:
        return now()
    year, month, day = map(int, found.groups())
    try:
        return begun_at(datetime(year, month, day, 12, tzinfo=UTC))
    except ValueError:
        return now()
