"""What the study page says of a learner: due, streak, how each kind goes, when something comes again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from arbiter.message import Message
from bookgammon.analysis.decision_kinds import KIND_NAMES
from bookgammon.study.progress import KindProgress, LearnerProgress
from web.study import KindShown


def progress_lines(progress: LearnerProgress, exercises: int) -> tuple[str, ...]:
    """A sentence each; none where there is nothing to practise."""
    if not exercises:
        return ()
    due = Message.counted("{count} position is due now.", "{count} positions are due now.", len(progress.due))
    if not progress.due:
        due = Message("Nothing is due now.")
    lines = [due]
    if progress.new:
        lines.append(Message.counted("{count} is new.", "{count} are new.", progress.new))
    if progress.later:
        lines.append(Message.counted("{count} more comes today.", "{count} more come today.", progress.later))
    if progress.today:
        lines.append(Message.counted("{count} answered today.", "{count} answered today.", progress.today))
    if progress.streak > 1:
        lines.append(Message("{count} days in a row.", count=progress.streak))
    return tuple(lines)


def kinds_shown(kinds: Sequence[KindProgress]) -> tuple[KindShown, ...]:
    return tuple(KindShown(KIND_NAMES[each.kind], each.exercises, _line(each)) for each in kinds)


def _line(kind: KindProgress) -> str:
    if not kind.answers:
        return Message("not practised yet")
    return Message(
        "{known} of {answers} answers fine, {lost} lost each",
        known=kind.known,
        answers=kind.answers,
        lost=f"{kind.lost:.3f}",
    )


def again_line(due: datetime, now: datetime) -> Message:
    """When an exercise comes again."""
    wait = due - now
    if wait < timedelta(hours=1):
        return Message.counted(
            "It comes again in {count} minute.", "It comes again in {count} minutes.", round(wait.total_seconds() / 60)
        )
    return Message.counted("It comes again in {count} day.", "It comes again in {count} days.", max(1, wait.days))
