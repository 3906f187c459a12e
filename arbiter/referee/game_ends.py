"""Where a game begins, and where it ends without anybody having said how: the board is set up anew or cleared."""

from __future__ import annotations

from arbiter.match.answers import answer
from arbiter.match.commands import NewGame
from arbiter.match.cube_answers import game_over
from arbiter.match.endings import likeliest_ending
from arbiter.match.events import Dropped, Event, GameOver, OutOfStep
from arbiter.match.fold import apply
from arbiter.match.state import MatchState, Phase
from arbiter.position import OFF, Position
from arbiter.referee import priors
from arbiter.referee.dice_tracker import DiceTracker
from arbiter.referee.hypothesis import At
from arbiter.referee.likelihood import displaced
from arbiter.referee.observation import Hold, Observation

START_FIT = -12.0
"""Fit from which the starting position is believed: about one misread place."""
START_AT_ROLL = -25.0
"""The same where an opening roll is thrown."""
UPHEAVAL, SMALL_UPHEAVAL = 5, 1 / 3
"""More checkers than this elsewhere is no play, or more than this share of those of a variant with few."""
FEW_LEFT = 10
"""A board with no more checkers in sight than this, of those that should be there twice as many, was cleared."""
ANSWER_WITHIN = 60.0
"""Seconds after which the next opening roll goes on by the likeliest answer, where somebody may give another."""


class GameEnds:
    """Watches for the starting position: before a game, and in the middle of one.

    unattended: nobody can answer, so the next opening roll goes on at once.
    """

    def __init__(self, *, unattended: bool = False) -> None:
        self._answer_within = 0.0 if unattended else ANSWER_WITHIN
        self._stands = Hold()
        """How long the starting position has stood there."""

    def reset(self) -> None:
        """Something was entered: what stood there until now says nothing."""
        self._stands.reset()

    def game_begins(self, state: MatchState, seen: Observation, dice: DiceTracker, at: At) -> tuple[Event, ...]:
        """Nothing is said until the starting position stands there (R4), whatever the board shows before."""
        if seen.board is None:
            return ()
        fit = seen.board.likelihood.fit(state.rules.start)
        if seen.clear:
            self._stands.update(fit > START_FIT, at[1])
        seen_long = self._stands.key is True and self._stands.lasted(priors.START_SEEN)
        if not seen_long and (dice.fresh() is None or fit <= START_AT_ROLL):
            return ()
        self._stands.reset()
        return answer(state, NewGame(), *at)

    def set_up_anew(self, state: MatchState, seen: Observation, dice: DiceTracker, at: At) -> tuple[Event, ...]:
        """People ended the game without saying how: asked is who won, and how much.

        After a double it was dropped (R50), after a resignation that was accepted.
        """
        if seen.clear:
            self._stands.update(_stands(state, seen), at[1])
        asked = state.out_of_step if state.out_of_step and state.out_of_step.asks == "ending" else None
        if self._stands.key is True and self._stands.lasted(priors.NEW_GAME_SEEN):
            if asked is None:
                return _ended(state, at)
            if dice.fresh() and at[1] - asked.time >= self._answer_within and state.chouette is None:
                return _assumed(state, at)
        return ()


def _stands(state: MatchState, seen: Observation) -> bool:
    start = state.rules.start
    if seen.board is None or seen.board.likelihood.fit(start) <= START_FIT:
        return False
    return displaced(state.position, start) > min(UPHEAVAL, SMALL_UPHEAVAL * in_play(start))


def in_play(position: Position) -> int:
    """How many checkers of both sides are not off."""
    return sum(sum(row[OFF + 1 :]) for row in position.rows)


def cleared(known: Position, seen: Position) -> bool:
    """Whether far fewer checkers are in sight than there should be."""
    there, left = in_play(known), in_play(seen)
    return left <= FEW_LEFT and there >= 2 * FEW_LEFT


def _ended(state: MatchState, at: At) -> tuple[Event, ...]:
    if state.phase is Phase.DOUBLED and state.player:
        return (Dropped(*at, state.player.other),)
    if offer := state.resignation:
        return (game_over(state, offer.player.other, offer.kind, *at),)
    return (OutOfStep(*at, state.rules.start, "ending"),)


def _assumed(state: MatchState, at: At) -> tuple[Event, ...]:
    """Nobody has answered, and the next game's opening roll lies there."""
    ending = likeliest_ending(state, *at)
    follows = answer(apply(state, ending), NewGame(), *at) if isinstance(ending, GameOver) else ()
    return (ending, *follows)
