"""Whole matches between two simulated tables over the link in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.rules import Rules
from tests.two_books.match.two_tables import games_of, play_match
from two_books.shared_match import match_of


def test_both_tables_have_the_match_of_the_log(tmp_path: Path) -> None:
    host, guest, links = play_match(tmp_path, 1, Rules(length=1))
    assert links.host.entries() == links.guest.entries()
    shared = match_of(links.host.entries())
    assert shared.over
    records = [games_of(player.events) for player in (host, guest)]
    assert records[0] == games_of(shared.events)
    assert records[1] == games_of(shared.events)


@pytest.mark.parametrize(("seed", "declines"), [(23, 0.0), (31, 1.0), (24, 0.5)])
def test_plays_are_taken_back_with_consent_and_stay_without_it(tmp_path: Path, seed: int, declines: float) -> None:
    host, guest, links = play_match(tmp_path, seed, Rules(length=1), takes_back=0.2, declines=declines)
    assert links.host.entries() == links.guest.entries()
    shared = match_of(links.host.entries())
    assert any(entry.body["kind"] == "asked back" for entry in links.host.entries())
    assert games_of(host.events) == games_of(guest.events) == games_of(shared.events)
