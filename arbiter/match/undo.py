"""Undo: what the last action was, and the events that count after some were taken back.

An action is one roll, play, cube action, verdict, correction or entry, with all that merely follows from it: the
last checker borne off and the game it wins are one. Undo after undo leads back to the beginning of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from arbiter.match.events import (
    ClockPressed,
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
    TimeRanOut,
    Undone,
)
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.message import Message, shown_names
from arbiter.position import Side


def last_action(state: MatchState) -> str:
    """What an undo would take back, for a button or a message: "Ada's roll 3-1"; empty where nothing can be."""
    last = state.last
    if last is None:
        return ""
    if state.game != last.before.game and not isinstance(last.event, GameStarted):
        return Message("the end of the last game")
    return _described(last.event, last.before)


def standing(events: Iterable[Event]) -> list[Event]:
    """The events without those taken back, and without the undoing itself."""
    state = MatchState()
    kept: list[Event] = []
    ahead: list[int] = []  # how many events stood ahead of each action that may be undone
    for event in events:
        after = apply(state, event)
        if not isinstance(event, Undone):
            if after.actions > state.actions:
                ahead.append(len(kept))
            elif not after.actions:
                ahead.clear()  # another match
            kept.append(event)
        elif ahead:
            del kept[ahead.pop() :]
        state = after
    return kept


def _described(event: Event, before: MatchState) -> str:
    if isinstance(event, RollSeen):
        return Message("{name}'s roll {roll}", name=_name(before, event.player), roll="{}-{}".format(*event.dice))
    if isinstance(event, PlayMade | PlayStood | PlayCorrected):
        return _play(_name(before, event.player), event.play)
    if isinstance(event, IllegalPlay | Doubled | Resigned):
        return _OWN[type(event)](_name(before, event.player))
    return _ENTRIES.get(type(event), Message("the last entry"))


def _play(name: str, play: str) -> Message:
    return Message("{name}'s play {play}", name=name, play=play) if play else Message("{name}'s play", name=name)


_OWN: dict[type[Event], Callable[[str], Message]] = {
    Doubled: lambda name: Message("{name}'s double", name=name),
    IllegalPlay: lambda name: Message("the verdict on {name}'s play", name=name),
    Resigned: lambda name: Message("{name}'s resignation", name=name),
}
_ENTRIES: dict[type[Event], Message] = {
    ClockPressed: Message("the tap that ended the turn"),
    CorrectionDemanded: Message("the demand to put the play right"),
    Dropped: Message("the drop"),
    GameOver: Message("the end of the game"),
    GameStarted: Message("the new game"),
    PlayersNamed: Message("the change of names"),
    ResignationRefused: Message("the refusal"),
    ScoreCorrected: Message("the change of the score"),
    Taken: Message("the take"),
    TeamAnswered: Message("the team's answer"),
    TimeRanOut: Message("what the run-out clock cost"),
}


def _name(state: MatchState, side: Side) -> str:
    return shown_names(state.names)[0 if side is Side.LIGHT else 1]
