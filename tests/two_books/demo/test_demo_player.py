"""The demo's simulated player at the program's own table: they play whole matches, and the referee warns of nothing."""

from __future__ import annotations

import random

import pytest

from arbiter.match.commands import Command
from arbiter.match.events import Event, IllegalPlay, MatchStarted, Misplaced, OutOfStep
from arbiter.match.opponent import OpponentSeat
from arbiter.match.opponent_answers import decision_due
from arbiter.match.state import Phase
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import START, Side
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.scoring import Kind
from arbiter.seats import Seats
from bookgammon.opponent.protocol import CubeAnswer, GameSituation, Stopped
from bookgammon.opponent.seat import SeatedOpponent
from bookgammon.table.table import Table
from tests.plugins.gnubg.opponent.at_table import Queue
from two_books.demo_board import SimulatedBoard, positions_of
from two_books.demo_player import SimulatedPlayer, chosen
from two_books.demo_two import take_look

DECIDES_S = 60.0


class Other:
    """Who plays the other side: as the demo's guest does, with dice of their own."""

    def __init__(self, seed: int) -> None:
        self._lot = random.Random(seed)

    def resigns(self, at: GameSituation, stopped: Stopped) -> Kind | None:
        return None

    def doubles(self, at: GameSituation, stopped: Stopped) -> bool:
        return self._lot.random() < 0.2

    def rolls(self, at: GameSituation, stopped: Stopped) -> Dice:
        return self._lot.randint(1, 6), self._lot.randint(1, 6)

    def plays(self, at: GameSituation, dice: Dice, stopped: Stopped) -> Play:
        return chosen(at.side, accepted_plays(at.position, at.side, dice))

    def answers_double(self, at: GameSituation, stopped: Stopped) -> CubeAnswer:
        return "take"

    def accepts(self, at: GameSituation, kind: Kind, stopped: Stopped) -> bool:
        return True

    def close(self) -> None:
        """Nothing is held."""


@pytest.mark.parametrize("side", list(Side))
def test_match_is_played_without_warning(side: Side) -> None:
    queue, said, tapped = Queue(), list[Event](), list[Command]()
    lot = random.Random(58)
    troubles = list[str]()
    seat = SeatedOpponent(queue.submit, troubles.append, lambda _: Other(58))
    table = Table([], lambda _: None, [seat.on_update, lambda update: said.extend(update.events)], queue)
    player = SimulatedPlayer(SimulatedBoard(lot), side, lambda: table.state, tapped.append, lot)
    referee = Referee(table.state, Seats(side))
    other = OpponentSeat(side.other, "x", "Other", "program")
    table.commit([MatchStarted(0, 0.0, Rules(length=2), ("Light", "Dark"), (0, 0), other)])
    with seat:
        for look in player.looks():
            if decision_due(table.state):
                assert queue.filled.wait(DECIDES_S)
            queue.filled.clear()
            take_look(table, referee, look, tapped)
    assert table.state.phase is Phase.MATCH_OVER
    assert not [event for event in said if isinstance(event, IllegalPlay | Misplaced | OutOfStep)]
    assert not any(troubles)


def test_play_is_walked_move_by_move() -> None:
    play = chosen(Side.LIGHT, accepted_plays(START, Side.LIGHT, (3, 1)))
    walked = positions_of(START, Side.LIGHT, play)
    assert len(walked) == 2
    assert walked[-1] == play.result


def test_points_are_made_with_three_and_one() -> None:
    play = chosen(Side.LIGHT, accepted_plays(START, Side.LIGHT, (3, 1)))
    assert sorted((move.start, move.end) for move in play.moves) == [(6, 5), (8, 5)]
