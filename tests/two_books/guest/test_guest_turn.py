"""Single taps lead to every legal play, in any order, and to nothing else."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from arbiter.plays import accepted_plays
from arbiter.position import BAR, OFF, START, Position, Side
from two_books.guest_turn import NotAllowedError, TurnUnderWay


def places(turn: TurnUnderWay) -> set[tuple[int, int]]:
    return {(move.start, move.end) for move in turn.moves}


def reached(turn: TurnUnderWay, seen: dict[object, set[Position]]) -> set[Position]:
    """The results of all whole plays that taps may make; a move offered leads to at least one."""
    key = (turn.position, tuple(sorted(turn.left)))
    if key not in seen:
        moves, whole = turn.moves, turn.whole
        assert moves or whole
        found = {whole.result} if whole else set()
        seen[key] = found.union(*(reached(turn.moved(move.start, move.end), seen) for move in moves))
    return seen[key]


def test_known_moves_of_the_opening_roll() -> None:
    turn = TurnUnderWay(START, Side.LIGHT, (3, 1))
    assert places(turn) == {
        (24, 23), (24, 21), (13, 10), (8, 7), (8, 5), (6, 5), (6, 3),
    }  # fmt: skip
    after = turn.moved(8, 5).moved(6, 5)
    assert (after.left, after.whole is not None, after.moves) == ((), True, ())
    assert after.back().back() == turn


def test_from_the_bar_first() -> None:
    row = list(START.light)
    row[24] -= 1
    row[BAR] += 1
    turn = TurnUnderWay(START.with_row(Side.LIGHT, tuple(row)), Side.LIGHT, (6, 4))
    assert places(turn) == {(BAR, 21)}  # the 19-point is held
    assert all(move.start != BAR for move in turn.moved(BAR, 21).moves)


def test_no_checker_can_move() -> None:
    light, dark = [0] * 26, [0] * 26
    light[BAR], light[1] = 1, 14
    for point in range(1, 7):
        dark[point] = 2
    dark[7] = 3
    turn = TurnUnderWay(Position(tuple(light), tuple(dark)), Side.LIGHT, (5, 2))
    assert (turn.moves, turn.whole is not None) == ((), True)
    with pytest.raises(NotAllowedError, match="That checker cannot go there with these dice"):
        turn.moved(BAR, 20)
    with pytest.raises(NotAllowedError, match="Nothing of this turn has been moved yet"):
        turn.back()


def test_both_dice_have_to_be_played() -> None:
    """A move after which the other die could not be played is not offered where another order plays both."""
    light, dark = [0] * 26, [0] * 26
    light[20], light[10], light[OFF] = 1, 1, 13
    dark[25 - 14] = 2  # the checker on 20 cannot begin with the 6
    dark[25 - 5] = dark[25 - 4] = 2  # the one on 10 cannot move at all
    dark[25 - 3] = 2
    dark[1] = 7
    turn = TurnUnderWay(Position(tuple(light), tuple(dark)), Side.LIGHT, (6, 5))
    assert places(turn) == {(20, 15)}
    assert places(turn.moved(20, 15)) == {(15, 9)}


def home(light: dict[int, int], dark: dict[int, int]) -> Position:
    """Checkers by their own points, the others borne off."""
    rows = [[15 - sum(row.values()), *(row.get(point, 0) for point in range(1, 26))] for row in (light, dark)]
    return Position(tuple(rows[0]), tuple(rows[1]))


def test_second_die_bears_off_after_the_first() -> None:
    """With 5-2, 3/off lies as 3/1 1/off does; the two may be played all the same."""
    turn = TurnUnderWay(home({1: 9, 3: 1}, {6: 2}), Side.LIGHT, (5, 2))
    assert places(turn) == {(3, 1), (3, 0)}
    after = turn.moved(3, 0)
    assert after.whole is not None
    assert places(after) == {(1, 0)}
    assert after.moved(1, 0).position.row(Side.LIGHT)[:2] == (7, 8)


@pytest.mark.parametrize("seed", range(4))
def test_taps_bear_off_in_every_way(seed: int) -> None:
    lot = random.Random(seed)
    for _ in range(60):
        some, others = ([lot.randint(1, 6) for _ in range(lot.randint(1, 7))] for _ in range(2))
        position = home(*({point: row.count(point) for point in row} for row in (some, others)))
        side, dice = lot.choice(list(Side)), (lot.randint(1, 6), lot.randint(1, 6))
        wanted = {play.result for play in accepted_plays(position, side, dice)}
        assert reached(TurnUnderWay(position, side, dice), {}) == wanted, (position, side, dice)


@pytest.mark.parametrize("seed", range(4))
def test_taps_lead_to_every_play_and_to_no_other(seed: int) -> None:
    lot = random.Random(seed)
    position, side = START, Side.LIGHT
    for _ in range(120):
        dice = (lot.randint(1, 6), lot.randint(1, 6))
        wanted = {play.result for play in accepted_plays(position, side, dice)}
        if dice[0] != dice[1] or lot.random() < 0.3:
            assert reached(TurnUnderWay(position, side, dice), {}) == wanted, (position, side, dice)
        position = lot.choice(sorted(wanted, key=str))
        if position.row(side)[OFF] == 15:
            break
        side = side.other


def test_moves_may_be_taken_back_one_by_one() -> None:
    turn = TurnUnderWay(START, Side.DARK, (2, 2))
    made = [turn]
    for _ in range(4):
        move = made[-1].moves[0]
        made.append(made[-1].moved(move.start, move.end))
    assert made[-1].whole is not None
    for one, two in combinations(made, 2):
        assert one.position != two.position
    for number in range(4, 0, -1):
        assert made[number].back() == made[number - 1]
