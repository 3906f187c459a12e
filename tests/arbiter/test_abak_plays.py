"""Abak Evolution's plays against a second generator, written from the table of its rules alone."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter.abak.position import AbakPosition
from arbiter.abak.settings import AbakSettings
from arbiter.plays import ROLLS, Dice
from arbiter.position import SIDES, Side
from lab.campaigns.abak_plays import differing, games
from tests.arbiter.abak_positions import positions


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(positions(), st.sampled_from(SIDES), st.sampled_from(ROLLS), st.builds(AbakSettings, *[st.booleans()] * 4))
def test_the_plays_are_those_of_the_plainest_search(
    position: AbakPosition, side: Side, dice: Dice, agreed: AbakSettings
) -> None:
    assert not position.faults()
    assert not differing(position, side, dice, agreed)


def test_so_they_are_in_a_game_with_every_roll() -> None:
    wrong = [
        (position, dice)
        for position in games(20, 1)
        for dice in ROLLS
        if differing(position, Side.LIGHT, dice, AbakSettings())
    ]
    assert not wrong
