"""Matches that opponents play against each other without a table: dice by seed, decisions by who is asked."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from arbiter.match.cube_answers import double_refused, game_over
from arbiter.match.events import Doubled, Dropped, Event, GameStarted, MatchStarted, PlayMade, RollSeen, Taken
from arbiter.match.fold import apply
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.notation import format_play
from arbiter.position import Side
from arbiter.records import MatchRecord
from arbiter.rules import Rules
from arbiter.scoring import finisher, is_crawford, kind_of_win
from bookgammon.opponent.protocol import Opponent, situation_of


def never() -> bool:
    """Somebody waits."""
    return False


class SelfPlay:
    """One game by these two."""

    def __init__(self, players: Mapping[Side, Opponent], rules: Rules, score: tuple[int, int], seed: int) -> None:
        self.players, self.dice = players, random.Random(seed)
        self.events: list[Event] = []
        self.state = MatchState()
        self._happens(MatchStarted(0, 0.0, rules, score=score))
        self._happens(GameStarted(0, 0.0, rules.start, crawford=is_crawford(rules, score, False)))

    def _happens(self, event: Event) -> None:
        event = replace(event, frame=len(self.events), time=float(len(self.events)))
        self.events.append(event)
        self.state = apply(self.state, event)

    def record(self, plies: int = 400) -> MatchRecord:
        """The game up to so many plays."""
        high, low = sorted(self.dice.sample(range(1, 7), 2), reverse=True)
        self._turn(self.dice.choice(list(Side)), (high, low))
        while self.state.phase is Phase.TO_ROLL and len(self.state.turns) < plies:
            side = self.state.player
            assert side is not None
            if double_refused(self.state, side) is None and self._doubled(side):
                break
            self._turn(side, (self.dice.randint(1, 6), self.dice.randint(1, 6)))
            if winner := finisher(self.state.position):
                self._happens(game_over(self.state, winner, kind_of_win(self.state.position, winner), 0, 0.0))
        return record_of(self.events)

    def _turn(self, side: Side, dice: tuple[int, int]) -> None:
        self._happens(RollSeen(0, 0.0, side, dice))
        play = self.players[side].plays(situation_of(self.state, side), dice, never)
        self._happens(PlayMade(0, 0.0, side, dice, format_play(play), play.result))

    def _doubled(self, side: Side) -> bool:
        """Whether that ended the game."""
        if not self.players[side].doubles(situation_of(self.state, side), never):
            return False
        self._happens(Doubled(0, 0.0, side, 2 * self.state.cube.value))
        if self.players[side.other].answers_double(situation_of(self.state, side.other), never) == "drop":
            self._happens(Dropped(0, 0.0, side.other))
            self._happens(game_over(self.state, side, "single", 0, 0.0))
            return True
        self._happens(Taken(0, 0.0, side.other, 2 * self.state.cube.value))
        return False
