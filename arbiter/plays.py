"""Legal plays: everything a side may do with a roll (R12 to R41).

Inside, a state is one integer: 26 bytes with the mover's row, and above them one bit for each own
point whose blot has been hit. A move is then an addition, and two orders of moves that lead to the
same board lead to the same integer. Points held by the opponent cannot change during a play, so
the table of possible steps is made once for each die.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from arbiter.errors import CaseError, IllegalPositionError
from arbiter.position import BAR, CHECKERS, OFF, Position, Row, Side

Dice = tuple[int, int]

_PLACE = tuple(0xFF << 8 * place for place in range(26))
_ONE = tuple(1 << 8 * place for place in range(26))
_ROW_BYTES = 26
_ROW_MASK = (1 << 8 * _ROW_BYTES) - 1
_HIT = tuple(1 << 8 * _ROW_BYTES + place for place in range(26))
_ON_BAR = _PLACE[BAR]
_IN_PLAY = sum(_PLACE[1:])
_OUTSIDE = sum(_PLACE[7:])
_HOME_ABOVE = tuple(sum(_PLACE[point + 1 : 7]) for point in range(7))

_Step = tuple[int, int, int, int, int]
"""Mask of the start, difference made, bit of the blot hit (0: none there), start, end."""
_Trace = tuple[int, int, int, bool]
"""Start, end, die, hit."""
Traces = tuple[_Trace, ...]
"""The moves of a play, bare."""


@dataclass(frozen=True, slots=True)
class Move:
    """One checker by one die, in the mover's own numbering (25 the bar, 0 off)."""

    start: int
    end: int
    die: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A whole turn. No moves: nothing can be played, and result is the unchanged position."""

    moves: tuple[Move, ...]
    result: Position


def legal_plays(position: Position, side: Side, dice: Dice) -> tuple[Play, ...]:
    """One play for each distinct position that the roll may lead to (R75), higher die first.

    Raises CaseError for a die outside 1..6 and for arguments that are no position, side and roll,
    IllegalPositionError for more than fifteen checkers of a side.
    """
    if not (isinstance(position, Position) and isinstance(side, Side) and isinstance(dice, tuple)):
        raise CaseError("Plays are found for a Position, a Side and a roll, which is a tuple of two numbers.")
    return _legal_plays(position, side, dice)


@lru_cache(maxsize=512)
def _legal_plays(position: Position, side: Side, dice: Dice) -> tuple[Play, ...]:
    own, other = _rows(position, side, dice)
    return _as_plays(_whole_plays(own, other, dice), other, side)


@lru_cache(maxsize=512)
def accepted_plays(position: Position, side: Side, dice: Dice) -> tuple[Play, ...]:
    """The legal plays, and those that end the game with one die although both could be played.

    Rule books and engines part here (last checker on the 5-point, roll 6-4, blot on the 1-point):
    the arbiter lets either pass.
    """
    own, other = _rows(position, side, dice)
    whole = _whole_plays(own, other, dice)
    early = _early_finishes(own, other, dice)
    return _as_plays(whole | {state: trace for state, trace in early.items() if state not in whole}, other, side)


@lru_cache(maxsize=512)
def passing_positions(position: Position, side: Side, dice: Dice) -> frozenset[Position]:
    """Every position that some order of legal moves towards a whole legal play passes through.

    Start and results are among them: what may lie on the board while the dice lie (R59).
    """
    own, other = _rows(position, side, dice)
    states = _passing_states(own, other, dice) | set(_early_finishes(own, other, dice))
    return frozenset(_positions(states, other, side))


def result_rows(own: Row, other: Row, dice: Dice) -> list[tuple[Row, Row]]:
    """The distinct results as (own row, other row); the fast core, without checks or caches."""
    opposing = _Opposing(other)
    return [(_own_row(state), opposing.after(state)) for state in _whole_plays(own, other, dice)]


def results_and_traces(position: Position, side: Side, dice: Dice) -> Iterator[tuple[Row, Row, Traces]]:
    """What `accepted_plays` finds, as (own row, other row, its moves bare), the legal plays first: for sifting many.

    Raises CaseError and IllegalPositionError as `legal_plays` does.
    """
    own, other = _rows(position, side, dice)
    opposing = _Opposing(other)
    whole = _whole_plays(own, other, dice)
    for state, traces in whole.items():
        yield _own_row(state), opposing.after(state), traces
    for state, traces in _early_finishes(own, other, dice).items():
        if state not in whole:
            yield _own_row(state), opposing.after(state), traces


def play_of(traces: Traces, own: Row, other: Row, side: Side) -> Play:
    """The play of one of these results."""
    result = Position(own, other) if side is Side.LIGHT else Position(other, own)
    return Play(tuple(_move(*trace) for trace in traces), result)


def _rows(position: Position, side: Side, dice: Dice) -> tuple[Row, Row]:
    if len(dice) != 2 or not all(isinstance(die, int) and 1 <= die <= 6 for die in dice):
        raise CaseError(f"A roll is two numbers from 1 to 6, not {', '.join(map(str, dice))}.")
    for name, row in ((side, position.row(side)), (side.other, position.row(side.other))):
        if sum(row) > CHECKERS:
            raise IllegalPositionError(f"{name.capitalize()} has {sum(row)} checkers instead of {CHECKERS}.")
    return position.row(side), position.row(side.other)


def _as_plays(found: dict[int, tuple[_Trace, ...]], other: Row, side: Side) -> tuple[Play, ...]:
    moves = (tuple(_move(*trace) for trace in traces) for traces in found.values())
    return tuple(Play(*pair) for pair in zip(moves, _positions(found, other, side), strict=True))


@lru_cache(maxsize=4096)
def _move(start: int, end: int, die: int, hit: bool) -> Move:
    return Move(start, end, die, hit)


# ------------------------------------------------------------------ states


def _state(own: Row) -> int:
    return int.from_bytes(bytes(own), "little")


def _own_row(state: int) -> Row:
    return tuple((state & _ROW_MASK).to_bytes(_ROW_BYTES, "little"))


class _Opposing:
    """The opponent's row after some of his blots were hit; few different ones occur in one search."""

    def __init__(self, other: Row) -> None:
        self._other = other
        self._seen: dict[int, Row] = {0: other}

    def after(self, state: int) -> Row:
        hits = state >> 8 * _ROW_BYTES
        if hits not in self._seen:
            row = list(self._other)
            for point in range(1, 25):
                if hits >> point & 1:
                    row[25 - point] -= 1
                    row[BAR] += 1
            self._seen[hits] = tuple(row)
        return self._seen[hits]


