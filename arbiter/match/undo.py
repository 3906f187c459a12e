"""Undo: what the last action was, and the events that count after some were taken back.

An action is one roll, play, cube action, verdict, correction or entry, with all that merely follows from it: the
last checker borne off and the game it wins are one. Undo after undo leads back to the beginning of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from arbiter.match.entered_events import (
    CorrectionDemanded,
    PlayersNamed,
    ResignationRefused,
    Resigned,
    ScoreCorrected,
    StackTold,
    TeamAnswered,
    TurnEdited,
    TurnRevised,
    Undone,
)
from arbiter.match.events import (
    ClockPressed,
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    TimeRanOut,
)
from arbiter.match.fold import apply, replay_of
from arbiter.match.history import Action
from arbiter.match.state import MatchState
from arbiter.message import Message, shown_names
from arbiter.notation import format_roll
from arbiter.play_text import NO_PLAY
from arbiter.position import Side


def last_action(state: MatchState) -> str:
    """What an undo would take back, for a button or a message: "Ada's roll 3-1"; empty where nothing can be."""
    actions = last_decision(state)
    if not actions:
        return ""
    last = actions[-1]
    if state.game != last.before.game and not isinstance(last.event, GameStarted):
        return Message("the end of the last game")
    return _described(last.event, last.before)


def next_redo(state: MatchState) -> str:
    """What a redo would do, for a button; empty where nothing can be."""
    return _described(state.undone[-1][0], state) if state.undone else ""


def last_decision(state: MatchState) -> tuple[Action, ...]:
    """The actions back to the last one that was the decision of a person at the table, that one last; else none.

    Where two sit there that is the last action. What an opponent does who does not sit there is nobody's to regret, and
    rolls are nobody's decision.
    """
    found: list[Action] = []
    while last := state.last:
        found.append(last)
        if state.opponent is None or _decided_by_person(last.event, state.opponent.side):
            return tuple(found)
        state = last.before
    return ()


def _decided_by_person(event: Event, opponent: Side) -> bool:
    return not isinstance(event, RollSeen) and getattr(event, "player", None) is not opponent


def standing(events: Iterable[Event]) -> list[Event]:
    """The events without those taken back, and without the undoing itself; earlier turns as they were changed."""
    return _Standing(events).kept


def standing_edits(events: Iterable[Event]) -> list[StandingChange]:
    """The changes of earlier turns, by people or by later looks, that stand; in the order in which they were made."""
    changes = (change for change in _Standing(events).ahead if isinstance(change, StandingChange))
    return sorted(changes, key=lambda change: change.number)


@dataclass(frozen=True, slots=True)
class StandingChange:
    """Earlier turns were changed by the event of that number, and what follows it.

    before: the state ahead of it. ahead, since: the events that stood before and after it.
    """

    number: int
    before: MatchState
    ahead: list[Event]
    since: list[Event]


class _Standing:
    """kept: the events that stand. ahead: for each action that may be undone how many of them stood ahead of it."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.kept: list[Event] = []
        self.ahead: list[int | StandingChange] = []
        self._revising: tuple[int, MatchState, list[Event], list[int | StandingChange]] = (0, MatchState(), [], [])
        """The number of the event with which a revision began, and what stood then."""
        state = MatchState()
        for number, event in enumerate(events):
            after = apply(state, event)
            self._add(number, event, state, after)
            if state.revising and not after.revising and after.actions:  # all of it is one action now
                began, before, ahead, self.ahead = self._revising
                self.ahead.append(StandingChange(began, before, ahead, list(self.kept)))
            state = after

    def _add(self, number: int, event: Event, state: MatchState, after: MatchState) -> None:
        match event:
            case TurnRevised():
                self._revising = number, state, list(self.kept), list(self.ahead)
            case Undone():
                if self.ahead:
                    self._take_back(self.ahead.pop())
            case TurnEdited():
                ahead = self.kept
                if replay := replay_of(state, event):
                    self.kept = [*ahead[: len(ahead) - len(replay.turn.tail)], *replay.events]
                self.ahead.append(StandingChange(number, state, list(ahead), list(self.kept)))
            case _:
                if after.actions > state.actions:
                    self.ahead.append(len(self.kept))
                elif not after.actions:
                    self.ahead.clear()  # another match
                self.kept.append(event)

    def _take_back(self, ahead: int | StandingChange) -> None:
        if isinstance(ahead, int):
            del self.kept[ahead:]
        else:
            self.kept = list(ahead.ahead)


def _described(event: Event, before: MatchState) -> str:
    if isinstance(event, RollSeen):
        return Message("{name}'s roll {roll}", name=_name(before, event.player), roll=format_roll(event.dice))
    if isinstance(event, PlayCorrected) and event.entered:
        return Message("the position that was entered")
    if isinstance(event, PlayMade | PlayStood | PlayCorrected):
        return _play(_name(before, event.player), event.play)
    if isinstance(event, IllegalPlay | Doubled | Resigned):
        return _OWN[type(event)](_name(before, event.player))
    if isinstance(event, TurnEdited | TurnRevised):
        return Message("the correction of turn {turn}", turn=event.turn)
    return _ENTRIES.get(type(event), Message("the last entry"))


def _play(name: str, play: str) -> Message:
    if play in ("", NO_PLAY):
        return Message("{name}'s play", name=name)
    return Message("{name}'s play {play}", name=name, play=play)


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
    StackTold: Message("what was said of a stack"),
    TeamAnswered: Message("the team's answer"),
    TimeRanOut: Message("what the run-out clock cost"),
}


def _name(state: MatchState, side: Side) -> str:
    return shown_names(state.names)[0 if side is Side.LIGHT else 1]
