"""What single rules allow and demand, on boards small enough to be worked out by hand; points are the mover's own."""

from __future__ import annotations

import pytest

from arbiter.match.chouette import begin_game, found
from arbiter.notation import format_play
from arbiter.plays import Dice, legal_plays, passing_positions
from arbiter.position import BAR, OFF, START, Position, Side, row_of
from arbiter.scoring import finisher, kind_of_win
from arbiter.verdict import judge
from tests.arbiter_referee.stage import moved

LIGHT, DARK = Side.LIGHT, Side.DARK
Placed = tuple[tuple[int, int], ...]


def board(own: Placed, other: Placed = ((6, 15),)) -> Position:
    """Light's (point, count) pairs, then dark's in dark's own numbering; the rest is off."""
    rows = [list(row_of(pairs)) for pairs in (own, other)]
    for row in rows:
        row[OFF] = 15 - sum(row[1:])
    return Position(tuple(rows[0]), tuple(rows[1]))


def plays(position: Position, dice: Dice) -> set[str]:
    return {format_play(play) for play in legal_plays(position, LIGHT, dice)}


def test_every_point_has_a_number_on_either_side() -> None:
    """R1, R2: 24 points, and one player's point is the other's 25 less it."""
    for point in range(1, 25):
        assert board(((point, 1),), ((25 - point, 1),)).mixed == ((point, 1, 1),)


def test_fifteen_off_wins_and_there_is_no_tie() -> None:
    """R7."""
    assert finisher(START) is None
    assert finisher(board((), ((1, 1),))) is LIGHT
    assert finisher(board(((1, 1),), ())) is DARK


def test_either_die_may_be_first() -> None:
    """R14: both orders lead to the same plays, and both ways may be seen on the board."""
    position = board(((24, 1), (6, 14)))
    assert plays(position, (2, 1)) == plays(position, (1, 2))
    halves = {moved(position, LIGHT, (24, 24 - die)) for die in (2, 1)}
    assert halves <= passing_positions(position, LIGHT, (2, 1))


def test_where_a_checker_may_land() -> None:
    """R15: an empty point, one's own, a single opposing checker, and nowhere else."""
    position = board(((13, 1), (11, 2), (6, 1), (5, 11)), ((15, 1), (16, 2), (6, 12)))
    ends = {move.end for play in legal_plays(position, LIGHT, (2, 1)) for move in play.moves if move.start == 13}
    assert ends == {12, 11}
    ends = {move.end for play in legal_plays(position, LIGHT, (4, 3)) for move in play.moves if move.start == 13}
    assert ends == {10}  # the 9-point is dark's 16-point with two checkers
    assert "11/10*" in " ".join(plays(position, (1, 1)))


def test_landing_hits_but_nobody_has_to() -> None:
    """R26."""
    position = board(((8, 2), (6, 13)), ((20, 1), (6, 14)))
    assert "8/5*" in " ".join(plays(position, (3, 1)))
    assert any("*" not in play for play in plays(position, (3, 1)))
    unhit = moved(position, LIGHT, (8, 5), (6, 5))
    verdict = judge(position, LIGHT, (3, 1), unhit)
    assert verdict.rules[0] == "R25"


def test_after_entering_the_other_number_is_played_with_any_checker() -> None:
    """R32."""
    position = board(((BAR, 1), (13, 1), (6, 13)), ((6, 15),))
    assert {"bar/22 13/8", "bar/22 6/1", "bar/17"} <= plays(position, (5, 3))
    assert judge(position, LIGHT, (5, 3), moved(position, LIGHT, (BAR, 22))).rules == ("R18",)


def test_nobody_enters_a_closed_board() -> None:
    """R33: each turn is lost, and there is nothing wrong with that."""
    position = board(((BAR, 1), (6, 14)), tuple((point, 2) for point in range(1, 7)))
    for low in range(1, 7):
        for high in range(low, 7):
            (only,) = legal_plays(position, LIGHT, (high, low))
            assert only.result == position
            assert judge(position, LIGHT, (high, low), position).legal


def test_bearing_off_from_the_point_of_the_number_or_moving_within() -> None:
    """R35, R38: the 4 bears off from the 4-point, or moves a higher checker."""
    position = board(((6, 1), (4, 1), (1, 1)), ((1, 15),))
    assert {"4/off 1/off", "6/2 1/off"} <= plays(position, (4, 1))


def test_a_number_above_all_checkers_bears_off_the_highest() -> None:
    """R37, and it must be used."""
    position = board(((4, 1), (3, 2)), ((1, 15),))
    assert plays(position, (6, 5)) == {"4/off 3/off"}
    assert judge(position, LIGHT, (6, 5), moved(position, LIGHT, (3, OFF), (3, OFF))).rules[0] == "R36"


@pytest.mark.parametrize("outside", [BAR, 18])
def test_a_checker_hit_while_bearing_off_comes_home_first(outside: int) -> None:
    """R40."""
    position = board(((outside, 1), (2, 2)), ((3, 15),))
    assert not any("off" in play for play in plays(position, (2, 1)))
    early = moved(position, LIGHT, (2, OFF))
    assert {"R27", "R34"} & set(judge(position, LIGHT, (2, 1), early).rules)


def test_a_loser_with_one_checker_off_loses_a_single_game() -> None:
    """R42, whatever else is on the bar."""
    assert kind_of_win(board((), ((BAR, 14),)), LIGHT) == "single"


def test_the_captain_moves_for_the_team() -> None:
    """R66."""
    chouette = begin_game(found([("Ann", 2), ("Bob", 6), ("Cyd", 4)]))
    assert (chouette.captain, chouette.crew, chouette.names) == ("Cyd", ("Ann",), ("Bob", "Cyd"))
