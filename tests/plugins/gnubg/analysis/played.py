"""A record as the journal of a table would hold it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    MatchOver,
    MatchStarted,
    PlayMade,
    RollSeen,
    Taken,
)
from arbiter.position import SIDES
from arbiter.records import CubeTurned, MatchRecord, Played
from arbiter.records.model import kind_of_points
from bookgammon.history.journal import Journal, MatchEntry

STARTED = "2026-01-02T20:00:00+00:00"


def events_of(record: MatchRecord, games: int | None = None) -> Iterator[Event]:
    """Its events, frame by frame; games: only so many of it, after which the match goes on."""
    frame = 0
    score = record.games[0].score
    yield MatchStarted(frame, 0.0, record.rules, record.names, score)
    for game in record.games[:games]:
        frame += 1
        cube = game.cube
        yield GameStarted(frame, float(frame), game.start, cube=cube, owner=game.owner, crawford=game.crawford)
        for action in game.actions:
            frame += 1
            at = (frame, float(frame))
            match action:
                case Played(side=side, dice=dice, play=play, after=after) if dice is not None:
                    yield RollSeen(*at, side, dice)
                    yield PlayMade(*at, side, dice, play, after)
                case CubeTurned(side=side, verb="double", value=value):
                    yield Doubled(*at, side, value)
                case CubeTurned(side=side, verb="take", value=value):
                    cube = value
                    yield Taken(*at, side, value)
                case CubeTurned(side=side, verb="drop"):
                    yield Dropped(*at, side)
        if game.result:
            result = game.result
            yield GameOver(frame, float(frame), result.winner, result.points, kind_of_points(result.points, cube))
            score = tuple(  # type: ignore[assignment]  # two again
                points + (result.points if side is result.winner else 0)
                for side, points in zip(SIDES, score, strict=True)
            )
    length = record.rules.length
    if length and max(score) >= length:
        yield MatchOver(frame, float(frame), SIDES[score.index(max(score))], score)


def journal_with(path: Path, record: MatchRecord, games: int | None = None) -> MatchEntry:
    """A journal at `path` that holds this match."""
    with Journal(path) as journal:
        entry = journal.begin(STARTED, "0")
        journal.append(entry, tuple(events_of(record, games)))
    return entry
