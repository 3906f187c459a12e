"""A match of the journal step by step: what happened, the board after it, and which picture shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from arbiter.errors import IllegalPositionError
from arbiter.match.edit_answers import edit_line
from arbiter.match.entered_events import ScoreCorrected, TurnEdited, TurnRevised, Undone
from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    PlayCorrected,
    PlayMade,
    PlayStood,
    Taken,
    TimeRanOut,
)
from arbiter.match.fold import apply, fold
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import standing, standing_edits
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.scoring import Kind
from arbiter.seats import Seats
from arbiter.xgid import MatchPosition, format_xgid
from bookgammon.history.clips import ClipName
from web.history import MatchStep, StepKind
from web.messages import time_ran_out

_CONTESTED: tuple[StepKind, ...] = ("illegal", "stood", "corrected", "edited")
USUAL_SEATS = Seats(Side.LIGHT)
"""What the journal takes for granted where it says nothing else."""

StepParts = tuple[StepKind, Side | None, Dice | None, str, str]
"""kind, player, dice, text and note of a step."""


def _won(kind: Kind, points: Message) -> Message:
    if kind == "gammon":
        return Message("Wins a gammon: {points}", points=points)
    if kind == "backgammon":
        return Message("Wins a backgammon: {points}", points=points)
    return Message("Wins the game: {points}", points=points)


HasPicture = Callable[[int], bool]
"""Whether the camera's picture of a frame was kept."""


def steps_of(events: Sequence[Event], has_picture: HasPicture, clips: Sequence[ClipName] = ()) -> tuple[MatchStep, ...]:
    """The match as people edited it; each edit that stands is a step of its own, where it was made.

    So is each turn that later looks have changed. clips: the films that were kept, in their order.
    """
    return _with_clips(_all_steps(events, has_picture), clips)


def _with_clips(steps: list[MatchStep], clips: Sequence[ClipName]) -> tuple[MatchStep, ...]:
    """Each film with the steps that it is about; that of a question, which is no step, with what followed it."""
    for clip in clips:
        about = [place for place, step in enumerate(steps) if step.kind in _CONTESTED and clip.holds(step.at)]
        after = [place for place, step in enumerate(steps) if step.at >= clip.first and step.clip is None]
        for place in about or after[:1]:
            steps[place] = replace(steps[place], clip=str(clip))
    return tuple(steps)


def _all_steps(events: Sequence[Event], has_picture: HasPicture) -> list[MatchStep]:
    changes = standing_edits(events)
    ahead = max((number + 1 for number in changes if isinstance(events[number], TurnEdited)), default=0)
    steps: list[MatchStep] = []
    state = MatchState()
    for event in standing(events[:ahead]):
        state = _add_step(steps, event, state, has_picture)
    for number in reversed([number for number in changes if number < ahead]):
        before, change = fold(events[:number]), events[number]
        follows = change.follows if isinstance(change, TurnRevised) else 0
        place = len(_steps(standing(events[: number + 1 + follows])))
        line: list[MatchStep] = []
        _add_step(line, events[number], before, has_picture)
        steps[place:place] = line
    state = fold(events[:ahead])
    for event in events[ahead:]:
        state = _add_step(steps, event, state, has_picture)
    return steps


def _steps(events: Iterable[Event]) -> list[MatchStep]:
    steps: list[MatchStep] = []
    state = MatchState()
    for event in events:
        state = _add_step(steps, event, state, lambda _: False)
    return steps


def _add_step(steps: list[MatchStep], event: Event, before: MatchState, has_picture: HasPicture) -> MatchState:
    """The state after the event, which is added where it is a step."""
    state = apply(before, event)
    if isinstance(event, Undone):
        _forget_turns(steps, (state.game, len(state.turns) + 1))
    parts = _parts_of(event, before, state)
    if parts is not None:
        kind, player, dice, text, note = parts
        step = MatchStep(
            kind,
            state.game,
            player,
            dice,
            text,
            note,
            position=event.position if isinstance(event, IllegalPlay) else state.position,
            cube=state.cube,
            score=state.score,
            seats=state.seats or USUAL_SEATS,
            xgid=_decision(event, before),
            frame=event.frame if has_picture(event.frame) else None,
            turn=len(state.turns) if kind in ("play", "stood", "corrected") else None,
            at=event.frame,
        )
        if step.turn is not None:
            _forget_turns(steps, (step.game, step.turn))  # it was amended
        steps.append(step)
    return state


def _forget_turns(steps: list[MatchStep], first: tuple[int, int]) -> None:
    """What was taken back, or stands in another step, is no turn of the record any more. first: game and turn."""
    for place, step in enumerate(steps):
        if step.turn is not None and (step.game, step.turn) >= first:
            steps[place] = replace(step, turn=None)


