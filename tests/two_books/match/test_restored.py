"""A journal that lacks what the shared log holds is completed from it before the table begins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.position import Side
from bookgammon.history.journal import FILE, Journal
from tests.two_books.link.simulated import INVITATION, Tables
from tests.two_books.match.logs import GUEST, HOST, match_by_lot
from two_books.kept_invitation import KeptInvitation
from two_books.link import Entry, Role
from two_books.restored import at_our_table, restore_lost
from two_books.shared_match import Judge, match_of
from two_books.store import LinkStore
from two_books.store_file import FILE as LOG_FILE

LENGTH = 44
"""Entries of the log; the match goes on after them."""
EARLIER = 25
SIDES: dict[Role, Side] = {"host": HOST, "guest": GUEST}


@pytest.fixture
def log(tmp_path: Path) -> Sequence[Entry]:
    """The beginning of a match, which both tables hold."""
    entries = match_by_lot(1)[0][:LENGTH]
    tables = Tables(tmp_path, accepts=Judge())

    def arrived(number: int) -> bool:
        return tables.alike() and tables.host.store.tip.number == number

    for number, entry in enumerate(entries, 1):
        tables.end(entry.by).store.propose(entry.body)
        assert tables.run(60.0, partial(arrived, number))
    tables.close()
    return entries


def keep(folder: Path, log: Sequence[Entry], own: Side) -> None:
    """The table's journal as it was when the log went so far."""
    with Journal(folder / FILE) as journal:
        journal.append(journal.begin("2026-11-28T20:00:00+00:00", "0"), at_our_table(match_of(log), own))


def at_table(folder: Path) -> MatchState:
    with Journal(folder / FILE) as journal:
        entry = journal.unfinished()
        assert entry is not None
        assert journal.at_table()[-1] == entry
        return fold(journal.events(entry))


@pytest.mark.parametrize("role", ["host", "guest"])
@pytest.mark.parametrize("kept", [0, EARLIER], ids=["all of it", "its end"])
def test_what_is_lost_is_written_again(tmp_path: Path, log: Sequence[Entry], role: Role, kept: int) -> None:
    folder, invited = tmp_path / role, KeptInvitation(role, INVITATION)
    if kept:
        keep(folder, log[:kept], SIDES[role])
    assert restore_lost(folder, invited)
    assert at_table(folder).turns == match_of(log).state.turns
    assert not restore_lost(folder, invited)


def test_a_play_of_the_other_that_is_not_made_here_yet_is_nothing_lost(tmp_path: Path, log: Sequence[Entry]) -> None:
    last = max(number for number, entry in enumerate(log) if entry.body["kind"] == "played")
    own = SIDES[log[last].by].other
    role: Role = "host" if own is HOST else "guest"
    keep(tmp_path / role, log[:last], own)
    assert not restore_lost(tmp_path / role, KeptInvitation(role, INVITATION))
    assert len(at_table(tmp_path / role).turns) == len(match_of(log).state.turns) - 1


def test_a_play_that_was_said_and_is_in_no_log_yet_is_written_too(tmp_path: Path, log: Sequence[Entry]) -> None:
    following = match_by_lot(1)[0][len(log)]
    assert (following.by, following.body["kind"]) == ("guest", "played")
    with LinkStore(tmp_path / "guest" / LOG_FILE, INVITATION, "guest") as store:
        store.propose(following.body)
    assert restore_lost(tmp_path / "guest", KeptInvitation("guest", INVITATION))
    assert at_table(tmp_path / "guest").turns == match_of([*log, following]).state.turns
