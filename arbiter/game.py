"""A game held in the hand: roll, play, double, take back, and ask whose turn it is and what may be played.

Only what the rules allow goes in; what people did at a table, illegal plays included, is a `GameRecord`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arbiter.board import board_svg, board_text
from arbiter.errors import GameError
from arbiter.message import Message
from arbiter.notation import find_play, format_play
from arbiter.plays import Dice, Play, legal_plays
from arbiter.position import Position, Side
from arbiter.records.model import Action, CubeTurned, GameRecord, Played, Result
from arbiter.rules import Rules
from arbiter.scoring import (
    FACTORS,
    Kind,
    beaver_refusal,
    double_refusal,
    finisher,
    game_points,
    kind_of_win,
    turned_by_tie,
)


@dataclass(frozen=True, slots=True)
class _Moment:
    """All that changes in a game. turn: None before the opening roll. began: the stake then (R53).

    offered: the stake that waits for an answer. beavered: by who was doubled, so that `turn` answers (R52).
    """

    position: Position
    turn: Side | None = None
    dice: Dice | None = None
    cube: int = 1
    began: int = 1
    owner: Side | None = None
    offered: int | None = None
    beavered: bool = False
    doubled: bool = False
    result: Result | None = None


class Game:
    """One game from its start. Every method that changes it raises GameError or NotationError instead
    of doing what the rules do not allow, and `pop` takes the last change back."""

    def __init__(
        self,
        rules: Rules | None = None,
        start: Position | None = None,
        score: tuple[int, int] = (0, 0),
        crawford: bool = False,
    ) -> None:
        """start: where the checkers stand, if not where games of the rules' variant begin.

        score: (light, dark) before the game. crawford: no doubling (R55).
        """
        _check(start is None or isinstance(start, Position), "A game begins at a Position.")
        _check(rules is None or isinstance(rules, Rules), "The rules of a game are a Rules.")
        self.rules = rules or Rules()
        start = start or self.rules.start
        self.score = score
        self.crawford = crawford
        self.start = start
        self._moments = [_Moment(start)]
        self._actions: list[Action | None] = []

    # ------------------------------------------------------------------ asking

    @property
    def position(self) -> Position:
        return self._now.position

    @property
    def turn(self) -> Side | None:
        """Who is to roll, play or double; who answers where a double waits; None before the opening roll."""
        now = self._now
        if now.result is not None:
            return None
        return now.turn.other if now.offered and now.turn and not now.beavered else now.turn

    @property
    def dice(self) -> Dice | None:
        """The roll to be played, None before it."""
        return self._now.dice

    @property
    def cube(self) -> int:
        return self._now.cube

    @property
    def owner(self) -> Side | None:
        """Whose the cube is; None while it is in the middle."""
        return self._now.owner

    @property
    def is_over(self) -> bool:
        return self._now.result is not None

    @property
    def winner(self) -> Side | None:
        return self._now.result.winner if self._now.result else None

    @property
    def points(self) -> int:
        """What the winner scores; 0 while the game goes on."""
        return self._now.result.points if self._now.result else 0

    @property
    def legal_plays(self) -> tuple[Play, ...]:
        """All plays of the roll that lies; empty where none lies."""
        now = self._now
        return legal_plays(now.position, now.turn, now.dice) if now.turn and now.dice else ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The plays and cube actions so far."""
        return tuple(action for action in self._actions if action)

    @property
    def can_double(self) -> bool:
        """Whether whoever is on turn may double now (R46, R47, R55)."""
        now = self._now
        if now.turn is None or now.dice or now.offered or now.result:
            return False
        return double_refusal(self.rules, now.turn, now.cube, now.owner, crawford=self.crawford) is None

    @property
    def can_beaver(self) -> bool:
        """Whether the double that waits may be beavered (R52)."""
        now = self._now
        return now.offered is not None and beaver_refusal(self.rules, now.offered, beavered=now.beavered) is None

    def pips(self, side: Side) -> int:
        return self.position.pips(side)

    def record(self) -> GameRecord:
        now = self._now
        return GameRecord(self.score, self.actions, now.result, self.crawford, now.began, start=self.start)

    # ------------------------------------------------------------------ changing

    def roll(self, dice: Dice, side: Side | None = None) -> None:
        """Dice are thrown. side: needed for the opening roll only, whose dice differ (R8, R9).

        Equal opening dice turn the cube where automatic doubles are agreed, and are rolled again (R53).
        """
        now = self._going_on()
        _check(
            isinstance(dice, tuple) and len(dice) == 2 and all(die in range(1, 7) for die in dice),
            f"A roll is two numbers from 1 to 6, not {dice!r}.",
        )
        _check(now.offered is None, "The double is answered before the roll (R49).")
        _check(now.dice is None, "The roll that lies is played first.")
        if now.turn is None and dice[0] == dice[1]:
            self._tie(now)
            return
        roller = now.turn or side
        _check(isinstance(roller, Side), "The opening roll needs its side.")
        _check(side in (None, roller), f"It is {roller}'s turn (R10).")
        self._add(replace(now, turn=roller, dice=dice), None)

    def _tie(self, now: _Moment) -> None:
        stake = 2 * now.cube
        turned = turned_by_tie(self.rules, now.cube, crawford=self.crawford)
        _check(turned, "The opening roll is never a double; it is rolled again (R9).")
        self._add(replace(now, cube=stake, began=stake), None)

    def push(self, play: str | Play = "no play") -> Play:
        """Play the roll that lies: a legal play, or its notation. Returns it."""
        now = self._going_on()
        if now.turn is None or now.dice is None:
            raise GameError(Message("Nothing can be played before a roll."))
        if isinstance(play, str):
            play = find_play(play, now.position, now.turn, now.dice)
        _check(
            isinstance(play, Play) and any(play.result == each.result for each in self.legal_plays),
            "This is not a legal play of the roll that lies.",
        )
        after = replace(now, position=play.result, turn=now.turn.other, dice=None)
        winner = finisher(play.result)
        if winner:
            kind = kind_of_win(play.result, winner, self.start)
            after = replace(after, result=Result(winner, self._worth(now, kind), "off"))
        self._add(after, Played(now.turn, now.dice, format_play(play), play.result))
        return play

    def double(self) -> None:
        """Whoever is on turn offers the double."""
        now = self._going_on()
        if not self.can_double or now.turn is None:
            raise GameError(Message("The cube cannot be turned now (R46, R47, R55)."))
        stake = 2 * now.cube
        self._add(replace(now, offered=stake), CubeTurned(now.turn, "double", stake))

    def beaver(self) -> None:
        """Whoever is doubled redoubles at once and keeps the cube; the other takes that or drops (R52)."""
        now, side, stake = self._answering()
        _check(self.can_beaver, "Beavers are for money sessions in which they were agreed, one for each double (R52).")
        self._add(replace(now, offered=2 * stake, beavered=True), CubeTurned(side, "beaver", 2 * stake))

    def take(self) -> None:
        """The double or beaver is taken; whoever was doubled owns the cube."""
        now, side, stake = self._answering()
        owner = side.other if now.beavered else side
        taken = replace(now, cube=stake, owner=owner, offered=None, beavered=False, doubled=True)
        self._add(taken, CubeTurned(side, "take", stake))

    def drop(self) -> None:
        """The game is lost at the stake before the double or beaver."""
        now, side, stake = self._answering()
        dropped = replace(now, offered=None, beavered=False, result=Result(side.other, stake // 2, "drop"))
        self._add(dropped, CubeTurned(side, "drop", stake))

    def resign(self, side: Side, kind: Kind = "single") -> None:
        """A side gives the game up, for a single game, a gammon or a backgammon."""
        now = self._going_on()
        _check(isinstance(side, Side) and kind in FACTORS, "Who resigns, and what? A Side and a kind of win.")
        self._add(replace(now, dice=None, result=Result(side.other, self._worth(now, kind), "resign")), None)

    def pop(self) -> None:
        """Take the last change back: a roll, a play, a cube action or a resignation."""
        _check(bool(self._actions), "Nothing has been done that could be taken back.")
        self._moments.pop()
        self._actions.pop()

    # ------------------------------------------------------------------ showing

    def __str__(self) -> str:
        return board_text(self.position)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return board_svg(self.position)

    # ------------------------------------------------------------------ inside

    @property
    def _now(self) -> _Moment:
        return self._moments[-1]

    def _going_on(self) -> _Moment:
        _check(not self.is_over, "The game is over.")
        return self._now

    def _answering(self) -> tuple[_Moment, Side, int]:
        now = self._going_on()
        if now.offered is None or now.turn is None:
            raise GameError(Message("No double waits for an answer."))
        return now, now.turn if now.beavered else now.turn.other, now.offered

    def _worth(self, now: _Moment, kind: Kind) -> int:
        if now.beavered and now.offered:  # who beavered has taken the double; the beaver itself is not answered
            return game_points(kind, now.offered // 2, True, self.rules)[1]
        return game_points(kind, now.cube, now.doubled, self.rules)[1]

    def _add(self, moment: _Moment, action: Action | None) -> None:
        self._moments.append(moment)
        self._actions.append(action)


def walk(game: GameRecord) -> Iterator[tuple[Position, Action]]:
    """Each action of a record with the position it was made in."""
    position = game.start
    for action in game.actions:
        yield position, action
        if isinstance(action, Played):
            position = action.after


def _check(fine: bool, message: str) -> None:
    if not fine:
        raise GameError(message)
