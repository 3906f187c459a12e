"""Other starting positions under the same rules, followed from set-up to set-up."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from arbiter.match.events import GameStarted, MatchStarted
from arbiter.match.record import record_of
from arbiter.position import Side
from arbiter.rules import STARTS, Rules
from arbiter.scoring import kind_of_win
from arbiter.seats import Seats
from tests.arbiter_referee.follow import Followed, differences
from tests.arbiter_referee.manners import Manners, noisy
from tests.arbiter_referee.table import Table


def test_each_starting_position_can_be_agreed() -> None:
    assert set(get_args(get_type_hints(Rules)["variant"])) == {*STARTS, "abak"}


@pytest.mark.parametrize(
    ("variant", "seed"), [("nackgammon", 1), ("longgammon", 0), ("hypergammon", 1), ("hypergammon", 2)]
)
def test_a_game_of_a_variant_is_recorded_as_it_was_played(variant: str, seed: int) -> None:
    rules = Rules(length=0, variant=variant)  # type: ignore[arg-type]  # the test above holds the names
    manners = noisy(Manners(doubles=0.03), 1.0)
    followed = Followed(Table(seed, manners, Seats(Side.LIGHT), position=rules.start), rules)
    table = followed.table
    followed.watch(table.game())
    followed.watch(table.set_up_again())
    assert differences(followed) == ""
    assert [*followed.false_alarms(), *followed.false_questions()] == []
    assert followed.missed_warnings() == []
    (over,) = followed.results()
    assert over.winner is table.record[-1].player
    assert over.kind in (kind_of_win(table.record[-1].position, over.winner, rules.start), "single")
    begun = [event.position for event in followed.events if isinstance(event, GameStarted)]
    assert begun == [rules.start, rules.start]
    record = record_of([MatchStarted(0, 0.0, rules), *followed.events])
    assert record.games[0].start == rules.start
