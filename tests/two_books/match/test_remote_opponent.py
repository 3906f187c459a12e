"""What the opponent's seat answers of the log, also where it is asked before the table has taken its last play up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from bookgammon.errors import OpponentStopped
from bookgammon.opponent.protocol import GameSituation, Stopped
from tests.two_books.match.logs import GUEST, HOST, begun, play, says
from two_books.bodies import DoubledBy, Rolled
from two_books.joined_match import BothSides
from two_books.remote_opponent import RemoteOpponent
from two_books.restored import at_our_table
from two_books.shared_match import SharedMatch

Found = TypeVar("Found")


@dataclass
class Joined:
    """Answers once, as both stand."""

    sides: BothSides

    def wait_for(self, answer: Callable[[BothSides], Found | None], stopped: Stopped) -> Found:
        del stopped
        found = answer(self.sides)
        if found is None:
            raise OpponentStopped("Nothing is said yet.")
        return found


def table(match: SharedMatch) -> MatchState:
    """The host's table, as it has come so far."""
    return fold(at_our_table(match, HOST))


def doubles(ours: SharedMatch, log: SharedMatch) -> bool | None:
    joined = Joined(BothSides(table(ours), log, log, HOST, settled=True))
    at = GameSituation(log.state.position, GUEST, GUEST)
    try:
        return RemoteOpponent(joined).doubles(at, lambda: False)
    except OpponentStopped:
        return None


def test_they_double_or_roll() -> None:
    before = begun()
    to_roll = says(before, HOST, play(before.state))
    assert doubles(to_roll, to_roll) is None
    assert doubles(to_roll, says(to_roll, GUEST, DoubledBy(1, 1))) is True
    assert doubles(to_roll, says(to_roll, GUEST, Rolled(1, 1, (6, 4)))) is False


def test_our_own_roll_of_the_turn_before_says_nothing_of_their_double() -> None:
    before = begun()
    to_roll = says(before, HOST, play(before.state))
    assert doubles(before, to_roll) is None  # our table does not know yet that we have played
    assert doubles(before, says(to_roll, GUEST, DoubledBy(1, 1))) is None
