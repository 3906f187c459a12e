"""What is wrong with one step of an illegal play, in words."""

from __future__ import annotations

from itertools import takewhile

from arbiter.closest_play import CheckerPath, ClosestPlay
from arbiter.fault import Fault, IllegalChange
from arbiter.message import Message, any_of
from arbiter.notation import format_legs, place_name
from arbiter.position import BAR, OFF


def step_fault(change: IllegalChange, reading: ClosestPlay, step: CheckerPath, rule: str) -> Fault:
    """The fault of `step`, which breaks this rule."""
    match rule:
        case "R12" | "R28" | "R39":
            return _wrong_number(change, step, rule)
        case "R11" | "R16" | "R29" | "R34":
            return _not_allowed(change, step, rule)
        case "R13" | "R27" | "R36" | "R41":
            return Fault.whole(rule, _in_one_sentence(change, reading, step, rule))
    return _overused(change, reading, step, rule)


def _wrong_number(change: IllegalChange, step: CheckerPath, rule: str) -> Fault:
    """The roll does not show what the move needs."""
    move, roll = format_legs([(step.start, step.end, False)]), change.roll
    if rule == "R39":
        return Fault(
            rule,
            Message("{move} needs a {start} or more; the dice show {roll}.", move=move, start=step.start, roll=roll),
            Message("{move} needs a {start} or more.", move=move, start=step.start),
        )
    needed = _needed(step)
    return Fault(
        rule,
        Message("{move} needs {needed}; the dice show {roll}.", move=move, needed=needed, roll=roll),
        Message("{move} needs {needed}.", move=move, needed=needed),
    )


def _in_one_sentence(change: IllegalChange, reading: ClosestPlay, step: CheckerPath, rule: str) -> Message:
    move = format_legs([(step.start, step.end, False)])
    if rule == "R13":
        return _blocked_way(change, reading, step)
    if rule == "R27":
        return Message("A checker is still on the bar and must enter before {move} is played.", move=move)
    if rule == "R41":
        return Message("A checker borne off stays off, but one came back to {end}.", end=place_name(step.end))
    return Message(
        "The {die} must not be used for {move} while a checker stands on the {highest}-point.",
        die=step.die,
        move=move,
        highest=max(_still_home(change, reading, step)),
    )


def _not_allowed(change: IllegalChange, step: CheckerPath, rule: str) -> Fault:
    """A move that its die would allow, but another rule does not, and why."""
    move, end = format_legs([(step.start, step.end, False)]), place_name(step.end)
    if rule == "R11":
        return Fault(
            rule,
            Message("{move} goes backward; checkers move only towards their own home.", move=move),
            Message("{move} goes backward.", move=move),
            Message("Checkers move only towards their own home."),
        )
    if rule == "R16":
        facing = _opposing(change, step)
        return Fault(
            rule,
            Message(
                "{move} is not open: the opponent holds the {end}-point with {facing} checkers.",
                move=move,
                end=end,
                facing=facing,
            ),
            Message("{move} is not open.", move=move),
            Message("The opponent holds the {end}-point with {facing} checkers.", end=end, facing=facing),
        )
    if rule == "R29":
        entries = _entries(change)
        return Fault(
            rule,
            Message(
                "{move} uses both dice at once; a checker enters with one die, so on {entries}.",
                move=move,
                entries=entries,
            ),
            Message("{move} uses both dice at once.", move=move),
            Message("A checker enters with one die, so on {entries}.", entries=entries),
        )
    at = _at(_farthest_outside(change))
    return Fault(
        rule,
        Message("{move} is too early: a checker is {at}, not at home.", move=move, at=at),
        Message("{move} is too early.", move=move),
        Message("A checker is {at}, not at home.", at=at),
    )


def _still_home(change: IllegalChange, reading: ClosestPlay, step: CheckerPath) -> list[int]:
    """The home points on which own checkers stood when the step was made."""
    row = [*change.own, 0]
    for earlier in takewhile(lambda each: each is not step, reading.steps):
        row[earlier.start] -= 1
        row[earlier.end] += 1
    return [point for point in range(1, 7) if row[point] > 0]


def _farthest_outside(change: IllegalChange) -> int:
    """Preferably one that is still outside after the play."""
    for row in (change.after.row(change.side), change.own):
        if any(row[7:]):
            return max(place for place in range(7, 26) if row[place])
    raise AssertionError("a checker was borne off too early although all were home")


def _opposing(change: IllegalChange, step: CheckerPath) -> int:
    """How many opposing checkers stood where the step ends."""
    return change.other[25 - step.end] if OFF < step.end < BAR else 0


def _needed(step: CheckerPath) -> Message:
    pips = step.start - step.end
    return Message("a {pips}", pips=pips) if pips <= 6 else Message("{pips} pips", pips=pips)


def _blocked_way(change: IllegalChange, reading: ClosestPlay, step: CheckerPath) -> Message:
    """One checker, several dice, and a made point at every stop in between."""
    steps = reading.steps
    last = step
    for later in steps[steps.index(step) + 1 :]:
        if later.start == last.end:
            last = later
    move = format_legs([(step.start, last.end, False)])
    others = (step.start - die for die in change.dice)
    stops = sorted({step.end, *(stop for stop in others if stop > last.end and _held(change, stop))}, reverse=True)
    return Message(
        "{move} has to stop on {stops} on the way, which the opponent holds.", move=move, stops=any_of(stops)
    )


def _held(change: IllegalChange, point: int) -> bool:
    return OFF < point < BAR and change.other[25 - point] >= 2


def _entries(change: IllegalChange) -> str:
    points = sorted({25 - die for die in change.dice}, reverse=True)
    return any_of(points)


def _overused(change: IllegalChange, reading: ClosestPlay, step: CheckerPath, rule: str) -> Fault:
    pips = step.start - step.end
    times = sum(each.die == pips or each is step for each in reading.steps)
    if change.double and pips == change.dice[0]:
        return Fault(
            rule,
            Message("The {pips} was played {times} times; a double gives four.", pips=pips, times=times),
            Message("The {pips} was played {times} times.", pips=pips, times=times),
            Message("A double gives four."),
        )
    way = _whole_way(reading, step)
    if {each.die for each in way} >= set(change.dice):
        return _too_far(change, way, rule)
    if pips in change.dice:
        message = Message("The {pips} was used twice; the dice show {roll}.", pips=pips, roll=change.roll)
        return Fault(rule, message, Message("The {pips} was used twice.", pips=pips))
    move = format_legs([(step.start, step.end, False)])
    return Fault.whole(rule, Message("{move} is one move too many for a roll of {roll}.", move=move, roll=change.roll))


def _whole_way(reading: ClosestPlay, last: CheckerPath) -> list[CheckerPath]:
    """The steps of one checker up to this one, as far as they belong to each other for certain."""
    way = [last]
    for earlier in reversed(reading.steps[: reading.steps.index(last)]):
        if earlier.end == way[0].start:
            way.insert(0, earlier)
    return way


def _too_far(change: IllegalChange, way: list[CheckerPath], rule: str) -> Fault:
    """One checker went farther than both dice together."""
    move, pips, most = format_legs([(way[0].start, way[-1].end, False)]), way[0].start - way[-1].end, sum(change.dice)
    return Fault(
        rule,
        Message("{move} takes {pips} pips; {roll} gives {most}.", move=move, pips=pips, roll=change.roll, most=most),
        Message("{move} takes {pips} pips.", move=move, pips=pips),
        Message("{roll} gives {most}.", roll=change.roll, most=most),
    )


def _at(place: int) -> str:
    return Message("on the bar") if place == BAR else Message("on the {point}-point", point=place)
