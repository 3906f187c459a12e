"""The opponent at the table: an observer that notices what it has to decide, and a thread in which it is asked.

What it decides goes to the table as a command, like anything that people enter, and is kept before it is shown:
whatever happens to the program, the next one asks for what is still open.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from arbiter.match.commands import (
    Accept,
    Beaver,
    CommandError,
    CorrectDice,
    Decided,
    Drop,
    IntendCube,
    IntendPlay,
    OpponentDecided,
    Refuse,
    Resign,
    Take,
)
from arbiter.match.cube_answers import beaver_refused, double_refused
from arbiter.match.opponent import OpponentSeat
from arbiter.match.opponent_answers import Decision, decision_due
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Position
from bookgammon.errors import OpponentError, OpponentStopped
from bookgammon.opponent.protocol import GameSituation, Opponent, OpponentWithDice, Stopped, situation_of
from bookgammon.plugin_manager import plugins
from bookgammon.table.newest_question import NewestQuestion, Outdated
from bookgammon.table.table import TableUpdate
from bookgammon.workers.worker import Workers

_PART = Message("the opponent that the program plays")

Submit = Callable[[OpponentDecided], None]
"""Hands what it decided to the table, and returns once that is kept. Raises CommandError."""
Make = Callable[[OpponentSeat], Opponent]
Roll = Callable[[], Dice]


def opponent_of(seat: OpponentSeat) -> Opponent:
    """Who plays there. Raises OpponentError where this program does not know them."""
    found: Opponent | None = plugins().first("opponent", seat=seat)
    if found is None:
        raise OpponentError(
            Message("This program does not know the opponent {engine} ({level}).", engine=seat.engine, level=seat.level)
        )
    return found


def fair_dice() -> Dice:
    """A roll by the machine's own source of chance, which nobody can foresee."""
    return 1 + secrets.randbelow(6), 1 + secrets.randbelow(6)


@dataclass(frozen=True, slots=True)
class _DueDecision:
    """A decision that is due: while all but the state stays equal it is the same one."""

    decision: Decision
    actions: int
    dice: Dice | None
    position: Position
    state: MatchState = field(compare=False)


class SeatedOpponent(NewestQuestion[_DueDecision]):
    """Plays while its `with` block runs, in every match that has an opponent.

    submit: the table's queue. troubled: is given a sentence where it cannot answer, and an empty one once it can again.
    make, roll: who plays, and the program's dice.
    """

    def __init__(
        self,
        submit: Submit,
        troubled: Callable[[str], None],
        make: Make = opponent_of,
        roll: Roll = fair_dice,
        workers: Workers | None = None,
    ) -> None:
        super().__init__("opponent", _PART, workers)
        self._submit, self._troubled, self._make, self._roll = submit, troubled, make, roll
        self._seated: tuple[OpponentSeat, Opponent] | None = None
        self._trouble = ""

    def on_update(self, update: TableUpdate) -> None:
        """An observer: notes what is to be decided, and never waits."""
        self.take_up(update.state)

    def take_up(self, state: MatchState) -> None:
        """The match stands so, before the first update too."""
        due = decision_due(state)
        self.ask(_DueDecision(due, state.actions, state.dice, state.position, state) if due else None)

    def answer(self, question: _DueDecision, outdated: Outdated) -> bool:
        try:
            command = self._decide(question, outdated)
            self._submit(OpponentDecided(question.actions, command))
        except OpponentStopped:
            return True
        except CommandError:  # the match has moved on, or the table is busy
            return False
        except OpponentError as error:
            self._say(str(error))
            return False
        self._say("")
        return True

    def failed(self, question: _DueDecision, sentence: str) -> None:
        del question
        self._say(sentence)

    def close(self) -> None:
        if self._seated:
            self._seated[1].close()

    def _say(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._troubled(trouble)

    def _decide(self, asked: _DueDecision, stopped: Stopped) -> Decided:
        state, decision = asked.state, asked.decision
        if decision == "roll":
            if state.kept_rolls:
                player, dice = state.kept_rolls[0]
                return CorrectDice(dice, player)
            return CorrectDice(self._thrown(state, stopped), state.player)
        seat = state.opponent
        if seat is None:
            raise OpponentStopped(Message("Nobody plays there any more."))
        at, opponent = situation_of(state, seat.side), self._opponent(seat)
        if decision == "cube":
            return self._before_roll(opponent, state, at, stopped)
        if decision == "answer":
            return _answer(opponent, state, at, stopped)
        if decision == "resignation" and state.resignation:
            return Accept() if opponent.accepts(at, state.resignation.kind, stopped) else Refuse()
        if state.dice is None:
            raise OpponentStopped(Message("Nothing was rolled."))
        return IntendPlay(state.dice, opponent.plays(at, state.dice, stopped).result)

    def _thrown(self, state: MatchState, stopped: Stopped) -> Dice:
        """By the program, unless the opponent has dice of its own."""
        if state.opponent and isinstance(opponent := self._opponent(state.opponent), OpponentWithDice):
            return opponent.rolls(situation_of(state, state.opponent.side), stopped)
        return self._roll()

    def _before_roll(self, opponent: Opponent, state: MatchState, at: GameSituation, stopped: Stopped) -> Decided:
        if state.turns and (kind := opponent.resigns(at, stopped)):
            return Resign(at.side, kind)
        may_double = bool(state.turns) and double_refused(state, at.side) is None
        return IntendCube(may_double and opponent.doubles(at, stopped))

    def _opponent(self, seat: OpponentSeat) -> Opponent:
        if self._seated is None or self._seated[0] != seat:
            if self._seated:
                self._seated[1].close()
                self._seated = None
            self._seated = (seat, self._make(seat))
        return self._seated[1]


def _answer(opponent: Opponent, state: MatchState, at: GameSituation, stopped: Stopped) -> Decided:
    if state.beavered:
        return Take()  # who doubled thought the game worth more than this
    answer = opponent.answers_double(at, stopped)
    if answer == "drop":
        return Drop()
    return Beaver() if answer == "beaver" and beaver_refused(state) is None else Take()