def _positions(states: Iterable[int], other: Row, side: Side) -> Iterator[Position]:
    opposing = _Opposing(other)
    for state in states:
        own, theirs = _own_row(state), opposing.after(state)
        yield Position(own, theirs) if side is Side.LIGHT else Position(theirs, own)


# ------------------------------------------------------------------ single moves


def _steps(other: Row, die: int) -> tuple[tuple[_Step, ...], tuple[_Step, ...]]:
    """Steps from the bar and steps from points to open points, farthest first (R15, R16, R28)."""
    steps = tuple(
        (_PLACE[start], _ONE[start - die] - _ONE[start], _HIT[start - die] if held else 0, start, start - die)
        for start in range(BAR, die, -1)
        if (held := other[25 - (start - die)]) < 2
    )
    entering = steps[:1] if steps and steps[0][3] == BAR else ()
    return entering, steps[len(entering) :]


def _moves(state: int, die: int, steps: tuple[tuple[_Step, ...], tuple[_Step, ...]]) -> list[tuple[int, _Trace]]:
    """All single moves with one die and the states they lead to (R15, R16, R25 to R28, R34 to R39)."""
    found = []
    for mask, difference, blot, start, end in steps[0 if state & _ON_BAR else 1]:
        if state & mask:
            if blot and not state & blot:
                found.append((state + difference + blot, (start, end, die, True)))
            else:
                found.append((state + difference, (start, end, die, False)))
    if not state & _OUTSIDE:
        start = _bear_off_start(state, die)
        if start:
            found.append((state + _ONE[OFF] - _ONE[start], (start, OFF, die, False)))
    return found


