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
from arbiter.position import BAR, OFF, Row

Moves = tuple[Move, ...]
Found = dict[int, tuple[Row, Moves]]
"""Boards, each with the mover's row on it and the first moves that lead to it."""
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


def own_row(board: int) -> Row:
    """The mover's row on a board."""
    return _unpacked((board & _ROW).to_bytes(ROW_BYTES, "little"))


def result_rows(own: Row, other: Row, dice: Dice) -> list[tuple[Row, Row]]:
    """The distinct results as (own row, other row), without checks or caches."""
    found = whole_plays(own, other, dice)
    if max(found) <= _ROW:
        return [(row, other) for row, _ in found.values()]
    others = other_rows(list(found), other)
    return [(row, theirs) for (row, _), theirs in zip(found.values(), others, strict=True)]


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
    return _bearing_off(own, other, high, low)


def _entering(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers and more than one checker on the bar: nothing else can move (R27, R31)."""
    board = board_of(own)
    moves: Moves = ()
    for die in (high, low):
        for _, _, change, move in _open_steps((BAR,), other, die):
            board, moves = board + change, (*moves, move)
    return {board: (own_row(board), moves)}


def _entering_one(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers and one checker on the bar: it enters with either, and any checker goes on (R32)."""
    board, row = board_of(own), list(own)
    places = _places(own)
    found: Found = {}
    for first, second in ((high, low), (low, high)):
        for step in _open_steps((BAR,), other, first):
            seconds = _after_first(_open_steps(places, other, second), own, other, step[3], second)
            _add_results(found, board, row, step, seconds)
    return found or _one_move(board, _open_steps((BAR,), other, high) or _open_steps((BAR,), other, low))


def _side_by_side(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers where no checker is on the bar and none can be borne off."""
    board, row = board_of(own), list(own)
    places = _places(own)
    firsts, seconds = _open_steps(places, other, high), _open_steps(places, other, low)
    found: Found = {}
    for step in firsts:
        _add_results(found, board, row, step, _after_first(seconds, own, other, step[3], low))
    for step in seconds:  # what the other order adds: a checker that stops where the lower number ends
        end = step[1]
        if not own[end] and end > high and other[25 - end + high] < 2:
            _add_results(found, board, row, step, [(HITTING if other[25 - end + high] else QUIET)[high][end]])
    return found or _one_move(board, firsts or seconds)


def _add_results(found: Found, board: int, row: list[int], first: Step, seconds: list[Step]) -> None:
    """The boards after the first move and each of the second ones. row: the mover's before both, left as it is."""
    start, end, change, move = first
    between = board + change
    row[start] -= 1
    row[end] += 1
    for leaving, landing, more, then in seconds:
        after = between + more
        if after not in found:
            row[leaving] -= 1
            row[landing] += 1
            found[after] = (tuple(row), (move, then))
            row[leaving] += 1
            row[landing] -= 1
    row[start] += 1
    row[end] -= 1


def _one_move(board: int, steps: list[Step]) -> Found:
    """The results of single moves where the roll allows no more; the board as it is where it allows none."""
    found: Found = {board + change: (own_row(board + change), (move,)) for _, _, change, move in steps}
    return found or {board: (own_row(board), ())}


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


def _bearing_off(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers where no checker is on the bar and at most one is outside the home board (R34 to R39)."""
    board, row = board_of(own), list(own)
    places = _places(own)
    found: Found = {}
    for first, second in ((high, low), (low, high)):
        onward = _open_steps(places, other, second)
        for step in _single_steps(own, other, places, first):
            seconds = _after_first(onward, own, other, step[3], second)
            _add_results(found, board, row, step, seconds + _off(own, places, step[0], step[1], second))
    return found or _one_move(
        board, _single_steps(own, other, places, high) or _single_steps(own, other, places, low)
    )


def _single_steps(own: Row, other: Row, places: tuple[int, ...], die: int) -> list[Step]:
    return _open_steps(places, other, die) + _off(own, places, OFF, OFF, die)


def _off(own: Row, places: tuple[int, ...], start: int, end: int, die: int) -> list[Step]:
    """How the die bears off after one checker has moved from start to end; nothing where it does not."""
    farthest = places[0] if places else OFF
    if farthest == start and own[start] == 1:
        farthest = max(end, places[1] if len(places) > 1 else OFF)
    if farthest > 6:
        return []
    if own[die] + (end == die) > (start == die):
        return [QUIET[die][die]]
    return [QUIET[die][farthest]] if OFF < farthest < die else []


def _double(own: Row, other: Row, die: int) -> Found:
    """Four moves with one number, each from no farther away than the one before."""
    ways = ways_of(own, other, die)
    board = board_of(own)
    level: dict[int, Moves] = {board: ()}
    for _ in range(4):
        following: dict[int, Moves] = {}
        for before, moves in level.items():
            farthest = moves[-1].start if moves else BAR
            for after, move in single_moves(before, die, ways, farthest):
                following[after] = (*moves, move)
        if not following:
            break
        level = following
    return {after: (own_row(after), moves) for after, moves in level.items()}


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
        start, _, change, move = way
        if start > farthest or not board & PLACE[start]:
            continue
        if entering and start < BAR:
            break
        if move.hit and board & HIT[move.end]:
            _, _, change, move = QUIET[die][start]
        found.append((board + change, move))
    if not board & _OUTSIDE:
        start = _bear_off_start(board, die)
        if 0 < start <= farthest:
            _, _, change, move = QUIET[die][start]
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
