"""What follows from what people enter about a roll or a play."""

from __future__ import annotations

from arbiter.match.commands import CommandError, CorrectDice, Demand, LetStand, Misread, TakeBoard
from arbiter.match.cube_answers import after_tie
from arbiter.match.entered_events import CorrectionDemanded
from arbiter.match.events import (
    BackInStep,
    Event,
    GameStarted,
    IllegalPlay,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    WarningWithdrawn,
)
from arbiter.match.judged_play import judged_play
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import legal_plays, position_faults
from arbiter.position import CHECKERS, Position
from arbiter.replacing import replace
from arbiter.verdict import judge


def dice_corrected(state: MatchState, command: CorrectDice, frame: int, time: float) -> tuple[Event, ...]:
    """The roll under way, or one that was not seen; after an illegal play the play is judged anew by these dice."""
    if not all(1 <= die <= 6 for die in command.dice):
        raise CommandError(Message("A die shows a number from 1 to 6."))
    if state.phase is Phase.CORRECTING and state.warning:
        mover = state.warning.player
        judged = judged_play(state.position, mover, command.dice, state.warning.position, frame, time)
        return RollSeen(frame, time, mover, command.dice, "entered"), judged
    player = command.player or state.player
    if state.phase not in (Phase.TO_ROLL, Phase.MOVING):
        raise CommandError(Message("There is no roll to correct now."))
    if state.player is None and command.dice[0] == command.dice[1]:
        if again := after_tie(state, frame, time):
            return (again,)
        raise CommandError(Message("Equal opening dice are rolled again (R9)."))
    if player is None:
        raise CommandError(Message("Say who moves first, light or dark."))
    return (RollSeen(frame, time, player, command.dice, "entered"),)


def position_corrected(state: MatchState, position: Position, frame: int, time: float) -> Event:
    """What lies there is judged in place of the illegal play under discussion, or is what the last play left.

    Where that play does not lead to it the board was misread, or changed since: nobody is accused. The play of an
    opponent who is not at the table is finished by it where that is what lies there.
    """
    if faults := position_faults(state.position, position):
        raise CommandError(Message("That position cannot be: {fault}.", fault=faults[0]))
    if position.off == (CHECKERS, CHECKERS):
        raise CommandError(Message("Nobody can play on from an empty board; say how the game ended instead."))
    if state.phase is Phase.CORRECTING and state.warning:
        return _judged_anew(state, state.warning, position, frame, time)
    if state.phase not in (Phase.TO_ROLL, Phase.MOVING, Phase.DOUBLED):
        raise CommandError(Message("There is no position to correct now; start a game from it instead."))
    if (intended := state.intended) and position == intended.position:  # it lies there, whatever the camera reads
        return PlayMade(frame, time, intended.player, intended.dice, intended.play, position)
    if not state.turns or state.before is None:
        return GameStarted(frame, time, position, state.player, state.cube.value, state.cube.owner, state.crawford)
    last = state.turns[-1]
    if last.dice is None:
        return PlayCorrected(frame, time, last.player, last.play, position)
    verdict = judge(state.before, last.player, last.dice, position)
    if verdict.legal:
        return PlayCorrected(frame, time, last.player, verdict.play, position, misread=last.illegal)
    return PlayCorrected(frame, time, last.player, last.play, position, entered=True)


def _judged_anew(state: MatchState, warning: IllegalPlay, position: Position, frame: int, time: float) -> Event:
    """The play is right by that board, or another fault, of which the opponent decides; the dice are as they were.

    A right one that was demanded is the correction; else the camera had misread it.
    """
    judged = judged_play(state.position, warning.player, warning.dice, position, frame, time)
    if isinstance(judged, PlayMade):
        return PlayCorrected(frame, time, warning.player, judged.play, position, misread=not state.demanded)
    return replace(judged, dice_sure=warning.dice_sure)


def board_taken(state: MatchState, command: TakeBoard, frame: int, time: float) -> tuple[Event, ...]:
    """The game goes on from what the camera sees, with the player who is said to be on turn."""
    if state.out_of_step is None:
        raise CommandError(Message("The board matches the game: there is nothing to take over."))
    position, player = state.out_of_step.position, state.player
    if not position.playable or position.out_of_sight(state.position):
        raise CommandError(Message("Not all checkers are in sight; put them back first, or enter the position."))
    passed_on = player is not None and command.player is player.other
    if state.phase is Phase.MOVING and passed_on and player and state.dice:
        verdict = judge(state.position, player, state.dice, position)
        event: Event = PlayCorrected(frame, time, player, verdict.play, position, entered=True)
        if verdict.legal:
            event = PlayMade(frame, time, player, state.dice, verdict.play, position)
    elif state.phase is Phase.TO_ROLL and passed_on and player:
        event = PlayMade(frame, time, player, None, "", position)
    else:
        event = position_corrected(state, position, frame, time)
    return event, BackInStep(frame, time)


def warning_answered(state: MatchState, command: LetStand | Demand | Misread, frame: int, time: float) -> Event:
    """Whether the play warned of stands, must be put right, or was legal after all (R62 to R64)."""
    warning = state.warning
    if warning is None:
        raise CommandError(Message("There is no warning to answer now."))
    if isinstance(command, Misread):
        if warning.provisional:
            return WarningWithdrawn(frame, time, warning.player)
        plays = legal_plays(state.position, warning.player, warning.dice)
        nearest = min(plays, key=lambda play: _apart(play.result, warning.position))
        return PlayCorrected(frame, time, warning.player, format_play(nearest), nearest.result, misread=True)
    if state.phase is not Phase.CORRECTING:
        raise CommandError(Message("The play is not finished: the dice still lie (R59)."))
    if command.player is warning.player:
        raise CommandError(Message("The opponent decides whether an illegal play is put right (R63)."))
    if isinstance(command, Demand):
        return CorrectionDemanded(frame, time, warning.player)
    if state.rules.must_be_legal:
        raise CommandError(Message("By these rules an illegal play has to be put right (R63)."))
    if not warning.position.playable:
        raise CommandError(Message("Nobody can play on with a checker too many on the board (R73)."))
    play = judge(state.position, warning.player, warning.dice, warning.position).play
    return PlayStood(frame, time, warning.player, play, warning.position)


def _apart(one: Position, other: Position) -> int:
    pairs = zip(one.light + one.dark, other.light + other.dark, strict=True)
    return sum(abs(a - b) for a, b in pairs)
