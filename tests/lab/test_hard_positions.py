"""Positions and boards drawn to learn from: hard to count, but nothing that thirty checkers could not be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.position import BAR, OFF, START, Side
from lab.simulator.hard_positions import (
    bearing_off,
    brought_home,
    hard_to_count,
    hit,
    mixed,
    scattered,
    tall_homes,
    towers,
)
from lab.simulator.looks import apart, camouflaged, random_board

seeds = st.integers(0, 2**32 - 1)


@given(seeds)
def test_no_side_has_more_than_fifteen_checkers(seed: int) -> None:
    position = hard_to_count(START, np.random.default_rng(seed))
    for side in Side:
        assert 3 <= sum(position.row(side)) <= 15
        assert min(position.row(side)) >= 0


@given(seeds)
def test_towers_are_four_to_ten_high_but_for_what_is_left(seed: int) -> None:
    position = towers(np.random.default_rng(seed))
    for side in Side:
        piles = sorted(count for count in position.row(side)[1:25] if count)
        assert 1 <= len(piles) <= 3
        assert all(4 <= count <= 10 for count in piles[1:])
    assert not position.mixed


@given(seeds)
def test_brought_home_is_home_or_borne_off(seed: int) -> None:
    position = brought_home(np.random.default_rng(seed))
    for side in Side:
        assert not any(position.row(side)[7:])


@given(seeds)
def test_one_to_three_checkers_are_hit(seed: int) -> None:
    position = hit(START, np.random.default_rng(seed))
    assert 1 <= sum(position.bar) <= 3
    assert position.off == (0, 0)


@given(seeds)
def test_tall_homes_have_a_pile_of_six_to_eight_and_bearing_off_is_at_home_or_on_the_bar(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tall, late = tall_homes(rng), bearing_off(rng)
    for side in Side:
        assert max(tall.row(side)[1:7]) >= 6
        assert sum(tall.row(side)[:7]) == 15
        assert late.row(side)[OFF] >= 1
        assert sum(late.row(side)[:7]) + late.row(side)[BAR] == 15


@given(seeds)
def test_scattered_sides_hold_points_of_their_own(seed: int) -> None:
    assert not scattered(np.random.default_rng(seed)).mixed


@given(seeds)
def test_a_mixture_moves_one_checker_on_to_a_point_of_the_other_side(seed: int) -> None:
    after = mixed(START, np.random.default_rng(seed))
    (changed,) = [side for side in Side if after.row(side) != START.row(side)]
    assert sum(after.row(changed)) == 15
    assert sum(abs(a - b) for a, b in zip(after.row(changed), START.row(changed), strict=True)) == 2
    assert len(after.mixed) == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_camouflaged_set_has_a_colour_of_the_board(seed: int) -> None:
    scene = random_board(seed, "ordinary")
    look = camouflaged(scene, np.random.default_rng(seed)).look
    (changed,) = [now for now, was in ((look.light, scene.look.light), (look.dark, scene.look.dark)) if now != was]
    prints = look.prints
    board = [colours[0] for _, colours in (*prints.points, prints.ground, prints.ridge)]
    assert min(apart(changed.checker, colour) for colour in board) < 15
    assert apart(look.light.checker, look.dark.checker) >= 20
