"""The record of a match as text for people."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.match.edit_answers import edit_lines
from arbiter.match.events import (
    BadRoll,
    ClockPressed,
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    Note,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    TimeRanOut,
)
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.match.undo import standing
from arbiter.notation import format_roll


def record_text(events: Sequence[Event]) -> str:
    """All plays, warnings and scores that were not taken back, one a line; rolls stand with their plays.

    What was corrected afterwards stands as it was corrected, and is named at the end.
    """
    state, lines = MatchState(), []
    for event in standing(events):
        state = apply(state, event)
        if isinstance(event, RollSeen) or (isinstance(event, IllegalPlay) and event.provisional):
            continue
        line = line_of(event)
        if line:
            lines.append(line)
        if isinstance(event, GameOver):
            lines.append(f"Score: light {state.score[0]}, dark {state.score[1]}")
    lines += edit_lines(events)
    return "\n".join(lines)


def line_of(event: Event) -> str:
    """One event as a line; empty for what is not shown."""
    text = _of_play(event) or _of_cube(event) or _of_match(event)
    return text.strip()


def _of_play(event: Event) -> str:
    text = ""
    match event:
        case RollSeen(player=player, dice=dice):
            text = f"{player} rolls {_rolled(dice)}"
        case PlayMade(player=player, dice=dice, play=play):
            text = f"{player:<5} {_rolled(dice)}: {play}"
        case IllegalPlay(player=player, message=message, rules=rules, provisional=provisional):
            kind = "not legal yet" if provisional else "ILLEGAL"
            text = f"{player:<5} {kind}: {message} ({', '.join(rules)})"
        case PlayCorrected(player=player, entered=True):
            text = f"{player:<5} after this turn the position was entered"
        case PlayCorrected(player=player, play=play):
            text = f"{player:<5} put right: {play}"
        case PlayStood(player=player, play=play):
            text = f"{player:<5} let stand: {play}"
        case ClockPressed(player=player):
            text = f"{player:<5} ends the turn by a tap"
        case BadRoll(player=player, message=message):
            text = f"{player:<5} {message}"
    return text


def _of_cube(event: Event) -> str:
    text = ""
    match event:
        case Doubled(player=player, value=value):
            text = f"{player:<5} doubles to {value}"
        case Taken(player=player):
            text = f"{player:<5} takes"
        case Dropped(player=player):
            text = f"{player:<5} drops"
    return text


def _of_match(event: Event) -> str:
    text = ""
    match event:
        case MatchStarted(rules=rules, score=score):
            length = f"Match to {rules.length}" if rules.length else "Money session"
            text = f"{length}, light {score[0]}, dark {score[1]}"
        case GameStarted(player=player):
            text = f"A game is taken up with {player} on roll" if player else "A game begins"
        case TimeRanOut(player=player, points=points):
            cost = f"{points} point{'' if points == 1 else 's'} for {player.other}" if points else "overtime"
            text = f"{player} has no time left: {cost}"
        case GameOver(winner=winner, points=points, kind=kind):
            won = "the game" if kind == "single" else f"a {kind}"
            text = f"{winner} wins {won}: {points} point{'' if points == 1 else 's'}"
        case MatchOver(winner=winner, score=score):
            text = f"{winner} wins the match {max(score)} to {min(score)}"
        case Note(message=message):
            text = f"({message})"
    return text


def _rolled(dice: tuple[int, int] | None) -> str:
    return format_roll(dice) if dice else "?-?"
