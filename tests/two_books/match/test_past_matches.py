"""What stays of a match at two boards: a word in its record, its log in a backup; and what goes when it is deleted."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.match.events import MatchStarted
from arbiter.match.opponent import OpponentSeat
from arbiter.match.record import record_of
from arbiter.notation import format_play
from arbiter.plays import accepted_plays
from arbiter.position import START, Side
from arbiter.records import GameRecord, MatchHeader, MatchRecord, Played, write_mat, write_sgf
from arbiter.rules import Rules
from bookgammon.history.journal import FILE as JOURNAL
from bookgammon.history.journal import Journal
from tests.commands.program import ROOT
from tests.two_books.match.programs import DISTRIBUTION, installed_in
from two_books.invitation import Invitation, new_invitation, parse_address
from two_books.kept_invitation import FILE as INVITATION_FILE
from two_books.kept_invitation import KeptInvitation, keep, kept_in
from two_books.past_matches import PLAYED_SO, forget, with_word_of_two_boards
from two_books.store import LinkStore
from two_books.store_file import FILE, is_ours, known_rooms

STARTED = MatchStarted(1, 1.0, Rules(length=3), ("Ann", "Ben"), opponent=OpponentSeat(Side.DARK, "two_books", "Ben"))


def room(folder: Path, *matches: int) -> Invitation:
    """A room of its own, whose log holds these matches of the journal."""
    invitation = new_invitation(parse_address("tcp://192.168.1.2:8025"))
    with LinkStore(folder / FILE, invitation, "host") as store:
        store.propose({"kind": "x"})
        for match in matches:
            store.note_played(match)
    return invitation


def recorded(started: MatchStarted, header: MatchHeader = MatchHeader()) -> MatchRecord:  # noqa: B008 - it is frozen
    return with_word_of_two_boards([started], record_of([started], header))


def test_its_record_says_so_once_and_in_every_format_that_has_room_for_it() -> None:
    record = recorded(STARTED, MatchHeader(comment="A Friday."))
    assert record.header.comment == f"A Friday.\n{PLAYED_SO}"
    assert with_word_of_two_boards([STARTED], record) == record
    play = accepted_plays(START, Side.LIGHT, (3, 1))[0]
    turn = Played(Side.LIGHT, (3, 1), format_play(play), play.result)
    record = replace(record, games=(GameRecord((0, 0), (turn,)),))
    assert PLAYED_SO in write_sgf(record)
    assert "Played on two boards" in write_mat(record)


def test_a_match_at_one_board_says_nothing_of_it() -> None:
    for other in (None, OpponentSeat(Side.DARK, "gnubg", "expert")):
        assert recorded(replace(STARTED, opponent=other)).header.comment == ""


def test_a_log_goes_with_the_last_of_its_matches(tmp_path: Path) -> None:
    journal = tmp_path / JOURNAL
    played, other = room(tmp_path, 1, 2), room(tmp_path, 3)
    keep(tmp_path, KeptInvitation("host", played))
    forget(journal, 1)
    assert {each.id for each in known_rooms(tmp_path / FILE)} == {played.room, other.room}
    forget(journal, 2)
    assert [each.id for each in known_rooms(tmp_path / FILE)] == [other.room]
    assert not (tmp_path / INVITATION_FILE).exists()
    forget(journal, 2)  # nobody asks twice, but nothing goes wrong
    assert kept_in(tmp_path) == KeptInvitation("host", other)


def test_without_any_log_nothing_is_forgotten_or_made(tmp_path: Path) -> None:
    forget(tmp_path / JOURNAL, 1)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    path = os.pathsep.join(map(str, (installed_in(tmp_path / "installed"), DISTRIBUTION, ROOT)))
    return {**os.environ, "PYTHONPATH": path}


def bookgammon(env: dict[str, str], *words: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "bookgammon", *map(str, words)], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_a_backup_holds_the_log_and_puts_it_back(tmp_path: Path, installed: dict[str, str]) -> None:
    before, after, backup = tmp_path / "before", tmp_path / "after", tmp_path / "backup.zip"
    before.mkdir()
    Journal(before / JOURNAL).close()
    invitation = room(before, 1)
    bookgammon(installed, "backup", backup, "--data", before)
    bookgammon(installed, "restore", backup, "--data", after)
    assert is_ours(after / FILE)
    assert (after / FILE).stat().st_mode & 0o077 == 0
    assert kept_in(after) == KeptInvitation("host", invitation)  # so `play --go-on` finds the other table again
    with LinkStore(after / FILE, invitation, "host") as store:
        assert [said.body for said in store.waiting()] == [b'{"kind":"x"}']
