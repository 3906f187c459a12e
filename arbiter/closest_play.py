"""What was done: the most charitable account of how one board became another.

An illegal play is a legal one with something wrong in it, and the referee has to say what. So this
searches for the cheapest sequence of moves from one board to the other, where a move within the
rules costs nothing and every broken rule has its price. The rules broken on the way are the faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import accumulate, combinations, count
from operator import sub
from typing import NamedTuple

from arbiter.plays import Dice
from arbiter.position import BAR, OFF, Position, Row, Side

NOWHERE = 26
"""Where a checker is that has left the table, or comes from when one is added."""

_PRICES = {
    "R16": 20,
    "R27": 21,
    "R29": 15,
    "R36": 30,
    "R39": 30,
    "R34": 32,
    "R74": 40,
    "R12": 50,
    "R28": 50,
    "R11": 60,
    "R41": 60,
    "R73": 60,
}
_TOO_MANY = 30  # on top of R74 where the extra move is not even by a number of the roll
_USED_AGAIN = 15  # on top of R39 where the right number was rolled: rather that one was used twice
_MISPLACED = 30  # for each place of the opponent's with another count than the moves would have left
_NOT_ON_BAR = 15  # less for the bar: a hit checker is easily put elsewhere
_MOST_MOVED = 6
_MOST_TRIED = 800  # steps, which bounds the time; the reference set of illegal plays needs 710 at most
_CHEAPEST_MISCOUNT = 40  # of the broken rules that alone can make up for pips which the dice left cannot come to


_ARRIVED = -1
_NO_DIE = {"R12", "R28", "R74"}


class CheckerPath(NamedTuple):
    """One stretch of one checker's way. die: the number it used up, 0 for none. broken_rules: their numbers."""

    start: int
    end: int
    die: int
    hit: bool
    broken_rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClosestPlay:
    """steps in the order they can be played; opponent: the opposing row they would have left."""

    steps: tuple[CheckerPath, ...]
    opponent: Row


class _Node(NamedTuple):
    own: Row  # 27 counts, the last of them nowhere
    other: Row
    left: tuple[int, ...]


def closest_play(before: Position, side: Side, dice: Dice, after: Position) -> ClosestPlay | None:
    """The cheapest account of the change; None where too much changed for any account to mean something."""
    own, target = _balanced(before.row(side), after.row(side))
    if _to_move(own, target) > _MOST_MOVED:
        return None
    seen_other = after.row(side.other)
    bag = tuple(sorted(dice, reverse=True)) if dice[0] != dice[1] else (dice[0],) * 4
    order = count()  # heap entries never compare nodes
    start = _Node(own, before.row(side.other), bag)
    astray, pips = _to_move(own, target), _pips_between(own, target)
    first = (0, next(order), 0, start, (), astray, pips)
    heap: list[tuple[int, int, int, _Node, tuple[CheckerPath, ...], int, int]] = [first]
    settled: set[_Node] = set()
    tried = 0
    while heap and tried < _MOST_TRIED:
        _, _, price, node, steps, astray, pips = heappop(heap)
        if astray < 0:
            return _hitting_in_passing(ClosestPlay(steps, node.other), seen_other)
        if node in settled:
            continue
        settled.add(node)
        if node.own == target:
            total = price + _misplaced(node.other, seen_other)
            heappush(heap, (total, next(order), total, node, steps, _ARRIVED, 0))
        for step in _steps(node, target, dice):
            tried += 1
            following = _after(node, step, seen_other)
            if following not in settled:
                total = price + _price(step, dice)
                left = astray - (node.own[step.start] > target[step.start]) + (node.own[step.end] >= target[step.end])
                rest = pips - step.start + step.end
                reach = total + left + _at_least(following, target, left, rest)
                heappush(heap, (reach, next(order), total, following, (*steps, step), left, rest))
    return _plain(own, target, dice, before.row(side.other))


