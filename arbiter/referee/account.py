"""From one account of the match to another: what has to be taken back of what was told, and told again otherwise.

A reader of the events sees `undo` and the better account. Nothing is warned of that way: what was let stand meanwhile
stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest

from arbiter.match.events import (
    Event,
    IllegalPlay,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Undone,
    WarningWithdrawn,
)
from arbiter.match.history import Action
from arbiter.match.state import MatchState, Phase, apply
from arbiter.referee.unseen_turns import results_of_any_roll

NAMED_LATE = 3
"""Actions back to a play whose roll may yet be named."""
MESSAGE = "The board shows by now what was really played."


def last_actions(state: MatchState, most: int) -> list[Action]:
    """The last few actions that led to a state, oldest first."""
    found: list[Action] = []
    while len(found) < most and (action := state.last):
        found.append(action)
        state = action.before
    return found[::-1]


def since_parted(one: MatchState, other: MatchState) -> tuple[list[Action], list[Action]]:
    """What led to each of two accounts after the last action that they share, oldest first."""
    first, second = one, other
    while first.history is not second.history:
        ahead = first.actions - second.actions
        if ahead >= 0 and first.last:
            first = first.last.before
        if ahead <= 0 and second.last:
            second = second.last.before
    ones, others = (last_actions(end, end.actions - first.actions) for end in (one, other))
    same = 0  # packed apart, the same actions are no longer the very same objects
    while same < min(len(ones), len(others)) and ones[same] == others[same]:
        same += 1
    return ones[same:], others[same:]


def with_roll_named(told: MatchState, others: Iterable[MatchState]) -> MatchState | None:
    """The same match where an unseen roll of the last turns follows from its play; None where none does.

    others: the accounts that may be right as well.
    """
    actions = last_actions(told, NAMED_LATE)
    for number, action in enumerate(actions):
        made = action.event
        if not isinstance(made, PlayMade) or made.dice is not None or action.before.phase is not Phase.TO_ROLL:
            continue
        ways = results_of_any_roll(action.before.position, made.player).get(made.position, ())
        if len(ways) != 1 or any(_differs(other, len(action.before.turns), made.play) for other in others):
            continue
        state = apply(action.before, replace(made, dice=ways[0][0]))
        for event, after in _with_states(actions[number + 1 :], told):
            state = apply(state, _again(event, after, event.frame, event.time))
        return state
    return None


def _with_states(actions: list[Action], end: MatchState) -> Iterator[tuple[Event, MatchState]]:
    """The actions' events, each with the state before the next one."""
    return zip([action.event for action in actions], [*(action.before for action in actions[1:]), end], strict=False)


def _differs(other: MatchState, turn: int, play: str) -> bool:
    return len(other.turns) <= turn or other.turns[turn].play != play


def revision(told: MatchState, better: MatchState, frame: int, time: float) -> tuple[Event, ...]:
    """The events that lead from what was told to the better account."""
    old, later = since_parted(told, better)
    events: list[Event] = []
    if told.warning and told.warning.provisional:
        events.append(WarningWithdrawn(frame, time, told.warning.player))
    if not (len(old) == 1 and _read_again(old[0], later, told)):
        events += [Undone(frame, time, MESSAGE)] * len(old)
    first, parted = later[0].event if later else None, old[0].before if old else told
    if isinstance(first, IllegalPlay) and parted.dice and sorted(parted.dice) != sorted(first.dice):
        events.append(RollSeen(frame, time, first.player, first.dice))
    following = [action.event for action in later[1:]]
    for (event, after), follows in zip_longest(_with_states(later, better), following):
        if not (isinstance(event, IllegalPlay) and isinstance(follows, PlayStood | PlayCorrected)):
            events.append(_again(event, after, frame, time))
    return tuple(events)


def _read_again(last: Action, later: Iterable[Action], told: MatchState) -> bool:
    """The dice that lie there are only read otherwise, or the other player's after all at the opening."""
    first = next(iter(later), None)
    if first is None or not isinstance(last.event, RollSeen) or not isinstance(first.event, RollSeen):
        return False
    return told.phase is Phase.MOVING and (first.event.player is told.player or not told.turns)


def _again(event: Event, after: MatchState, frame: int, time: float) -> Event:
    if isinstance(event, RollSeen) and after.player and after.dice and after.phase is Phase.MOVING:
        return replace(event, frame=frame, time=time, player=after.player, dice=after.dice)
    return replace(event, frame=frame, time=time)
