"""Stacks of checkers whose classes no camera sees: what people are asked, and what follows from what they say."""

from __future__ import annotations

from arbiter.errors import IllegalPositionError
from arbiter.match.commands import CommandError, TellStack
from arbiter.match.entered_events import StackTold
from arbiter.match.events import Event, IllegalPlay
from arbiter.match.judged_play import judged_play
from arbiter.match.state import MatchState, Phase, Turn
from arbiter.message import Message
from arbiter.plays import PositionOfOtherGame
from arbiter.position import Position
from arbiter.replacing import replace
from arbiter.stacks import StackQuestion
from arbiter.verdict import judge


def stack_question(state: MatchState) -> StackQuestion | None:
    """What people are asked about a stack; None where all that matters is known, and always in backgammon."""
    position = state.position
    if not isinstance(position, PositionOfOtherGame) or state.phase not in (Phase.TO_ROLL, Phase.MOVING):
        return None
    last, before = _last(state), state.before
    asked = None
    if last and last.dice and not last.illegal and isinstance(before, PositionOfOtherGame):
        asked = before.question_after(last.player, last.dice, position)
    return asked or position.question


def with_classes(state: MatchState, seen: Position) -> Position:
    """A board as a camera reads it, with what is known of its checkers' classes; as it is before a game."""
    known = state.position
    if not isinstance(known, PositionOfOtherGame) or state.phase is Phase.SETTING_UP:
        return seen
    if seen == known:
        return known
    player, dice = (state.player, state.dice) if state.phase in (Phase.MOVING, Phase.CORRECTING) else (None, None)
    return known.followed_by(player if dice else None, dice, seen)


def stack_told(state: MatchState, command: TellStack, frame: int, time: float) -> tuple[Event, ...]:
    """The stack is as people say. A play that was legal by what else was possible is judged by that.

    It can be put right until the next roll (R62); after that it is recorded as one that stands.
    """
    if not isinstance(state.position, PositionOfOtherGame):
        raise CommandError(Message("The checkers of backgammon have no classes."))
    if state.phase not in (Phase.TO_ROLL, Phase.MOVING, Phase.DOUBLED):
        raise CommandError(Message("Say it when no play is under discussion."))
    told = StackTold(frame, time, command.point, command.stack)
    try:
        after = _with_stack(state, told)
    except IllegalPositionError as error:
        raise CommandError(str(error)) from error
    last = _last(after)
    if last is None or not last.illegal or last == _last(state) or state.phase is not Phase.TO_ROLL:
        return (told,)
    return told, *_fault(after, last, frame, time)


def _fault(after: MatchState, last: Turn, frame: int, time: float) -> tuple[Event, ...]:
    """The verdict on the last turn, as it is known to be illegal now."""
    if last.dice is None or after.before is None:
        return ()
    judged = judged_play(after.before, last.player, last.dice, after.position, frame, time)
    return (judged,) if isinstance(judged, IllegalPlay) else ()


def with_stack(state: MatchState, told: StackTold) -> MatchState:
    """The state when somebody has looked at a stack; as it is where nothing like that can lie there."""
    try:
        return _with_stack(state, told)
    except IllegalPositionError:
        return state


def reopened(state: MatchState, fault: IllegalPlay) -> MatchState:
    """A turn that is over is found illegal before the next roll: it is under discussion again."""
    last = _last(state)
    if state.phase is not Phase.TO_ROLL or state.before is None or last is None or last.player is not fault.player:
        return state
    return replace(
        state, position=state.before, before=None, looked_at=state.position, player=last.player, dice=last.dice,
        source=last.source, turns=state.turns[:-1],
    )  # fmt: skip


def _with_stack(state: MatchState, told: StackTold) -> MatchState:
    position, before, last = state.position, state.before, _last(state)
    if not isinstance(position, PositionOfOtherGame):
        return state
    if last is None or last.dice is None or not isinstance(before, PositionOfOtherGame):
        return replace(state, position=position.told(told.point, told.stack))
    earlier, now = before.told_after(last.player, last.dice, position, told.point, told.stack)
    was_legal = not last.illegal and judge(before, last.player, last.dice, position).legal
    if was_legal and not judge(earlier, last.player, last.dice, now).legal:
        last = replace(last, illegal=True)
    return replace(state, position=now, before=earlier, turns=(*state.turns[:-1], last))


def _last(state: MatchState) -> Turn | None:
    return state.turns[-1] if state.turns else None
