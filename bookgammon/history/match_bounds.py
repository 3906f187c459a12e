"""When a match may have begun, and how long it may be: what is longer takes minutes to show, whoever asks.

Whatever brings a match goes by this, so that no backup holds what no restore would take. Each event is small, but a
state remembers what an undo leads back through, the turns of its game among it, and where a turn is changed all that
came after it is replayed. Tables come nowhere near these numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from arbiter.match.entered_events import TurnEdited, TurnRevised
from arbiter.match.events import Event, GameStarted, MatchStarted, PlayCorrected, PlayMade, PlayStood

FIRST_YEAR, LAST_YEAR = 1900, 9000
"""Records of matches from before there were computers have their dates; beyond these some clock cannot show them."""
MOST_EVENTS = 100_000
"""An evening has some thousand."""
MOST_TEXT = 64 * 2**20
"""Characters of all of them as JSON: an event has some hundred."""
MOST_TURNS = 1_000
"""Of one game; the longest have some hundred."""
MOST_REPLAYED = 500_000
"""Events that all the match's changed turns have replayed, each from the beginning of its game."""
_KEPT_FOR_ONE = 50
"""A change keeps what stood ahead of it: so many events cost as much as one that is replayed."""


def begun_at(moment: datetime) -> str:
    """When a match began, as the journal notes it. Raises ValueError where no clock shows it."""
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValueError(moment)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()


def within_bounds(events: Sequence[Event]) -> bool:
    """Whether a match of these events can be shown in good time."""
    if len(events) > MOST_EVENTS:
        return False
    games, turns, replayed = list[int](), 0, 0
    for number, event in enumerate(events):
        match event:
            case MatchStarted():
                games, turns = [], 0
            case GameStarted():
                games.append(number)
                turns = 0
            case PlayMade() | PlayStood() | PlayCorrected():
                turns += 1
            case TurnEdited():
                began = games[event.game - 1] if 0 < event.game <= len(games) else 0
                replayed += number - began + number // _KEPT_FOR_ONE
            case TurnRevised():
                replayed += number // _KEPT_FOR_ONE
        if turns > MOST_TURNS or replayed > MOST_REPLAYED:
            return False
    return True
