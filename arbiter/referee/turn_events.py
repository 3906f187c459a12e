"""The events that go with an explanation, made only when they are published."""

from __future__ import annotations

from arbiter.match.events import Event, IllegalPlay, Note, PlayCorrected, PlayMade, PlayStood, RollSeen
from arbiter.match.play_fault import fault_of
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import Dice, Play
from arbiter.position import Position, Side
from arbiter.referee.hypothesis import At, EventsAt, Hypothesis
from arbiter.referee.outcomes import backwards, moved_alone
from arbiter.referee.situation import Situation
from arbiter.replacing import replace
from arbiter.verdict import judge


def dated(*events: Event) -> EventsAt:
    """These events, whenever they are published."""
    return lambda at: tuple(replace(event, frame=at[0], time=at[1]) for event in events)


def then(first: EventsAt, *events: Event) -> EventsAt:
    return lambda at: (*first(at), *dated(*events)(at))


def play_made(one: Hypothesis, now: Situation, dice: Dice, play: Play) -> EventsAt:
    """A legal play is final, with its roll where that was read otherwise before."""
    player, published = one.turn()
    made = PlayMade(0, 0.0, player, _as_published(dice, published), format_play(play), play.result)
    if sorted(published) == sorted(dice):
        return dated(made)
    return dated(RollSeen(0, 0.0, player, dice, now.source_of(one, dice)), made)


def _as_published(dice: Dice, published: Dice) -> Dice:
    return published if sorted(dice) == sorted(published) else dice


def illegal_play(one: Hypothesis, now: Situation, dice: Dice, position: Position, *, provisional: bool) -> EventsAt:
    """The warning, its words found only when it is given."""

    def events_at(at: At) -> tuple[Event, ...]:
        player, published = one.turn()
        verdict = judge(one.state.position, player, dice, position)
        shown, likeliest = _as_published(dice, published), tuple(now.rolls(one))
        fault = fault_of(one.state.position, verdict, player, dice, position, likeliest)
        sure = now.dice_sure(one, shown)
        warning = IllegalPlay(
            *at, player, shown, verdict.rules, verdict.message, position, provisional, fault=fault, dice_sure=sure
        )
        if sorted(published) == sorted(dice):
            return (warning,)
        return RollSeen(*at, player, dice, now.source_of(one, dice)), warning

    return events_at


def as_question(events_at: EventsAt, dice: Dice, *, left_open: bool) -> EventsAt:
    """The same warning as a question: were these dice rolled instead? left_open: by their look they may have been."""

    def asked(event: Event) -> Event:
        if not isinstance(event, IllegalPlay):
            return event
        fault = replace(event.fault, other_roll=(max(dice), min(dice))) if event.fault and left_open else event.fault
        return replace(event, instead=dice, left_open=left_open, fault=fault)

    return lambda at: tuple(map(asked, events_at(at)))


def whatever_dice(events_at: EventsAt) -> EventsAt:
    """The same warning, which no roll that the dice may have shown takes away."""
    return lambda at: tuple(replace(e, whatever_dice=True) if isinstance(e, IllegalPlay) else e for e in events_at(at))


def as_unseen(events_at: EventsAt) -> EventsAt:
    """The same warning, which rests on checkers that can hardly be seen."""
    return lambda at: tuple(replace(e, unseen=True) if isinstance(e, IllegalPlay) else e for e in events_at(at))


def play_corrected(one: Hypothesis, play: Play) -> EventsAt:
    return dated(PlayCorrected(0, 0.0, one.turn()[0], format_play(play), play.result))


def play_stood(one: Hypothesis, position: Position) -> EventsAt:
    """The illegal play stands as `position`."""

    def events_at(at: At) -> tuple[Event, ...]:
        player, dice = one.turn()
        return (PlayStood(*at, player, described(one.state, player, dice, position), position),)

    return events_at


def may_be_played_on_from(state: MatchState, position: Position) -> bool:
    """Whether that can be recorded without asking: not where it had a checker of the last player's move backwards."""
    last = state.turns[-1]
    if state.before is None or last.dice is None or not moved_alone(last.player, position, state.position):
        return True
    return not backwards(state.before, last.player, last.dice, position)


def played_on_from(state: MatchState, position: Position) -> EventsAt:
    """Between two turns the board was changed, and play goes on from what lies there (R64).

    Who played last is not accused where the other player's checkers lie elsewhere, too.
    """
    last, text = state.turns[-1], ""
    if state.before and last.dice:
        text = described(replace(state, position=state.before), last.player, last.dice, position)
    note = Note(0, 0.0, Message("The board was changed after the play; the game goes on from what lies there."))
    if not moved_alone(last.player, position, state.position):
        return dated(note, PlayCorrected(0, 0.0, last.player, last.play, position, entered=True))
    return dated(note, PlayStood(0, 0.0, last.player, text, position))


def described(state: MatchState, player: Side, dice: Dice, after: Position) -> str:
    """A play in notation, whatever it was."""
    return judge(state.position, player, dice, after).play
