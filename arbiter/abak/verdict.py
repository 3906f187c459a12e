"""Whether a play of Abak Evolution was legal, and if not, which rule says so and what puts it right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import nsmallest

from arbiter.abak.explanation import AbakExplanation, explain_change
from arbiter.abak.faults import CitedFault, board_faults, step_faults, unused
from arbiter.abak.plays import AS_PUBLISHED, AbakPlay, leg_text, legal_plays
from arbiter.abak.position import THEIR_BAR, AbakPosition, View
from arbiter.abak.settings import AbakSettings
from arbiter.abak.target import Target, counted, known
from arbiter.fault import Fault
from arbiter.message import Message, side_name
from arbiter.notation import place_name
from arbiter.play_text import NO_PLAY
from arbiter.plays import Dice
from arbiter.position import BAR, OFF, Position, Side

_NEAREST = 3


@dataclass(frozen=True, slots=True)
class AbakCheckerMove:
    """Take one checker of a class from start to end, in its own side's numbering; None: not on the table."""

    side: Side
    checker: str
    start: int | None
    end: int | None

    def __str__(self) -> str:
        """`light D 18 -> 24`, for people; points are that side's own."""
        places = ("nowhere" if place is None else place_name(place) for place in (self.start, self.end))
        return " ".join(filter(None, (self.side.value, self.checker, " -> ".join(places))))


@dataclass(frozen=True, slots=True)
class AbakVerdict:
    """What the arbiter has to say about a finished play.

    play: what was done, in notation. plays: the legal plays that leave this board; more than one only where it was
    seen by counts alone. rules, message: the numbers of all rules broken and one sentence, the most important first;
    empty for a legal play. faults: each rule with its own sentence. nearest: up to three legal plays, nearest to what
    was done first. way_back: the fewest checkers to move so that the nearest of them stands on the board; none where
    only the order of a stack is wrong.
    """

    legal: bool
    play: str
    plays: tuple[AbakPlay, ...] = ()
    rules: tuple[str, ...] = ()
    message: str = ""
    faults: tuple[Fault, ...] = ()
    nearest: tuple[AbakPlay, ...] = ()
    way_back: tuple[AbakCheckerMove, ...] = ()


def judge(
    before: AbakPosition, side: Side, dice: Dice, after: AbakPosition | Position, agreed: AbakSettings = AS_PUBLISHED
) -> AbakVerdict:
    """Judge the change from `before` to `after`, made by `side` with `dice`.

    after: with its classes, or as a camera sees it, where any classes will do. Raises CaseError for dice outside 1..6.
    """
    plays = legal_plays(before, side, dice, agreed)
    exact = isinstance(after, AbakPosition)
    fitting = tuple(play for play in plays if (play.result if exact else play.result.seen) == after)
    if fitting:
        return AbakVerdict(True, str(fitting[0]), fitting)
    target = known(after, side) if isinstance(after, AbakPosition) else counted(after, side)
    view = before.view(side)
    explanation = explain_change(view, dice, target, agreed)
    nearest = tuple(nsmallest(_NEAREST, plays, key=lambda play: _apart(play.result.view(side), target)))
    faults = _faults(before, side, dice, after, target, explanation, (nearest[0], *plays))
    return AbakVerdict(
        legal=False,
        play=_played(explanation),
        rules=tuple(fault.rule for fault in faults),
        message=faults[0].message,
        faults=faults,
        nearest=nearest,
        way_back=_way_back(after, nearest[0].result, side),
    )


def _apart(view: View, target: Target) -> int:
    return target.own_gap(view) + target.other_gap(view)


def _faults(
    before: AbakPosition,
    side: Side,
    dice: Dice,
    after: AbakPosition | Position,
    target: Target,
    explanation: AbakExplanation | None,
    plays: tuple[AbakPlay, ...],
) -> tuple[Fault, ...]:
    """All faults, one for each rule, the most important first; never empty."""
    found: list[CitedFault] = [*_counts(before, side, after)]
    if explanation is not None:
        found += [*step_faults(explanation, dice), *board_faults(explanation, target)]
        if not found:
            found += unused(explanation, dice, plays)
    elif not found:
        roll = f"{max(dice)}-{min(dice)}"
        found.append(("R75", Message("The board is not the result of any play of {roll}.", roll=roll)))
    first: dict[str, Message] = {}
    for rule, message in found:
        first.setdefault(rule, message)
    return tuple(Fault.whole(rule, message) for rule, message in first.items())


def _counts(before: AbakPosition, side: Side, after: AbakPosition | Position) -> list[CitedFault]:
    """Checkers that have vanished or appeared, and classes that have changed (R73, A2)."""
    seen = after.seen if isinstance(after, AbakPosition) else after
    found: list[CitedFault] = []
    for each in (side, side.other):
        was, now = sum(before.seen.row(each)), sum(seen.row(each))
        if was != now:
            found.append(
                (
                    "R73",
                    Message(
                        "{side} has {now} checkers now instead of {expected}.",
                        side=side_name(each), now=now, expected=was,
                    ),
                )
            )  # fmt: skip
    if not found and isinstance(after, AbakPosition) and _letters(before) != _letters(after):
        found.append(("A2", Message("A checker is of another class now.")))
    return found


def _letters(position: AbakPosition) -> Counter[str]:
    return Counter("".join((*position.points, *position.bar, *position.off)))


def _played(explanation: AbakExplanation | None) -> str:
    steps = explanation.steps if explanation else ()
    legs = (leg_text(step.checker, step.start, step.end, hit=step.hit, held=step.held) for step in steps)
    return " ".join(legs) or NO_PLAY


def _way_back(
    now: AbakPosition | Position, wanted: AbakPosition, side: Side
) -> tuple[AbakCheckerMove, ...]:
    """The fewest checkers to move, class by class where classes are known, paired farthest with farthest."""
    found: list[AbakCheckerMove] = []
    for each in (side, side.other):
        if isinstance(now, AbakPosition):
            here, there = _places(now.view(each)), _places(wanted.view(each))
        else:
            here = Counter({("", place): count for place, count in enumerate(now.row(each))})
            there = Counter({("", place): count for place, count in enumerate(wanted.seen.row(each))})
        starts, ends = sorted((here - there).elements()), sorted((there - here).elements())
        for letter in sorted({checker for checker, _ in (*starts, *ends)}):
            leaving: list[int | None] = [place for checker, place in reversed(starts) if checker == letter]
            arriving: list[int | None] = [place for checker, place in reversed(ends) if checker == letter]
            longest = max(len(leaving), len(arriving))
            leaving += [None] * (longest - len(leaving))
            arriving += [None] * (longest - len(arriving))
            found += [AbakCheckerMove(each, letter, *pair) for pair in zip(leaving, arriving, strict=True)]
    return tuple(found)


def _places(view: View) -> Counter[tuple[str, int]]:
    """How many of each own class lie on each own place."""
    places = (*range(OFF, BAR + 1), THEIR_BAR)
    return Counter((letter, place) for place in places for letter in view[place] if letter.isupper())
