"""The journal's events as a record: what was played comes out, whatever was said on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    Note,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
)
from arbiter.match.record import record_of
from arbiter.play_text import NO_PLAY
from arbiter.plays import legal_plays
from arbiter.position import START, Side
from arbiter.records import GameRecord, MatchHeader, MatchRecord, Played
from arbiter.rules import Rules
from tests.arbiter.random_matches import random_match


def events_of(match: MatchRecord) -> Iterator[Event]:
    """What a referee would have said while this match was played."""
    yield MatchStarted(0, 0.0, match.rules, match.names)
    for game in match.games:
        yield GameStarted(0, 0.0, game.start, cube=game.cube, owner=game.owner, crawford=game.crawford)
        yield from game_events(game)


def game_events(game: GameRecord) -> Iterator[Event]:
    for action in game.actions:
        if isinstance(action, Played):
            assert action.dice
            yield RollSeen(1, 0.1, action.side, action.dice)
            if action.illegal:
                yield IllegalPlay(2, 0.2, action.side, action.dice, ("R12",), "", action.after, True)
                yield PlayStood(3, 0.3, action.side, action.play, action.after)
            else:
                yield PlayMade(3, 0.3, action.side, action.dice, action.play, action.after)
        elif action.verb in ("double", "beaver"):
            yield Doubled(4, 0.4, action.side, action.value)
        elif action.verb == "take":
            yield Taken(4, 0.4, action.side, action.value)
        else:
            yield Dropped(4, 0.4, action.side)
        yield Note(5, 0.5, "camera back")
    if game.result:
        yield GameOver(6, 0.6, game.result.winner, game.result.points, "single")


@pytest.mark.parametrize(
    "rules", [Rules(length=7), Rules(length=0, beavers=True, automatic_doubles=1)], ids=str
)
def test_what_was_played_is_what_is_recorded(rules: Rules) -> None:
    for seed in range(6):
        match = random_match(random.Random(seed), rules, illegal=0.05)
        assert record_of(events_of(match), match.header) == match


def started() -> list[Event]:
    return [MatchStarted(0, 0.0, Rules(), ("Ada", "Grace"), (1, 2)), GameStarted(0, 0.0, START)]


def test_a_play_put_right_in_time_replaces_the_illegal_one() -> None:
    right = legal_plays(START, Side.LIGHT, (3, 1))[0].result
    wrong = START
    roll = RollSeen(1, 0.1, Side.LIGHT, (3, 1))
    illegal = IllegalPlay(2, 0.2, Side.LIGHT, (3, 1), ("R23",), "", wrong, False)
    during = record_of([*started(), roll, illegal, PlayCorrected(3, 0.3, Side.LIGHT, "x", right)])
    assert during.games[0].actions == (Played(Side.LIGHT, (3, 1), "x", right),)
    assert during.games[0].score == (1, 2)
    stood = PlayStood(3, 0.3, Side.LIGHT, "y", wrong)
    after = record_of([*started(), roll, illegal, stood, PlayCorrected(4, 0.4, Side.LIGHT, "x", right)])
    assert after.games == during.games


def test_a_closed_out_player_who_does_not_roll_has_danced() -> None:
    first = legal_plays(START, Side.LIGHT, (3, 1))[0].result
    second = legal_plays(first, Side.LIGHT, (6, 5))[0].result
    plays = [
        PlayMade(1, 0.1, Side.LIGHT, (3, 1), "a", first),
        PlayMade(2, 0.2, Side.LIGHT, (6, 5), "b", second),
    ]
    actions = record_of([*started(), *plays]).games[0].actions
    assert actions[1] == Played(Side.DARK, None, NO_PLAY, first)
    assert len(actions) == 3


def test_a_new_match_begins_a_new_record_and_empty_games_are_left_out() -> None:
    match = random_match(random.Random(1), Rules(length=1))
    events = [*events_of(match), *started(), *started()]
    assert record_of(events).games == ()
    again = record_of([*events, *events_of(match)], MatchHeader(event="Cup"))
    assert again == replace(match, header=MatchHeader(event="Cup"))
