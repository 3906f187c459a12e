"""The board and the dice as the table takes them from one look: as they are expected, unless they look otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from arbiter.match.state import MatchState
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from vision.reading import reading_of

SAME_FIT = 8.0
"""A free reading must fit this much better than the board that is expected before it is believed."""

DOUBTFUL = 3.0
"""A place must look this much more like another count, in nats (some 20 to 1), before that is said of it."""


def board_read(
    evidence: Evidence, expected: Sequence[Position], entered: Callable[[Position], Position] = lambda read: read
) -> Position:
    """The board as seen; the best of those expected where it explains the picture as well, so that nothing flickers.

    Where something hides a point, what is expected there counts. entered: puts into a free reading what people know
    better. Evidence must hold its 25 places.
    """
    best = max(expected, key=evidence.fit)
    if any(place.hidden for place in evidence.places):
        places = zip(evidence.places, best.places, strict=True)
        shown = (PlaceEvidence(((*count, 0.0),)) if place.hidden else place for place, count in places)
        evidence = replace(evidence, places=tuple(shown))
    free = entered(reading_of(evidence).position)
    return best if evidence.fit(best) > evidence.fit(free) - SAME_FIT else free


def board_laid(evidence: Evidence, wanted: Position) -> Position:
    """The board while a position is set up on it, place by place: any checker may be missing or too many, so nothing
    follows from one place for another. Evidence must hold its 25 places.
    """
    pairs = zip(evidence.places, wanted.places, strict=True)
    return Position.from_places(count if _may_be(place, count) else place.likeliest for place, count in pairs)


def _may_be(place: PlaceEvidence, count: tuple[int, int]) -> bool:
    best = place.log_likelihood(*place.likeliest)
    return place.hidden or best - place.log_likelihood(*count) < DOUBTFUL


def dice_shown(evidence: Evidence, state: MatchState) -> tuple[tuple[int, Side | None], ...]:
    """The dice in sight; while a roll is played, only its own: one look may take something else for a die."""
    dice = [(die.value, die.set) for die in evidence.dice]
    if state.dice is None:
        return tuple(dice)
    shown = []
    for value in state.dice:
        own = next((die for die in dice if die[0] == value), None)
        if own:
            dice.remove(own)
            shown.append(own)
    return tuple(shown)


def board_shown(evidence: Evidence, state: MatchState) -> Position:
    """The board as seen, while the match expects it to be as it is, or as it may become."""
    expected = [state.warning.position] if state.warning else []
    expected += [event.position for event in (state.misplaced, state.intended) if event]
    return board_read(evidence, [*expected, state.position], lambda read: _as_entered(read, state))


def _as_entered(read: Position, state: MatchState) -> Position:
    """The board as read, but as people entered it where the camera still reads what they put right."""
    entered = state.entered_board
    if entered is None or entered.seen is None:
        return read
    places = list(read.places)
    for place in entered.places:
        if places[place] == entered.seen.places[place]:
            places[place] = state.lies.places[place]
    return Position.from_places(places)
