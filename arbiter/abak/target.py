"""What was found on the board after a play: all that is known of it, or the counts that a camera sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from arbiter.abak.position import AbakPosition, View
from arbiter.position import BAR, Position, Side

Places = tuple[dict[str, int], ...]
"""For each place of a view how many of each class lie there, `*` for any."""


class Gap(NamedTuple):
    """missing: how many of a stack's checkers have to leave. excess, lacking: of which letters there are too many or
    too few (`*` where classes are not known).
    """

    missing: int
    excess: frozenset[str]
    lacking: frozenset[str]


@dataclass(frozen=True)
class Target:
    """own, other: the two sides' checkers, place by place of the mover's view.

    view: stacks in order, where classes are known. read: a class as the places have it.
    """

    own: Places
    other: Places
    view: View | None
    read: Callable[[str], str]
    known: dict[tuple[int, str], Gap] = field(default_factory=dict, compare=False)

    def own_gap(self, view: View) -> int:
        """How many of the mover's checkers are still to be moved."""
        return sum(self.gap(place, stack).missing for place, stack in enumerate(view))

    def gap(self, place: int, stack: str) -> Gap:
        """What parts this stack from what was found there, of the mover's checkers."""
        found = self.known.get((place, stack))
        if found is None:
            now, wanted = Counter(self.read(each) for each in stack if each.isupper()), self.own[place]
            excess = frozenset(letter for letter, count in now.items() if count > wanted.get(letter, 0))
            lacking = frozenset(letter for letter, count in wanted.items() if count > now.get(letter, 0))
            found = self.known[place, stack] = Gap(self._missing(now, wanted), excess, lacking)
        return found

    def other_gap(self, view: View) -> int:
        """How many of the opponent's checkers lie elsewhere than the moves have left them."""
        return sum(map(self._missing, self._other(view), self.other))

    def lacking(self, view: View, letter: str) -> list[int]:
        """The places with too few of such a checker."""
        key = self.read(letter)
        return [place for place, stack in enumerate(view) if key in self.gap(place, stack).lacking]

    def in_order(self, view: View) -> bool:
        """Whether the stacks lie in this order; nobody sees that from counts."""
        return self.view is None or self.view == view

    def _other(self, view: View) -> Places:
        return tuple(Counter(self.read(each) for each in stack if each.islower()) for stack in view)

    @staticmethod
    def _missing(now: dict[str, int], wanted: dict[str, int]) -> int:
        return sum(max(count - wanted.get(letter, 0), 0) for letter, count in now.items())


def known(after: AbakPosition, side: Side) -> Target:
    """A target of which every class is known."""
    view = after.view(side)
    own, other = ((tuple(Counter(filter(test, stack)) for stack in view)) for test in (str.isupper, str.islower))
    return Target(own, other, view, lambda letter: letter)


def counted(after: Position, side: Side) -> Target:
    """A target of which the counts are known alone."""
    mine, theirs = after.row(side), after.row(side.other)
    own = (*mine, 0)
    other = (0, *reversed(theirs[1:BAR]), 0, theirs[BAR])
    return Target(tuple({"*": each} for each in own), tuple({"*": each} for each in other), None, lambda _letter: "*")
