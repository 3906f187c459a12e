"""A match between two simulated tables whose players ask each other for things, and go on while a board differs."""

from __future__ import annotations

from pathlib import Path

from arbiter.rules import Rules
from tests.plugins.gnubg.opponent.at_table import false_warnings
from tests.two_books.match.agreeing import Agreeing
from tests.two_books.match.two_tables import games_of, own_illegal, play_match
from two_books.shared_match import match_of


def test_what_both_agree_on_is_in_both_records(tmp_path: Path) -> None:
    host, guest, links = play_match(tmp_path, 9, Rules(length=3), player=Agreeing, against_rules=0.0)
    assert links.host.entries() == links.guest.entries()
    shared = match_of(links.host.entries())
    assert shared.over
    for player in (host, guest):
        assert isinstance(player, Agreeing)
        assert games_of(player.events) == games_of(shared.events)
        assert not own_illegal(player.against, false_warnings(player.events, player.played))
        assert player.asked + player.went_on
