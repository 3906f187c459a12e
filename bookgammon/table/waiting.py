"""What the referee waits for, in words: a hand, dice that are hard to read, a point that may hold 4 or 5."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.match.events import CLEARLY_READ
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message, any_of
from arbiter.position import BAR, Position, Side
from arbiter.referee.evidence import RIDGE, DieSeen, Evidence
from arbiter.referee.game_ends import START_FIT
from arbiter.referee.likelihood import likelihood_of
from vision.certainty import is_sure
from web.messages import as_shown, name_of, question_words

NAMED = 3
"""Points that one sentence each is said of; a board that shows nothing plainly would make a long list."""
TALL = 5
"""Checkers on a point beyond which a camera cannot count them; how many they are follows from all others."""


def reasons_to_wait(state: MatchState, evidence: Evidence | None, read: Evidence | None, lost: str) -> tuple[str, ...]:
    """Why nothing happens just now, the first to be seen to first.

    evidence: of the newest frame; read: the last that holds places; None before the first. lost: why no frames come.
    """
    if lost:
        return (lost,)
    if state.paused:
        return (Message("The match is paused: what the camera sees does not count."),)
    if evidence is None or read is None:
        return (Message("The camera has not read the board yet."),)
    found = list(_in_the_way(evidence))
    if state.out_of_step:
        found.append(Message.joined(": ", question_words(state.out_of_step, state.position)))
    elif state.phase in (Phase.SETTING_UP, Phase.GAME_OVER):
        found += _before_a_game(state, read)
    else:
        found += _during_a_game(state, evidence, read)
    return tuple(found)


def start_doubt(state: MatchState, read: Evidence) -> str:
    """Why a game does not begin although every checker seems to be in place; empty where nothing is in doubt."""
    start, start_likelihood = state.rules.start, likelihood_of(read.places)
    if start_likelihood.fit(start) > START_FIT:
        return ""
    behind = start_likelihood.familiar(start)
    worst = max(range(len(behind)), key=behind.__getitem__)
    return Message(
        "The camera is not sure of {place}: straighten its checkers, or begin with Menu, New game.",
        place=place_of(state, worst),
    )


def place_of(state: MatchState, index: int) -> str:
    """Light's point index + 1, as the player on turn counts it, or the bar; within a sentence."""
    if index == RIDGE:
        return Message("the bar")
    side = state.player or Side.LIGHT
    point = index + 1 if side is Side.LIGHT else BAR - index - 1
    return Message("{name}'s {point}-point", name=name_of(state, side), point=point)


def _in_the_way(evidence: Evidence) -> Iterator[str]:
    if evidence.hand:
        yield Message("A hand lies over the board, or something else that is no part of the game.")
    elif not evidence.still:
        yield Message("Something moves over the board.")


def _before_a_game(state: MatchState, read: Evidence) -> list[str]:
    """What keeps the game from beginning."""
    start = state.rules.start
    wrong = [index for index, count in enumerate(start.places) if read.places[index].likeliest != count]
    if not wrong:
        doubt = start_doubt(state, read)
        return [doubt] if doubt else []
    said: list[str] = [_not_as_at_the_start(state, start, read, index) for index in wrong[:NAMED]]
    if len(wrong) > NAMED:
        more = len(wrong) - NAMED
        said.append(Message.counted("And one more point differs.", "And {count} more points differ.", more))
    return said


def _not_as_at_the_start(state: MatchState, start: Position, read: Evidence, index: int) -> str:
    return Message(
        "{place} shows {shown}; a game begins with {wanted}.",
        place=Message("The bar") if index == RIDGE else place_of(state, index),
        shown=_checkers(read.places[index].likeliest),
        wanted=_checkers(start.places[index]),
    )


def _during_a_game(state: MatchState, evidence: Evidence, read: Evidence) -> list[str]:
    state = as_shown(state)
    who = name_of(state, state.player) if state.player else ""
    match state.phase:
        case Phase.TO_ROLL:
            found = [*_of_the_dice(evidence.dice), *_unsure_points(state, read)]
            waits = Message("It waits for {who}'s roll.", who=who) if who else Message("It waits for the opening roll.")
        case Phase.MOVING:
            found = _unsure_points(state, read)
            waits = Message("It waits for the dice to be lifted: then {who}'s play counts.", who=who)
        case Phase.CORRECTING:
            found = _unsure_points(state, read)
            waits = Message("It waits for the illegal play to be put right, or for an answer on this page.")
        case Phase.DOUBLED:
            found, waits = [], Message("It waits for the answer to the double.")
        case _:
            found, waits = [], Message("The match is over.")
    return [*found, waits]


def _of_the_dice(dice: tuple[DieSeen, ...]) -> Iterator[str]:
    if len(dice) == 1:
        yield Message("Only one die is in sight.")
    for die in dice:
        if die.cocked or die.on_checker:
            yield Message("A die seems not to lie flat.")
        elif not die_sure(die):
            first, second = sorted(range(1, 7), key=lambda value: -die.probabilities[value - 1])[:2]
            yield Message("A die is not sure: {one} or {other}.", one=first, other=second)


def die_sure(die: DieSeen) -> bool:
    """Whether its face is read as clearly as a fault needs (`arbiter.match.events.CLEARLY_READ`)."""
    return max(die.probabilities) >= CLEARLY_READ


def _unsure_points(state: MatchState, read: Evidence) -> list[str]:
    """One sentence for each point that may hold something else; of tall rows nobody asks the camera."""
    found: list[str] = []
    for index, place in enumerate(read.places):
        if place.hidden:
            found.append(Message("Something covers {place}.", place=place_of(state, index)))
        elif doubt := point_doubt(read, index):
            begins = Message("The bar") if index == RIDGE else place_of(state, index)
            found.append(Message("{place} is not sure: {choice}.", place=begins, choice=any_of(doubt)))
    return found[:NAMED]


def point_doubt(read: Evidence, index: int) -> tuple[str, str] | None:
    """The two counts that a place may hold; None where it is sure, or too tall for the camera to count."""
    place = read.places[index]
    if is_sure(read, index) or len(place.scores) < 2:
        return None
    other = place.scores[1][:2]
    return None if max(*place.likeliest, *other) > TALL else _in_short(place.likeliest, other)


Pair = tuple[int, int]


def _in_short(one: Pair, other: Pair) -> tuple[str, str]:
    """`4`, `5` where both are of one colour, else `2 light checkers`, `none`."""
    for side in (0, 1):
        if one[1 - side] == other[1 - side] == 0 and one[side] and other[side]:
            return str(one[side]), str(other[side])
    return _checkers(one), _checkers(other)


def _checkers(pair: Pair) -> str:
    light = Message.counted("{count} light checker", "{count} light checkers", pair[0])
    dark = Message.counted("{count} dark checker", "{count} dark checkers", pair[1])
    if all(pair):
        return Message("{light} and {dark}", light=light, dark=dark)
    return light if pair[0] else dark if pair[1] else Message("no checker")
