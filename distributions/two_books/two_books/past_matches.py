"""What a past match at two boards leaves behind: its shared log, and a word in its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from arbiter.match.events import Event
from arbiter.match.fold import fold
from arbiter.records import MatchRecord
from bookgammon.history.journal import FILE as JOURNAL
from two_books.kept_invitation import FILE as INVITATION_FILE
from two_books.kept_invitation import kept_in
from two_books.own_table import ENGINE
from two_books.store_file import FILE, forget_match

PLAYED_SO = "Played on two boards, each player at their own; both tables signed the log of rolls and plays."
"""In the record, which others read wherever they are: in English."""


def with_word_of_two_boards(events: Sequence[Event], record: MatchRecord) -> MatchRecord:
    """The record, which says that it was played on two boards where it was."""
    seat = fold(events).opponent
    if seat is None or seat.engine != ENGINE or PLAYED_SO in record.header.comment:
        return record
    comment = "\n".join(line for line in (_both_count(record.header.comment), PLAYED_SO) if line)
    return replace(record, header=replace(record.header, comment=comment))


def _both_count(comment: str) -> str:
    """The comment of a match with a clock, as both tables can say it: each knows its own player's bank to the second.

    The other's bank, as this table alone would have counted it, holds the way there and back.
    """
    lines = comment.splitlines()
    kept = [line for line in lines if not line.startswith("Turns ended by a tap: ")]
    return "\n".join(
        f"{line.split(';')[0]}; each by their own table." if line.startswith("Clock: ") else line for line in kept
    )


def forget(journal: Path, match: int) -> None:
    """Deletes the shared log of a match that is deleted, with its keys. Raises LinkStoreError or InvitationError."""
    folder = journal.parent
    if journal.name != JOURNAL:
        return
    gone = forget_match(folder / FILE, match)
    kept = kept_in(folder) if gone else None
    if kept is not None and kept.invitation.room in gone:
        (folder / INVITATION_FILE).unlink(missing_ok=True)
