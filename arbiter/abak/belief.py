"""What is known of the classes at a table where only counts are seen.

The start is known and only the highest checker of a point moves, so each class follows from the plays. Two ways of
playing that leave the same counts but other classes are two positions here, until a later play or somebody who looks
tells them apart. Pure: a belief never changes, each play makes a new one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from arbiter.abak.arranging import arrangements
from arbiter.abak.explanation import explain_change
from arbiter.abak.plays import AS_PUBLISHED, legal_plays
from arbiter.abak.position import START, AbakPosition
from arbiter.abak.settings import AbakSettings
from arbiter.abak.target import counted
from arbiter.abak.verdict import AbakVerdict, judge
from arbiter.errors import IllegalPositionError
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import BAR, Position, Side
from arbiter.stacks import StackQuestion

MOST = 256
"""Positions that are kept at most, those of the earliest plays found first."""
_MOST_TRIED = 4 * MOST
"""Arrangements after an illegal play that are looked at, repeats among them."""
ASKED_FROM = 8
"""From so many positions on somebody is asked to look at a stack: a verdict then hardly ever waits for an answer."""


@dataclass(frozen=True, slots=True)
class Belief:
    """positions: all that the game so far allows, each with the same counts; never empty."""

    positions: tuple[AbakPosition, ...] = (START,)

    @property
    def seen(self) -> Position:
        """The counts, which are known."""
        return self.positions[0].seen

    @property
    def certain(self) -> bool:
        return len(self.positions) == 1

    def stacks(self, point: int) -> tuple[str, ...]:
        """What may lie on a point (light's; 0 and 25: the bars), the likeliest first."""
        return tuple(dict.fromkeys(stack_of(each, point) for each in self.positions))

    @property
    def question(self) -> StackQuestion | None:
        """The stack that tells most; None where all is known."""
        if self.certain:
            return None
        counted = {point: Counter(stack_of(each, point) for each in self.positions) for point in range(26)}
        point = min(counted, key=lambda point: max(counted[point].values()))
        return StackQuestion(point, tuple(stack for stack, _ in counted[point].most_common()))

    def told(self, point: int, stack: str) -> Belief:
        """Somebody has looked: this lies there.

        Where nothing so far allowed it, the order of the stack is taken as told. Raises IllegalPositionError where
        other checkers lie there than can.
        """
        fitting = tuple(each for each in self.positions if stack_of(each, point) == stack)
        if fitting:
            return Belief(fitting)
        if not 1 <= point <= 24:
            raise IllegalPositionError(Message("These checkers are not on the bar."))
        turned = (each for each in self.positions if sorted(each.points[point - 1]) == sorted(stack))
        put = tuple(_with_stack(each, point, stack) for each in turned)
        if not put:
            raise IllegalPositionError(Message("These checkers are not on light's {point}-point.", point=point))
        return Belief(tuple(dict.fromkeys(put)))


@dataclass(frozen=True, slots=True)
class Turned:
    """How a turn ended. legal, illegal: the positions that lie there now if the play was one or the other.

    One of them is empty where the verdict is known. verdict: what an illegal play breaks.
    """

    legal: tuple[AbakPosition, ...]
    illegal: tuple[AbakPosition, ...] = ()
    verdict: AbakVerdict | None = None

    @property
    def question(self) -> StackQuestion | None:
        """What to ask where the verdict depends on what is not known; None where no look at the board can tell."""
        if not self.legal or not self.illegal:
            return None
        for point in range(26):
            right = dict.fromkeys(stack_of(each, point) for each in self.legal)
            wrong = dict.fromkeys(stack_of(each, point) for each in self.illegal)
            if not right.keys() & wrong.keys():
                return StackQuestion(point, (next(iter(right)), next(iter(wrong))), judges=True)
        return self._parting()

    def _parting(self) -> StackQuestion | None:
        """A point on which at least the two likeliest differ."""
        right, wrong = self.legal[0], self.illegal[0]
        for point in range(26):
            if stack_of(right, point) != stack_of(wrong, point):
                return StackQuestion(point, (stack_of(right, point), stack_of(wrong, point)), judges=True)
        return None

    def among(self, known: Belief) -> Turned:
        """The same without the legal positions that are not among those known by now."""
        return Turned(tuple(each for each in self.legal if each in known.positions), self.illegal, self.verdict)

    def told(self, point: int, stack: str) -> Turned:
        """The same when somebody has looked at that point; as it is where nothing allowed what they say."""
        legal = tuple(each for each in self.legal if stack_of(each, point) == stack)
        illegal = tuple(each for each in self.illegal if stack_of(each, point) == stack)
        return Turned(legal, illegal, self.verdict) if legal or illegal else self

    @property
    def is_illegal(self) -> bool:
        """Nothing that is still possible makes the play legal."""
        return not self.legal

    @property
    def belief(self) -> Belief:
        """What is known now: nobody is accused while a legal play may lie there."""
        return Belief(self.legal or self.illegal)


def turned(
    belief: Belief, side: Side, dice: Dice, seen: Position, agreed: AbakSettings = AS_PUBLISHED
) -> Turned:
    """How a turn ended that left these counts. A play is illegal only where no position that is possible allows it."""
    legal: dict[AbakPosition, None] = {}
    barred: list[AbakPosition] = []
    for position in belief.positions:
        fitting = [play.result for play in legal_plays(position, side, dice, agreed) if play.result.seen == seen]
        legal.update(dict.fromkeys(fitting))
        if not fitting:
            barred.append(position)
    illegal = dict.fromkeys(after for position in barred for after in _left(position, side, dice, seen, agreed))
    if not legal:  # which checker went where is the rules' to say only while they are kept
        anyhow = (after for position in barred for after in arrangements(position, seen))
        illegal.update(dict.fromkeys(islice(anyhow, _MOST_TRIED)))
    verdict = judge(barred[0], side, dice, seen, agreed) if barred else None
    return Turned(_most(legal), _most(each for each in illegal if each not in legal), verdict)


def _left(
    before: AbakPosition, side: Side, dice: Dice, seen: Position, agreed: AbakSettings
) -> tuple[AbakPosition, ...]:
    """What the likeliest account of an illegal play has left; nothing where there is none."""
    explanation = explain_change(before.view(side), dice, counted(seen, side), agreed)
    if explanation is None:
        return ()
    after = before.after(side, explanation.view)
    return (after,) if after.seen == seen else ()


def _most(positions: Iterable[AbakPosition]) -> tuple[AbakPosition, ...]:
    return tuple(positions)[:MOST]


def stack_of(position: AbakPosition, point: int) -> str:
    """What lies on light's point; on light's bar for 0 and dark's for 25."""
    if point in (0, BAR):
        return position.bar[0 if point == 0 else 1]
    return position.points[point - 1]


def _with_stack(position: AbakPosition, point: int, stack: str) -> AbakPosition:
    points = (*position.points[: point - 1], stack, *position.points[point:])
    return AbakPosition(points, position.bar, position.off)
