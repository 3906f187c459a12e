"""One checker moved by one die: what is open to it, and the board after it (A3 to A16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from arbiter.abak.classes import in_order, moves_by
from arbiter.abak.position import MIDDLE, MOST_ON_POINT, THEIR_BAR, View
from arbiter.abak.settings import AbakSettings
from arbiter.position import BAR, OFF


class AbakMove(NamedTuple):
    """One checker by one die, in the mover's own numbering (25 the bar, 0 off).

    checker: its class's letter. held: it is a druid that was put on an opposing checker.
    """

    start: int
    end: int
    die: int
    hit: bool
    checker: str
    held: bool = False


FREE, WENT_FORWARD, WENT_BACKWARD = range(3)
"""What the general has done in this turn (A8)."""
Step = tuple[AbakMove, View, int]
"""A move, the board after it, and what the general has done by then."""


def single_moves(view: View, die: int, general: int, agreed: AbakSettings) -> Iterator[Step]:
    """Every move with one die, from the farthest checker to the nearest. general: what it has done in this turn."""
    if view[BAR]:
        yield from _entering(view, die, general, agreed)
        return
    outside = [point for point in range(24, 6, -1) if view[point] and not view[point].islower()]
    for start in range(24, 0, -1):
        letter = view[start][-1:]
        if not letter.isupper():
            continue  # empty, or an opposing druid holds what is there (A12)
        if letter == "C":
            yield from _generals(view, start, die, general, outside, agreed)
        elif start > die:
            if moves_by(letter, die) and (step := moved(view, start, start - die, die, agreed)):
                yield *step, general
        elif not outside and may_bear_off(view, start, die, letter, agreed):
            yield *borne_off(view, start, die), general


def _generals(
    view: View, start: int, die: int, general: int, outside: list[int], agreed: AbakSettings
) -> Iterator[Step]:
    """Forward, borne off, backward (A8)."""
    if general == WENT_BACKWARD:
        return
    if start > die:
        if step := moved(view, start, start - die, die, agreed):
            yield *step, WENT_FORWARD
    elif not outside and may_bear_off(view, start, die, "C", agreed):
        yield *borne_off(view, start, die), WENT_FORWARD
    may_go_back = general == FREE and start + die < BAR and others_outside(view, start, outside)
    if may_go_back and (step := moved(view, start, start + die, die, agreed)):
        yield *step, WENT_BACKWARD


def others_outside(view: View, start: int, outside: list[int]) -> bool:
    """Whether others of the general's side are outside the home. start: where it stands."""
    return any(point != start or sum(map(str.isupper, view[point])) > 1 for point in outside)


def _entering(view: View, die: int, general: int, agreed: AbakSettings) -> Iterator[Step]:
    """Any of those on the bar; the general may go backward afterwards (A8, A16)."""
    for letter in dict.fromkeys(view[BAR]):
        may_enter = moves_by(letter, die) or agreed.wounded_enter_by_any
        if may_enter and (step := moved(view, BAR, BAR - die, die, agreed, letter)):
            yield *step, general


def moved(
    view: View, start: int, end: int, die: int, agreed: AbakSettings, letter: str = ""
) -> tuple[AbakMove, View] | None:
    """The move and the board after it; None where the point is not open. letter: which one of the bar's."""
    letter = letter or view[start][-1]
    if obstacle(view[end], end, letter, agreed):
        return None
    return landed(view, start, end, die, letter)


def landed(view: View, start: int, end: int, die: int, letter: str) -> tuple[AbakMove, View]:
    """The same without asking whether the point is open."""
    after = list(view)
    stack = view[end]
    facing = stack[-1:].islower()
    held = facing and letter == "D" and end in MIDDLE
    hit = facing and not held
    if hit:
        after[THEIR_BAR] = in_order((view[THEIR_BAR] + stack[-1]).upper()).lower()
        stack = stack[:-1]
    after[end] = stack + letter
    if start == BAR:
        after[BAR] = view[BAR].replace(letter, "", 1)
    else:
        after[start] = view[start][:-1]
    return AbakMove(start, end, die, hit, letter, held), tuple(after)


def obstacle(stack: str, point: int, letter: str, agreed: AbakSettings) -> str:
    """The rule that closes a point with this stack to a class; empty where it is open."""
    if not stack:
        return ""
    if stack[-1].isupper():
        if len(stack) >= MOST_ON_POINT:
            return "A3"
        return "" if agreed.druid_joined or stack.isupper() else "A14"
    if len(stack) > 1:
        if sum(map(str.islower, stack)) > 1:
            return "R16"
        if not agreed.druid_hit:
            return "A13"
    return _blot_holds(stack[-1], point, letter)


def _blot_holds(blot: str, point: int, letter: str) -> str:
    """The rule by which a single opposing checker, the highest of its point, holds it; empty where it does not."""
    if blot != "g" or letter == "G" or (letter == "D" and point in MIDDLE):
        return ""
    return "A11" if letter == "D" else "A10"


def may_bear_off(view: View, start: int, die: int, letter: str, agreed: AbakSettings) -> bool:
    """Whether the die bears off what stands highest on a home point; nobody is outside the home (R34 to R39, A15)."""
    if start == die:
        return moves_by(letter, die)
    if not (moves_by(letter, die) or agreed.wounded_off_by_any):
        return False
    return all(not view[point] or view[point].islower() for point in range(start + 1, 7))


def borne_off(view: View, start: int, die: int) -> tuple[AbakMove, View]:
    letter = view[start][-1]
    after = list(view)
    after[start] = view[start][:-1]
    after[OFF] = in_order(view[OFF] + letter)
    return AbakMove(start, OFF, die, False, letter), tuple(after)