def _bear_off_start(state: int, die: int) -> int:
    """The point this die bears off from when all are home; 0 for none (R35, R36, R37)."""
    if state & _PLACE[die]:
        return die
    if state & _HOME_ABOVE[die]:
        return 0
    return next((point for point in range(die - 1, 0, -1) if state & _PLACE[point]), 0)


# ------------------------------------------------------------------ whole plays


def _whole_plays(own: Row, other: Row, dice: Dice) -> dict[int, tuple[_Trace, ...]]:
    """Final states that use as many dice as possible (R17 to R22), each with its first order of moves."""
    start = _state(own)
    high, low = max(dice), min(dice)
    if high == low:
        return _doubles(start, high, _steps(other, high))
    tables = {die: _steps(other, die) for die in (high, low)}
    both: dict[int, tuple[_Trace, ...]] = {}
    alone: dict[int, dict[int, tuple[_Trace, ...]]] = {}
    for first, second in ((high, low), (low, high)):
        opening = _moves(start, first, tables[first])
        alone[first] = {state: (trace,) for state, trace in opening}
        for between, trace in opening:
            for state, last in _moves(between, second, tables[second]):
                if state not in both:
                    both[state] = (trace, last)
    return both or alone[high] or alone[low] or {start: ()}


def _doubles(start: int, die: int, steps: tuple[tuple[_Step, ...], tuple[_Step, ...]]) -> dict[int, tuple[_Trace, ...]]:
    level: dict[int, tuple[_Trace, ...]] = {start: ()}
    for _ in range(4):
        following: dict[int, tuple[_Trace, ...]] = {}
        for state, traces in level.items():
            for after, trace in _moves(state, die, steps):
                if after not in following:
                    following[after] = (*traces, trace)
        if not following:
            break
        level = following
    return level


def _early_finishes(own: Row, other: Row, dice: Dice) -> dict[int, tuple[_Trace, ...]]:
    """Single moves that bear off the last checker."""
    if sum(own[1:]) != 1:
        return {}
    start = _state(own)
    moves = (move for die in sorted(dice, reverse=True) for move in _moves(start, die, _steps(other, die)))
    return {state: (trace,) for state, trace in moves if not state & _IN_PLAY}


def _passing_states(own: Row, other: Row, dice: Dice) -> set[int]:
    results = _whole_plays(own, other, dice)
    passed = {_state(own), *results}
    used = max(map(len, results.values()))
    if dice[0] != dice[1]:
        if used == 2:
            passed |= _between(_state(own), results, {die: _steps(other, die) for die in dice})
        return passed
    die, steps = dice[0], _steps(other, dice[0])
    levels: list[dict[int, list[int]]] = [{_state(own): []}]
    for _ in range(used):
        levels.append({})
        for state in levels[-2]:
            for after, _trace in _moves(state, die, steps):
                levels[-1].setdefault(after, []).append(state)
    for level in reversed(levels):  # only the last level has no way on: drop those that do not lead there
        passed |= {before for state, origins in level.items() if state in passed for before in origins}
    return passed


def _between(
    start: int,
    results: dict[int, tuple[_Trace, ...]],
    tables: dict[int, tuple[tuple[_Step, ...], tuple[_Step, ...]]],
) -> set[int]:
    """States after one die from which the other can be played."""
    first, second = tables
    return {
        between
        for die, rest in ((first, second), (second, first))
        for between, _trace in _moves(start, die, tables[die])
        if any(state in results for state, _last in _moves(between, rest, tables[rest]))
    }
