"""Plays found without a search are the ones that the search finds."""

from __future__ import annotations

import random

from arbiter.notation import format_play
from arbiter.plays import ROLLS, Play, accepted_plays
from arbiter.position import Position, Side
from arbiter.whole_roll import play_of_legs, play_to
from lab.campaigns.brute_force import positions


def boards() -> list[tuple[Position, Side]]:
    return [(position, side) for position, side, _dice in positions(200, seed=8)][::8]


def test_a_board_that_a_play_leaves_is_found_with_its_text_and_no_other_is() -> None:
    rng = random.Random(7)
    for position, side in boards():
        found = {dice: {play.result: play for play in accepted_plays(position, side, dice)} for dice in ROLLS}
        others = [result for plays in found.values() for result in plays]
        for dice, plays in found.items():
            for result in (*plays, *rng.choices(others, k=20)):
                short, play = play_to(result, position, side, dice), plays.get(result)
                assert (short is not None) == (play is not None and whole(play, dice)), (position, side, dice)
                assert short is None or (play and format_play(short) == format_play(play)), (position, side, dice)


def test_moves_in_any_order_are_the_play_that_they_make() -> None:
    rng = random.Random(9)
    for position, side in boards():
        for dice in ROLLS:
            for play in accepted_plays(position, side, dice):
                legs = [(move.start, move.end) for move in play.moves]
                rng.shuffle(legs)
                made = play_of_legs(legs, position, side, rng.choice((dice, dice[::-1])))
                assert made is None or (made.result, format_play(made)) == (play.result, format_play(play))
                assert (made is not None) == whole(play, dice)


def whole(play: Play, dice: tuple[int, int]) -> bool:
    return len(play.moves) == (4 if dice[0] == dice[1] else 2)
