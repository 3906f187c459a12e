"""What is due, how often somebody practised, and how each kind of decision goes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from bookgammon.plugins.gnubg.analysis.decision_kinds import KINDS, Kind
from bookgammon.plugins.gnubg.analysis.figures import DOUBTFUL
from bookgammon.plugins.study.store import KeptExercise, PastAnswer

NEW_A_DAY = 10
"""Exercises that are begun in one day: a board takes a minute to set up, and each comes again."""


@dataclass(frozen=True, slots=True)
class KindProgress:
    """How decisions of one kind go. known: answers that GNU Backgammon would not mark. lost: equity an answer."""

    kind: Kind
    exercises: int
    answers: int
    known: int
    lost: float


@dataclass(frozen=True, slots=True)
class LearnerProgress:
    """due: to be practised now, in order; new ones, begun last, are the last of them. later: due later today.

    today: answers given today. streak: days in a row with answers, today or yesterday the last.
    """

    due: tuple[KeptExercise, ...]
    new: int
    later: int
    today: int
    streak: int
    kinds: tuple[KindProgress, ...]


def progress_of(
    kept: Sequence[KeptExercise], answers: Sequence[PastAnswer], now: datetime, zone: tzinfo | None = None
) -> LearnerProgress:
    """answers: oldest first. now: in UTC. zone: whose days count; None for the machine's own."""

    def day(at: datetime) -> date:
        return at.astimezone(zone).date()

    today = day(now)
    seen = [each for each in kept if not each.memory.new]
    again = sorted((each for each in seen if each.memory.due <= now), key=lambda each: each.memory.due)
    later = sum(1 for each in seen if each.memory.due > now and day(each.memory.due) == today)
    first = {answer.exercise: answer.at for answer in reversed(answers)}
    begun = sum(1 for at in first.values() if day(at) == today)
    fresh = [each for each in kept if each.memory.new][: max(0, NEW_A_DAY - begun)]
    days = [day(answer.at) for answer in answers]
    return LearnerProgress(
        (*again, *fresh), len(fresh), later, days.count(today), _streak(set(days), today), _kinds(kept, answers)
    )


def _streak(days: set[date], today: date) -> int:
    last = today if today in days else today - timedelta(days=1)
    streak = 0
    while last - timedelta(days=streak) in days:
        streak += 1
    return streak


def _kinds(kept: Sequence[KeptExercise], answers: Sequence[PastAnswer]) -> tuple[KindProgress, ...]:
    """Of each kind that there is anything of."""
    found = []
    for kind in KINDS:
        exercises = sum(1 for each in kept if each.kind == kind)
        own = [answer for answer in answers if answer.kind == kind]
        known = sum(1 for answer in own if answer.lost < DOUBTFUL)
        lost = sum(answer.lost for answer in own) / len(own) if own else 0.0
        if exercises:
            found.append(KindProgress(kind, exercises, len(own), known, lost))
    return tuple(found)
