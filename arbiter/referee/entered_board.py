"""The board in the light of what people entered, which the camera does not outvote where it looks as it did then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.assignment import Count
from arbiter.match.state import MatchState, Phase, seen_otherwise
from arbiter.position import Position
from arbiter.referee.evidence import RIDGE
from arbiter.referee.likelihood import CLIP, BoardLikelihood, PlaceLikelihood
from arbiter.referee.observation import ObservedBoard
from arbiter.referee.outcomes import outcomes
from arbiter.referee.priors import ILLEGAL_PLAY
from arbiter.replacing import replace

MOST_MISREAD = 6
"""With more places read otherwise than entered, something else lies there: it was cleared, or is yet to be set up."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """How the board looked when people entered what lies there.

    places: those for which that holds. looks: of `Evidence`. read: the count that each place looked most like.
    since: when that rest began, in seconds.
    """

    places: frozenset[int]
    looks: tuple[int, ...]
    read: tuple[Count | None, ...]
    since: float

    def unchanged(self, place: int, board: ObservedBoard) -> bool:
        """Whether the place looks as it did: it is the same rest, or nobody has touched it."""
        if board.since == self.since:
            return True
        return place < RIDGE and bool(self.looks and board.seen_as) and self.looks[place] == board.seen_as[place]


def anchored(state: MatchState, board: ObservedBoard, *, entered: bool) -> Anchor | None:
    """How the board looks on which people entered (`state.entered_board`); None where they entered nothing.

    entered: they have just done so. Otherwise, after a restart, only places that are read as they were are held on to.
    """
    if state.entered_board is None:
        return None
    read, seen = board.likelihood.best, state.entered_board.seen or state.lies
    places = state.entered_board.places - _under_way(state, board)
    if not entered:
        places = frozenset(place for place in places if read[place] in (state.lies.places[place], seen.places[place]))
    if sum(read[place] not in (None, state.lies.places[place]) for place in places) > MOST_MISREAD:
        places = frozenset()
    return Anchor(places, board.seen_as, read, board.since)


def _under_way(state: MatchState, board: ObservedBoard) -> frozenset[int]:
    """Places on which the play under way shows: what people entered is where it began."""
    if state.phase is not Phase.MOVING or not state.player or not state.dice:
        return frozenset()
    position, likelihood = state.position, board.likelihood
    roll = outcomes(position, state.player, state.dice)
    begun, fit = roll.best(likelihood, roll.passing)
    if fit - likelihood.fit(position) < ILLEGAL_PLAY:
        return frozenset()
    pairs = enumerate(zip(position.places, begun.places, strict=True))
    return frozenset(place for place, (was, now) in pairs if was != now)


def put_right(state: MatchState, board: ObservedBoard, anchor: Anchor) -> Anchor:
    """Without the places where the camera reads by now what people entered: what changes there from now on has changed.

    A checker may have been missing that was put back: the place looked as it did then once that checker has moved on.
    """
    known, places = state.lies.places, set(anchor.places)
    for place in anchor.places:
        read = board.likelihood.best[place]
        if read == known[place] != anchor.read[place] and not anchor.unchanged(place, board):
            places.discard(place)
    return anchor if len(places) == len(anchor.places) else replace(anchor, places=frozenset(places))


def otherwise(state: MatchState, board: ObservedBoard, anchor: Anchor) -> Position | None:
    """The board as the camera reads it where people entered something else; None where it reads the same."""
    known, counts = state.lies.places, dict[int, Count]()
    for place in anchor.places & (state.entered_board.places if state.entered_board else frozenset()):
        read = board.likelihood.best[place]
        as_entered = anchor.unchanged(place, board) or read == anchor.read[place]
        if as_entered and read is not None and read != known[place]:
            counts[place] = read
    return seen_otherwise(state.lies, counts)


def with_entered_board(
    likelihood: BoardLikelihood, board: ObservedBoard, state: MatchState, anchor: Anchor | None
) -> BoardLikelihood:
    """What the board shows, as far as people have not said what lies there."""
    if state.entered_board is None:
        return likelihood
    known = state.lies.places

    def held(seen: Sequence[PlaceLikelihood]) -> tuple[PlaceLikelihood, ...]:
        places = list(seen)
        for place in state.entered_board.places if state.entered_board else ():
            if anchor is None or (place in anchor.places and anchor.unchanged(place, board)):
                places[place] = PlaceLikelihood({known[place]: 0.0}, -CLIP)
            elif place in anchor.places and (read := anchor.read[place]) is not None and read != known[place]:
                places[place] = _touched(places[place], read, known[place])
        return tuple(places)

    return replace(likelihood, places=held(likelihood.places), looks=held(likelihood.looks) if likelihood.looks else ())


def _touched(seen: PlaceLikelihood, read: Count, known: Count) -> PlaceLikelihood:
    """A place that was misread and looks otherwise now: by the same mistake `known` may lie there still."""
    again = seen.best == read
    likelihood = seen.misread_as(read, known)
    return (
        PlaceLikelihood({**likelihood.scores, known: 0.0}, likelihood.other, likelihood.hidden) if again else likelihood
    )
