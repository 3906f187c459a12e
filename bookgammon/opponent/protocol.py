"""What an opponent is asked, and how it answers, whoever it is: an engine here, a person at another board, a recording.

It is asked with all that it needs to know, one question at a time, never in the table's thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from arbiter.errors import NotationError
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.notation import find_play
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import Position, Side
from arbiter.rules import Rules
from arbiter.scoring import Kind
from bookgammon.errors import OpponentError

Stopped = Callable[[], bool]
"""Whether nobody waits for the answer any more; asked from time to time while an answer is looked for."""
CubeAnswer = Literal["take", "drop", "beaver"]


@dataclass(frozen=True, slots=True)
class GameSituation:
    """A position and the state of its match. side: who decides; turn: whose turn it is.

    score: (light, dark); cube and rules as in the match.
    doubled: a double was taken in this game, which Jacoby asks for.
    """

    position: Position
    side: Side
    turn: Side
    cube: int = 1
    owner: Side | None = None
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    doubled: bool = False
    rules: Rules = field(default_factory=Rules)


class Opponent(Protocol):
    """Answers in bounded time, one question after the other.

    Each raises OpponentError, one sentence, where it cannot answer, and OpponentStopped where `stopped` says so.
    """

    def doubles(self, at: GameSituation, stopped: Stopped) -> bool:
        """Whether `at.side`, who is to roll and may double, does."""

    def answers_double(self, at: GameSituation, stopped: Stopped) -> CubeAnswer:
        """What `at.side` answers to the double that waits; at.cube: the stake before it."""

    def plays(self, at: GameSituation, dice: Dice, stopped: Stopped) -> Play:
        """The play of `at.side`; one without moves where nothing can be played."""

    def resigns(self, at: GameSituation, stopped: Stopped) -> Kind | None:
        """What `at.side`, who is to roll, offers to lose; None where they play on."""

    def accepts(self, at: GameSituation, kind: Kind, stopped: Stopped) -> bool:
        """Whether `at.side` accepts that the other gives the game up at this value."""

    def close(self) -> None:
        """Nothing is asked any more."""


@runtime_checkable
class OpponentWithDice(Opponent, Protocol):
    """An `Opponent` whose rolls are its own, where the program throws: dice at another board, say."""

    def rolls(self, at: GameSituation, stopped: Stopped) -> Dice:
        """What `at.side` has rolled."""


def situation_of(state: MatchState, side: Side) -> GameSituation:
    """What `side` decides by, as the match stands."""
    return GameSituation(
        state.position, side, state.player or side, state.cube.value, state.cube.owner, state.score, state.crawford,
        state.doubled, state.rules,
    )  # fmt: skip


class RecordedOpponent:
    """An `Opponent` whose decisions were recorded with the game that it played: the demo's, which needs no engine.

    plays: (roll, play in notation), each of them for the position that it is legal in. answer: to a double.
    """

    def __init__(self, plays: Sequence[tuple[Dice, str]], answer: CubeAnswer) -> None:
        self._plays, self._answer = tuple(plays), answer

    def doubles(self, at: GameSituation, stopped: Stopped) -> bool:
        del at, stopped
        return False

    def answers_double(self, at: GameSituation, stopped: Stopped) -> CubeAnswer:
        del at, stopped
        return self._answer

    def plays(self, at: GameSituation, dice: Dice, stopped: Stopped) -> Play:
        del stopped
        legal = accepted_plays(at.position, at.side, dice)
        if len(legal) == 1:
            return legal[0]
        for roll, play in self._plays:
            if sorted(roll) == sorted(dice):
                try:
                    return find_play(play, at.position, at.side, dice)
                except NotationError:
                    continue  # of another position
        raise OpponentError(Message("This recording has no play of the computer for this roll."))

    def resigns(self, at: GameSituation, stopped: Stopped) -> Kind | None:
        del at, stopped
        return None

    def accepts(self, at: GameSituation, kind: Kind, stopped: Stopped) -> bool:
        del at, kind, stopped
        return True

    def close(self) -> None:
        """There is nothing to end."""
