"""Matches with notes, and how one lies in a journal."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from arbiter.match.from_record import events_of
from arbiter.records import Action, GameRecord, MatchRecord, Played
from arbiter.rules import Rules
from bookgammon.history.journal import FILE, Journal
from tests.arbiter.random_matches import random_match


def noted_match(seed: int = 1, rules: Rules | None = None) -> MatchRecord:
    """A match with a note to every third action, and one to the whole."""
    match = random_match(random.Random(seed), rules or Rules(length=3))
    games = tuple(_noted(game, number) for number, game in enumerate(match.games, start=1))
    return replace(match, names=("Ann", "Ben"), games=games)


def _noted(game: GameRecord, number: int) -> GameRecord:
    actions = (
        replace(action, note=f'Game {number}, "{at}": why?\nBecause.' if at % 3 == 0 and _is_noted(action) else "")
        for at, action in enumerate(game.actions)
    )
    return replace(game, actions=tuple(actions))


def _is_noted(action: Action) -> bool:
    """An `.xg` file has one note for a double and its answer."""
    return isinstance(action, Played) or action.verb == "double"


def in_journal(folder: Path, match: MatchRecord) -> int:
    """The number under which it lies there, as it was played; its notes stay away."""
    with Journal(folder / FILE) as journal:
        begun = journal.begin("2019-05-04T20:00:00+00:00", "0")
        journal.append(begun, events_of(match))
    return begun.id
