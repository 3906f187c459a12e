"""What an analysis may say of a game: what the engine answers and what a file keeps pass the same law.

An engine may answer nonsense and a file may be a stranger's. What is in these bounds, and of this very game, can be
counted and shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import get_args

from arbiter.records import CubeTurned, GameRecord, Played
from arbiter.values import LONGEST_SENTENCE, MOST_CUBE, plain
from bookgammon.plugins.gnubg.analysis.model import (
    Chances,
    CubeJudged,
    CubeVerb,
    GameAnalysis,
    Judged,
    LeftOut,
    PlayJudged,
    RatedPlay,
    Reason,
    Stake,
)

_ROUNDED = 1e-3
"""The engine rounds its probabilities a little beyond 0 and 1."""
_MOST_EQUITY = 1e4
_MOST_COUNTED = 10**5
_MOST_MOVES = 4


def checked(analysis: GameAnalysis, game: GameRecord) -> GameAnalysis:
    """The same analysis. Raises ValueError where it cannot be one of this game."""
    for stake in analysis.stakes.values():
        _need(isinstance(stake, Stake) and 0 <= _number(stake.lose) <= _number(stake.win) <= 1, "stake")
    for count in analysis.counts:
        counted = (count.plays, count.unforced, count.cube, count.close_cube)
        _need(all(type(each) is int and 0 <= each <= _MOST_COUNTED for each in counted), "counts")
    _need(isinstance(analysis.sgf, str), "sgf")
    for decision in analysis.decisions:
        _check(decision, game)
    return analysis


def _check(decision: Judged, game: GameRecord) -> None:
    _need(type(decision.action) is int and 0 <= decision.action < len(game.actions), "action")
    action = game.actions[decision.action]
    _need(decision.side is action.side, "side")
    _need(type(decision.cube) is int and 0 < decision.cube <= MOST_CUBE, "cube")
    match decision:
        case PlayJudged():
            _need(isinstance(action, Played), "play")
            _need(all(type(die) is int and 1 <= die <= 6 for die in decision.dice), "dice")
            _need(type(decision.played) is int, "played")
            _need(0 <= decision.played < len(decision.candidates) or not decision.candidates, "played")
            _need(type(decision.unforced) is bool, "unforced")
            _equity(decision.luck)
            for candidate in decision.candidates:
                check_candidate(candidate)
        case CubeJudged():
            _need(decision.verb in get_args(CubeVerb), "verb")
            _need(isinstance(action, CubeTurned) or decision.verb == "no double", "verb")
            for equity in (decision.no_double, decision.double_take, decision.double_drop):
                _equity(equity)
            _check_chances(decision.chances)
        case LeftOut():
            _need(decision.reason in get_args(Reason), "reason")


def check_candidate(candidate: RatedPlay) -> None:
    """Raises ValueError where it cannot be a play and what it is worth."""
    text = candidate.play
    _need(isinstance(text, str) and len(text) <= LONGEST_SENTENCE and plain(text) == text, "play")
    _need(len(candidate.moves) <= _MOST_MOVES, "moves")
    places = [place for move in candidate.moves for place in move]
    _need(all(type(place) is int and 0 <= place <= 25 for place in places), "moves")
    _equity(candidate.equity)
    _check_chances(candidate.chances)


def _check_chances(chances: Chances) -> None:
    found: Iterable[float] = (
        chances.win, chances.win_gammon, chances.win_backgammon, chances.lose_gammon, chances.lose_backgammon,
    )  # fmt: skip
    _need(all(-_ROUNDED <= _number(each) <= 1 + _ROUNDED for each in found), "chances")


def _equity(value: object) -> None:
    _need(abs(_number(value)) <= _MOST_EQUITY, "equity")


def _number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        raise ValueError(f"no number: {value!r}")
    return value


def _need(fits: bool, what: str) -> None:
    if not fits:
        raise ValueError(f"no {what} of this game")
