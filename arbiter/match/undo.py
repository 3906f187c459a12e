"""Undo: what the last action was, and the events that count after some were taken back.

An action is one roll, play, cube action, verdict, correction or entry, with all that merely follows from it: the
last checker borne off and the game it wins are one. Undo after undo leads back to the beginning of the match.
"""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.match.events import (
    CorrectionDemanded,
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    PlayCorrected,
    PlayersNamed,
    PlayMade,
    PlayStood,
    ResignationRefused,
    Resigned,
    RollSeen,
    ScoreCorrected,
    Taken,
    TeamAnswered,
    Undone,
)
from arbiter.match.state import MatchState, apply
from arbiter.position import Side


def last_action(state: MatchState) -> str:
    """What an undo would take back, for a button or a message: "Ada's roll 3-1"; empty where nothing can be."""
    if state.last is None:
        return ""
    if state.game != state.last.before.game and not isinstance(state.last.event, GameStarted):
        return "the end of the last game"
    return _described(state.last.event, state.last.before)


def standing(events: Iterable[Event]) -> list[Event]:
    """The events without those taken back, and without the undoing itself."""
    state = MatchState()
    kept: list[Event] = []
    reached = [(state, 0)]  # each state with how many events had led to it
    for event in events:
        after = apply(state, event)
        if not isinstance(event, Undone):
            kept.append(event)
        elif state.last:
            while reached[-1][0] is not state.last.before:
                reached.pop()
            del kept[reached[-1][1] :]
        state = after
        reached.append((state, len(kept)))
    return kept


def _described(event: Event, before: MatchState) -> str:
    if isinstance(event, RollSeen):
        return f"{_name(before, event.player)}'s roll {event.dice[0]}-{event.dice[1]}"
    if isinstance(event, PlayMade | PlayStood | PlayCorrected):
        return f"{_name(before, event.player)}'s play {event.play}".strip()
    if isinstance(event, IllegalPlay | Doubled | Resigned):
        return _OWN[type(event)].format(_name(before, event.player))
    return _ENTRIES.get(type(event), "the last entry")


_OWN: dict[type[Event], str] = {
    Doubled: "{}'s double",
    IllegalPlay: "the verdict on {}'s play",
    Resigned: "{}'s resignation",
}
_ENTRIES: dict[type[Event], str] = {
    CorrectionDemanded: "the demand to put the play right",
    Dropped: "the drop",
    GameOver: "the end of the game",
    GameStarted: "the new game",
    PlayersNamed: "the change of names",
    ResignationRefused: "the refusal",
    ScoreCorrected: "the change of the score",
    Taken: "the take",
    TeamAnswered: "the team's answer",
}


def _name(state: MatchState, side: Side) -> str:
    return state.names[0 if side is Side.LIGHT else 1]
