"""What follows from what people enter: commands to events, by the rules alone."""

from __future__ import annotations

from arbiter.match.chouette_answers import chouette_of, note_of_chouette, team_answered
from arbiter.match.clock import may_press
from arbiter.match.commands import (
    Accept,
    AnswerAsTeam,
    Beaver,
    Command,
    CommandError,
    CorrectDice,
    CorrectPosition,
    CorrectScore,
    Demand,
    Double,
    Drop,
    EndGame,
    FoundChouette,
    Join,
    Leave,
    LetStand,
    Misread,
    NamePlayers,
    NewGame,
    NewMatch,
    Pause,
    PlayOn,
    PressClock,
    Refuse,
    Resign,
    Resume,
    RunOut,
    Seat,
    Take,
    TakeBoard,
    Undo,
)
from arbiter.match.cube_answers import cube_answered, cube_fault, resignation_answered
from arbiter.match.endings import corrected_ending
from arbiter.match.events import (
    ChouetteFounded,
    ClockPressed,
    Event,
    GameStarted,
    MatchStarted,
    OutOfStep,
    Paused,
    PlayersNamed,
    Resumed,
    ScoreCorrected,
    Seated,
    TimeRanOut,
    Undone,
)
from arbiter.match.play_answers import board_taken, dice_corrected, position_corrected, warning_answered
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import last_action
from arbiter.message import Message
from arbiter.scoring import is_crawford


def answer(state: MatchState, command: Command | RunOut, frame: int, time: float) -> tuple[Event, ...]:
    """The events that a command brings about. Raises CommandError where it cannot be done now."""
    event: Event
    match command:
        case CorrectPosition():
            event = position_corrected(state, command.position, frame, time)
        case Double() | Take() | Drop() | Beaver():
            event = cube_answered(state, command, frame, time)
        case AnswerAsTeam() | CorrectDice() | EndGame() | NewMatch() | TakeBoard():
            return _several(state, command, frame, time)
        case PressClock() | RunOut():
            event = _clock(state, command, frame, time)
        case LetStand() | Demand() | Misread():
            event = warning_answered(state, command, frame, time)
        case Resign() | Accept() | Refuse():
            event = resignation_answered(state, command, frame, time)
        case FoundChouette() | Join() | Leave():
            event = note_of_chouette(state, command, frame, time)
        case NewGame():
            event = _new_game(state, command, frame, time)
        case CorrectScore() | NamePlayers() | Seat():
            event = _setting(state, command, frame, time)
        case PlayOn() | Undo() | Pause() | Resume():
            event = _course(state, command, frame, time)
    return (event,)


def _setting(state: MatchState, command: CorrectScore | NamePlayers | Seat, frame: int, time: float) -> Event:
    """What stands over the game: score, names, seats."""
    match command:
        case CorrectScore():
            _check_score(command.score)
            return ScoreCorrected(frame, time, command.score)
        case NamePlayers():
            if state.chouette:
                raise CommandError(Message("In a chouette the names follow from who is box and captain."))
            return PlayersNamed(frame, time, _checked_names(command.names))
        case Seat():
            return Seated(frame, time, command.near, command.home)


def _several(
    state: MatchState, command: AnswerAsTeam | CorrectDice | EndGame | NewMatch | TakeBoard, frame: int, time: float
) -> tuple[Event, ...]:
    """Commands that may bring about more than one event."""
    match command:
        case NewMatch():
            return _new_match(command, frame, time)
        case AnswerAsTeam():
            return team_answered(state, command, frame, time)
        case CorrectDice():
            return dice_corrected(state, command, frame, time)
        case EndGame():
            return corrected_ending(state, command, frame, time)
        case TakeBoard():
            return board_taken(state, command, frame, time)


def _course(state: MatchState, command: PlayOn | Undo | Pause | Resume, frame: int, time: float) -> Event:
    """Back, halt and on."""
    if isinstance(command, PlayOn):
        if state.out_of_step is None:
            raise CommandError(Message("The board matches the game: nothing was asked."))
        return OutOfStep(frame, time, state.out_of_step.position)
    if isinstance(command, Undo):
        if action := last_action(state):
            return Undone(frame, time, Message("Taken back: {action}.", action=action))
        raise CommandError(Message("There is nothing to take back."))
    if state.paused is isinstance(command, Pause):
        raise CommandError(
            Message("The match is paused already.") if state.paused else Message("The match is not paused.")
        )
    return Paused(frame, time) if isinstance(command, Pause) else Resumed(frame, time)


def _clock(state: MatchState, command: PressClock | RunOut, frame: int, time: float) -> Event:
    if isinstance(command, RunOut):
        return TimeRanOut(frame, time, command.player, command.points)
    if not may_press(state, command.player):
        raise CommandError(Message("There is no turn that a tap could end now."))
    return ClockPressed(frame, time, command.player)


def _check_score(score: tuple[int, int], length: int = 0) -> None:
    if min(score) < 0:
        raise CommandError(Message("A score counts from 0 up."))
    if 0 < length <= max(score):
        raise CommandError(
            Message(
                "At {light}-{dark} a match to {length} is over (R56).", light=score[0], dark=score[1], length=length
            )
        )


def _checked_names(names: tuple[str, str]) -> tuple[str, str]:
    light, dark = (" ".join(name.split()) for name in names)
    if not light or not dark:
        raise CommandError(Message("Both players need a name."))
    return light, dark


def _new_match(command: NewMatch, frame: int, time: float) -> tuple[Event, ...]:
    """A chouette is founded in the same moment, so that no game begins for two of its players alone."""
    if fault := command.rules.fault():
        raise CommandError(fault)
    _check_score(command.score, command.rules.length)
    if not command.rolls:
        return (MatchStarted(frame, time, command.rules, _checked_names(command.names), command.score),)
    founded = chouette_of(command.rules, command.rolls, command.box)
    begun = MatchStarted(frame, time, command.rules, founded.names, command.score)
    return begun, ChouetteFounded(frame, time, command.rolls, command.box)


def _new_game(state: MatchState, command: NewGame, frame: int, time: float) -> Event:
    if state.phase is Phase.MATCH_OVER:
        raise CommandError(Message("The match is over; start a new match."))
    position = command.position or state.rules.start
    if faults := position.faults():
        raise CommandError(Message("That position cannot be: {fault}.", fault=faults[0]))
    crawford = is_crawford(state.rules, state.score, state.crawford_played)
    if fault := cube_fault(state.rules, command, crawford):
        raise CommandError(fault)
    return GameStarted(frame, time, position, command.player, command.cube, command.owner, crawford)
