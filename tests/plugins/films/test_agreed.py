"""What people say of a film afterwards makes the same record as if it had been known from the beginning."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter.match.events import Doubled, Event, GameOver, GameStarted, MatchOver, MatchStarted, Taken
from arbiter.match.fold import fold
from arbiter.message import NAMELESS
from arbiter.position import START, Side
from arbiter.rules import Rules
from arbiter.scoring import Kind
from bookgammon.plugins.films.agreed import UNKNOWN, Agreed, as_agreed

NAMES = ("Ada", "Ben")


def game(at: int, winner: Side, kind: Kind = "single", points: int = 1, cube: int = 1) -> list[Event]:
    """A game of a film, in few events. points: as they were counted while nobody had said anything."""
    doubled: list[Event] = []
    if cube == 2:
        doubled = [Doubled(at + 1, at + 1.0, winner, 2), Taken(at + 1, at + 1.0, winner.other, 2)]
    return [GameStarted(at, float(at), START, winner), *doubled, GameOver(at + 2, at + 2.0, winner, points, kind)]


def film(*games: Sequence[Event]) -> list[Event]:
    return [MatchStarted(0, 0.0, UNKNOWN), *(event for each in games for event in each)]


def test_the_score_before_the_crawford_game_and_the_end_follow() -> None:
    events = as_agreed(
        film(game(10, Side.LIGHT), game(20, Side.DARK), game(30, Side.LIGHT, "gammon", 2)),
        Agreed(NAMES, length=5, score=(3, 2)),
    )
    games = [event for event in events if isinstance(event, GameStarted)]
    assert [each.crawford for each in games] == [False, True, False]
    assert isinstance(events[0], MatchStarted)
    assert (events[0].rules, events[0].names, events[0].score) == (Rules(length=5), NAMES, (3, 2))
    over = events[-1]
    assert isinstance(over, MatchOver)
    assert (over.winner, over.score) == (Side.LIGHT, (6, 3))


def test_where_the_match_is_over_the_next_game_begins_another_one() -> None:
    events = as_agreed(film(game(10, Side.DARK, cube=2, points=2), game(20, Side.LIGHT)), Agreed(NAMES, length=2))
    assert [event.name for event in events[-4:]] == ["match_over", "match", "game", "game_over"]
    state = fold(events)
    assert (state.names, state.score, state.rules.length) == (NAMES, (1, 0), 2)


@pytest.mark.parametrize(("cube", "points"), [(1, 1), (2, 4)])
def test_in_a_session_a_gammon_without_the_cube_is_a_single_game(cube: int, points: int) -> None:
    events = as_agreed(film(game(10, Side.DARK, "gammon", 2 * cube, cube)), Agreed())
    assert isinstance(events[0], MatchStarted)
    assert events[0].names == NAMELESS
    assert fold(events).score == (0, points)
