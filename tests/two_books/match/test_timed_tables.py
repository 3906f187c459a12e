"""Whole matches with a clock between two simulated tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter.match.events import TimeRanOut
from arbiter.match.record import record_of
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from tests.plugins.gnubg.opponent.at_table import Stuck
from tests.two_books.match.two_tables import Player, games_of, play_match
from two_books.past_matches import with_word_of_two_boards
from two_books.shared_match import match_of


class Timed(Player):
    """Who is in the middle of something when the match ends leaves it there."""

    def _match(self) -> Iterator[Evidence]:
        try:
            yield from super()._match()
        except Stuck:
            if not self.finished:
                raise


@pytest.mark.parametrize(("bank", "runs_out"), [(0, True), (3600, False)])
def test_time_runs_out_once_and_in_both_records(tmp_path: Path, bank: int, runs_out: bool) -> None:
    rules = Rules(length=1, clock="delay", delay=3, bank=bank, time_out="match")
    host, guest, links = play_match(tmp_path, 2, rules, player=Timed, gives_up=0.0)
    assert links.host.entries() == links.guest.entries()
    shared = match_of(links.host.entries())
    assert shared.over
    assert shared.clock
    out = [event for event in shared.events if isinstance(event, TimeRanOut)]
    assert len(out) == runs_out
    assert bool(out) is any(bank < 0 for bank in shared.clock.bank)
    for player in (host, guest):
        assert games_of(player.events) == games_of(shared.events)
        own = [(event.player, event.points) for event in player.events if isinstance(event, TimeRanOut)]
        assert own == [(event.player, event.points) for event in out]
        side = 0 if player is host else 1
        assert player.table.clock
        if not runs_out:
            assert abs(player.table.clock.bank[side] - shared.clock.bank[side]) < 1.0
    comments = [
        with_word_of_two_boards(player.events, record_of(player.events)).header.comment for player in (host, guest)
    ]  # fmt: skip
    assert comments[0] == comments[1]
    assert "Clock: 3 seconds a play, then the bank; each by their own table." in comments[0]
