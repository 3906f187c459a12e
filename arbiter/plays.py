"""Legal plays: everything a side may do with a roll (R12 to R41). The search itself is `arbiter.play_search`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from arbiter.errors import CaseError, IllegalPositionError
from arbiter.message import Message, side_name
from arbiter.moves import Dice, DieMove, Move, RollSource
from arbiter.play_search import (
    Found,
    Moves,
    board_after,
    board_of,
    finished,
    hits_on,
    other_rows,
    own_row,
    result_rows,
    single_moves,
    ways_of,
    whole_plays,
)
from arbiter.position import CHECKERS, Position, Row, Side, position_of, positions_of

if TYPE_CHECKING:
    from arbiter.stacks import StackQuestion, Stacks
    from arbiter.verdict import Verdict

__all__ = [
    "ROLLS",
    "Dice",
    "Move",
    "Moves",
    "Play",
    "PlayOfOtherGame",
    "PositionOfOtherGame",
    "RollSource",
    "Ways",
    "accepted_plays",
    "followed_by",
    "legal_plays",
    "passing_positions",
    "play_of",
    "position_faults",
    "result_rows",
    "results_and_moves",
    "results_of_any_roll",
]

ROLLS: tuple[Dice, ...] = tuple((high, low) for low in range(1, 7) for high in range(low, 7))
"""The 21 rolls, higher die first."""
_IN_ANY_ORDER = frozenset(ROLLS) | {(low, high) for high, low in ROLLS}


@dataclass(frozen=True, slots=True)
class Play:
    """A whole turn. No moves: nothing can be played, and result is the unchanged position."""

    moves: Moves
    result: Position


_set_moves, _set_result = Play.__dict__["moves"].__set__, Play.__dict__["result"].__set__
"""The slots themselves: filled so, a play costs half of what its own `__init__` takes."""


@dataclass(frozen=True, slots=True)
class PlayOfOtherGame(Play, ABC):
    """A play of another game than backgammon."""

    @property
    @abstractmethod
    def text(self) -> str:
        """In that game's notation, as far as it is known."""


def legal_plays(position: Position, side: Side, dice: Dice) -> tuple[Play, ...]:
    """One play for each distinct position that the roll may lead to (R75), higher die first.

    Raises CaseError for a die outside 1..6 and for arguments that are no position, side and roll,
    IllegalPositionError for more than fifteen checkers of a side.
    """
    if not (isinstance(position, Position) and isinstance(side, Side) and isinstance(dice, tuple)):
        raise CaseError(
            Message("Plays are found for a Position, a Side and a roll, which is a tuple of two numbers.")
        )
    if isinstance(position, PositionOfOtherGame):
        return position.accepted_plays(side, dice)
    return _legal_plays(position, side, dice)


@lru_cache(maxsize=512)
def _legal_plays(position: Position, side: Side, dice: Dice) -> tuple[Play, ...]:
    own, other = _rows(position, side, dice)
    return _as_plays(whole_plays(own, other, dice), other, side)


Ways = tuple[tuple[Dice, Play], ...]
"""The rolls and plays that lead to one position."""


