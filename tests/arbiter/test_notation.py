"""Plays written in standard notation and read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from arbiter.errors import NotationError
from arbiter.notation import describe_change, find_play, format_legs, format_play
from arbiter.play_text import NO_PLAY, fitting_plays, parse_chains, play_as_written
from arbiter.plays import Dice, legal_plays
from arbiter.position import START, Position, Side, row_of
from lab.campaigns.brute_force import positions
from tests.arbiter import strategies


@pytest.mark.parametrize(
    ("legs", "text"),
    [
        ([(13, 7, True), (7, 4, False)], "13/7*/4"),
        ([(13, 7, False), (7, 4, False)], "13/4"),
        ([(25, 21, False), (25, 21, False)], "bar/21(2)"),
        ([(6, 0, False)], "6/off"),
        ([(6, 5, False), (8, 5, False)], "8/5 6/5"),
        ([(6, 4, True), (6, 4, False)], "6/4*(2)"),
        ([(13, 11, False), (13, 10, False)], "13/10 13/11"),
        ([(8, 4, False), (3, 8, False)], "8/4 3/8"),  # an illegal backward move is never joined
        ([], "no play"),
    ],
)
def test_canonical_text(legs: list[tuple[int, int, bool]], text: str) -> None:
    assert format_legs(legs) == text


@settings(deadline=None, derandomize=True, max_examples=150)
@given(strategies.scattered(), strategies.dice)
def test_every_play_has_its_own_text_and_is_found_by_it(position: Position, dice: Dice) -> None:
    plays = legal_plays(position, Side.LIGHT, dice)
    assert len({format_play(play) for play in plays}) == len(plays)
    for play in plays:
        assert find_play(format_play(play), position, Side.LIGHT, dice) == play


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("8/5 6/5", "8/5 6/5"),
        ("6/5 8/5", "8/5 6/5"),
        ("13/10 24/23", "24/23 13/10"),
        ("24/20", "24/20"),
        ("24/21 21/20", "24/20"),
    ],
)
def test_other_spellings_of_an_opening_play(text: str, canonical: str) -> None:
    assert format_play(find_play(text, START, Side.DARK, (3, 1))) == canonical


def test_a_missing_star_is_forgiven_where_only_one_play_fits() -> None:
    position = Position(START.light, row_of(((24, 2), (13, 5), (8, 3), (6, 4), (25 - 7, 1))))
    assert format_play(find_play("13/7 8/7", position, Side.LIGHT, (6, 1))) == "13/7* 8/7"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("8/5 6:5", '"6:5" is not a move'),
        ("5/8", '"5/8" does not run forward'),
        ("26/20", '"26/20" does not run forward'),
        ("24/18 13/11", "not a legal play of 3-1"),
        ("8/5*/4", "not a legal play of 3-1"),
        ("no play", "not a legal play of 3-1"),
    ],
)
def test_text_that_is_no_play_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        find_play(text, START, Side.LIGHT, (3, 1))


def test_parsed_chains_keep_every_stop_that_is_named() -> None:
    assert parse_chains("Bar/21*/17 6/Off(2)") == (
        ((25, False), (21, True), (17, False)),
        ((6, False), (0, False)),
        ((6, False), (0, False)),
    )
    assert parse_chains(" No Play ") == ()


def test_a_change_is_described_from_the_boards_alone() -> None:
    after = Position(row_of(((24, 2), (13, 4), (8, 4), (6, 4), (4, 1))), START.dark)
    assert describe_change(START, Side.LIGHT, after) == "13/8 6/4"
    assert describe_change(START, Side.DARK, after) == NO_PLAY


def test_a_described_hit_has_its_star() -> None:
    before = Position(START.light, row_of(((24, 2), (13, 5), (8, 3), (6, 4), (5, 1))))
    after = Position(
        row_of(((24, 1), (20, 1), (13, 5), (8, 3), (6, 5))),
        row_of(((24, 2), (13, 5), (8, 3), (6, 4), (25, 1))),
    )
    assert describe_change(before, Side.LIGHT, after) == "24/20*"


def test_the_short_cut_of_a_text_is_what_a_comparison_with_all_plays_finds() -> None:
    short = 0
    for position, side, dice in positions(150, seed=5):
        for play in legal_plays(position, side, dice):
            for text in (format_play(play), format_play(play).replace("*", "")):
                chains = parse_chains(text)
                fitting = fitting_plays(chains, position, side, dice)
                written = play_as_written(chains, position, side, dice) if chains else None
                short += written is not None
                assert written is None or (written.result,) == tuple(each.result for each in fitting), (text, position)
    assert short > 500


def test_one_checker_by_both_dice_goes_where_it_hits_less() -> None:
    other = row_of(((3, 13), (6, 1), (12, 1)))  # blots on the mover's 19 and 13
    position = Position(row_of(((24, 2), (6, 13))), other)
    (chain,) = parse_chains("24/13")
    one = play_as_written((chain,), position, Side.LIGHT, (6, 5))
    assert one is not None
    assert [(move.start, move.end, move.hit) for move in one.moves] == [(24, 18, False), (18, 13, True)]
