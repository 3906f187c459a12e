"""A match between two tables that is over, looked at: logs, records, what was played, and who was blamed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arbiter.match.entered_events import TurnEdited, Undone
from arbiter.match.events import Event, IllegalPlay, OutOfStep, PlayCorrected, PlayMade
from arbiter.match.record import record_of
from arbiter.match.undo import standing
from bookgammon.history.journal import Journal
from lab.campaigns.kept_logs import KeptLog, faults_of
from lab.campaigns.opponent_matches import not_read
from tests.arbiter_referee.simulated_camera import FPS
from tests.plugins.gnubg.opponent.at_table import SOON, Played, false_warnings
from tests.two_books.match.one_player import JOURNAL
from tests.two_books.match.player_notes import Notes, Turn, notes_in
from tests.two_books.match.two_tables import games_of, own_illegal
from two_books.bodies import DiceHidden, DiceShared, DiceShown, said_by
from two_books.link import Entry, Role
from two_books.shared_dice import digest_of
from two_books.shared_match import SharedMatch, match_of

ASKS = 20 * FPS
"""Looks after a start, or a play taken back in which the board may be asked for: it is being put right then."""


@dataclass
class Figures:
    """Of one match. late: wrong mirrored positions that were not named within a second of lying still.

    questions: whether the board is as the table has it, which takes back and restarts lead to. rolls: thrown by both
    programs together.
    """

    entries: int = 0
    turns: int = 0
    outages: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    late: int = 0
    questions: int = 0
    asked_back: int = 0
    rolls: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


def look_at(figures: Figures, logs: Mapping[Role, KeptLog], folders: Mapping[Role, Path]) -> None:
    """At what both have kept, into the figures."""
    figures.faults += faults_of(logs)
    log = logs["host"].entries
    shared = match_of(log)
    figures.entries = len(log)
    figures.asked_back = sum(entry.body["kind"] == "asked back" for entry in log)
    figures.rolls = _rolls_together(log, figures.faults)
    if not shared.over:
        figures.faults.append("the log has no end")
    for role, folder in folders.items():
        _look_at_table(figures, role, folder, shared)


def _rolls_together(log: Sequence[Entry], faults: list[str]) -> int:
    """How many rolls both programs threw; each share that was shown is the one that was hidden last."""
    count, hidden = 0, ""
    for entry in log:
        match said_by(entry.body):
            case DiceHidden(digest=digest):
                hidden = digest
            case DiceShared():
                count += 1
            case DiceShown(share=share) if digest_of(share) != hidden:
                faults.append(f"entry {entry.number} shows another share than was hidden")
    return count


def _look_at_table(figures: Figures, role: Role, folder: Path, shared: SharedMatch) -> None:
    with Journal(folder / JOURNAL) as journal:
        events = journal.events(max(journal.matches(), key=lambda entry: entry.id))
    notes = notes_in(folder)
    if games_of(events) != games_of(shared.events):
        figures.faults.append(f"the record of {role} is another one than the log's")
    elif fault := not_read(record_of(events)):
        figures.faults.append(f"{role}: {fault}")
    recorded = [(each.player, each.position) for each in standing(events) if isinstance(each, PlayMade | PlayCorrected)]
    if fault := played_otherwise(notes.turns, recorded, len(notes.lives) - 1, figures.asked_back):
        figures.faults.append(f"{role} {fault}")
    figures.turns += len(recorded)
    figures.faults += [f"{role}, false: {event}" for event in blamed(events, notes)]
    figures.questions += sum(isinstance(event, OutOfStep) for event in events)
    figures.wrong += len(notes.wrong)
    figures.late += sum(seen is None or seen - lay > SOON for lay, seen in notes.wrong)


def played_otherwise(played: Sequence[Turn], recorded: Sequence[Turn], kills: int, asked_back: int) -> str:
    """Where the record is not what was played; empty where it is, as far as that can be told.

    Who was killed may have a play recorded that they had not noted yet, or make one again that nobody had seen. What is
    taken back is noted, and recorded no more: a play, the other's after it, and one that was being put there. What is
    played for it is an entry in the other's list of turns, and the one after it then leads elsewhere.
    """
    common = _in_both(played, recorded)
    if len(recorded) - common > kills + 2 * asked_back:
        return f"never played {len(recorded) - common} of {len(recorded)} recorded turns, killed {kills} times"
    if len(played) - common > kills + 3 * asked_back:
        return f"played {len(played) - common} turns that are not recorded, killed {kills} times"
    return ""


def _in_both(one: Sequence[Turn], two: Sequence[Turn]) -> int:
    """The length of their longest common subsequence."""
    row = [0] * (len(two) + 1)
    for turn in one:
        before, row = row, [0]
        for place, other in enumerate(two):
            row.append(before[place] + 1 if turn == other else max(before[place + 1], row[place]))
    return row[-1]


def blamed(events: Sequence[Event], notes: Notes) -> list[Event]:
    """Warnings of what nobody did, and questions for which there was no reason."""
    found = false_warnings(events, Played(wrong=notes.wrong))
    reasons = [*notes.lives, *(event.frame for event in events if isinstance(event, Undone | TurnEdited))]
    other = [each for each in found if not isinstance(each, IllegalPlay) and not _asks_for(each, reasons)]
    return [*other, *own_illegal(notes.illegal, events)]


def _asks_for(event: Event, reasons: Iterable[int]) -> bool:
    return isinstance(event, OutOfStep) and any(0 <= event.frame - frame <= ASKS for frame in reasons)
