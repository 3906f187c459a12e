"""A match against an opponent who is not at the table: what it has to decide, and what follows from its decisions."""

from __future__ import annotations

from typing import Literal

from arbiter.match.commands import (
    Accept,
    AskHint,
    Beaver,
    Command,
    CommandError,
    Decided,
    Double,
    Drop,
    IntendCube,
    IntendPlay,
    OpponentDecided,
    ProgramWord,
    Refuse,
    Resign,
    RunOut,
    Take,
)
from arbiter.match.cube_answers import cube_answered
from arbiter.match.entered_events import Undone
from arbiter.match.events import Event, IntendedCube, IntendedPlay
from arbiter.match.opponent import OpponentSeat
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import last_action, last_decision
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import accepted_plays
from arbiter.position import Side

Decision = Literal["cube", "answer", "play", "resignation", "roll"]
"""Resign, double or roll? Take or drop? What play? Accept? And the roll that the program knows or throws."""

MOVED_ON = Message("The match has moved on.")


def decision_due(state: MatchState) -> Decision | None:
    """What the match waits for from the opponent, or from the program that throws its dice; None where for nothing."""
    seat = state.opponent
    if seat is None or state.paused or state.out_of_step:
        return None
    if state.resignation is not None:
        return "resignation" if state.resignation.player is not seat.side else None
    match state.phase:
        case Phase.DOUBLED if state.answerer is seat.side:
            return "answer"
        case Phase.MOVING if state.player is seat.side and state.intended is None:
            return "play"
        case Phase.TO_ROLL:
            return _before_roll(state, seat)
    return None


def _before_roll(state: MatchState, seat: OpponentSeat) -> Decision | None:
    if state.player is seat.side and not state.cube_considered:
        return "cube"
    program_rolls = state.player is seat.side and seat.dice == "program"
    return "roll" if state.kept_rolls or program_rolls else None


def said_now(state: MatchState, word: Command | ProgramWord) -> Command | RunOut | Decided:
    """What is said by it. Raises CommandError for a decision on what is over, or that the opponent alone makes."""
    if not isinstance(word, OpponentDecided):
        if state.opponent and _decides(state, word) is state.opponent.side:
            raise CommandError(Message("That is for {name} to decide.", name=state.opponent.name))
        return word
    if word.actions != state.actions:
        raise CommandError(MOVED_ON)
    return word.command


def _decides(state: MatchState, word: Command | ProgramWord) -> Side | None:
    """Whose decision it would be."""
    match word:
        case Double():
            return state.player
        case Take() | Drop() | Beaver():
            return state.answerer
        case Accept() | Refuse():
            return state.resignation.player.other if state.resignation else None
        case Resign() | AskHint():
            return word.player
    return None


def decided(state: MatchState, command: IntendPlay | IntendCube, frame: int, time: float) -> tuple[Event, ...]:
    """The opponent's intention, and the double that it makes. Raises CommandError where the match has moved on."""
    seat, due = state.opponent, decision_due(state)
    if seat is None:
        raise CommandError(MOVED_ON)
    if isinstance(command, IntendCube):
        rolls = due == "roll" and state.player is seat.side and not state.kept_rolls
        if due != "cube" and not (command.doubles and rolls):  # whoever said no may still double before they roll
            raise CommandError(MOVED_ON)
        double = (cube_answered(state, Double(), frame, time),) if command.doubles else ()
        return (IntendedCube(frame, time, seat.side, command.doubles), *double)
    if due != "play" or state.dice is None or sorted(state.dice) != sorted(command.dice):
        raise CommandError(MOVED_ON)
    plays = accepted_plays(state.position, seat.side, state.dice)
    play = next((play for play in plays if play.result == command.position), None)
    if play is None:
        raise CommandError(Message("The opponent's play is no legal one."))
    return (IntendedPlay(frame, time, seat.side, state.dice, format_play(play), play.result),)


def taken_back(state: MatchState, frame: int, time: float) -> tuple[Event, ...]:
    """Back to the last decision of the person, whatever the opponent has done since; the rolls of then come again."""
    actions = last_decision(state)
    if not actions:
        raise CommandError(Message("There is nothing of yours to take back."))
    text = Message("Taken back: {action}.", action=last_action(state))
    return tuple(Undone(frame, time, text, keeps_roll=True) for _ in actions)
