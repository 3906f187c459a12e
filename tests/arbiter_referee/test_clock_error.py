"""How exactly the tournament clock counts turns that end with the lifting of the dice, at the simulated table.

The table knows when the dice are gone. The referee says that a turn has ended some looks later, which costs nobody
anything where it is as late for the next turn: what counts is by how much one turn is later than the one before.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from arbiter.match.entered_events import Undone
from arbiter.match.events import Event, MatchStarted, PlayMade
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.simulated_camera import FPS
from tests.arbiter_referee.table import Table

MOST_A_TURN = 0.1
"""Seconds that a turn may be counted too long or too short."""
LATEST = 0.5
"""Seconds after the lifting of the dice at which the other player's time runs on the page."""
STARTED = MatchStarted(0, 0.0, Rules(length=25, clock="delay"))


class TimedTable(Table):
    """Notes when the dice of each turn are lifted, in seconds."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.lifted: list[float] = []

    def lift(self) -> Iterator[Evidence]:
        yield from self.reach()
        self.dice, self.dice_in_sight = [], True
        self.lifted.append(self.frame / FPS)
        yield self.look(hand=True)
        yield from self.rest(6, 12)


def ends_told(looks: Iterator[Evidence]) -> list[float]:
    """When the referee said that each turn had ended; what it took back is left out."""
    referee = Referee(apply(MatchState(), STARTED), Seats(Side.LIGHT))
    told: list[Event] = []
    for look in looks:
        for event in referee.observe(look):
            if isinstance(event, Undone):
                told.pop()
            elif isinstance(event, PlayMade):
                told.append(event)
    return [event.time for event in told]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_turn_is_counted_to_a_tenth_of_a_second(seed: int) -> None:
    table = TimedTable(seed, Manners(illegal=0.0, unseen_rolls=0.0, late_rolls=0.0))
    ends = ends_told(table.game(30))
    late = [end - lifted for end, lifted in zip(ends, table.lifted, strict=True)]
    assert max(late) <= LATEST
    assert min(late) > 0
    wrong = [abs(after - before) for before, after in itertools.pairwise(late)]
    assert max(wrong) <= MOST_A_TURN
