"""How a match begins and how a game does, from the start or from any position."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.match.chouette_answers import chouette_of
from arbiter.match.commands import CommandError, NewGame, NewMatch
from arbiter.match.cube_answers import cube_fault
from arbiter.match.entered_events import ChouetteFounded, Paused, PlayersNamed, Resumed, ScoreCorrected, Seated
from arbiter.match.events import BackInStep, BadRoll, Event, GameStarted, MatchStarted, Note, OutOfStep, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.plays import position_faults
from arbiter.replacing import replace
from arbiter.rules import ABAK, Rules
from arbiter.scoring import is_crawford
from arbiter.values import plain_name

_BEFORE_PLAY = (
    MatchStarted, GameStarted, ChouetteFounded, ScoreCorrected, PlayersNamed, Seated, Paused, Resumed, Note, BadRoll,
    OutOfStep, BackInStep,
)  # fmt: skip
NO_COACH_IN_CHOUETTE = Message("There is no coach in a chouette.")
NO_COMPUTER_IN_ABAK = Message("The computer does not know Abak Evolution: two play it at the board.")


def has_begun(events: Iterable[Event]) -> bool:
    """Whether anything was played in a match: else it was agreed, the board perhaps set up, and that is all."""
    return any(not isinstance(event, _BEFORE_PLAY) for event in events)


def new_match(command: NewMatch, frame: int, time: float) -> tuple[Event, ...]:
    """A chouette is founded in the same moment, so that no game begins for two of its players alone.

    Nobody beavers in one, whatever was agreed for two.
    """
    if fault := command.rules.fault():
        raise CommandError(fault)
    check_score(command.score, command.rules.length)
    if not command.rolls:
        if command.opponent and not command.opponent.known:
            raise CommandError(Message("This opponent is not understood."))
        if command.opponent and command.rules.variant == ABAK:
            raise CommandError(NO_COMPUTER_IN_ABAK)
        names = command.opponent.among(command.names) if command.opponent else command.names
        names = checked_names(names)
        return (MatchStarted(frame, time, command.rules, names, command.score, command.opponent),)
    if command.rules.coach:
        raise CommandError(NO_COACH_IN_CHOUETTE)
    founded = chouette_of(command.rules, command.rolls, command.box)
    begun = MatchStarted(frame, time, replace(command.rules, beavers=False), founded.names, command.score)
    return begun, ChouetteFounded(frame, time, command.rolls, command.box)


def new_game(state: MatchState, command: NewGame, frame: int, time: float) -> tuple[Event, ...]:
    """A match of another length begins first; else another score is put right first."""
    first = _match_for(state, command, frame, time)
    state = fold(first, state)
    if state.phase is Phase.MATCH_OVER:
        raise CommandError(Message("The match is over; start a new match."))
    position = command.position or state.rules.start
    if faults := position_faults(state.rules.start, position):
        raise CommandError(Message("That position cannot be: {fault}.", fault=faults[0]))
    crawford = is_crawford(state.rules, state.score, state.crawford_played)
    if command.crawford is not None:
        crawford = crawford and command.crawford
    if fault := cube_fault(state.rules, command, crawford):
        raise CommandError(fault)
    game = GameStarted(frame, time, position, command.player, command.cube, command.owner, crawford)
    return (*first, game, *_roll(command, frame, time))


def _match_for(state: MatchState, command: NewGame, frame: int, time: float) -> tuple[Event, ...]:
    length = state.rules.length if command.length is None else command.length
    score = state.score if command.score is None else command.score
    if (length, score) == (state.rules.length, state.score):
        return ()
    check_score(score, length)
    if state.chouette:
        raise CommandError(Message("In a chouette the ledger says who has won what: leave the score as it is."))
    if length == state.rules.length:
        return (ScoreCorrected(frame, time, score),)
    rules = _of_length(state.rules, length)
    if fault := rules.fault():
        raise CommandError(fault)
    return (MatchStarted(frame, time, rules, state.names, score, state.opponent),)


def _of_length(rules: Rules, length: int) -> Rules:
    """The same rules as far as they suit a match of that length, or a session (0); a coach is agreed anew."""
    if length:
        return replace(rules, length=length, jacoby=None, beavers=False, automatic_doubles=0, coach=False)
    return replace(rules, length=0, jacoby=None, clock="none", coach=False)


def _roll(command: NewGame, frame: int, time: float) -> tuple[Event, ...]:
    if command.dice is None:
        return ()
    if any(not 1 <= die <= 6 for die in command.dice):
        raise CommandError(Message("A die shows a number from 1 to 6."))
    if command.player is None:
        raise CommandError(Message("Say whose roll it is."))
    return (RollSeen(frame, time, command.player, command.dice, "entered"),)


def check_score(score: tuple[int, int], length: int = 0) -> None:
    """Raises CommandError where a score cannot stand in a match to so many points."""
    if min(*score, length) < 0:
        raise CommandError(Message("A score counts from 0 up."))
    if 0 < length <= max(score):
        raise CommandError(
            Message(
                "At {light}-{dark} a match to {length} is over (R56).", light=score[0], dark=score[1], length=length
            )
        )


def checked_names(names: tuple[str, str]) -> tuple[str, str]:
    """Each on one line. Raises CommandError where one is empty."""
    light, dark = map(plain_name, names)
    if not light or not dark:
        raise CommandError(Message("Both players need a name."))
    return light, dark
