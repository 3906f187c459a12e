"""Places and problems in the words of somebody who looks at the picture."""

from __future__ import annotations

import itertools
from typing import get_args

import pytest

from arbiter.message import Message
from arbiter.position import Side
from arbiter.seats import Home, Seats
from bookgammon.boards.board_files import Difference
from bookgammon.setup.places import place_name, problems, shown_and_expected
from tests.setup.stage import board_of

NEAR_LIGHT = Seats(Side.LIGHT)


def point(number: int) -> int:
    """Light's point as a place."""
    return number - 1


@pytest.mark.parametrize(
    ("number", "seats", "name"),
    [
        (13, NEAR_LIGHT, "The far left point"),
        (24, NEAR_LIGHT, "The far right point"),
        (12, NEAR_LIGHT, "The near left point"),
        (1, NEAR_LIGHT, "The near right point"),
        (8, NEAR_LIGHT, "The fifth point from the left, near row"),
        (7, NEAR_LIGHT, "The near point just left of the ridge"),
        (6, NEAR_LIGHT, "The near point just right of the ridge"),
        (17, NEAR_LIGHT, "The fifth point from the left, far row"),
        (13, Seats(Side.LIGHT, "left"), "The far right point"),
        (12, Seats(Side.DARK), "The far left point"),
    ],
)
def test_points_are_named_as_they_are_seen(number: int, seats: Seats, name: str) -> None:
    assert place_name(point(number), seats) == name


def test_every_place_has_a_name_of_its_own() -> None:
    for near, home in itertools.product(Side, get_args(Home)):
        names = {place_name(place, Seats(near, home)) for place in range(25)}
        assert len(names) == 25


@pytest.mark.parametrize(
    ("have", "want", "text"),
    [
        ((4, 0), (5, 0), "The ridge shows 4 checkers, 5 expected."),
        ((0, 0), (0, 2), "The ridge is empty, 2 dark checkers expected."),
        ((1, 0), (0, 0), "The ridge shows 1 light checker, none expected."),
        ((2, 0), (0, 2), "The ridge shows 2 light checkers, 2 dark checkers expected."),
        ((4, 1), (5, 0), "The ridge shows 4 light checkers and 1 dark checker, 5 light checkers expected."),
    ],
)
def test_what_is_wrong_is_told_with_colours_where_they_matter(
    have: tuple[int, int], want: tuple[int, int], text: str
) -> None:
    assert shown_and_expected(Message("The ridge"), have, want) == text


def test_problems_are_marked_where_their_points_lie() -> None:
    board = board_of()
    missing = Difference("", 9.0, point(13), (4, 0), (5, 0))
    told = problems(board, [missing, Difference("", 30.0, point(1), (0, 1), (0, 2))])
    assert [problem.text for problem in told] == [
        "The near right point shows 1 checker, 2 expected.",
        "The far left point shows 4 checkers, 5 expected.",
    ]
    (near_x, near_y), (far_x, far_y) = (problem.at or (0, 0) for problem in told)
    assert (near_x > 700, near_y > 300) == (True, True)
    assert (far_x < 300, far_y < 300) == (True, True)