class PositionOfOtherGame(Position, ABC):
    """A position of another rulebook than backgammon's, equal to any with the same counts, which is what is seen.

    It knows itself what may be played from it; nothing that follows from it is kept by its counts alone.
    """

    __slots__ = ()

    @abstractmethod
    @abstractmethod
    def accepted_plays(self, side: Side, dice: Dice) -> tuple[Play, ...]:
        """One play for each board that a legal play may leave."""

    @abstractmethod
    @abstractmethod
    def passing_positions(self, side: Side, dice: Dice) -> frozenset[Position]:
        """What may lie on the board while the dice lie."""

    @abstractmethod
    @abstractmethod
    def results_of_any_roll(self, side: Side) -> dict[Position, Ways]:
        """Every board that a legal play may leave, with the rolls and plays that do."""

    @abstractmethod
    @abstractmethod
    def followed_by(self, side: Side | None, dice: Dice | None, after: Position) -> Position:
        """What lies there after a turn that left these counts; None: whose turn it was, or the roll, is not known."""

    @abstractmethod
    @abstractmethod
    def judged(self, side: Side, dice: Dice, after: Position) -> Verdict:
        """What is to be said about a play that left these counts."""

    @abstractmethod
    def faults_of(self, position: Position) -> tuple[str, ...]:
        """Why these counts cannot be a position of this game; empty where they can."""

    @abstractmethod
    def may_share(self, point: int) -> bool:
        """Whether a play may put a checker on light's point beside an opposing one that stays there."""

    @property
    @abstractmethod
    def stacks(self) -> Stacks:
        """What lies where, with what no camera sees."""

    @abstractmethod
    def possible(self, point: int) -> tuple[str, ...]:
        """The stacks that may lie on light's point (0 and 25: the bars), the likeliest first."""

    @property
    @abstractmethod
    def question(self) -> StackQuestion | None:
        """What people are asked so that enough is known; None where it is."""

    @abstractmethod
    def question_after(self, side: Side, dice: Dice, after: Position) -> StackQuestion | None:
        """What people are asked where whether a play was legal depends on what is not known, else None."""

    @abstractmethod
    def told(self, point: int, stack: str) -> Position:
        """The same when somebody has looked: this lies there. Raises IllegalPositionError where it cannot."""

    @abstractmethod
    def told_after(
        self, side: Side, dice: Dice, after: PositionOfOtherGame, point: int, stack: str
    ) -> tuple[Position, Position]:
        """What lay there before a turn and what lies there after it, when somebody has looked after it."""


def position_faults(game: Position, position: Position) -> tuple[str, ...]:
    """Why these counts cannot be a position of the game that another position is of; empty where they can."""
    return game.faults_of(position) if isinstance(game, PositionOfOtherGame) else position.faults()


def followed_by(before: Position, side: Side | None, dice: Dice | None, after: Position) -> Position:
    """The position of the same game with what lies there after a turn, legal or not."""
    return before.followed_by(side, dice, after) if isinstance(before, PositionOfOtherGame) else after


def accepted_plays(position: Position, side: Side, dice: Dice) -> tuple[Play, ...]:
    """The legal plays, and those that end the game with one die although both could be played.

    Rule books and engines part here (last checker on the 5-point, roll 6-4, blot on the 1-point):
    the arbiter lets either pass.
    """
    if isinstance(position, PositionOfOtherGame):
        return position.accepted_plays(side, dice)
    return _accepted_plays(position, side, dice)


@lru_cache(maxsize=512)
def _accepted_plays(position: Position, side: Side, dice: Dice) -> tuple[Play, ...]:
    own, other = _rows(position, side, dice)
    return _as_plays(_accepted(own, other, dice), other, side)


def passing_positions(position: Position, side: Side, dice: Dice) -> frozenset[Position]:
    """Every position that some order of legal moves towards a whole legal play passes through.

    Start and results are among them: what may lie on the board while the dice lie (R59).
    """
    if isinstance(position, PositionOfOtherGame):
        return position.passing_positions(side, dice)
    return _passing_positions(position, side, dice)


@lru_cache(maxsize=512)
def _passing_positions(position: Position, side: Side, dice: Dice) -> frozenset[Position]:
    own, other = _rows(position, side, dice)
    boards = _passing_boards(own, other, dice)
    boards |= {board_after(row, hits) for row, hits, _moves in _early_finishes(own, other, dice)}
    return frozenset(_positions([own_row(board) for board in boards], map(hits_on, boards), other, side))


def results_of_any_roll(before: Position, side: Side) -> dict[Position, Ways]:
    """Every position that some accepted play leads to, with the rolls and plays that do."""
    if isinstance(before, PositionOfOtherGame):
        return before.results_of_any_roll(side)
    return _results_of_any_roll(before, side)


@lru_cache(maxsize=32)
def _results_of_any_roll(before: Position, side: Side) -> dict[Position, Ways]:
    ways: dict[Position, Ways] = {}
    for dice in ROLLS:
        for play in accepted_plays(before, side, dice):
            ways[play.result] = (*ways.get(play.result, ()), (dice, play))
    return ways


