"""One action taken back: the state before it, with all that is no action."""

from __future__ import annotations

from dataclasses import replace

from arbiter.match.entered_events import Undone
from arbiter.match.events import Doubled, RollSeen, Taken
from arbiter.match.history import Action
from arbiter.match.state import MatchState
from arbiter.position import Side


def taken_back(state: MatchState, event: Undone) -> MatchState:
    """What was noted since, and who sits where, is no action of the game and stays."""
    last, kept = state.last, state.kept_rolls
    if last is None:
        return state
    if event.keeps_roll and isinstance(last.event, RollSeen) and state.player and state.dice:
        kept = ((state.player, state.dice), *kept)
    back = agreeing(last.before, state)
    back = replace(back, cube_taken_back=_cube_as_turned(last, state) or state.cube_taken_back)
    if event.again:
        back = replace(back, again=True, hint=None)
    return replace(back, kept_rolls=kept) if event.keeps_roll else back


def agreeing(other: MatchState, state: MatchState) -> MatchState:
    """Another state of the match with all of this one that is no action."""
    return replace(
        other,
        notes=state.notes,
        seats=state.seats,
        paused=state.paused,
        out_of_step=state.out_of_step,
    )


def _cube_as_turned(last: Action, state: MatchState) -> tuple[int, Side] | None:
    """How the cube would lie, value and owner, by the action that is taken back; None where it turned no cube."""
    match last.event:
        case Doubled(player=player, value=value):
            return value, player.other
        case Taken(player=player):
            return state.cube.value, player
    return None
