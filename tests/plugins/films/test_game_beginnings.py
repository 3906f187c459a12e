"""A game whose start was not filmed begins where board and dice are sure, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.match.commands import NewGame
from arbiter.position import START, Position, Side
from arbiter.referee.evidence import CubeSeen, DieSeen, Evidence, PlaceEvidence
from arbiter.seats import Leaf, Seats
from arbiter.xgid import parse_xgid
from bookgammon.following.game_beginnings import MidGame

RACE = parse_xgid("XGID=-FCB--B--A----A---------g-:0:0:-1:00:0:0:0:5:10").position
SEATS = Seats(Side.LIGHT)
SURE_FACE = (0.96, 0.01, 0.01, 0.01, 0.005, 0.005)


def die(leaf: Leaf | None, *, face: tuple[float, ...] = SURE_FACE) -> DieSeen:
    return DieSeen(1, face, (0.0, 0.0), None, leaf)


def look(position: Position, *dice: DieSeen) -> Evidence:
    places = tuple(
        PlaceEvidence(((light, dark, 0.0), (0 if light else 1, dark, -9.0))) for light, dark in position.places
    )
    return Evidence(0, 0.0, still=True, hand=False, places=places, dice=dice)


def begun(*looks: tuple[Evidence, float]) -> NewGame | None:
    """What follows first from looks that last so many seconds each, one after the other."""
    mid_game, frame = MidGame(SEATS, START), 0
    for evidence, seconds in looks:
        for _ in range(round(10 * seconds)):
            if found := mid_game.observe(replace(evidence, frame=frame, time=frame / 10)):
                return found
            frame += 1
    return None


BARE = look(RACE)
ROLLED = look(RACE, die("left"), die("left"))
MOVED = RACE.moved(Side.DARK, [(1, 0), (1, 0)])
HAND = replace(ROLLED, hand=True, places=())


@pytest.mark.parametrize(("leaf", "player"), [("right", Side.LIGHT), ("left", Side.DARK)])
def test_it_begins_with_whoever_has_the_dice_at_their_right(leaf: Leaf, player: Side) -> None:
    assert begun((BARE, 1), (look(RACE, die(leaf), die(leaf)), 0.5)) == NewGame(RACE, player)


def test_the_cube_counts_as_it_lies() -> None:
    doubled = replace(ROLLED, cube=CubeSeen(4, Side.LIGHT, 0.9))
    assert begun((BARE, 1), (doubled, 0.5)) == NewGame(RACE, Side.DARK, 4, Side.LIGHT)


def test_it_begins_with_the_roll_though_a_hand_throws_it() -> None:
    assert begun((BARE, 1), (HAND, 1), (ROLLED, 0.5)) == NewGame(RACE, Side.DARK)


def test_dice_that_lie_already_were_not_played_where_their_play_is_seen() -> None:
    assert begun((ROLLED, 2), (HAND, 1), (look(MOVED, die("left"), die("left")), 0.5)) == NewGame(RACE, Side.DARK)


def test_dice_that_lie_already_may_have_been_played() -> None:
    """Then it is the other player's turn; to say that these dice are not played would be a false warning."""
    theirs = look(RACE, die("right"), die("right"))
    assert begun((HAND, 1), (ROLLED, 3)) is None
    assert begun((HAND, 1), (ROLLED, 3), (HAND, 0.5), (BARE, 0.3), (theirs, 0.5)) == NewGame(RACE, Side.LIGHT)


@pytest.mark.parametrize(
    "evidence",
    [
        BARE,
        look(RACE, die("left")),
        look(RACE, die("left"), die("right")),
        look(RACE, die("left"), die(None)),
        look(RACE, die("left"), die("left", face=(0.4, 0.3, 0.3, 0, 0, 0))),
        look(START, die("left"), die("left")),
        replace(ROLLED, hand=True, places=()),
        replace(ROLLED, still=False),
    ],
)
def test_it_does_not_begin_where_something_is_open(evidence: Evidence) -> None:
    assert begun((BARE, 1), (evidence, 2)) is None


def test_it_does_not_begin_after_a_moment() -> None:
    assert begun((BARE, 1), (ROLLED, 0.2)) is None
    assert begun((ROLLED, 0.5), (look(MOVED, die("left"), die("left")), 0.5)) is None
