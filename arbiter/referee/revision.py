"""From one account of the match to another: what has to be taken back of what was published, and published anew.

A reader of the events sees `undo` and the better account. Nothing is warned of that way: what was let stand meanwhile
stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, zip_longest

from arbiter.match.entered_events import TurnRevised, Undone
from arbiter.match.events import Event, IllegalPlay, PlayCorrected, PlayMade, PlayStood, RollSeen, WarningWithdrawn
from arbiter.match.fold import fold
from arbiter.match.history import Action, standing_actions
from arbiter.match.revising import corrected_line
from arbiter.match.state import MatchState, Phase, Turn
from arbiter.message import Message
from arbiter.plays import results_of_any_roll
from arbiter.replacing import replace

NAMED_LATE = 3
"""Actions back to a play whose roll may yet be named."""
MESSAGE = Message("The board shows by now what was really played.")


def since_parted(one: MatchState, other: MatchState) -> tuple[list[Action], list[Action]]:
    """What led to each of two accounts after the last action that they share, oldest first."""
    ones: list[Action] = []
    others: list[Action] = []
    while one.history is not other.history:
        ahead = one.actions - other.actions
        if ahead >= 0 and one.last:
            ones.append(one.last)
            one = one.last.before
        if ahead <= 0 and (last := other.last):
            if isinstance(last.event, TurnRevised) and last.edited:
                other = last.edited  # what counts are the events that it led to
                continue
            others.append(last)
            other = last.before
    while ones and others and ones[-1] == others[-1]:  # packed apart, shared actions are no longer the same objects
        ones.pop()
        others.pop()
    return ones[::-1], others[::-1]


def with_roll_named(published: MatchState, others: Iterable[MatchState]) -> MatchState | None:
    """The same match where an unseen roll of the last turns follows from its play; None where none does.

    others: the accounts that may be right as well.
    """
    actions = list(islice(standing_actions(published.history), NAMED_LATE))[::-1]
    for number, action in enumerate(actions):
        made, before, turn = action.event, action.before, len(action.before.turns)
        if not isinstance(made, PlayMade) or made.dice is not None or before.phase is not Phase.TO_ROLL:
            continue
        ways = results_of_any_roll(before.position, made.player).get(made.position, ())
        agreed = all(turn < len(other.turns) and other.turns[turn].play == made.play for other in others)
        if agreed and len(ways) == 1:
            return fold([replace(made, dice=ways[0][0]), *_as_last_read(actions[number + 1 :], published)], before)
    return None


def revision(published: MatchState, better: MatchState, frame: int, time: float) -> tuple[Event, ...]:
    """The events that lead from the published state to the better account."""
    old, later = since_parted(published, better)
    right, parted = _as_last_read(later, better), old[0].before if old else published
    first = right[0] if right else None
    events: list[Event] = []
    if published.warning and published.warning.provisional:
        events.append(WarningWithdrawn(frame, time, published.warning.player))
    changed = _changed(published, better)
    if not _read_again(published, old, first):
        events += [Undone(frame, time, MESSAGE)] * (len(old) - 1)
        events += [Undone(frame, time, changed[1] if changed else MESSAGE)] * bool(old)
    if isinstance(first, IllegalPlay) and parted.dice and sorted(parted.dice) != sorted(first.dice):
        events.append(RollSeen(frame, time, first.player, first.dice, "inferred"))
    for event, following in zip_longest(right, right[1:]):
        if not (isinstance(event, IllegalPlay) and isinstance(following, PlayStood | PlayCorrected)):
            events.append(replace(event, frame=frame, time=time))
    if old and changed and not _named(published.turns[changed[0] - 1], better.turns[changed[0] - 1]):
        events.insert(0, TurnRevised(frame, time, published.game, *changed, follows=len(events)))
    return tuple(events)


def _changed(published: MatchState, better: MatchState) -> tuple[int, Message] | None:
    """The first finished turn that is another one by the better account, and the line that says so."""
    if published.game != better.game:
        return None
    for number, (was, now) in enumerate(zip(published.turns, better.turns, strict=False), 1):
        if was != now and (line := corrected_line(number, was, now)):
            return number, line
    return None


def _named(was: Turn, now: Turn) -> bool:
    """Whether nothing is new but the roll of a play that nobody saw."""
    return was.dice is None and was.play == now.play and was.illegal == now.illegal


def _read_again(published: MatchState, old: list[Action], first: Event | None) -> bool:
    """The dice that lie there are only read otherwise, or the other player's after all at the opening."""
    if len(old) != 1 or not isinstance(old[0].event, RollSeen) or not isinstance(first, RollSeen):
        return False
    return published.phase is Phase.MOVING and (first.player is published.player or not published.turns)


def _as_last_read(actions: list[Action], end: MatchState) -> list[Event]:
    """The actions' events, each roll as it was read last. end: the state after them."""
    events = []
    afters = [*(each.before for each in actions), end][1:]
    for action, after in zip(actions, afters, strict=True):
        event = action.event
        if isinstance(event, RollSeen) and after.player and after.dice and after.phase is Phase.MOVING:
            event = replace(event, player=after.player, dice=after.dice, source=after.source)
        events.append(event)
    return events
