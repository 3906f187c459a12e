"""What was done: the most charitable account of how one board of Abak Evolution became another.

As `arbiter.closest_play`: the cheapest sequence of moves, where a move within the rules costs next to nothing and every
broken rule has its price. The rules broken on the way are the faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from arbiter.abak.classes import in_order, moves_by
from arbiter.abak.moves import FREE, WENT_BACKWARD, WENT_FORWARD, others_outside
from arbiter.abak.moves import obstacle as obstacle_of
from arbiter.abak.position import MIDDLE, THEIR_BAR, View
from arbiter.abak.settings import AbakSettings
from arbiter.abak.target import Target
from arbiter.plays import Dice
from arbiter.position import BAR, OFF

_PRICES = {
    "A3": 20, "A4": 24, "A7": 26, "A8": 26, "A10": 20, "A11": 20, "A12": 24, "A13": 20, "A14": 20, "A15": 28, "A16": 26,
    "R11": 60, "R12": 50, "R16": 20, "R25": 22, "R27": 21, "R28": 50, "R34": 32, "R36": 30, "R39": 30, "R41": 60,
    "R74": 40,
}  # fmt: skip
_MISPLACED = 30
_OUT_OF_ORDER = 24
_MOST_MOVED = 6
_MOST_TRIED = 2000
"""Steps, which bounds the time."""


class AbakStep(NamedTuple):
    """One stretch of one checker's way. die: the number it used up, 0 for none. broken_rules: their numbers.

    below: what lies on the checker that moved (A4, A12). stack: what stood where it lands.
    """

    start: int
    end: int
    die: int
    checker: str
    hit: bool
    held: bool
    broken_rules: tuple[str, ...]
    above: str = ""
    stack: str = ""


@dataclass(frozen=True, slots=True)
class AbakExplanation:
    """steps in the order they can be played; view: the board they leave."""

    steps: tuple[AbakStep, ...]
    view: View


class _Node(NamedTuple):
    view: View
    general: int
    left: tuple[int, ...]


def explain_change(before: View, dice: Dice, target: Target, agreed: AbakSettings) -> AbakExplanation | None:
    """The cheapest account of the change; None where too much changed for any account to mean something."""
    if target.own_gap(before) > _MOST_MOVED:
        return None
    bag = tuple(sorted(dice, reverse=True)) if dice[0] != dice[1] else (dice[0],) * 4
    order = count()  # heap entries never compare nodes
    first = (0, next(order), 0, _Node(before, FREE, bag), (), False)
    heap: list[tuple[int, int, int, _Node, tuple[AbakStep, ...], bool]] = [first]
    settled: set[_Node] = set()
    tried = 0
    while heap and tried < _MOST_TRIED:
        _, _, price, node, steps, arrived = heappop(heap)
        if arrived:
            return AbakExplanation(steps, node.view)
        if node in settled:
            continue
        settled.add(node)
        gap = target.own_gap(node.view)
        if not gap:
            total = price + _MISPLACED * target.other_gap(node.view)
            if total == price and not target.in_order(node.view):
                total += _OUT_OF_ORDER
            heappush(heap, (total, next(order), total, node, steps, True))
        for step, after in _steps(node, target, agreed):
            tried += 1
            still = gap
            for place in (step.start, step.end):
                still += target.gap(place, after.view[place]).missing - target.gap(place, node.view[place]).missing
            if still <= max(gap, len(after.left)) and after not in settled:
                total = price + 1 + sum(_PRICES[rule] for rule in step.broken_rules)
                too_many = max(still - len(after.left), 0)
                reach = total + still + _PRICES["R74"] * too_many
                heappush(heap, (reach, next(order), total, after, (*steps, step), False))
    return None


def _steps(node: _Node, target: Target, agreed: AbakSettings) -> Iterator[tuple[AbakStep, _Node]]:
    """Moves by the dice left, of any checker of a stack; then moves that no die explains, to where one lacks."""
    view = node.view
    lacking = {letter: [place for place in target.lacking(view, letter) if place < BAR] for letter in "SGCDEO"}
    for start in range(BAR, 0, -1):
        excess = target.gap(start, view[start]).excess
        for place, letter in _checkers(view, start):
            for die in dict.fromkeys(node.left):
                for end in (start - die, start + die):
                    if end < BAR and (end < start or letter == "C"):
                        yield from _landings(node, start, place, max(end, OFF), die, (), agreed)
            if target.read(letter) in excess:
                for end in lacking[letter]:
                    yield from _unexplained(node, start, place, end, agreed)


def _checkers(view: View, start: int) -> list[tuple[int, str]]:
    """The mover's checkers of a place, each class of a stack where it stands highest, as (index, letter)."""
    stack = view[start]
    if not stack:
        return []
    highest = {letter: place for place, letter in enumerate(stack) if letter.isupper()}
    return [(place, letter) for letter, place in highest.items()]