def results_and_moves(position: Position, side: Side, dice: Dice) -> Iterator[tuple[Row, Row, Moves]]:
    """What `accepted_plays` finds, as (own row, other row, moves), the legal plays first: for sifting many.

    Raises CaseError and IllegalPositionError as `legal_plays` does.
    """
    own, other = _rows(position, side, dice)
    found = _accepted(own, other, dice)
    others = other_rows((hits for _row, hits, _moves in found), other)
    return ((row, theirs, moves) for (row, _hits, moves), theirs in zip(found, others, strict=True))


def play_of(moves: Moves, own: Row, other: Row, side: Side) -> Play:
    """The play of one of these results, whose rows are taken as they are."""
    light, dark = (own, other) if side is Side.LIGHT else (other, own)
    return Play(moves, position_of(light, dark))


def _rows(position: Position, side: Side, dice: Dice) -> tuple[Row, Row]:
    if dice not in _IN_ANY_ORDER or not (isinstance(dice[0], int) and isinstance(dice[1], int)):
        raise CaseError(
            Message("A roll is two numbers from 1 to 6, not {dice}.", dice=', '.join(map(str, dice)))
        )
    own, other = position.row(side), position.row(side.other)
    for name, row in ((side, own), (side.other, other)):
        if sum(row) > CHECKERS:
            raise IllegalPositionError(
                Message(
                    "{player} has {count} checkers instead of {most}.",
                    player=side_name(name),
                    count=sum(row),
                    most=CHECKERS,
                )
            )
    return own, other


def _as_plays(found: Found, other: Row, side: Side) -> tuple[Play, ...]:
    plays = []
    new, set_moves, set_result = object.__new__, _set_moves, _set_result
    results = _positions([row for row, _hits, _moves in found], (hits for _row, hits, _moves in found), other, side)
    for (_row, _hits, moves), result in zip(found, results, strict=True):
        play = new(Play)
        set_moves(play, moves)
        set_result(play, result)
        plays.append(play)
    return tuple(plays)


def _positions(own: list[Row], hits: Iterable[int], other: Row, side: Side) -> list[Position]:
    theirs = other_rows(hits, other)
    return positions_of(own, theirs) if side is Side.LIGHT else positions_of(theirs, own)


# ------------------------------------------------------------------ accepted, passed through


def _accepted(own: Row, other: Row, dice: Dice) -> Found:
    whole = whole_plays(own, other, dice)
    early = _early_finishes(own, other, dice)
    if not early:
        return whole
    known = {(row, hits) for row, hits, _moves in whole}
    return whole + [each for each in early if each[:2] not in known]


def _early_finishes(own: Row, other: Row, dice: Dice) -> Found:
    """Single moves that bear off the last checker."""
    if sum(own[1:]) != 1:
        return []
    start = board_of(own)
    moves = (move for die in sorted(dice, reverse=True) for move in single_moves(start, die, ways_of(own, other, die)))
    last = {board: move for board, move in moves if finished(board)}
    return [(own_row(board), hits_on(board), (move,)) for board, move in last.items()]


def _passing_boards(own: Row, other: Row, dice: Dice) -> set[int]:
    results = whole_plays(own, other, dice)
    ends = {board_after(row, hits) for row, hits, _moves in results}
    passed = {board_of(own)} | ends
    used = max(len(moves) for _row, _hits, moves in results)
    if dice[0] != dice[1]:
        if used == 2:
            passed |= _between(board_of(own), ends, {die: ways_of(own, other, die) for die in dice})
        return passed
    die, ways = dice[0], ways_of(own, other, dice[0])
    levels: list[dict[int, list[int]]] = [{board_of(own): []}]
    for _ in range(used):
        levels.append({})
        for board in levels[-2]:
            for after, _move in single_moves(board, die, ways):
                levels[-1].setdefault(after, []).append(board)
    for level in reversed(levels):  # only the last level has no way on: drop those that do not lead there
        passed |= {before for board, origins in level.items() if board in passed for before in origins}
    return passed


def _between(start: int, results: set[int], ways: dict[int, list[DieMove]]) -> set[int]:
    """Boards after one die from which the other can be played."""
    first, second = ways
    return {
        between
        for die, rest in ((first, second), (second, first))
        for between, _move in single_moves(start, die, ways[die])
        if any(board in results for board, _then in single_moves(between, rest, ways[rest]))
    }
