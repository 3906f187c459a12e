"""The search for all plays of a roll: the part that takes the time.

Nothing here checks its arguments; `arbiter.plays` does.

Points held by the opponent cannot change during a play, and no move closes a way that was open. So a double's moves
can all be made from the farthest checker to the nearest, and each result is found once (on integer boards, see
`arbiter.moves`). With two different numbers and neither bar nor bearing off in reach, any move of the one goes with any
move of the other. Two such pairs lead to the same board only where a checker moves twice: it stops where one number
ends or where the other does, or another checker takes over from the one that stands there. So nothing found has to be
looked up; what comes twice is left out by where it starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from struct import Struct

from arbiter.moves import HIT, HITTING, PLACE, QUIET, ROW_BYTES, Dice, DieMove, Move
from arbiter.position import BAR, OFF, Row

Moves = tuple[Move, ...]
Found = list[tuple[Row, int, Moves]]
"""Results, each once: the mover's row, the bits of their points where blots were hit, and the first moves to it."""
Pairs = list[tuple[DieMove, list[DieMove]]]
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


def board_after(own: Row, hits: int) -> int:
    """The board with this own row after these hits."""
    return board_of(own) | hits << _HITS


def hits_on(board: int) -> int:
    """The bits of the points where blots were hit."""
    return board >> _HITS


def result_rows(own: Row, other: Row, dice: Dice) -> list[tuple[Row, Row]]:
    """The distinct results as (own row, other row), without checks or caches."""
    high, low = dice if dice[0] >= dice[1] else dice[::-1]
    if pairs := _pairs(own, other, high, low):
        return _rows_after(own, other, pairs)
    found = whole_plays(own, other, dice)
    others = other_rows([hits for _row, hits, _moves in found], other)
    return [(row, theirs) for (row, _hits, _moves), theirs in zip(found, others, strict=True)]


def other_rows(hits: Iterable[int], other: Row) -> list[Row]:
    """The opponent's row after these hits each; few different ones occur in one search."""
    seen = {0: other}
    rows: list[Row] = []
    for each in hits:
        row = seen.get(each)
        if row is None:
            row = seen[each] = _after_hits(each, other)
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
    if pairs := _pairs(own, other, high, low):
        found: Found = []
        for first, seconds in pairs:
            _add_results(found, own, first, seconds)
        return found
    if own[BAR] or sum(own[7:BAR]) > 1:
        places = (BAR,) if own[BAR] else _places(own)
        return _one_move(own, _open_steps(places, other, high) or _open_steps(places, other, low))
    return _bearing_off(own, other, high, low)


def _pairs(own: Row, other: Row, high: int, low: int) -> Pairs:
    """First moves with all that may follow, each result once; none where two moves are not possible, or are not pairs.

    That is so for doubles, with two checkers on the bar, and where checkers may be borne off.
    """
    if high == low or own[BAR] > 1:
        return []
    if own[BAR]:
        return _entering_one(own, other, high, low)
    return _side_by_side(own, other, high, low) if sum(own[7:BAR]) > 1 else []


