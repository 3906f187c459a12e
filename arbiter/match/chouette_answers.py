"""What follows from what people enter about a chouette."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.match.chouette import Chouette, answer_as_team, found, join, leave
from arbiter.match.commands import AnswerAsTeam, CommandError, FoundChouette, Join, Leave
from arbiter.match.entered_events import ChouetteFounded, PlayerJoined, PlayerLeft, TeamAnswered
from arbiter.match.events import Dropped, Event, Taken
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.position import Side
from arbiter.rules import Rules


def may_be_founded(state: MatchState) -> bool:
    """Between games, or in one of which nothing has been played yet."""
    if state.phase in (Phase.TO_ROLL, Phase.MOVING):
        return not state.turns and state.cube.owner is None
    return state.phase in (Phase.SETTING_UP, Phase.GAME_OVER)


def chouette_of(rules: Rules, rolls: Sequence[tuple[str, int]], box: Side) -> Chouette:
    """The chouette as it begins. Raises CommandError where the match has a length, or where `found` does."""
    if rules.length:
        raise CommandError(Message("A chouette is played for money: begin a session without a length (R65)."))
    return found(rolls, rules, box)


def note_of_chouette(state: MatchState, command: FoundChouette | Join | Leave, frame: int, time: float) -> Event:
    """Founding, joining and leaving, each only between games (R65 to R67)."""
    if isinstance(command, FoundChouette):
        if not may_be_founded(state):
            raise CommandError(Message("A chouette can begin only between games."))
        chouette_of(state.rules, command.rolls, command.box)
        return ChouetteFounded(frame, time, command.rolls, command.box)
    chouette = _chouette(state)
    if isinstance(command, Join):
        join(chouette, command.name)
        return PlayerJoined(frame, time, command.name)
    leave(chouette, command.name)
    return PlayerLeft(frame, time, command.name)


def team_answered(state: MatchState, command: AnswerAsTeam, frame: int, time: float) -> tuple[Event, ...]:
    """Each member of the team answers alone; the game goes on if anybody takes (R71)."""
    chouette, side = _chouette(state), state.answerer
    if side is None:
        raise CommandError(Message("No double waits for an answer."))
    if side is chouette.side:
        raise CommandError(Message("The team has doubled: the box takes or drops (R70)."))
    answer_as_team(chouette, command.takers)
    if not command.takers:
        return (Dropped(frame, time, side),)
    return TeamAnswered(frame, time, command.takers), Taken(frame, time, side, 2 * state.cube.value)


def _chouette(state: MatchState) -> Chouette:
    if state.chouette is None:
        raise CommandError(Message("This is no chouette."))
    return state.chouette