def _hitting_in_passing(reading: ClosestPlay, seen_other: Row) -> ClosestPlay:
    """The same with a stop on each blot that is on the bar now and lies on the way of a move no die explains.

    24/15 past a blot on 18 that went to the bar is 24/18*/15: simpler than an opposing checker moved by hand.
    """
    left, steps = list(reading.opponent), list[CheckerPath]()
    for step in reading.steps:
        start = step.start
        for place in range(start - 1, step.end, -1) if _NO_DIE & set(step.broken_rules) else ():
            facing = 25 - place
            if facing > 0 and left[facing] == 1 and not seen_other[facing] and left[BAR] < seen_other[BAR]:
                left[facing] -= 1
                left[BAR] += 1
                broken_rules = step.broken_rules if start == step.start else ()
                steps.append(CheckerPath(start, place, 0, True, broken_rules))
                start = place
        steps.append(step if start == step.start else step._replace(start=start, die=0, broken_rules=()))
    return ClosestPlay(tuple(steps), tuple(left))


def _plain(own: Row, target: Row, dice: Dice, other: Row) -> ClosestPlay:
    """Each checker by itself, farthest with farthest: for changes too tangled to be searched."""
    starts = [place for place in range(26, -1, -1) for _ in range(own[place] - target[place])]
    ends = [place for place in range(26, -1, -1) for _ in range(target[place] - own[place])]
    left, steps = list(other), []
    for start, end in zip(starts, ends, strict=True):
        hit = OFF < end < BAR and left[25 - end] == 1
        if hit:
            left[25 - end] -= 1
            left[BAR] += 1
        steps.append(CheckerPath(start, end, 0, hit, _plainly_broken(start, end, dice)))
    return ClosestPlay(tuple(steps), tuple(left))


def _plainly_broken(start: int, end: int, dice: Dice) -> tuple[str, ...]:
    if NOWHERE in (start, end):
        return ("R73",)
    if start == OFF:
        return ("R41",)
    if end > start:
        return ("R11",)
    return () if start - end in dice else ("R28" if start == BAR else "R12",)


def _balanced(own: Row, target: Row) -> tuple[Row, Row]:
    """Both rows with a 27th place that makes up for vanished or added checkers."""
    added = sum(target) - sum(own)
    return (*own, max(added, 0)), (*target, max(-added, 0))


def _price(step: CheckerPath, dice: Dice) -> int:
    if not step.broken_rules:
        return 1
    price = 1 + sum(_PRICES[rule] for rule in step.broken_rules)
    if "R74" in step.broken_rules and step.start - step.end not in dice:
        return price + _TOO_MANY
    if "R39" in step.broken_rules and step.start in dice:
        return price + _USED_AGAIN
    return price


def _to_move(own: Row, target: Row) -> int:
    return sum(was - now for was, now in zip(own, target, strict=True) if was > now)


def _pips_between(own: Row, target: Row) -> int:
    return sum(place * (was - now) for place, (was, now) in enumerate(zip(own, target, strict=True)))


def _at_least(node: _Node, target: Row, to_move: int, pips: int) -> int:
    """What the checkers still to be moved will cost: more of them than dice, or pips that no dice left come to."""
    if to_move > len(node.left):
        return _PRICES["R74"] * (to_move - len(node.left))
    if node.own[OFF] != target[OFF] or node.own[NOWHERE] != target[NOWHERE]:
        return 0
    return 0 if pips in _sums(node.left) else _CHEAPEST_MISCOUNT


@lru_cache(maxsize=256)
def _sums(left: tuple[int, ...]) -> frozenset[int]:
    """What some of these dice can come to."""
    return frozenset(sum(some) for number in range(len(left) + 1) for some in combinations(left, number))


def _misplaced(expected: Row, seen: Row) -> int:
    bar = _NOT_ON_BAR * max(expected[BAR] - seen[BAR], 0) + _MISPLACED * max(seen[BAR] - expected[BAR], 0)
    return bar + _MISPLACED * sum(abs(one - two) for one, two in zip(expected[:BAR], seen[:BAR], strict=True))


