"""The chouette as it follows from the game's events: part of the fold in `arbiter.match.fold`."""

from __future__ import annotations

from arbiter.match.chouette import (
    Chouette,
    Party,
    answer_as_box,
    answer_as_team,
    begin_game,
    break_off,
    double,
    found,
    join,
    leave,
    pay_out,
)
from arbiter.match.commands import CommandError
from arbiter.match.entered_events import ChouetteFounded, PlayerJoined, PlayerLeft, TeamAnswered
from arbiter.match.events import Doubled, Event, GameOver, GameStarted, Taken
from arbiter.match.state import MatchState, Phase
from arbiter.position import Side
from arbiter.replacing import replace
from arbiter.rules import Rules


def chouette_founded(event: ChouetteFounded, rules: Rules) -> Chouette | None:
    """None where the rolls make no chouette: an event is taken as it comes, never refused."""
    try:
        return found(event.rolls, rules, event.box)
    except CommandError:
        return None


def chouette_after(chouette: Chouette, event: Event) -> Chouette:
    """After one more event of the match; what cannot be in this chouette changes nothing."""
    try:
        return _after(chouette, event)
    except CommandError:
        return chouette


def _after(chouette: Chouette, event: Event) -> Chouette:
    match event:
        case PlayerJoined():
            chouette = join(chouette, event.player)
        case PlayerLeft():
            chouette = leave(chouette, event.player)
        case GameStarted():
            chouette = _begun(chouette, event)
        case Doubled():
            chouette = double(chouette, _party(chouette, event.player))
        case TeamAnswered() if event.takers:
            chouette = answer_as_team(chouette, event.takers)
        case Taken() if chouette.game and chouette.game.offered_by == "team":
            chouette = answer_as_box(chouette, take=True)
        case Taken() if chouette.game and chouette.game.offered_by == "box":
            chouette = answer_as_team(chouette, chouette.game.playing)
        case GameOver():
            chouette = pay_out(chouette, _party(chouette, event.winner), event.points)
    return chouette


def _begun(chouette: Chouette, event: GameStarted) -> Chouette:
    """A game that was still going on was given up, or begun anew after a tie (R53)."""
    if chouette.game:
        chouette = break_off(chouette)
    begun = begin_game(chouette, event.cube)
    if begun.game and event.owner:
        game = replace(begun.game, owner=_party(chouette, event.owner), doubled=True)
        return replace(begun, game=game)
    return begun


def _party(chouette: Chouette, side: Side) -> Party:
    return "box" if side is chouette.side else "team"


def with_chouette(state: MatchState, event: Event) -> MatchState:
    """The chouette goes on with the game; box and captain are the two names at the board."""
    if state.chouette is None:
        return state
    chouette = chouette_after(state.chouette, event)
    return replace(state, chouette=chouette, names=chouette.names)


def chouette_of_state(state: MatchState, event: ChouetteFounded) -> Chouette | None:
    """A game that began while the names were entered is the chouette's first."""
    founded = chouette_founded(event, state.rules)
    playing = state.phase in (Phase.TO_ROLL, Phase.MOVING)
    return begin_game(founded, state.cube.value) if founded and playing else founded