def _unexplained(
    node: _Node, start: int, place: int, end: int, agreed: AbakSettings
) -> Iterator[tuple[AbakStep, _Node]]:
    backward = end > start and node.view[start][place] != "C"
    for die in dict.fromkeys(node.left):
        if backward:
            yield from _landings(node, start, place, end, die, ("R11",), agreed)
        elif end == OFF and start > die:
            yield from _landings(node, start, place, end, die, ("R39",), agreed)
        elif abs(start - end) != die and not (end == OFF and start < die):
            rule = "R28" if start == BAR else "R12"
            yield from _landings(node, start, place, end, die, (rule,), agreed)
    if not node.left:
        yield from _landings(node, start, place, end, 0, ("R11",) if backward else ("R74",), agreed)


def _landings(
    node: _Node, start: int, place: int, end: int, die: int, broken: tuple[str, ...], agreed: AbakSettings
) -> Iterator[tuple[AbakStep, _Node]]:
    """The step with whatever its checker, its stack, the bar, the bear-off and the place it ends on say about it."""
    view, letter = node.view, node.view[start][place]
    above = "" if start == BAR else view[start][place + 1 :]
    rules = [*broken, *_of_checker(node, start, end, die, letter, broken, agreed), *_of_stack(above)]
    if view[BAR] and start != BAR:
        rules.append("R27")
    general = _general_after(node.general, start, end, letter)
    left = _without(node.left, die) if die else node.left
    board = list(view)
    board[start] = view[start][:place] + view[start][place + 1 :]
    if end == OFF:
        board[OFF] = in_order(view[OFF] + letter)
        rules += _of_bearing_off(view, start, die, broken)
        step = AbakStep(start, end, die, letter, False, False, tuple(rules), above)
        yield step, _Node(tuple(board), general, left)
        return
    stack = board[end]
    closed = obstacle_of(stack, end, letter, agreed)
    facing = stack[-1:].islower()
    holds = letter == "D" and end in MIDDLE
    if not facing or closed or not holds:  # stands there beside whatever was there
        why = [closed] if closed else ["A12" if letter == "D" else "R25"] if facing else []
        shared = [*board[:end], stack + letter, *board[end + 1 :]]
        step = AbakStep(start, end, die, letter, False, False, (*rules, *why), above, stack)
        yield step, _Node(tuple(shared), general, left)
    if facing:
        why = [closed] if closed else ["A12"] if holds else []
        hit = list(board)
        hit[end] = stack[:-1] + letter
        hit[THEIR_BAR] = in_order((view[THEIR_BAR] + stack[-1]).upper()).lower()
        step = AbakStep(start, end, die, letter, True, False, (*rules, *why), above, stack)
        yield step, _Node(tuple(hit), general, left)
        if holds and not closed:
            held = [*board[:end], stack + letter, *board[end + 1 :]]
            step = AbakStep(start, end, die, letter, False, True, tuple(rules), above, stack)
            yield step, _Node(tuple(held), general, left)


def _of_checker(
    node: _Node, start: int, end: int, die: int, letter: str, broken: tuple[str, ...], agreed: AbakSettings
) -> list[str]:
    """What a class does not allow: other numbers to a wounded, another turn to a general (A7, A8, A15, A16)."""
    if letter == "C":
        return [] if _generals_way(node, start, end) else ["A8"]
    if broken or moves_by(letter, die):
        return []
    if start == BAR:
        return [] if agreed.wounded_enter_by_any else ["A16"]
    if end == OFF:
        return [] if agreed.wounded_off_by_any and start < die else ["A15"]
    return ["A7"]


def _generals_way(node: _Node, start: int, end: int) -> bool:
    if node.general == WENT_BACKWARD:
        return False
    if end < start:
        return True
    outside = [point for point in range(24, 6, -1) if any(map(str.isupper, node.view[point]))]
    return node.general == FREE and others_outside(node.view, start, outside)


def _general_after(general: int, start: int, end: int, letter: str) -> int:
    if letter != "C" or start == BAR:
        return general
    return WENT_BACKWARD if end > start else WENT_FORWARD


def _of_stack(above: str) -> list[str]:
    if not above:
        return []
    return ["A12"] if above[-1].islower() else ["A4"]


def _of_bearing_off(view: View, start: int, die: int, broken: tuple[str, ...]) -> list[str]:
    outside = any(any(map(str.isupper, view[point])) for point in range(7, 26))
    if outside:  # the checker itself counts: one from outside the home is too early
        return ["R34"]
    higher = any(any(map(str.isupper, view[point])) for point in range(start + 1, 7))
    return ["R36"] if not broken and start < die and higher else []


def _without(left: tuple[int, ...], die: int) -> tuple[int, ...]:
    place = left.index(die)
    return left[:place] + left[place + 1 :]
