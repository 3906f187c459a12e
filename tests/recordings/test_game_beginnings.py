"""A game whose start was not filmed begins where board and dice are sure, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.match.commands import NewGame
from arbiter.position import START, Position, Side
from arbiter.referee.evidence import CubeSeen, DieSeen, Evidence, PlaceEvidence
from arbiter.seats import Leaf, Seats
from arbiter.xgid import parse_xgid
from bookgammon.recordings.game_beginnings import MidGame

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


def begun(evidence: Evidence, seconds: float = 2.0) -> NewGame | None:
    """What follows from so many seconds of the same look."""
    mid_game, found = MidGame(SEATS, START), None
    for number in range(int(10 * seconds)):
        found = found or mid_game.observe(replace(evidence, frame=number, time=number / 10))
    return found


@pytest.mark.parametrize(("leaf", "player"), [("right", Side.LIGHT), ("left", Side.DARK)])
def test_it_begins_with_whoever_has_the_dice_at_their_right(leaf: Leaf, player: Side) -> None:
    assert begun(look(RACE, die(leaf), die(leaf))) == NewGame(RACE, player)


def test_the_cube_counts_as_it_lies() -> None:
    doubled = replace(look(RACE, die("left"), die("left")), cube=CubeSeen(4, Side.LIGHT, 0.9))
    assert begun(doubled) == NewGame(RACE, Side.DARK, 4, Side.LIGHT)


@pytest.mark.parametrize(
    "evidence",
    [
        look(RACE),
        look(RACE, die("left")),
        look(RACE, die("left"), die("right")),
        look(RACE, die("left"), die(None)),
        look(RACE, die("left"), die("left", face=(0.4, 0.3, 0.3, 0, 0, 0))),
        look(START, die("left"), die("left")),
        replace(look(RACE, die("left"), die("left")), hand=True),
        replace(look(RACE, die("left"), die("left")), still=False),
    ],
)
def test_it_does_not_begin_where_something_is_open(evidence: Evidence) -> None:
    assert begun(evidence) is None


def test_it_does_not_begin_after_a_moment() -> None:
    assert begun(look(RACE, die("left"), die("left")), seconds=0.5) is None
