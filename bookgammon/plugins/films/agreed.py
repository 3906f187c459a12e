"""What a film cannot show, said by people before, during or after the work: who played, from and to what score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbiter.match.endings import what_follows
from arbiter.match.entered_events import Seated
from arbiter.match.events import Event, GameOver, GameStarted, MatchOver, MatchStarted
from arbiter.match.fold import apply, fold
from arbiter.match.state import MatchState
from arbiter.message import NAMELESS
from arbiter.rules import Rules
from arbiter.scoring import game_points, is_crawford, match_winner

UNKNOWN = Rules(length=0, jacoby=False)
"""By these a film is followed while nobody has said anything: every gammon counts, and no score ends it."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """names, score: (light, dark). length: 0 for a session."""

    names: tuple[str, str] = NAMELESS
    length: int = 0
    score: tuple[int, int] = (0, 0)


def as_agreed(events: Sequence[Event], agreed: Agreed) -> tuple[Event, ...]:
    """The events of a film that was followed by the rules `UNKNOWN`, as they are by what was agreed.

    Games count for the score that the match began with, the Crawford game is one, and where the match is over another
    one of the same players begins with the next game.
    """
    rules = Rules(length=agreed.length)
    made: list[Event] = []
    state = MatchState()
    for event in events:
        for each in _counted(event, state, rules, agreed):
            made.append(each)
            state = apply(state, each)
    if made:
        made += what_follows(state, made[-1].frame, made[-1].time)
    return tuple(made)


def _counted(event: Event, state: MatchState, rules: Rules, agreed: Agreed) -> tuple[Event, ...]:
    match event:
        case MatchStarted():
            return (replace(event, rules=rules, names=agreed.names, score=agreed.score),)
        case GameOver():
            kind, points = game_points(event.kind, state.cube.value, state.doubled, rules)
            return (replace(event, kind=kind, points=points),)
        case GameStarted():
            before: tuple[Event, ...] = ()
            if champion := match_winner(rules, state.score):
                at = event.frame, event.time
                before = MatchOver(*at, champion, state.score), MatchStarted(*at, rules, agreed.names)
                if state.seats:
                    before = (*before, Seated(*at, state.seats.near, state.seats.home))
                state = fold(before, state)
            return (*before, replace(event, crawford=is_crawford(rules, state.score, state.crawford_played)))
    return (event,)