def _entering(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers and more than one checker on the bar: nothing else can move (R27, R31)."""
    row, hits = list(own), 0
    moves: Moves = ()
    for die in (high, low):
        for step in _open_steps((BAR,), other, die):
            row[step.start] -= 1
            row[step.end] += 1
            hits, moves = hits | step.hits, (*moves, step.move)
    return [(tuple(row), hits, moves)]


def _entering_one(own: Row, other: Row, high: int, low: int) -> Pairs:
    """Two numbers and one checker on the bar: it enters with either, and any checker goes on (R32)."""
    places = _places(own)
    pairs: Pairs = []
    for step in _open_steps((BAR,), other, high):
        pairs.append((step, _after_first(_open_steps(places, other, low), own, other, step, low)))
    same = other[high] == 0 == other[low]  # whichever it enters with, it goes on to the same point and hits nothing
    for step in _open_steps((BAR,), other, low):
        seconds = _after_first(_open_steps(places, other, high), own, other, step, high)
        pairs.append((step, [then for then in seconds if then.start != step.end] if same else seconds))
    return [pair for pair in pairs if pair[1]]


def _side_by_side(own: Row, other: Row, high: int, low: int) -> Pairs:
    """Two numbers where no checker is on the bar and none can be borne off."""
    places = _places(own)
    seconds = _open_steps(places, other, low)
    pairs: Pairs = []
    for step in _open_steps(places, other, high):
        then = _after_first(seconds, own, other, step, low)
        behind = step.start + low
        if behind < BAR and own[behind] and other[BAR - behind + high] == 0:
            # the one behind could go all the way itself, and was looked at before
            then = [second for second in then if second.start != behind]
        if then:
            pairs.append((step, then))
    for step in seconds:  # what the other order adds: a checker that stops where the lower number ends
        start, end = step.start, step.end
        if own[end] or end <= high or other[BAR - end + high] >= 2:
            continue
        if other[BAR - start + high] or other[BAR - end]:
            pairs.append((step, [(HITTING if other[BAR - end + high] else QUIET)[high][end]]))
    return pairs


def _rows_after(own: Row, other: Row, pairs: Pairs) -> list[tuple[Row, Row]]:
    """The rows of both sides after each pair of moves. What `_add_results` does, without a word on the way there."""
    hit: dict[int, Row] = {}
    found: list[tuple[Row, Row]] = []
    row = list(own)
    for first, seconds in pairs:
        row[first.start] -= 1
        row[first.end] += 1
        for second in seconds:
            theirs = other
            if hits := first.hits | second.hits:
                if hits not in hit:
                    hit[hits] = _after_hits(hits, other)
                theirs = hit[hits]
            row[second.start] -= 1
            row[second.end] += 1
            found.append((tuple(row), theirs))
            row[second.start] += 1
            row[second.end] -= 1
        row[first.start] += 1
        row[first.end] -= 1
    return found


def _add_results(found: Found, own: Row, first: DieMove, seconds: list[DieMove]) -> None:
    """The results of the first move with each of the second ones."""
    hits, move = first.hits, first.move
    row = list(own)
    row[first.start] -= 1
    row[first.end] += 1
    for second in seconds:
        leaving, landing = second.start, second.end
        row[leaving] -= 1
        row[landing] += 1
        found.append((tuple(row), hits | second.hits, (move, second.move)))
        row[leaving] += 1
        row[landing] -= 1


def _one_move(own: Row, steps: list[DieMove]) -> Found:
    """The results of single moves where the roll allows no more; the board as it is where it allows none."""
    found: Found = []
    for step in steps:
        row = list(own)
        row[step.start] -= 1
        row[step.end] += 1
        found.append((tuple(row), step.hits, (step.move,)))
    return found or [(own, 0, ())]


def _places(own: Row) -> tuple[int, ...]:
    """The points with own checkers, farthest first."""
    return tuple(compress(_POINTS, own[24:0:-1]))


def _open_steps(places: Sequence[int], other: Row, die: int) -> list[DieMove]:
    """Moves with one die from these points to open points."""
    quiet, hitting, facing = QUIET[die], HITTING[die], 25 + die
    steps: list[DieMove] = []
    for start in places:
        if start <= die:
            break
        held = other[facing - start]
        if held == 0:
            steps.append(quiet[start])
        elif held == 1:
            steps.append(hitting[start])
    return steps


def _after_first(seconds: list[DieMove], own: Row, other: Row, first: DieMove, die: int) -> list[DieMove]:
    """The second moves where the first may have left a point, hit a blot or brought a checker that can go on."""
    start, end = first.start, first.end
    steps = seconds
    if own[start] == 1:
        steps = [step for step in steps if step.start != start]
    if own[end]:
        return steps
    if first.hits:
        again = end + die
        steps = [QUIET[die][again] if step.start == again else step for step in steps]
    if end > die and other[25 - end + die] < 2:
        farther = [step for step in steps if step.start > end]
        onward = (HITTING if other[25 - end + die] else QUIET)[die][end]
        steps = [*farther, onward, *steps[len(farther) :]]
    return steps


def _bearing_off(own: Row, other: Row, high: int, low: int) -> Found:
    """Two numbers where no checker is on the bar and at most one is outside the home board (R34 to R39)."""
    places = _places(own)
    found: Found = []
    for first, second in ((high, low), (low, high)):
        onward = _open_steps(places, other, second)
        for step in _single_steps(own, other, places, first):
            seconds = _after_first(onward, own, other, step, second)
            _add_results(found, own, step, seconds + _off(own, places, step.start, step.end, second))
    if not found:
        return _one_move(own, _single_steps(own, other, places, high) or _single_steps(own, other, places, low))
    once: dict[tuple[Row, int], Moves] = {}  # the few checkers left come to the same places in many ways
    for row, hits, moves in found:
        once.setdefault((row, hits), moves)
    return [(row, hits, moves) for (row, hits), moves in once.items()]


def _single_steps(own: Row, other: Row, places: tuple[int, ...], die: int) -> list[DieMove]:
    return _open_steps(places, other, die) + _off(own, places, OFF, OFF, die)


def _off(own: Row, places: tuple[int, ...], start: int, end: int, die: int) -> list[DieMove]:
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
    return [(own_row(after), hits_on(after), moves) for after, moves in level.items()]


# ------------------------------------------------------------------ single moves


def ways_of(own: Row, other: Row, die: int) -> list[DieMove]:
    """Moves with one die from wherever own checkers can come to open points, farthest first, bearing off left out."""
    farthest = next(compress(_FROM_BAR, reversed(own)), 0)
    return _open_steps(range(farthest, die, -1), other, die)


def single_moves(board: int, die: int, ways: list[DieMove], farthest: int = BAR) -> list[tuple[int, Move]]:
    """All moves with one die and the boards they lead to (R15, R16, R25 to R28, R34 to R39).

    farthest: where the checker moved may stand at most.
    """
    found: list[tuple[int, Move]] = []
    entering = board & _ON_BAR
    for step in ways:
        if step.start > farthest or not board & PLACE[step.start]:
            continue
        if entering and step.start < BAR:
            break
        made = QUIET[die][step.start] if step.hits and board & HIT[step.end] else step
        found.append((board + made.change, made.move))
    if not board & _OUTSIDE:
        start = _bear_off_start(board, die)
        if 0 < start <= farthest:
            last = QUIET[die][start]
            found.append((board + last.change, last.move))
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
