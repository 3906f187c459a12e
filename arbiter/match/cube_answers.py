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
from arbiter.match.events import Doubled, Dropped, Event, GameOver, GameStarted, ResignationRefused, Resigned, Taken
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.scoring import Kind, game_points


def game_over(state: MatchState, winner: Side, kind: Kind, frame: int, time: float) -> GameOver:
    """The end of the game at the cube's value."""
    counted, points = game_points(kind, state.cube.value, state.doubled, state.rules)
    return GameOver(frame, time, winner, points, counted)


def after_tie(state: MatchState, frame: int, time: float) -> GameStarted | None:
    """Equal opening dice: the game begins anew with the cube turned in the middle (R53).

    None where automatic doubles are not agreed, as many as agreed were made, or the cube cannot be turned.
    """
    rules, value = state.rules, 2 * state.cube.value
    most = 2**rules.automatic_doubles
    too_high = value > most or bool(rules.cube_limit and value > rules.cube_limit)
    if too_high or state.crawford or state.player or state.phase is not Phase.TO_ROLL:
        return None
    return GameStarted(frame, time, state.position, cube=value)


# ------------------------------------------------------------------ cube


def cube_answered(state: MatchState, command: Double | Take | Drop | Beaver, frame: int, time: float) -> Event:
    """A double is offered, taken, dropped or beavered (R47 to R52)."""
    player = state.player
    if isinstance(command, Double):
        if state.phase is not Phase.TO_ROLL or player is None:
            raise CommandError(Message("A double is offered at the start of one's own turn, before rolling (R47)."))
        if reason := refusal(state, player):
            raise CommandError(reason)
        return Doubled(frame, time, player, 2 * state.cube.value)
    answerer = state.answerer
    if answerer is None:
        raise CommandError(Message("No double waits for an answer."))
    if isinstance(command, Take):
        return Taken(frame, time, answerer, 2 * state.cube.value)
    if isinstance(command, Drop):
        return Dropped(frame, time, answerer)
    if reason := _no_beaver(state):
        raise CommandError(reason)
    return Doubled(frame, time, answerer, 4 * state.cube.value)


def _no_beaver(state: MatchState) -> str:
    """Why the doubled player may not turn the cube again; empty where they may (R52)."""
    limit = state.rules.cube_limit
    if not state.rules.beavers or state.rules.length:
        return Message("Beavers are for money sessions in which they were agreed (R52).")
    if state.chouette:
        return Message("Nobody beavers in a chouette: the team could not answer with one will (R52, R71).")
    if state.beavered:
        return Message("A beaver is not beavered: go on or drop (R52).")
    return (
        Message("The cube goes no higher than {limit} by these rules (R51).", limit=limit)
        if 0 < limit < 4 * state.cube.value
        else ""
    )


def cube_fault(rules: Rules, command: NewGame, crawford: bool) -> str:
    """Why the cube cannot lie so when a game begins or is taken up; empty where it can."""
    value, limit = command.cube, rules.cube_limit
    if value < 1 or value & (value - 1):
        return Message("The cube shows 1, 2, 4, 8 and so on, not {value} (R45).", value=value)
    if value == 1 and command.owner:
        return Message("A cube that was never turned lies in the middle (R45).")
    if crawford and value > 1:
        return Message("The cube is not used in the Crawford game (R55).")
    return (
        Message("The cube goes no higher than {limit} by these rules (R51).", limit=limit) if 0 < limit < value else ""
    )


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


def refusal(state: MatchState, side: Side) -> str | None:
    """Why `side` may not double now, as one sentence; None where they may."""
    cube, limit = state.cube, state.rules.cube_limit
    if state.crawford:
        return Message("The cube is not used in the Crawford game (R55).")
    if state.rules.length == 1:
        return Message("The cube is not used in a match to one point (R55).")
    if cube.owner is side.other:
        return Message("Only the owner of the cube may double (R46).")
    if limit and 2 * cube.value > limit:
        return Message("The cube cannot go beyond {limit} by these rules (R51).", limit=limit)
    return None
