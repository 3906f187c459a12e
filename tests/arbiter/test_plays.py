"""Legal plays against other people's engines, and what must hold of any of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from arbiter.cases import row_of_position
from arbiter.errors import CaseError, IllegalPositionError
from arbiter.plays import Dice, accepted_plays, legal_plays, passing_positions, result_rows
from arbiter.position import START, Position, Side, row_of
from tests.arbiter import known, strategies

GNUBG_OPENING_COUNTS = {
    (1, 1): 42, (2, 1): 15, (2, 2): 75, (3, 1): 16, (3, 2): 17, (3, 3): 73, (4, 1): 14, (4, 2): 18,
    (4, 3): 17, (4, 4): 52, (5, 1): 8, (5, 2): 8, (5, 3): 9, (5, 4): 9, (5, 5): 4, (6, 1): 10,
    (6, 2): 14, (6, 3): 14, (6, 4): 14, (6, 5): 7, (6, 6): 11,
}  # fmt: skip
"""Distinct plays of each roll from the starting position, as `hint` of GNU Backgammon 1.07 lists them."""


@pytest.mark.parametrize("case", known.cases("plays"), ids=lambda case: case["id"])
def test_results_are_those_of_the_engines(case: dict[str, Any]) -> None:
    plays = legal_plays(known.before(case), Side.LIGHT, (case["dice"][0], case["dice"][1]))
    assert sorted(row_of_position(play.result) for play in plays) == case["results"]


def test_results_of_the_whole_reference_set() -> None:
    reference = known.all_cases("plays")
    if not reference:
        pytest.skip("the whole reference set is not at hand")
    wrong = []
    for case in reference:
        position = known.before(case)
        rows = result_rows(position.light, position.dark, (case["dice"][0], case["dice"][1]))
        if sorted(row_of_position(Position(*row)) for row in rows) != case["results"]:
            wrong.append(case["id"])
    assert wrong == []


@pytest.mark.parametrize(("dice", "count"), GNUBG_OPENING_COUNTS.items())
def test_opening_plays_are_as_many_as_gnubg_lists(dice: Dice, count: int) -> None:
    for side in Side:
        assert len(legal_plays(START, side, dice)) == count
        assert len(legal_plays(START, side, dice[::-1])) == count


@settings(deadline=None, derandomize=True, max_examples=150)
@given(strategies.scattered(), strategies.dice)
def test_every_play_keeps_all_checkers_and_leads_somewhere_of_its_own(position: Position, dice: Dice) -> None:
    plays = legal_plays(position, Side.DARK, dice)
    assert len({play.result for play in plays}) == len(plays) > 0
    for play in plays:
        assert play.result.faults() == ()
        pips = sum(move.start - move.end for move in play.moves)
        assert position.pips(Side.DARK) - play.result.pips(Side.DARK) == pips
        hits = sum(move.hit for move in play.moves)
        assert play.result.bar[0] - position.bar[0] == hits
        assert len(play.moves) == len(plays[0].moves)


@settings(deadline=None, derandomize=True, max_examples=100)
@given(strategies.scattered(), strategies.dice)
def test_moves_made_by_hand_lead_to_the_board_of_their_play(position: Position, dice: Dice) -> None:
    for side in Side:
        for play in legal_plays(position, side, dice):
            assert position.moved(side, [(move.start, move.end) for move in play.moves]) == play.result


def test_a_checker_that_is_not_there_cannot_be_moved() -> None:
    with pytest.raises(IllegalPositionError):
        START.moved(Side.LIGHT, [(5, 3)])


@settings(deadline=None, derandomize=True, max_examples=100)
@given(strategies.scattered(), strategies.dice)
def test_both_sides_play_alike(position: Position, dice: Dice) -> None:
    mirrored = Position(position.dark, position.light)
    light = legal_plays(position, Side.LIGHT, dice)
    dark = legal_plays(mirrored, Side.DARK, dice)
    assert [play.moves for play in light] == [play.moves for play in dark]
    assert [play.result for play in light] == [Position(play.result.dark, play.result.light) for play in dark]


@settings(deadline=None, derandomize=True, max_examples=100)
@given(strategies.scattered(), strategies.dice)
def test_moves_of_a_play_lead_through_passing_positions(position: Position, dice: Dice) -> None:
    passing = passing_positions(position, Side.LIGHT, dice)
    for play in legal_plays(position, Side.LIGHT, dice):
        own, other = list(position.light), list(position.dark)
        for move in play.moves:
            assert Position(tuple(own), tuple(other)) in passing
            own[move.start] -= 1
            own[move.end] += 1
            if move.hit:
                other[25 - move.end] -= 1
                other[25] += 1
        assert Position(tuple(own), tuple(other)) == play.result
        assert play.result in passing


def test_a_move_that_spoils_the_other_number_is_not_passed_through() -> None:
    """R18: with 6-1 the 6 can be played 10/4 or 8/2, but after 8/2 no 1 is left; 8/7 lets both be played."""
    light = row_of(((10, 1), (8, 1), (0, 13)))
    dark = row_of(((25 - 9, 2), (25 - 1, 2), (25 - 3, 2), (25 - 7, 1), (0, 8)))
    position = Position(light, dark)
    passing = passing_positions(position, Side.LIGHT, (6, 1))
    spoiled = Position(row_of(((10, 1), (2, 1), (0, 13))), dark)
    half = Position(row_of(((8, 1), (4, 1), (0, 13))), dark)
    assert half in passing
    assert spoiled not in passing


def test_last_checker_may_go_off_by_one_die_or_by_both() -> None:
    """The corner where engines and rule books part: 5-point, 6-4, blot on the 1-point."""
    position = Position(row_of(((5, 1), (0, 14))), row_of(((24, 1), (0, 14))))
    both = Position(row_of(((0, 15),)), row_of(((25, 1), (0, 14))))
    one = Position(row_of(((0, 15),)), row_of(((24, 1), (0, 14))))
    assert [play.result for play in legal_plays(position, Side.LIGHT, (6, 4))] == [both]
    assert {play.result for play in accepted_plays(position, Side.LIGHT, (6, 4))} == {both, one}
    assert one in passing_positions(position, Side.LIGHT, (6, 4))


def test_bad_rolls_and_crowded_boards_are_refused_by_name() -> None:
    with pytest.raises(CaseError, match="not 0, 7"):
        legal_plays(START, Side.LIGHT, (0, 7))
    crowded = Position(row_of(((6, 16),)), START.dark)
    with pytest.raises(IllegalPositionError, match="Light has 16 checkers"):
        legal_plays(crowded, Side.DARK, (3, 1))
