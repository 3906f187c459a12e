"""The player at the other board, as our table asks an opponent: every answer is what the shared log says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from arbiter.match.state import Phase
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.scoring import Kind
from bookgammon.opponent.protocol import CubeAnswer, GameSituation, Stopped
from two_books.joined_match import BothSides
from two_books.own_table import OVER, roll_of

Found = TypeVar("Found")


class BothSidesWatched(Protocol):
    """Our table beside the log, as `JoinedMatch` watches them."""

    def wait_for(self, answer: Callable[[BothSides], Found | None], stopped: Stopped) -> Found:
        """What `answer` finds, however long it takes. Raises OpponentStopped where nobody waits any more."""


class RemoteOpponent:
    """An `OpponentWithDice` whose answers come from the other board, whenever they come."""

    def __init__(self, joined: BothSidesWatched) -> None:
        self._joined = joined

    def resigns(self, at: GameSituation, stopped: Stopped) -> Kind | None:
        """Never asked for in time: an offer is entered at our table as soon as it is in the log."""
        del at, stopped
        return None

    def doubles(self, at: GameSituation, stopped: Stopped) -> bool:
        def found(sides: BothSides) -> bool | None:
            state, number = sides.match.state, len(sides.table.turns)
            rolled = roll_of(sides.match, sides.table.game, number)
            if rolled and rolled[0] is at.side:  # another's is that of the turn before, where we are asked early
                return False
            here = state.game == sides.table.game and len(state.turns) == number
            if here and state.phase is Phase.DOUBLED and state.player is at.side and state.cube.value == at.cube:
                return True
            return None

        return self._joined.wait_for(found, stopped)

    def rolls(self, at: GameSituation, stopped: Stopped) -> Dice:
        def found(sides: BothSides) -> Dice | None:
            rolled = roll_of(sides.match, sides.table.game, len(sides.table.turns))
            return rolled[1] if rolled and rolled[0] is at.side else None

        return self._joined.wait_for(found, stopped)

    def plays(self, at: GameSituation, dice: Dice, stopped: Stopped) -> Play:
        def found(sides: BothSides) -> Play | None:
            match, number = sides.match, len(sides.table.turns)
            if match.state.game != sides.table.game or number >= len(match.before):
                return None
            after = match.before[number + 1][0].position if number + 1 < len(match.before) else match.state.position
            rolled = match.state.turns[number].dice
            if rolled is None or sorted(rolled) != sorted(dice):
                return None  # the roll is put right first
            return next((play for play in accepted_plays(at.position, at.side, dice) if play.result == after), None)

        return self._joined.wait_for(found, stopped)

    def answers_double(self, at: GameSituation, stopped: Stopped) -> CubeAnswer:
        del at

        def found(sides: BothSides) -> CubeAnswer | None:
            state = sides.match.state
            if not sides.settled or sides.table.phase is not Phase.DOUBLED or state.game != sides.table.game:
                return None
            if state.beavered and not sides.table.beavered:
                return "beaver"
            if state.phase in OVER:
                return "drop"
            return "take" if state.cube.value == 2 * sides.table.cube.value else None

        return self._joined.wait_for(found, stopped)

    def accepts(self, at: GameSituation, kind: Kind, stopped: Stopped) -> bool:
        del at, kind

        def found(sides: BothSides) -> bool | None:
            state, offer = sides.match.state, sides.table.resignation
            if not sides.settled or offer is None or sides.expected.number != sides.match.number:
                return None  # the log does not have the offer yet
            if state.phase in OVER:
                return True
            return None if state.resignation else False

        return self._joined.wait_for(found, stopped)

    def close(self) -> None:
        """Nothing is asked any more; the link goes on."""
