"""What follows from what people enter: commands to events, by the rules alone."""

from __future__ import annotations

from arbiter.match.beginnings import check_score, checked_names, new_game, new_match
from arbiter.match.chouette_answers import note_of_chouette, team_answered
from arbiter.match.clock import may_press
from arbiter.match.coaching import hint_taken, played_again
from arbiter.match.commands import (
    Accept,
    AnswerAsTeam,
    AskHint,
    Beaver,
    Command,
    CommandError,
    CorrectDice,
    CorrectPosition,
    CorrectScore,
    Demand,
    Double,
    Drop,
    EditTurn,
    EndGame,
    FoundChouette,
    IntendCube,
    IntendPlay,
    Join,
    Leave,
    LetStand,
    Misread,
    NamePlayers,
    NewGame,
    NewMatch,
    Pause,
    PlayAgain,
    PlayOn,
    PressClock,
    Redo,
    Refuse,
    Resign,
    Resume,
    RunOut,
    Seat,
    Take,
    TakeBoard,
    TellStack,
    Undo,
)
from arbiter.match.cube_answers import cube_answered, resignation_answered
from arbiter.match.edit_answers import turn_edited
from arbiter.match.endings import corrected_ending
from arbiter.match.entered_events import (
    Paused,
    PlayersNamed,
    PositionEntered,
    Resumed,
    ScoreCorrected,
    Seated,
    TurnRevised,
    Undone,
)
from arbiter.match.event_json import EventError, event_from_json, event_to_json
from arbiter.match.events import ClockPressed, Event, OutOfStep, TimeRanOut
from arbiter.match.fold import apply
from arbiter.match.opponent_answers import decided, taken_back
from arbiter.match.play_answers import board_taken, dice_corrected, position_corrected, warning_answered
from arbiter.match.redo import redone
from arbiter.match.stacks import stack_told
from arbiter.match.state import MatchState
from arbiter.match.undo import last_action
from arbiter.message import Message


def answer(
    state: MatchState, command: Command | RunOut | IntendPlay | IntendCube, frame: int, time: float
) -> tuple[Event, ...]:
    """The events that a command brings about. Raises CommandError where it cannot be done now.

    They fit into the record by its own bounds: what could not be read again is refused now.
    """
    events = _answered(state, command, frame, time)
    for event in events:
        try:
            event_from_json(event_to_json(event))
        except EventError as error:
            raise CommandError(Message("No record can hold that. {error}", error=error)) from error
    return events


def _answered(
    state: MatchState, command: Command | RunOut | IntendPlay | IntendCube, frame: int, time: float
) -> tuple[Event, ...]:
    event: Event
    match command:
        case IntendPlay() | IntendCube():
            return decided(state, command, frame, time)
        case PlayAgain() | Undo() | Redo():
            return _back_or_again(state, command, frame, time)
        case CorrectPosition():
            event = position_corrected(state, command.position, frame, time)
            return event, PositionEntered(frame, time, command.position)
        case Double() | Take() | Drop() | Beaver():
            event = cube_answered(state, command, frame, time)
        case AnswerAsTeam() | CorrectDice() | EndGame() | NewGame() | NewMatch() | TakeBoard() | TellStack():
            return _several(state, command, frame, time)
        case PressClock() | RunOut() | AskHint():
            event = _beside_the_board(state, command, frame, time)
        case LetStand() | Demand() | Misread():
            event = warning_answered(state, command, frame, time)
        case Resign() | Accept() | Refuse():
            event = resignation_answered(state, command, frame, time)
        case FoundChouette() | Join() | Leave():
            event = note_of_chouette(state, command, frame, time)
        case CorrectScore() | NamePlayers() | Seat():
            event = _setting(state, command, frame, time)
        case EditTurn():
            event = turn_edited(state, command, frame, time)
        case PlayOn() | Pause() | Resume():
            event = _course(state, command, frame, time)
    return (event,)


def _setting(state: MatchState, command: CorrectScore | NamePlayers | Seat, frame: int, time: float) -> Event:
    """What stands over the game: score, names, seats."""
    match command:
        case CorrectScore():
            check_score(command.score)
            return ScoreCorrected(frame, time, command.score)
        case NamePlayers():
            if state.chouette:
                raise CommandError(Message("In a chouette the names follow from who is box and captain."))
            return PlayersNamed(frame, time, checked_names(command.names))
        case Seat():
            return Seated(frame, time, command.near, command.home)


def _several(
    state: MatchState,
    command: AnswerAsTeam | CorrectDice | EndGame | NewGame | NewMatch | TakeBoard | TellStack,
    frame: int,
    time: float,
) -> tuple[Event, ...]:
    """Commands that may bring about more than one event."""
    match command:
        case NewGame():
            return new_game(state, command, frame, time)
        case NewMatch():
            return new_match(command, frame, time)
        case AnswerAsTeam():
            return team_answered(state, command, frame, time)
        case CorrectDice():
            return dice_corrected(state, command, frame, time)
        case EndGame():
            return corrected_ending(state, command, frame, time)
        case TakeBoard() | TellStack():
            return _of_board(state, command, frame, time)


def _of_board(state: MatchState, command: TakeBoard | TellStack, frame: int, time: float) -> tuple[Event, ...]:
    """What lies there, as the camera reads it or as people have looked."""
    if isinstance(command, TellStack):
        return stack_told(state, command, frame, time)
    return board_taken(state, command, frame, time)


def _course(state: MatchState, command: PlayOn | Pause | Resume, frame: int, time: float) -> Event:
    """Halt and on."""
    if isinstance(command, PlayOn):
        if state.out_of_step is None:
            raise CommandError(Message("The board matches the game: nothing was asked."))
        return OutOfStep(frame, time, state.out_of_step.position)
    if state.paused is isinstance(command, Pause):
        raise CommandError(
            Message("The match is paused already.") if state.paused else Message("The match is not paused.")
        )
    return Paused(frame, time) if isinstance(command, Pause) else Resumed(frame, time)


def _back_or_again(state: MatchState, command: PlayAgain | Undo | Redo, frame: int, time: float) -> tuple[Event, ...]:
    if isinstance(command, PlayAgain):
        return played_again(state, frame, time)
    return redone(state, frame, time) if isinstance(command, Redo) else _undone(state, frame, time)


def _undone(state: MatchState, frame: int, time: float) -> tuple[Event, ...]:
    """One action back. Who takes back what later looks had changed vouches for where the record has the checkers."""
    if state.opponent:
        return taken_back(state, frame, time)
    action = last_action(state)
    if not action:
        raise CommandError(Message("There is nothing to take back."))
    undone = Undone(frame, time, Message("Taken back: {action}.", action=action))
    if state.last and isinstance(state.last.event, TurnRevised):
        return undone, PositionEntered(frame, time, apply(state, undone).lies)
    return (undone,)


def _beside_the_board(
    state: MatchState, command: PressClock | RunOut | AskHint, frame: int, time: float
) -> Event:
    """The clock, and what the coach is asked."""
    if isinstance(command, AskHint):
        return hint_taken(state, command, frame, time)
    if isinstance(command, RunOut):
        return TimeRanOut(frame, time, command.player, command.points)
    if not may_press(state, command.player):
        raise CommandError(Message("There is no turn that a tap could end now."))
    return ClockPressed(frame, time, command.player)