def _after(node: _Node, step: CheckerPath, seen_other: Row) -> _Node:
    start, end, die, hit, broken_rules = step
    own, theirs, left = list(node.own), node.other, node.left
    own[start] -= 1
    own[end] += 1
    facing = 25 - end
    if hit or ("R16" in broken_rules and seen_other[facing] < theirs[facing]):
        # whoever lands on a made point leaves it as the table shows it: shared, or cleared to the bar
        other = list(theirs)
        stays = other[facing] - 1 if hit else seen_other[facing]
        other[BAR] += other[facing] - stays
        other[facing] = stays
        theirs = tuple(other)
    if die:
        left = _without(left, die)
    if "R29" in broken_rules:
        left = _without(left, start - end - die)
    return _Node(tuple(own), theirs, left)


def _without(left: tuple[int, ...], die: int) -> tuple[int, ...]:
    place = left.index(die)
    return left[:place] + left[place + 1 :]


def _steps(node: _Node, target: Row, dice: Dice) -> Iterator[CheckerPath]:
    """Moves by the dice that are left, then moves that no die explains, both only towards the target."""
    crossing = _crossings(node.own, target)
    behind = [place for place in range(27) if node.own[place] < target[place]]
    for start in range(BAR, 0, -1):
        if not node.own[start]:
            continue
        for die in dict.fromkeys(node.left):
            end = max(start - die, OFF)
            direct = node.own[start] > target[start] and end in behind
            if direct or all(crossing[link] > 0 for link in range(end + 1, start + 1)):
                yield _landing(node, start, end, die, ())
    for start in range(27):
        if node.own[start] > target[start]:
            for end in behind:
                yield from _unexplained(node, start, end, dice)


def _crossings(own: Row, target: Row) -> list[int]:
    """For each place, how many more checkers must still pass from it or above to below it."""
    crossing = list(accumulate(map(sub, own[BAR::-1], target[BAR::-1])))
    crossing.reverse()
    return crossing


def _unexplained(node: _Node, start: int, end: int, dice: Dice) -> Iterator[CheckerPath]:
    if NOWHERE in (start, end):
        yield CheckerPath(start, end, 0, False, ("R73",))
    elif start == OFF:
        yield CheckerPath(start, end, 0, False, ("R41",))
    elif end > start:
        yield _landing(node, start, end, 0, ("R11",))
    else:
        pips = start - end
        for die in dict.fromkeys(node.left):
            if end == OFF and die < start <= 6:
                yield _landing(node, start, end, die, ("R39",))
            elif start == BAR and _has_both(node.left, die, pips - die):
                yield _landing(node, start, end, die, ("R29",))
            elif pips != die:
                yield _landing(node, start, end, die, ("R28" if start == BAR else "R12",))
        if pips in dice or not node.left:
            yield _landing(node, start, end, 0, ("R74",))


def _has_both(left: tuple[int, ...], one: int, two: int) -> bool:
    return two in _without(left, one)


def _landing(node: _Node, start: int, end: int, die: int, broken_rules: tuple[str, ...]) -> CheckerPath:
    """The step with whatever the place it ends on, the bar and the bear-off have to say about it."""
    broken = list(broken_rules)
    if node.own[BAR] and start != BAR:
        broken.append("R27")
    if end == OFF:
        # the checker itself counts: a bear-off from outside the home board is one too early
        if any(node.own[7:26]):
            broken.append("R34")
        elif not broken_rules and start < die and any(node.own[start + 1 : 7]):
            broken.append("R36")
        return CheckerPath(start, end, die, False, tuple(broken))
    facing = node.other[25 - end] if end < BAR else 0
    if facing >= 2:
        broken.append("R16")
    return CheckerPath(start, end, die, facing == 1, tuple(broken))
