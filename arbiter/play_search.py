"""The search for all plays of a roll: the part that takes the time, on integer boards (arbiter.moves).

Nothing here checks its arguments; `arbiter.plays` does.

Points held by the opponent cannot change during a play, and no move closes a way that was open. So a double's moves
can all be made from the farthest checker to the nearest, and each result is found once. With two different numbers and
neither bar nor bearing off in reach, any move of the one goes with any move of the other; only a checker that moves
twice has to be looked at by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from struct import Struct

from arbiter.moves import HIT, HITTING, PLACE, QUIET, ROW_BYTES, Dice, Move, Step
from arbiter.position import BAR, Row

Found = dict[int, tuple[Move, ...]]
"""Boards, each with the first moves that lead to it."""
_ROW = (1 << 8 * ROW_BYTES) - 1
_HITS = 8 * ROW_BYTES
_ON_BAR = PLACE[BAR]
_IN_PLAY = sum(PLACE[1:])
_OUTSIDE = sum(PLACE[7:])
_POINTS = tuple(range(24, 0, -1))
_FROM_BAR = (BAR, *_POINTS)
_unpacked = Struct(f"{ROW_BYTES}B").unpack
_HOME_ABOVE = tuple(sum(PLACE[point + 1 : 7]) for point in range(7))


def board_of(own: Row) -> int:
    """The board with this own row and nothing hit yet."""
    return int.from_bytes(bytes(own), "little")


def own_rows(boards: list[int]) -> list[Row]:
    """The mover's row on each board."""
    return [_unpacked((board & _ROW).to_bytes(ROW_BYTES, "little")) for board in boards]


def other_rows(boards: list[int], other: Row) -> list[Row]:
    """The opponent's row on each board; few different ones occur in one search."""
    if max(boards) <= _ROW:
        return [other] * len(boards)
    seen = {0: other}
    rows: list[Row] = []
    for board in boards:
        hits = board >> _HITS
        row = seen.get(hits)
        if row is None:
            row = _after_hits(hits, other)
            seen[hits] = row
        rows.append(row)
    return rows


def _after_hits(hits: int, other: Row) -> Row:
    row = list(other)
    for point in range(1, 25):
        if hits >> point & 1:
            row[25 - point] -= 1
            row[BAR] += 1
    return tuple(row)


def finished(board: int) -> bool:
    """Whether the mover has no checker left in play."""
    return not board & _IN_PLAY


# ------------------------------------------------------------------ whole plays


def whole_plays(own: Row, other: Row, dice: Dice) -> Found:
    """Boards after as many moves as possible (R17 to R22), higher die and farthest checker first."""
    high, low = dice
    if high == low:
        return _double(own, other, high)
    if high < low:
        high, low = low, high
    if own[BAR] > 1:
        return _entering(own, other, high, low)
    if own[BAR]:
        return _entering_one(own, other, high, low)
    if sum(own[7:BAR]) > 1:
        return _side_by_side(own, other, high, low)
    return _one_after_another(own, other, high, low)


