"""The events that go with an explanation, made only when they are told."""

from __future__ import annotations

from dataclasses import replace

from arbiter.match.events import Event, IllegalPlay, PlayCorrected, PlayMade, PlayStood, RollSeen
from arbiter.match.state import MatchState
from arbiter.notation import format_play
from arbiter.plays import Dice, Play
from arbiter.position import Position, Side
from arbiter.referee.hypothesis import At, Hypothesis, Tell
from arbiter.verdict import judge


def in_turn(*events: Event) -> Tell:
    """These events, whenever they are told."""
    return lambda at: tuple(replace(event, frame=at[0], time=at[1]) for event in events)


def then(first: Tell, *events: Event) -> Tell:
    return lambda at: (*first(at), *in_turn(*events)(at))


def played(one: Hypothesis, dice: Dice, play: Play) -> Tell:
    """A legal play is final, with its roll where that was read otherwise before."""
    player, told = one.turn()
    made = PlayMade(0, 0.0, player, _as_told(dice, told), format_play(play), play.result)
    if sorted(told) == sorted(dice):
        return in_turn(made)
    return in_turn(RollSeen(0, 0.0, player, dice), made)


def _as_told(dice: Dice, told: Dice) -> Dice:
    return told if sorted(dice) == sorted(told) else dice


def warned(one: Hypothesis, dice: Dice, position: Position, *, provisional: bool) -> Tell:
    """The warning, its words found only when it is given."""

    def tell(at: At) -> tuple[Event, ...]:
        player, told = one.turn()
        verdict = judge(one.state.position, player, dice, position)
        warning = IllegalPlay(*at, player, _as_told(dice, told), verdict.rules, verdict.message, position, provisional)
        return (warning,) if sorted(told) == sorted(dice) else (RollSeen(*at, player, dice), warning)

    return tell


def asking(tell: Tell, dice: Dice | None) -> Tell:
    """The same warning as a question: were these dice rolled instead?"""
    return lambda at: tuple(replace(e, instead=dice) if isinstance(e, IllegalPlay) else e for e in tell(at))


def corrected(one: Hypothesis, play: Play) -> Tell:
    return in_turn(PlayCorrected(0, 0.0, one.turn()[0], format_play(play), play.result))


def stood(one: Hypothesis, position: Position) -> Tell:
    """The illegal play stands as `position`."""

    def tell(at: At) -> tuple[Event, ...]:
        player, dice = one.turn()
        return (PlayStood(*at, player, described(one.state, player, dice, position), position),)

    return tell


def described(state: MatchState, player: Side, dice: Dice, after: Position) -> str:
    """A play in notation, whatever it was."""
    return judge(state.position, player, dice, after).play
