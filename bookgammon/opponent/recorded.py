"""An opponent whose decisions were recorded with the game that it played: the demo's, which needs no engine."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.notation import find_play
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.scoring import Kind
from bookgammon.analysis.gnubg_process import Stopped
from bookgammon.errors import OpponentError
from bookgammon.opponent.protocol import CubeAnswer, GameSituation


class RecordedOpponent:
    """Fulfils `protocol.Opponent`. plays: (roll, play in notation), each of them for the position that it is legal in.

    answer: to a double.
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