def _entering(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers and more than one checker on the bar: nothing else can move (R27, R31)."""
    board = board_of(own)
    moves: tuple[Move, ...] = ()
    for die in (high, low):
        for _, change, move in _open_steps((BAR,), other, die):
            board, moves = board + change, (*moves, move)
    return {board: moves}


def _entering_one(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers and one checker on the bar: it enters with either, and any checker goes on (R32)."""
    board = board_of(own)
    places = _places(own)
    found: Found = {}
    alone: Found = {}
    for first, second in ((high, low), (low, high)):
        for _, change, move in _open_steps((BAR,), other, first):
            between = board + change
            alone[between] = (move,)
            for _, more, then in _after_first(_open_steps(places, other, second), own, other, move, second):
                after = between + more
                if after not in found:
                    found[after] = (move, then)
    return found or dict(list(alone.items())[:1]) or {board: ()}


def _side_by_side(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers where no checker is on the bar and none can be borne off."""
    board = board_of(own)
    places = _places(own)
    firsts, seconds = _open_steps(places, other, high), _open_steps(places, other, low)
    found: Found = {}
    for _, change, move in firsts:
        between = board + change
        for _, more, then in _after_first(seconds, own, other, move, low):
            after = between + more
            if after not in found:
                found[after] = (move, then)
    for _, change, move in seconds:  # what the other order adds: a checker that stops where the lower number ends
        end = move.end
        if not own[end] and end > high and other[25 - end + high] < 2:
            _, more, then = (HITTING if other[25 - end + high] else QUIET)[high][end]
            after = board + change + more
            if after not in found:
                found[after] = (move, then)
    if not found:
        return {board + change: (move,) for _, change, move in firsts or seconds} or {board: ()}
    return found


def _places(own: Row) -> tuple[int, ...]:
    """The points with own checkers, farthest first."""
    return tuple(compress(_POINTS, own[24:0:-1]))


def _open_steps(places: Sequence[int], other: Row, die: int) -> list[Step]:
    """Moves with one die from these points to open points."""
    quiet, hitting, facing = QUIET[die], HITTING[die], 25 + die
    steps: list[Step] = []
    for start in places:
        if start <= die:
            break
        held = other[facing - start]
        if held == 0:
            steps.append(quiet[start])
        elif held == 1:
            steps.append(hitting[start])
    return steps


def _after_first(seconds: list[Step], own: Row, other: Row, first: Move, die: int) -> list[Step]:
    """The second moves where the first may have left a point, hit a blot or brought a checker that can go on."""
    start, end = first.start, first.end
    steps = seconds
    if own[start] == 1:
        steps = [step for step in steps if step[0] != start]
    if own[end]:
        return steps
    if first.hit:
        again = end + die
        steps = [QUIET[die][again] if step[0] == again else step for step in steps]
    if end > die and other[25 - end + die] < 2:
        farther = [step for step in steps if step[0] > end]
        onward = (HITTING if other[25 - end + die] else QUIET)[die][end]
        steps = [*farther, onward, *steps[len(farther) :]]
    return steps


def _one_after_another(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers, each order tried move by move."""
    board = board_of(own)
    ways = {high: ways_of(own, other, high), low: ways_of(own, other, low)}
    found: Found = {}
    for first, second in ((high, low), (low, high)):
        for between, move in single_moves(board, first, ways[first]):
            for after, then in single_moves(between, second, ways[second]):
                if after not in found:
                    found[after] = (move, then)
    if not found:
        firsts = single_moves(board, high, ways[high]) or single_moves(board, low, ways[low])
        return {after: (move,) for after, move in firsts} or {board: ()}
    return found


def _double(own: Row, other: Row, die: int) -> Found:
    """Four moves with one number, each from no farther away than the one before."""
    ways = ways_of(own, other, die)
    board = board_of(own)
    level: Found = {board: ()}
    for _ in range(4):
        following: Found = {}
        for before, moves in level.items():
            farthest = moves[-1].start if moves else BAR
            for after, move in single_moves(before, die, ways, farthest):
                following[after] = (*moves, move)
        if not following:
            break
        level = following
    return level


# ------------------------------------------------------------------ single moves


def ways_of(own: Row, other: Row, die: int) -> list[Step]:
    """Moves with one die from wherever own checkers can come to open points, farthest first, bearing off left out."""
    farthest = next(compress(_FROM_BAR, reversed(own)), 0)
    return _open_steps(range(farthest, die, -1), other, die)


def single_moves(board: int, die: int, ways: list[Step], farthest: int = BAR) -> list[tuple[int, Move]]:
    """All moves with one die and the boards they lead to (R15, R16, R25 to R28, R34 to R39).

    farthest: where the checker moved may stand at most.
    """
    found: list[tuple[int, Move]] = []
    entering = board & _ON_BAR
    for way in ways:
        start, change, move = way
        if start > farthest or not board & PLACE[start]:
            continue
        if entering and start < BAR:
            break
        if move.hit and board & HIT[move.end]:
            start, change, move = QUIET[die][start]
        found.append((board + change, move))
    if not board & _OUTSIDE:
        start = _bear_off_start(board, die)
        if 0 < start <= farthest:
            _, change, move = QUIET[die][start]
            found.append((board + change, move))
    return found


def _bear_off_start(board: int, die: int) -> int:
    """The point this die bears off from when all are home; 0 for none (R35, R36, R37)."""
    if board & PLACE[die]:
        return die
    if board & _HOME_ABOVE[die]:
        return 0
    for point in range(die - 1, 0, -1):
        if board & PLACE[point]:
            return point
    return 0