def _parts_of(event: Event, before: MatchState, after: MatchState) -> StepParts | None:
    """None for what is no step of its own: rolls are shown with their plays."""
    return (
        _of_play(event, before, after)
        or _of_cube(event, before)
        or _of_people(event, before, after)
        or _of_match(event, after)
    )


def _of_play(event: Event, before: MatchState, after: MatchState) -> StepParts | None:
    match event:
        case PlayMade():
            return "play", event.player, event.dice, event.play, _roll_note(after)
        case IllegalPlay(provisional=False):
            fault = after.warning.fault if after.warning else None
            return "illegal", event.player, event.dice, Message("Illegal play"), fault.sentences if fault else ""
        case PlayStood():
            dice = after.turns[-1].dice if after.turns else None
            return "stood", event.player, dice, event.play, Message("Against the rules, but it stands.")
        case PlayCorrected() if not _confirms(event, before):
            dice = after.turns[-1].dice if after.turns else None
            note = Message("The camera had misread the board.") if event.misread else Message("Put right.")
            return "corrected", event.player, dice, event.play, note
    return None


def _confirms(event: PlayCorrected, before: MatchState) -> bool:
    """Whether people said that the last play left just what it did: nothing was put right."""
    last = before.turns[-1] if _amends(event, before) else None
    return last is not None and not last.illegal and (last.play, before.position) == (event.play, event.position)


def _amends(event: PlayCorrected | PlayStood, before: MatchState) -> bool:
    """Whether it is about the turn that was finished last, not the one under way."""
    under_way = before.player is event.player and before.phase in (Phase.MOVING, Phase.CORRECTING)
    return not under_way and bool(before.turns) and before.turns[-1].player is event.player


def _roll_note(after: MatchState) -> str:
    """How the roll of the play just made is known, where it was not read."""
    turn = after.turns[-1] if after.turns else None
    if turn is None or turn.dice is None or turn.source == "read":
        return ""
    if turn.source == "entered":
        return Message("The roll was entered by hand.")
    return Message("The roll was inferred from the play.")


def _of_people(event: Event, before: MatchState, after: MatchState) -> StepParts | None:
    match event:
        case TurnEdited():
            return "edited", None, None, Message("Corrected afterwards"), edit_line(before, event)
        case TurnRevised():
            return "edited", None, None, Message("Corrected afterwards"), event.message
        case Undone() if before.revising:
            return None  # the line above says what was changed
        case ScoreCorrected():
            return (
                "score",
                None,
                None,
                Message("Score corrected"),
                Message("{light} to {dark}", light=after.score[0], dark=after.score[1]),
            )
        case Undone():
            return "undone", None, None, Message("Taken back"), event.message
    return None


def _of_cube(event: Event, before: MatchState) -> StepParts | None:
    match event:
        case Doubled():
            beavers = before.phase.value == "doubled" and event.player is not before.player
            text = Message("Doubles to {stake}", stake=event.value)
            if beavers:
                text = Message("Beavers to {stake}", stake=event.value)
            return "cube", event.player, None, text, ""
        case Taken():
            return "cube", event.player, None, Message("Takes at {stake}", stake=event.value), ""
        case Dropped():
            return "cube", event.player, None, Message("Drops"), ""
    return None


def _of_match(event: Event, after: MatchState) -> StepParts | None:
    match event:
        case GameStarted():
            note = Message("Crawford game, no cube.") if event.crawford else ""
            return "begins", None, None, Message("Game {game} begins", game=after.game), note
        case GameOver():
            points = Message.counted("{count} point", "{count} points", event.points)
            return "over", event.winner, None, _won(event.kind, points), ""
        case TimeRanOut():
            return "score", event.player, None, Message("All the time is used up"), time_ran_out(after, event)
        case MatchOver():
            return (
                "over",
                event.winner,
                None,
                Message("Wins the match"),
                Message("{light} to {dark}", light=after.score[0], dark=after.score[1]),
            )
    return None


def _decision(event: Event, before: MatchState) -> str:
    """The XGID of what was decided: for a play the position before it with its dice."""
    match event:
        case PlayMade():
            return _xgid(before, before.position, event.player, event.dice)
        case PlayCorrected() | PlayStood() if before.before is not None and _amends(event, before):
            return _xgid(before, before.before, event.player, before.turns[-1].dice)
        case PlayCorrected() | PlayStood():
            return _xgid(before, before.position, event.player, before.dice)
        case Doubled():
            return _xgid(before, before.position, event.player, None)
    return ""


def _xgid(state: MatchState, position: Position, turn: Side, dice: Dice | None) -> str:
    rules = state.rules
    money = not rules.length
    try:
        return format_xgid(
            MatchPosition(
                position,
                turn,
                dice,
                state.cube.value,
                state.cube.owner,
                state.score,
                rules.length,
                state.crawford,
                money and rules.jacoby_applies,
                money and rules.beavers,
            )
        )
    except IllegalPositionError:
        return ""
