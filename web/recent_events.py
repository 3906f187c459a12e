"""The last few events that a page was shown, so that a screen which missed a view still hears of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from arbiter.match.entered_events import TurnRevised, Undone
from arbiter.match.events import Event, GameOver, IllegalPlay, MatchOver, PlayMade, RollSeen
from arbiter.match.state import MatchState

_OF_NEWEST_TURN = (RollSeen, PlayMade, IllegalPlay, GameOver, MatchOver)


@dataclass(frozen=True, eq=False)
class RecentEvent:
    """One event that was shown, equal to itself alone.

    number: grows from event to event, over restarts too. state: the match after it.
    """

    number: int
    event: Event
    state: MatchState


def news_of(events: Sequence[Event], state: MatchState, known: Iterable[RecentEvent]) -> Iterator[Event]:
    """What is said of the events of one update: of several steps taken back the first.

    Of a revision its one sentence, and of what it was published with the newest turn, unless that is among `known`: a
    roll or a warning that a better account ends with. state: the match after all of them.
    """
    revision = next((event for event in events if isinstance(event, TurnRevised)), None)
    if revision is None:
        taken_back = False
        for event in events:
            if not (isinstance(event, Undone) and taken_back):
                yield event
            taken_back = isinstance(event, Undone)
        return
    yield revision
    said = [_undated(each.event) for each in known]
    newest: list[Event] = []
    turns = len(state.turns)
    for event in reversed(events):
        played = isinstance(event, PlayMade)
        if (played and turns <= revision.turn) or not isinstance(event, _OF_NEWEST_TURN):
            break
        turns -= played
        newest += [event] if _undated(event) not in said else []
    yield from reversed(newest)


def _undated(event: Event) -> Event:
    """What it is without its moment: a revision publishes anew what was published before."""
    return replace(event, frame=0, time=0.0)
