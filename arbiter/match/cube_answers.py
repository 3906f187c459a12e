"""What follows from what people enter about the stake: the cube, and giving the game up."""

from __future__ import annotations

from arbiter.match.commands import (
    Accept,
    Beaver,
    CommandError,
    Double,
    Drop,
    NewGame,
    Refuse,
    Resign,
    Take,
)
from arbiter.match.entered_events import ResignationRefused, Resigned
from arbiter.match.events import Doubled, Dropped, Event, GameOver, GameStarted, Taken
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.scoring import Kind, beaver_refusal, double_refusal, game_points, limit_refusal, turned_by_tie


def game_over(state: MatchState, winner: Side, kind: Kind, frame: int, time: float) -> GameOver:
    """The end of the game at the cube's value."""
    counted, points = game_points(kind, state.cube.value, state.doubled, state.rules)
    return GameOver(frame, time, winner, points, counted)


def after_tie(state: MatchState, frame: int, time: float) -> GameStarted | None:
    """Equal opening dice: the game begins anew with the cube turned in the middle (R53).

    None where automatic doubles are not agreed, as many as agreed were made, or the cube cannot be turned.
    """
    if state.player or state.phase is not Phase.TO_ROLL:
        return None
    if not turned_by_tie(state.rules, state.cube.value, crawford=state.crawford):
        return None
    return GameStarted(frame, time, state.position, cube=2 * state.cube.value)


# ------------------------------------------------------------------ cube


def cube_answered(state: MatchState, command: Double | Take | Drop | Beaver, frame: int, time: float) -> Event:
    """A double is offered, taken, dropped or beavered (R47 to R52); an offer to resign is answered before that."""
    player = state.player
    if state.resignation:
        raise CommandError(Message("An offer to resign waits for its answer: accept it, or play on."))
    if isinstance(command, Double):
        if state.phase is not Phase.TO_ROLL or player is None:
            raise CommandError(Message("A double is offered at the start of one's own turn, before rolling (R47)."))
        if reason := double_refused(state, player):
            raise CommandError(reason)
        return Doubled(frame, time, player, 2 * state.cube.value)
    answerer = state.answerer
    if answerer is None:
        raise CommandError(Message("No double waits for an answer."))
    if isinstance(command, Take):
        return Taken(frame, time, answerer, 2 * state.cube.value)
    if isinstance(command, Drop):
        return Dropped(frame, time, answerer)
    if reason := beaver_refused(state):
        raise CommandError(reason)
    return Doubled(frame, time, answerer, 4 * state.cube.value)


def double_refused(state: MatchState, side: Side) -> Message | None:
    """Why `side` may not double now; None where they may."""
    return double_refusal(state.rules, side, state.cube.value, state.cube.owner, crawford=state.crawford)


def beaver_refused(state: MatchState) -> Message | None:
    """Why the doubled player may not turn the cube again; None where they may (R52)."""
    if state.chouette and state.rules.beavers:
        return Message("Nobody beavers in a chouette: the team could not answer with one will (R52, R71).")
    return beaver_refusal(state.rules, 2 * state.cube.value, beavered=state.beavered)


def cube_fault(rules: Rules, command: NewGame, crawford: bool) -> str:
    """Why the cube cannot lie so when a game begins or is taken up; empty where it can."""
    value = command.cube
    if value < 1 or value & (value - 1):
        return Message("The cube shows 1, 2, 4, 8 and so on, not {value} (R45).", value=value)
    if value == 1 and command.owner:
        return Message("A cube that was never turned lies in the middle (R45).")
    if crawford and value > 1:
        return Message("The cube is not used in the Crawford game (R55).")
    return limit_refusal(rules, value) or ""


# ------------------------------------------------------------------ resignation


def resignation_answered(state: MatchState, command: Resign | Accept | Refuse, frame: int, time: float) -> Event:
    """A game is given up at a value, and the opponent accepts that or plays on (R42 to R44)."""
    if state.phase in (Phase.SETTING_UP, Phase.GAME_OVER, Phase.MATCH_OVER):
        raise CommandError(Message("No game is being played that could be resigned."))
    if isinstance(command, Resign):
        return Resigned(frame, time, command.player, command.kind)
    offer = state.resignation
    if offer is None:
        raise CommandError(Message("Nobody has offered to resign."))
    if isinstance(command, Refuse):
        return ResignationRefused(frame, time, offer.player)
    return game_over(state, offer.player.other, offer.kind, frame, time)
