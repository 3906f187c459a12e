"""A match of the journal step by step: what happened, the board after it, and which picture shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from arbiter.match.fold import apply
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import StandingChange, last_action, standing_edits
from arbiter.message import Message
from arbiter.play_text import shown_play
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.referee.revision import MESSAGE as REVISED
from arbiter.rules import ABAK
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
    return _with_clips(_all_steps(events, has_picture).steps, clips)


def _with_clips(steps: list[MatchStep], clips: Sequence[ClipName]) -> tuple[MatchStep, ...]:
    """Each film with the steps that it is about; that of a question, which is no step, with what followed it."""
    for clip in clips:
        about = [place for place, step in enumerate(steps) if step.kind in _CONTESTED and clip.holds(step.at)]
        after = [place for place, step in enumerate(steps) if step.at >= clip.first and step.clip is None]
        for place in about or after[:1]:
            steps[place] = replace(steps[place], clip=str(clip))
    return tuple(steps)


def _all_steps(events: Sequence[Event], has_picture: HasPicture) -> _Steps:
    changes = standing_edits(events)
    edits = [number for number, change in enumerate(changes) if isinstance(events[change.number], TurnEdited)]
    early = changes[: edits[-1] + 1] if edits else []
    found, state = _Steps(has_picture), MatchState()
    for event in early[-1].since if early else ():
        state = found.add(event, state)
    lines = []
    for change, place in zip(early, _steps_until(early), strict=True):
        line = _Steps(has_picture)
        line.add(events[change.number], change.before)
        lines.append((place, line.steps))
    for place, made in reversed(lines):
        found.insert(place, made)
    ahead = early[-1].number + 1 if early else 0
    state = apply(early[-1].before, events[early[-1].number]) if early else MatchState()
    for event in events[ahead:]:
        state = found.add(event, state)
    return found


def _steps_until(changes: Sequence[StandingChange]) -> list[int]:
    """After how many steps of the record each change was made: what two records begin with alike is counted once."""
    places, record = list[int](), list[Event]()
    counted = [(MatchState(), 0)]
    for change in changes:
        pairs = enumerate(zip(record, change.since, strict=False))
        alike = next((at for at, (one, other) in pairs if one is not other), min(len(record), len(change.since)))
        del counted[alike + 1 :]
        for event in change.since[alike:]:
            before, count = counted[-1]
            state = apply(before, event)
            counted.append((state, count + (_parts_of(event, before, state) is not None)))
        record = change.since
        places.append(counted[-1][1])
    return places


class _Steps:
    """steps: as they come. Those that are turns of the record are known apart: an undo looks at no other."""

    def __init__(self, has_picture: HasPicture) -> None:
        self.steps: list[MatchStep] = []
        self._has_picture = has_picture
        self._turns: list[int] = []
        """Their places, by game and turn."""

    def insert(self, place: int, steps: Sequence[MatchStep]) -> None:
        self.steps[place:place] = steps
        self._turns = [place for place, step in enumerate(self.steps) if step.turn is not None]

    def add(self, event: Event, before: MatchState) -> MatchState:
        """The state after the event, which is added where it is a step."""
        state = apply(before, event)
        if isinstance(event, Undone):
            self._forget_turns((state.game, len(state.turns) + 1))
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
                frame=event.frame if self._has_picture(event.frame) else None,
                turn=len(state.turns) if kind in ("play", "stood", "corrected") else None,
                at=event.frame,
            )
            if step.turn is not None:
                self._forget_turns((step.game, step.turn))  # it was amended
                self._turns.append(len(self.steps))
            self.steps.append(step)
        return state

    def _forget_turns(self, first: tuple[int, int]) -> None:
        """What was taken back, or stands in another step, is no turn of the record any more. first: game and turn."""
        while self._turns:
            step = self.steps[self._turns[-1]]
            if step.turn is None or (step.game, step.turn) < first:
                return
            self.steps[self._turns.pop()] = replace(step, turn=None)


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
            return "play", event.player, event.dice, shown_play(event.play), _roll_note(after)
        case IllegalPlay(provisional=False):
            fault = after.warning.fault if after.warning else None
            return "illegal", event.player, event.dice, Message("Illegal play"), fault.sentences if fault else ""
        case PlayStood():
            dice = after.turns[-1].dice if after.turns else None
            return "stood", event.player, dice, shown_play(event.play), Message("Against the rules, but it stands.")
        case PlayCorrected() if not _confirms(event, before):
            dice = after.turns[-1].dice if after.turns else None
            note = Message("The camera had misread the board.") if event.misread else Message("Put right.")
            if event.entered:
                note = Message("After it the position was entered.")
            return "corrected", event.player, dice, shown_play(event.play), note
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
            return "undone", None, None, Message("Taken back"), _what_was_taken_back(event, before)
    return None


def _what_was_taken_back(event: Undone, before: MatchState) -> str:
    """The event's own words, which are kept in English alone, as a message where they can be made again."""
    again = (Message("Taken back: {action}.", action=last_action(before)), REVISED)
    return next((message for message in again if message == event.message), event.message)


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
    """Empty where no XGID can say it."""
    rules = state.rules
    if rules.variant == ABAK:
        return ""
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
