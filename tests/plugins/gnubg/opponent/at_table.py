"""A person who plays a match against an opponent that is not there, at the simulated table, before the real program.

Table, queue, journal, referee and opponent are the program's own; the board, the hands and the camera are simulated.
The person does what the page would ask for: throws for the opponent, makes its plays (one in ten wrongly first),
answers its doubles, turns the cube.
"""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from arbiter.match.commands import (
    Accept,
    Command,
    CommandError,
    CorrectDice,
    Double,
    Drop,
    Refuse,
    Take,
    Undo,
)
from arbiter.match.cube_answers import double_refused
from arbiter.match.events import Event, IllegalPlay, MatchStarted, Misplaced, OutOfStep, PlayMade, RollSeen
from arbiter.match.opponent import OpponentSeat
from arbiter.match.opponent_answers import decision_due
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import standing
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.executing import only
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Leaf, Seats
from bookgammon.history.journal import Journal
from bookgammon.history.session import MatchSession
from bookgammon.opponent.seat import Make, SeatedOpponent, opponent_of
from bookgammon.table.command_queue import MOST_WAITING, CommandQueue
from bookgammon.table.table import Table
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.simulated_camera import FPS
from tests.arbiter_referee.table import Table as Board
from tests.arbiter_referee.table import sensible, steps
from vision.sources.sources import Frame, Item, News

WRONGLY = 0.1
SOON = FPS
"""Looks in which a play made wrongly for the opponent has to be pointed out, once it lies still: a second."""
LONG = 40 * FPS
DECIDES_S = 180.0
STARTED = "2026-01-02T20:00:00+00:00"
NO_IMAGE = np.zeros((1, 1, 3), np.uint8)


class Stuck(AssertionError):
    """The match did not go on."""


class Queue(CommandQueue):
    """Says when something waits in it, so that a match goes on look by look the same whatever the threads do."""

    def __init__(self) -> None:
        super().__init__(patience=60.0)
        self.filled = filled = threading.Event()

        class Line(queue.Queue[Any]):
            def put_nowait(self, item: object) -> None:
                super().put_nowait(item)
                filled.set()

        self._line = Line(MOST_WAITING)


@dataclass
class Played:
    """What really happened at the table, and what the program said of it.

    wrong: (look at which a wrong play lay still, look at which it was pointed out, None where it was not). named: how
    many of them were pointed out with every checker where it lay. again: rolls thrown again, as nothing came.
    """

    wrong: list[tuple[int, int | None]] = field(default_factory=list)
    turns: list[tuple[Side, Position]] = field(default_factory=list)
    false: list[Event] = field(default_factory=list)
    games: int = 0
    named: int = 0
    again: int = 0


