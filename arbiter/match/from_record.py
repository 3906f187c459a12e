"""The events of a match that was played elsewhere, from its record: what its journal holds then."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.match.entered_events import ScoreCorrected
from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
)
from arbiter.message import NAMELESS
from arbiter.position import Side
from arbiter.records.model import Action, CubeTurned, GameRecord, MatchRecord, Played, kind_of_points
from arbiter.rules import STARTS
from arbiter.scoring import match_winner
from arbiter.values import plain_name

NO_TIME = 0.0
"""Nobody knows when in the match something was done."""


def events_of(record: MatchRecord) -> tuple[Event, ...]:
    """Its events; `record_of` gives the same record of them, but for a last roll that nothing was played with.

    Their frames count up from 0, their time is NO_TIME.
    """
    return tuple(_Events(record).all())


class _Events:
    def __init__(self, record: MatchRecord) -> None:
        self._record = record
        self._frame = -1
        self._score = record.games[0].score if record.games else (0, 0)

    def all(self) -> Iterator[Event]:
        record = self._record
        light, dark = (plain_name(name) or nobody for name, nobody in zip(record.names, NAMELESS, strict=True))
        yield MatchStarted(self._next(), NO_TIME, record.rules, (light, dark), self._score)
        for game in record.games:
            yield from self._game(game)
        winner = match_winner(record.rules, self._score)
        if winner is not None:
            yield MatchOver(self._next(), NO_TIME, winner, self._score)

    def _next(self) -> int:
        self._frame += 1
        return self._frame

    def _game(self, game: GameRecord) -> Iterator[Event]:
        if game.score != self._score:
            yield ScoreCorrected(self._next(), NO_TIME, game.score)
        first = game.actions[0].side if game.actions and game.start not in STARTS.values() else None
        yield GameStarted(self._next(), NO_TIME, game.start, first, game.cube, game.owner, game.crawford)
        for action in game.actions:
            yield from self._action(action)
        self._score = game.score
        if result := game.result:
            cube = _stake(game)
            kind = kind_of_points(result.points, cube)
            yield GameOver(self._next(), NO_TIME, result.winner, result.points, kind)
            light, dark = game.score
            won = result.points
            self._score = (light + won, dark) if result.winner is Side.LIGHT else (light, dark + won)

    def _action(self, action: Action) -> Iterator[Event]:
        if isinstance(action, CubeTurned):
            yield self._cube(action)
            return
        if action.dice is not None:
            yield RollSeen(self._next(), NO_TIME, action.side, action.dice, action.source)
        if action.unplayed:
            return
        yield self._played(action)

    def _played(self, played: Played) -> Event:
        frame = self._next()
        if played.illegal:
            return PlayStood(frame, NO_TIME, played.side, played.play, played.after)
        return PlayMade(frame, NO_TIME, played.side, played.dice, played.play, played.after)

    def _cube(self, turned: CubeTurned) -> Event:
        frame = self._next()
        if turned.verb == "drop":
            return Dropped(frame, NO_TIME, turned.side)
        if turned.verb == "take":
            return Taken(frame, NO_TIME, turned.side, turned.value)
        return Doubled(frame, NO_TIME, turned.side, turned.value)


def _stake(game: GameRecord) -> int:
    """What the cube stands at when the game ends."""
    taken = [action.value for action in game.actions if isinstance(action, CubeTurned) and action.verb == "take"]
    return taken[-1] if taken else game.cube
