"""The past matches of a data folder, as the history's pages ask for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path

from arbiter.errors import ArbiterError
from arbiter.match.answers import answer
from arbiter.match.beginnings import has_begun
from arbiter.match.commands import Command, EditTurn
from arbiter.match.cube_answers import double_refused
from arbiter.match.editing import RecordedTurn, recorded_turn
from arbiter.match.endings import what_follows
from arbiter.match.events import Event, MatchStarted
from arbiter.match.fold import apply, fold
from arbiter.match.play_fault import LegalPlay
from arbiter.match.state import MatchState, Phase
from arbiter.match.statistics import statistics_of
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import Dice, legal_plays
from arbiter.records import FORMATS
from bookgammon.errors import AnalysisError, CompanionError, JournalError, NotesError, PlayersError, StudyError
from bookgammon.history.album import album_beside, forget, picture_path
from bookgammon.history.clips import ClipName, clip_path, clips_of
from bookgammon.history.journal import Journal, MatchEntry
from bookgammon.history.schema import OF_ELSEWHERE
from bookgammon.history.steps import USUAL_SEATS, steps_of
from bookgammon.history.taken_away import record_taken_away
from bookgammon.plugin_manager import plugins
from web.drawing_colours import DrawingColours
from web.errors import NotNowError, UnavailableError
from web.history import Export, PastMatch, Summary, TurnShown
from web.shown_paths import without_folders


class Archive:
    """Fulfils `web.history.Archive`. Every question opens the journal for itself, beside the one that writes.

    path: of the journal. playing: the number of the match being played, None where none is. lock: the right to
    write in the data folder, for a process that does not have it all the time. submit: hands a command to the table
    where the match is being played. look: the colours of the board of that name.
    """

    def __init__(
        self,
        path: Path,
        playing: Callable[[], int | None],
        lock: Callable[[], AbstractContextManager[None]] = nullcontext,
        submit: Callable[[Command], None] | None = None,
        look: Callable[[str], DrawingColours | None] = lambda _: None,
    ) -> None:
        self._submit, self._look = submit, look
        self._path, self._album, self._playing, self._lock = path, album_beside(path), playing, lock
        self._summaries: dict[int, tuple[bytes, Summary]] = {}

    def matches(self) -> tuple[Summary, ...]:
        with self._journal() as journal:
            if journal is None:
                return ()
            entries = sorted(journal.matches(), key=lambda each: (_when(each), each.id), reverse=True)
            summaries = [self._summary(journal, entry) for entry in entries]
        return tuple(summary for summary in summaries if summary.begun or summary.at_table)

    def past_match(self, match: int) -> PastMatch | None:
        with self._found(match) as found:
            if found is None:
                return None
            journal, entry = found
            events = journal.events(entry)
            steps = steps_of(
                events,
                lambda frame: picture_path(self._album, match, frame).is_file(),
                clips_of(self._album / str(match)),
            )
            summary = _summarised(entry, events, match == self._playing())
            board = next((event.board for event in reversed(events) if isinstance(event, MatchStarted)), "")
            return PastMatch(summary, steps, statistics_of(events), self._look(board))

    def picture(self, match: int, frame: int) -> bytes | None:
        try:
            return picture_path(self._album, match, frame).read_bytes()
        except OSError:
            return None

    def clip(self, match: int, name: str) -> Path | None:
        found = ClipName.read(name)
        path = clip_path(self._album, match, found) if found else None
        return path if path and path.is_file() else None

    def export(self, match: int, format_name: str) -> Export | None:
        with self._found(match) as found:
            if found is None:
                return None
            journal, entry = found
            events = journal.events(entry)
        try:
            record = record_taken_away(self._path, entry, events)
            text = FORMATS[format_name].write(record)
        except (ArbiterError, CompanionError) as error:
            raise NotNowError(str(error)) from error
        plain = re.sub(r"[^A-Za-z0-9]+", "-", f"{entry.started[:10]} {' '.join(record.names)}").strip("-")
        return Export(f"{plain}.{FORMATS[format_name].suffix}", text)

    def turn(self, match: int, game: int, turn: int, dice: Dice | None) -> TurnShown | None:
        with self._found(match) as found:
            if found is None:
                return None
            journal, entry = found
            state = fold(journal.events(entry))
        recorded = recorded_turn(state, game, turn, apply)
        return _shown(recorded, state, dice) if recorded else None

    def edit(self, match: int, command: EditTurn) -> bool:
        if match == self._playing() and self._submit:
            self._submit(command)
            return True
        try:
            with self._lock(), Journal(self._path) as journal:
                entry = next((each for each in journal.matches() if each.id == match), None)
                if entry is None:
                    return False
                events = journal.events(entry)
                last = events[-1] if events else Event(0, 0.0)
                journal.append(entry, _edited(fold(events), command, last.frame, last.time))
        except JournalError as error:
            raise UnavailableError(str(error)) from error
        except CompanionError as error:  # another process plays it, perhaps
            raise NotNowError(str(error)) from error
        self._summaries.pop(match, None)
        return True

    def delete(self, match: int) -> bool:
        if match == self._playing():
            raise NotNowError(Message("This match is at the table: begin another one before it is deleted."))
        with self._found(match) as found:
            if found is None:
                return False
        try:
            with self._lock():
                plugins().notify("forget_match", journal=self._path, match=match)
                with Journal(self._path) as journal:
                    journal.delete(match)
                forget(self._album, match)
        except (AnalysisError, JournalError, NotesError, PlayersError, StudyError) as error:
            raise UnavailableError(str(error)) from error
        except CompanionError as error:  # another process plays it, perhaps
            raise NotNowError(str(error)) from error
        self._summaries.pop(match, None)
        return True

    def _summary(self, journal: Journal, entry: MatchEntry) -> Summary:
        """Summed up once, until its seal says that something of it is another: a name may be."""
        kept = self._summaries.get(entry.id)
        playing = entry.id == self._playing()
        if kept is None or kept[0] != entry.seal or playing:
            try:
                kept = (entry.seal, _summarised(entry, journal.events(entry), playing))
            except JournalError as error:
                trouble = without_folders(str(error))
                unread = Summary(entry.id, entry.started, ("", ""), (0, 0), 0, 0, trouble=trouble, at_table=playing)
                kept = (entry.seal, unread)
            self._summaries[entry.id] = kept
        return kept[1]

    @contextmanager
    def _journal(self) -> Iterator[Journal | None]:
        """None where nothing was ever played. Raises RequestError where the journal cannot be read."""
        if not self._path.exists():
            yield None
            return
        try:
            with Journal(self._path, read_only=True) as journal:
                yield journal
        except JournalError as error:
            raise UnavailableError(str(error)) from error

    @contextmanager
    def _found(self, match: int) -> Iterator[tuple[Journal, MatchEntry] | None]:
        with self._journal() as journal:
            entries = journal.matches() if journal else ()
            entry = next((entry for entry in entries if entry.id == match), None)
            yield (journal, entry) if journal and entry else None


def _when(entry: MatchEntry) -> float:
    try:
        return datetime.fromisoformat(entry.started).timestamp()
    except ValueError:
        return 0.0


def _summarised(entry: MatchEntry, events: tuple[Event, ...], at_table: bool) -> Summary:
    state = fold(events)
    over = state.phase is Phase.MATCH_OVER
    # a session for money ends whenever people leave it between two games
    left = entry.ended or (not state.rules.length and state.phase is Phase.GAME_OVER)
    return Summary(
        entry.id,
        entry.started,
        state.names,
        state.score,
        state.rules.length,
        state.game,
        players=state.chouette.players if state.chouette else (),
        state="over" if over or (left and not at_table) else "playing" if at_table else "open",
        at_table=at_table,
        begun=has_begun(events),
        elsewhere=entry.source.startswith(OF_ELSEWHERE),
    )


def _edited(state: MatchState, command: EditTurn, frame: int, time: float) -> tuple[Event, ...]:
    """The edit of a match that nobody plays any more, and what follows from it: its end, perhaps."""
    events = list(answer(state, command, frame, time))
    state = fold(events, state)
    while following := what_follows(state, frame, time):
        events += following
        state = fold(following, state)
    return tuple(events)


def _shown(turn: RecordedTurn, state: MatchState, dice: Dice | None) -> TurnShown:
    start = turn.start
    asked = dice or turn.dice
    plays = legal_plays(start.position, turn.player, asked) if asked else ()
    may_double = start.chouette is None and start.player is not None and not double_refused(start, start.player)
    return TurnShown(
        turn.player,
        state.names,
        state.seats or USUAL_SEATS,
        start.position,
        turn.position,
        turn.dice,
        turn.play,
        turn.doubled,
        may_double or turn.doubled,
        tuple(LegalPlay(format_play(play), play.result) for play in plays),
    )
