"""What is seen later tells what was there before: the record is told anew rather than argued for.

Dice that come into sight after their play, a turn that nobody saw, a stack that was one checker higher: before a
warning falls, and whenever the board outweighs what was believed, the last actions are taken back and told again
as they must have been. A reader of the events sees `undo` and the better account.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import log

from arbiter.match.events import (
    Doubled,
    Event,
    IllegalPlay,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    Undone,
)
from arbiter.match.state import Action, MatchState, Phase
from arbiter.notation import format_play
from arbiter.plays import Dice
from arbiter.position import Position
from arbiter.referee.candidates import View
from arbiter.referee.desk import Desk
from arbiter.referee.dice_watch import Roll
from arbiter.referee.missed import ROLLS, turn_between
from arbiter.referee.rivals import Settled, instead
from arbiter.referee.weighing import Kind, chances, weigh_finished, weigh_going, weigh_resting
from arbiter.scoring import finisher

LATE = 8.0
"""Seconds after a play without dice in which they may still come into sight."""
_ENDS = PlayStood, PlayCorrected
_TURNS = PlayMade, RollSeen, Doubled, Taken, IllegalPlay, *_ENDS


def dice_seen_late(desk: Desk, roll: Roll | None) -> bool:
    """The dice of the last play come into sight only now: so its roll is known after all."""
    action = desk.state.last
    if roll is None or roll.bad or action is None or not isinstance(action.event, PlayMade):
        return False
    made, before = action.event, action.before
    thrown_by_him = roll.side is made.player and desk.dice.leaves_are_kept
    if made.dice is not None or not thrown_by_him or desk.time - made.time > LATE:
        return False
    view = desk.view()
    if view is None or weigh_resting(view, made.position).kind is not Kind.UNCHANGED:
        return False
    play = chances(before.position, made.player, roll.dice).results.get(made.position)
    if play is None:
        return False
    _take_back(desk, "The dice of the last play were seen late.")
    desk.roll(made.player, roll)
    if finisher(made.position):
        desk.played(made.player, roll.dice, format_play(play), made.position)
    return True


def outweighed(desk: Desk) -> bool:
    """A stack was read one too high or too low, and by now the board says so; or surely not, which tells a roll."""
    if desk.state.phase not in (Phase.TO_ROLL, Phase.MOVING):
        return False
    found = desk.rivals.likelier()
    if found is None:
        return False
    one, position = found
    desk.rivals.decided(one)
    ways = [roll for roll in one.rolls if position in chances(one.before, one.side, roll).results]
    return (position != one.position or len(ways) == 1) and _told_anew(desk, one, position)


def explained(desk: Desk, position: Position, view: View, *, finished: bool) -> bool:
    """What the board shows breaks no rule if something before it was seen wrongly: then that is told anew.

    position: what lies there by the look of `view`. The roll is not questioned where people have said what it was.
    """
    asked = not desk.told_dice
    return (
        (asked and _other_dice(desk, view, finished=finished))
        or (asked and _other_roll(desk, position, finished=finished))
        or _other_play_before(desk, position, finished=finished)
        or _other_unseen_turn(desk, position, finished=finished)
        or (asked and _missed_turn(desk, position, finished=finished))
    )


# ------------------------------------------------------------------ the roll was another one


def _other_dice(desk: Desk, view: View, *, finished: bool) -> bool:
    """The dice were hard to read, and with what they may as well show the play is legal: so they show that.

    The board may be as hard to read: dice and checkers together decide which roll it was.
    """
    player, dice = desk.turn()
    likely: dict[Dice, float] = {}
    for other, behind in desk.dice.doubtful().items():
        roll = chances(desk.state.position, player, other)
        reading = weigh_finished(view, roll) if finished else weigh_going(view, roll)
        if sorted(other) != sorted(dice) and reading.kind in (Kind.PLAYED, Kind.UNDER_WAY):
            likely[other] = view.fit(reading.position) - behind
    if not likely:
        return False
    _read_otherwise(desk, max(likely, key=likely.__getitem__))
    return True


def _read_otherwise(desk: Desk, dice: Dice) -> None:
    """What is played tells what the dice in play show."""
    desk.emit(RollSeen(desk.frame, desk.time, desk.turn()[0], dice))
    desk.dice.believe(dice, by_play=True)


def dice_as_they_look(desk: Desk) -> None:
    """No reading of the dice makes it right what was played: then that tells nothing about them."""
    likeliest = next(iter(desk.dice.doubtful()), None)
    if likeliest and desk.dice.by_play and sorted(likeliest) != sorted(desk.turn()[1]):
        _read_otherwise(desk, likeliest)


def dice_by_play(desk: Desk, position: Position) -> None:
    """A whole legal play tells the dice that are hard to read: of those that allow it, rather the one that allows few.

    Whoever may play a roll in many ways seldom plays it in just this one; nothing is known of how well he plays.
    """
    player, dice = desk.turn()
    if desk.told_dice:
        return
    behind: dict[Dice, float] = {}
    for roll, far in desk.dice.doubtful().items():
        results = chances(desk.state.position, player, roll).results
        if position in results:
            behind[roll] = far + log(len(results))
    best = min(behind, key=behind.__getitem__, default=dice)
    if sorted(best) != sorted(dice):
        _read_otherwise(desk, best)


def _other_roll(desk: Desk, position: Position, *, finished: bool) -> bool:
    """The dice in play are gone, others of the same player lie there, and the play is legal with those."""
    player, dice = desk.turn()
    roll = desk.dice.fresh() if desk.dice.covered else None
    if roll is None or roll.bad or roll.side is player.other or sorted(roll.dice) == sorted(dice):
        return False
    if not chances(desk.state.position, player, roll.dice).allows(position, finished=finished):
        return False
    desk.roll(player, roll)
    return True


# ------------------------------------------------------------------ a turn before it was another one


def _other_play_before(desk: Desk, position: Position, *, finished: bool) -> bool:
    """One of the last plays was doubtful, and with its other reading this one is legal."""
    player, dice = desk.turn()
    for one, rival in desk.rivals.standing():
        now = instead(desk.state.position, one.position, rival)
        if now is None or not chances(now, player, dice).allows(position, finished=finished):
            continue
        if _told_anew(desk, one, rival):
            desk.rivals.decided(one)
            return True
    return False


def _other_unseen_turn(desk: Desk, position: Position, *, finished: bool) -> bool:
    """Nobody saw the roll before, its play was only taken from the board, and with another one this one is legal."""
    player, dice = desk.turn()
    state, before = desk.state, desk.state.before
    if before is None or not state.turns:
        return False
    one = Settled(state.game, len(state.turns) - 1, before, player.other, ROLLS, False, state.position, (), {})
    actions = _since(state, one)
    if not actions or actions[0].before.phase is Phase.MOVING or state.turns[-1].player is player:
        return False
    turn = turn_between(before, player.other, dice, position, finished=finished)
    return turn is not None and _told_anew(desk, replace(one, legal={turn.position}), turn.position)


def _missed_turn(desk: Desk, position: Position, *, finished: bool) -> bool:
    """The dice lie where the opponent rolls, and it is he who has moved: the turn before was never seen."""
    player, dice = desk.turn()
    action = desk.state.last
    if desk.thrown_by is not player.other or action is None or not isinstance(action.event, RollSeen):
        return False
    if action.before.phase is not Phase.TO_ROLL or not action.before.turns:
        return False
    turn = turn_between(desk.state.position, player, dice, position, finished=finished)
    if turn is None:
        return False
    _take_back(desk, "A turn was missed: these dice are the other player's.")
    desk.emit(PlayMade(desk.frame, desk.time, player, turn.dice, turn.play, turn.position))
    desk.emit(RollSeen(desk.frame, desk.time, player.other, dice))
    return True


# ------------------------------------------------------------------ telling it anew


def _take_back(desk: Desk, message: str = "") -> None:
    desk.emit(Undone(desk.frame, desk.time, message))


def _told_anew(desk: Desk, one: Settled, rival: Position) -> bool:
    """Takes everything back to that play and tells it again with the other result, as far as that is legal."""
    state = desk.state
    if state.game != one.game or len(state.turns) <= one.turn:
        return False
    actions = _since(state, one)
    events = _with_rival(desk, actions, one, rival)
    if not events:
        return False
    for _ in actions[1:]:
        _take_back(desk)
    _take_back(desk, f"The board shows by now what {one.side} really played.")
    for event in events:
        desk.emit(event)
    desk.pending = None
    return True


def _since(state: MatchState, one: Settled) -> list[Action]:
    """The actions from that play on, oldest first; none where other things than whole turns came between."""
    actions: list[Action] = []
    while (action := state.last) and len(state.turns) > one.turn:
        if not isinstance(action.event, _TURNS) or (isinstance(action.event, _ENDS) and not _ended_by(action)):
            return []
        actions.insert(0, action)
        state = action.before
    first = actions[0].event if actions else None
    return actions if isinstance(first, (PlayMade, *_ENDS)) and first.position == one.position else []


def _ended_by(action: Action) -> bool:
    """The turn ended with this, rather than being amended by it afterwards."""
    return action.before.phase in (Phase.MOVING, Phase.CORRECTING)


def _with_rival(desk: Desk, actions: list[Action], one: Settled, rival: Position) -> list[Event]:
    """The same actions with the rival in place of what was settled; none where one would not be legal then."""
    after = [*(action.before for action in actions[1:]), desk.state]
    before, events = one.before, list[Event]()
    for action, then in zip(actions, after[: len(actions)], strict=True):
        if isinstance(action.event, IllegalPlay):
            continue  # what became of it is told at once
        if action is actions[0]:
            event = _as_rival(desk, action.event, one, rival)
        else:
            event = _as_before(action.event, then, before, one, rival)
        if event is None:
            return []
        events.append(replace(event, frame=desk.frame, time=desk.time))
        before = getattr(event, "position", before)
    return events


def _as_rival(desk: Desk, event: Event, one: Settled, rival: Position) -> Event | None:
    """The doubtful play itself; one against the rules stands: nobody objected, and the game went on (R64)."""
    if rival in one.legal and isinstance(event, PlayMade):
        return _replayed(event, one.rolls, one.before, rival)
    text = desk.describe(one.before, one.side, one.rolls[0], rival)
    if rival in one.legal and isinstance(event, _ENDS):
        return replace(event, play=text, position=rival)
    return PlayStood(desk.frame, desk.time, one.side, text, rival)


def _as_before(event: Event, then: MatchState, before: Position, one: Settled, rival: Position) -> Event | None:
    """What came later, told again. then: the state that it led to; before: the board that it starts from now."""
    match event:
        case RollSeen():
            return replace(event, player=then.player or event.player, dice=then.dice or event.dice)
        case PlayMade() | PlayStood() | PlayCorrected():
            result = instead(event.position, one.position, rival)
            if result is None:
                return None
            if isinstance(event, PlayMade):
                return _replayed(event, (event.dice,) if event.dice else ROLLS, before, result)
            return replace(event, position=result)
    return event


def _replayed(made: PlayMade, rolls: Iterable[Dice], before: Position, result: Position) -> PlayMade | None:
    """The play of one of those rolls that leads from `before` to `result`; None where there is none.

    Its roll is the first of them that allows it, or unknown where it was never seen and several do.
    """
    ways = {roll: chances(before, made.player, roll).results.get(result) for roll in rolls}
    plays = {roll: play for roll, play in ways.items() if play}
    if not plays:
        return None
    text = format_play(next(iter(plays.values())))
    dice = next(iter(plays)) if len(plays) == 1 or made.dice else None
    return replace(made, dice=dice, play=text, position=result)