class AtTable:
    """One match, followed to its end or until somebody stops it.

    wrongly: how many of the opponent's plays are first made otherwise. disturb: called once a turn of the opponent, to
    kill or hold it. takes_back: how often (a share of their turns) the person takes a play back.
    """

    def __init__(
        self,
        path: Path,
        seed: int,
        seat: OpponentSeat,
        rules: Rules,
        *,
        manners: Manners | None = None,
        make: Make = opponent_of,
        wrongly: float = WRONGLY,
        takes_back: float = 0.0,
        disturb: Callable[[], None] = lambda: None,
    ) -> None:
        seats = Seats(seat.side.other)
        self.seat, self.me = seat, seat.side.other
        self.random = random.Random(f"{seed} person")
        self.board = Board(seed, manners or Manners(tries=0.0, unseen_rolls=0.0, late_rolls=0.0, illegal=0.0), seats)
        self.played, self.troubles = Played(), list[str]()
        self.thrown: Dice | None = None
        self.regretted: list[tuple[Dice, list[tuple[Side, Dice]]]] = []
        self.wrongly, self.takes_back, self.disturb = wrongly, takes_back, disturb
        self.journal = Journal(path)
        entry = self.journal.unfinished() or self.journal.begin(STARTED, "0")
        self.session = MatchSession(self.journal, entry, lambda: STARTED, lambda _: None)
        events = self.session.events or [MatchStarted(0, 0.0, rules, ("Person", "GNU"), (0, 0), seat)]
        self.queue = Queue()
        self.said: list[Event] = []
        dice = random.Random(f"{seed} program's dice")
        self.opponent = SeatedOpponent(
            self.queue.submit, self.troubles.append, make, lambda: (dice.randint(1, 6), dice.randint(1, 6))
        )
        self.table = Table(
            [], self.session.keep, [self.opponent.on_update, lambda update: self.said.extend(update.events)], self.queue
        )
        if self.session.events:
            self.table.state = self._folded(events)
            self._sit_down_again(events[-1])
        else:
            self.table.commit(events)
        self._evidence: Evidence | None = None

    def _sit_down_again(self, last: Event) -> None:
        """The board as the match that goes on has it, without dice."""
        self.board.position = self.board.camera._looked_at = self.table.state.position
        self.board.cube = (self.table.state.cube.value, self.table.state.cube.owner)
        self.board.frame = last.frame + 1

    @staticmethod
    def _folded(events: Sequence[Event]) -> MatchState:
        return Table(events, lambda _: None).state

    # -------------------------------------------------------------- the program's side

    @property
    def state(self) -> MatchState:
        return self.table.state

    def follow(self) -> Played:
        """Until the match is over."""
        self.referee = Referee(self.table.state, self.board.seats)
        with self.opponent:
            self.opponent.take_up(self.table.state)
            self.table.follow(self._items(), self, self.referee)
        return self.played

    def _items(self) -> Iterator[Item]:
        for evidence in self._match():
            self._evidence = evidence
            yield Frame(NO_IMAGE, evidence.frame, evidence.time)

    def read_frame(self, image: object, frame: int, time: float) -> Evidence:
        assert self._evidence is not None
        return self._evidence

    def news(self) -> Sequence[News]:
        return ()

    def tap(self, command: Command) -> Iterator[Evidence]:
        """Enters something on the page."""
        refused: list[str] = []

        def submit() -> None:
            try:
                self.queue.submit(command)
            except CommandError as error:
                refused.append(str(error))

        thread = threading.Thread(target=submit)
        self.queue.filled.clear()
        thread.start()
        self.queue.filled.wait(DECIDES_S)
        self.queue.filled.clear()
        yield self.board.look()
        thread.join(DECIDES_S)
        if refused:
            raise Stuck(f"{command} was refused: {refused[0]}")

    # -------------------------------------------------------------- the person's side

    def _match(self) -> Iterator[Evidence]:
        yield from self.board.rest(12, 16)
        while self.state.phase is not Phase.MATCH_OVER:
            phase, player = self.state.phase, self.state.player
            if decision_due(self.state):
                yield from self._waits()
            elif phase in (Phase.SETTING_UP, Phase.GAME_OVER):
                yield from self._sets_up()
            elif self.state.resignation:
                yield from self.tap(
                    self.random.choice((Accept(), Refuse())) if self.random.random() < 0.3 else Accept()
                )
            elif phase is Phase.DOUBLED:
                yield from self.tap(Take() if self.random.random() < 0.7 else Drop())
                yield from self._cube_where_it_belongs()
            elif player is None:
                yield from self._opens()
            elif phase is Phase.TO_ROLL and self._regrets(player):
                yield from self._takes_back()
            elif phase is Phase.TO_ROLL:
                yield from self._cube_where_it_belongs()
                yield from self._begins_turn(player)
            elif self._misread():
                yield from self.tap(CorrectDice(self.thrown or (1, 1)))
            elif player is self.me:
                yield from self._plays()
            else:
                yield from self._executes()

    def _misread(self) -> bool:
        """The page shows other dice than lie there, which people notice."""
        return self.thrown is not None and sorted(self.thrown) != sorted(self.state.dice or ())

    def _waits(self) -> Iterator[Evidence]:
        """For the opponent's decision, however long it takes; the table's time stands still meanwhile."""
        self.disturb()
        if not self.queue.filled.wait(DECIDES_S):
            raise Stuck(f"the opponent does not answer {decision_due(self.state)}: {self.troubles[-1:]}")
        self.queue.filled.clear()
        yield self.board.look()

    def _until(self, done: Callable[[], bool], what: str) -> Iterator[Evidence]:
        for _ in range(LONG):
            if done():
                return
            yield self.board.look()
        raise Stuck(f"{what}; {self.state.phase}, {self.state.player}, {self.state.dice}, {self.said[-4:]}")

    def _sets_up(self) -> Iterator[Evidence]:
        if self.board.position != self.state.rules.start:
            self.board.cube = (1, None)
            yield from self.board.set_up_again()
        self.played.games += 1
        yield from self._until(lambda: self.state.phase is Phase.TO_ROLL, "no game begins")

    def _opens(self) -> Iterator[Evidence]:
        """One die in each half."""
        one, two = self.random.sample(range(1, 7), 2)
        yield from self._throw([(one, "right"), (two, "left")])
        yield from self._until(lambda: self.state.phase is Phase.MOVING, "the opening roll is not read")

    def _begins_turn(self, player: Side) -> Iterator[Evidence]:
        state = self.state
        mine = player is self.me
        if mine and state.turns and double_refused(state, player) is None and self.random.random() < 0.1:
            if self.random.random() < 0.5:
                yield from self.tap(Double())
            else:
                yield from self.board.reach()
                self.board.cube = (2 * state.cube.value, self.seat.side)
                yield from self._until(lambda: self.state.phase is not Phase.TO_ROLL, "the cube is not seen")
            return
        leaf: Leaf = "right" if mine or self.random.random() < 0.5 else "left"
        if mine and self.seat.dice == "program":
            yield from self.board.rest(24, 36)  # nobody moves its checkers and throws within three seconds
        dice = (self.random.randint(1, 6), self.random.randint(1, 6))
        yield from self._throw([(dice[0], leaf), (dice[1], leaf)])
        yield from self._read(dice, leaf)

    def _read(self, dice: Dice, leaf: Leaf) -> Iterator[Evidence]:
        """Whoever is not heard for some seconds picks the dice up and throws again."""
        for _ in range(5):
            for _ in range(4 * FPS):
                if self.state.phase is Phase.MOVING:
                    return
                yield self.board.look()
            yield from self.board.lift()
            yield from self.board.rest(36, 40)
            self.played.again += 1
            yield from self._throw([(dice[0], leaf), (dice[1], leaf)])
        raise Stuck(f"the roll {dice} is not read")

    def _throw(self, dice: list[tuple[int, Leaf]]) -> Iterator[Evidence]:
        board = self.board
        for _ in range(2):
            yield board.look(still=False)
        lying, x, y = [], board.random.uniform(-80, 80), board.random.uniform(200, 340)
        for number, (value, leaf) in enumerate(dice):
            middle = {"right": 640.0, "left": 320.0}[leaf]
            lying.append((value, (middle + x + 35 * number, y + 10 * number), leaf, self.me))
        board.dice = lying
        self.thrown = (dice[0][0], dice[1][0])
        board.camera.thrown(board.dice)
        yield from board.rest(7, 14)

    def _cube_where_it_belongs(self) -> Iterator[Evidence]:
        wanted = (self.state.cube.value, self.state.cube.owner)
        if self.board.cube != wanted:
            yield from self.board.reach()
            self.board.cube = wanted
            yield from self.board.rest(6, 10)

    def _plays(self) -> Iterator[Evidence]:
        """The person's own turn, any legal play of what was read."""
        state, board = self.state, self.board
        assert state.dice is not None
        if not board.dice:  # a roll that comes again, or was entered
            one, two = state.dice
            yield from self._throw([(one, "right"), (two, "right")])
        play = self.random.choice(sensible(accepted_plays(state.position, self.me, state.dice)))
        yield from board.walk(steps(state.position, play, self.me))
        yield from board.rest(4, 10)
        if board.dice:
            yield from board.lift()
            self.thrown = None
        self.played.turns.append((self.me, play.result))
        turns = len(state.turns)
        yield from self._until(lambda: len(self.state.turns) > turns or self.state.phase is not Phase.MOVING, "my turn")

    def _regrets(self, player: Side) -> bool:
        state = self.state
        last = state.last and state.last.event
        return player is self.me and isinstance(last, PlayMade) and self.random.random() < self.takes_back

    def _takes_back(self) -> Iterator[Evidence]:
        """Back to the play before; the checkers and dice are laid as they were then."""
        rolled = [event.dice for event in standing(self._events()) if isinstance(event, RollSeen)]
        yield from self.tap(Undo())
        assert (self.state.phase, self.state.player) == (Phase.MOVING, self.me)
        while self.played.turns.pop()[0] is not self.me:
            pass
        yield from self.board.reach(self.state.position)
        yield from self.board.rest(6, 12)
        self.regretted.append((rolled[-1], list(self.state.kept_rolls)))

    def _events(self) -> Sequence[Event]:
        return self.journal.events(self.session.match)

    def _executes(self) -> Iterator[Evidence]:
        """The opponent's play, sometimes wrongly at first."""
        state, board = self.state, self.board
        intended, turns = state.intended, len(state.turns)
        assert intended is not None
        assert state.dice is not None
        play = _play(state.position, intended.player, state.dice, intended.position)
        wrong = self._other(state, intended.position) if self.random.random() < self.wrongly else None
        if wrong is not None:
            yield from self._wrong(wrong)
            yield from board.reach(play.result)
        else:
            yield from board.walk(steps(state.position, play, intended.player))
        yield from board.rest(4, 10)
        if board.dice:
            yield from board.lift()
            self.thrown = None
        self.played.turns.append((intended.player, play.result))
        yield from self._until(
            lambda: len(self.state.turns) > turns or self.state.phase is not Phase.MOVING, f"its play {intended.play}"
        )

    def _wrong(self, wrong: Position) -> Iterator[Evidence]:
        """It lies there until it is pointed out."""
        board, said = self.board, len(self.said)
        yield from board.reach(wrong)
        lay, seen = board.frame + 1, None
        for _ in range(3 * SOON):
            yield board.look()
            if found := [event.position for event in self.said[said:] if isinstance(event, Misplaced)]:
                seen = board.frame
                self.played.named += found[-1] == wrong
                break
        self.played.wrong.append((lay, seen))
        yield from board.rest(2, 20)

    def _other(self, state: MatchState, intended: Position) -> Position | None:
        """Another play with these dice than the intended one, whole, and not what lies there halfway to that."""
        assert state.player is not None
        assert state.dice is not None
        plays = accepted_plays(state.position, state.player, state.dice)
        halfway = only(state.position, state.player, _play(state.position, state.player, state.dice, intended)).passing
        other = [play.result for play in plays if play.result not in halfway and play.moves]
        return self.random.choice(other) if other else None


def _play(position: Position, side: Side, dice: Dice, result: Position) -> Play:
    return next(play for play in accepted_plays(position, side, dice) if play.result == result)


def false_warnings(events: Sequence[Event], played: Played) -> list[Event]:
    """Whatever blames somebody, or points out a wrong play where there was none."""
    spans = [(lay - 3, (seen or lay) + 3 * FPS) for lay, seen in played.wrong]
    plain = [event for event in events if isinstance(event, IllegalPlay | OutOfStep)]
    outside = [
        event
        for event in events
        if isinstance(event, Misplaced) and not any(one <= event.frame <= two for one, two in spans)
    ]
    return [*plain, *outside]
