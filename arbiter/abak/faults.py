"""From the explanation of an illegal change to its faults: rule numbers and one plain sentence for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arbiter.abak.classes import CLASS_NAMES, Checker
from arbiter.abak.explanation import AbakExplanation, AbakStep
from arbiter.abak.position import View
from arbiter.message import Message
from arbiter.notation import place_name
from arbiter.plays import Dice
from arbiter.position import OFF

if TYPE_CHECKING:
    from arbiter.abak.plays import AbakPlay
    from arbiter.abak.target import Target

CitedFault = tuple[str, Message]
"""A rule's number and how it was broken."""


def step_faults(explanation: AbakExplanation, dice: Dice) -> Iterator[CitedFault]:
    """What is wrong with the single steps."""
    for step in explanation.steps:
        for rule in step.broken_rules:
            yield rule, _sentence(step, rule, dice)


_SENTENCES = {
    "A3": Message("{move}: five checkers stand on the {end}-point already."),
    "A4": Message("{move}: another checker lies on this one, and only the highest moves."),
    "A7": Message("{move}: the {name} does not move by a {die}."),
    "A10": Message("{move}: a guard holds the {end}-point alone."),
    "A11": Message("{move}: only a guard hits a guard."),
    "A13": Message("{move}: the druid there holds a checker, and by agreement it cannot be hit."),
    "A14": Message("{move}: by agreement nobody lands above a druid that holds a checker."),
    "A15": Message("{move}: the {name} is not borne off by a {die}."),
    "A16": Message("{move}: the {name} does not enter by a {die}."),
    "R11": Message("{move} goes backward, and only the general may."),
    "R12": Message("{move} fits no number of {roll}."),
    "R28": Message("{move} fits no number of {roll}."),
    "R16": Message("{move} is not open: the opponent holds the {end}-point."),
    "R25": Message("{move}: the checker hit on {end} belongs on the bar."),
    "R27": Message("A checker is still on the bar and must enter before {move} is played."),
    "R34": Message("{move}: checkers are borne off only when all that are left are in the home board."),
    "R36": Message("{move}: a checker stands on a higher point and moves first."),
    "R39": Message("{move} needs a {start} or more; the dice show {roll}."),
    "R74": Message("{move} is one move more than {roll} allows."),
}


def _sentence(step: AbakStep, rule: str, dice: Dice) -> Message:
    if rule == "A8":
        return _general(step, _move(step))
    if rule == "A12":
        return _druid(step, _move(step))
    return Message(
        _SENTENCES[rule].pattern,
        move=_move(step),
        start=step.start,
        end=place_name(step.end),
        name=CLASS_NAMES[Checker(step.checker)],
        die=step.die,
        roll=f"{max(dice)}-{min(dice)}",
    )


def _general(step: AbakStep, move: str) -> Message:
    if step.end < step.start:
        return Message("{move}: the general has gone backward and moves no more in this turn.", move=move)
    return Message(
        "{move}: the general goes backward once a turn, not after it went forward, "
        "and only while others are outside the home.",
        move=move,
    )


def _druid(step: AbakStep, move: str) -> Message:
    if step.above:
        return Message("{move}: an opposing druid holds this checker.", move=move)
    if step.hit:
        return Message("{move}: between the homes the druid holds the checker there, and does not hit it.", move=move)
    return Message("{move}: in a home the druid hits, and what it hits belongs on the bar.", move=move)


def _move(step: AbakStep) -> str:
    letter = "" if step.checker == "S" else step.checker
    return f"{letter}{place_name(step.start)}/{place_name(step.end)}"


def board_faults(explanation: AbakExplanation, target: Target) -> Iterator[CitedFault]:
    """What lies otherwise than the moves have left it: opposing checkers, the order of a stack."""
    if target.other_gap(explanation.view):
        yield "R24", Message("An opposing checker lies elsewhere than the moves have left it.")
    elif target.view is not None and not target.in_order(explanation.view):
        point, stack = _first_difference(explanation.view, target.view)
        yield (
            "A4",
            Message(
                "The {point}-point lies in an order that no move leaves: from below it is {stack}.",
                point=point, stack=stack,
            ),
        )  # fmt: skip


def _first_difference(wanted: View, found: View) -> tuple[int, str]:
    return next((place, one) for place, (one, two) in enumerate(zip(wanted, found, strict=True)) if one != two)


def unused(explanation: AbakExplanation, dice: Dice, plays: Sequence[AbakPlay]) -> Iterator[CitedFault]:
    """Every step was in order, but the roll was not used as far as it goes (R18 to R23, A9)."""
    best, played = plays[0], len(explanation.steps)
    most = len(best.moves)
    roll = f"{max(dice)}-{min(dice)}"
    if most > played and all(_goes_back(play) for play in plays):
        yield (
            "A9",
            Message(
                "The general's way back counts: {most} moves can be played, {example} for instance.",
                most=most, example=str(best),
            ),
        )  # fmt: skip
    if not most:
        yield "R22", Message("Nothing can be played with {roll}, so the turn is lost.", roll=roll)
    elif not played:
        pattern = "{roll} can be played, so it must be: {example}, for instance."
        yield "R23", Message(pattern, roll=roll, example=str(best))
    elif most > played:
        yield (
            "R21" if dice[0] == dice[1] else "R18",
            Message(
                "{most} moves can be played, not {played} alone: {example}, for instance.",
                most=most, played=played, example=str(best),
            ),
        )  # fmt: skip
    else:
        yield (
            "R20",
            Message(
                "Only one of the two numbers can be played, so it must be the {high}: {example}.",
                high=max(dice), example=str(best),
            ),
        )  # fmt: skip


def _goes_back(play: AbakPlay) -> bool:
    return any(move.end > move.start and move.end != OFF for move in play.moves)
