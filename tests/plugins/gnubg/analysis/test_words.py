"""A player's line: mistakes are counted once, and what they cost is never more than people can picture."""

from __future__ import annotations

import pytest

from bookgammon.plugins.gnubg.analysis.figures import Figures
from bookgammon.plugins.gnubg.analysis.words import player_line


def figures(marked: tuple[int, int, int], cost: float = 0.1, luck: float = 0.05) -> Figures:
    return Figures(30, 20, 5, cost, 0.0, cost, 0.0, luck, luck, marked, 0, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("marked", "made"),
    [
        ((0, 0, 1), "one blunder"),
        ((0, 0, 3), "three blunders"),
        ((1, 1, 1), "three mistakes, one blunder among them"),
        ((1, 0, 0), "one mistake"),
    ],
)
def test_a_blunder_is_no_second_mistake(marked: tuple[int, int, int], made: str) -> None:
    assert player_line("Ada", figures(marked), 5) == (
        f"Ada made {made}; errors cost 10.0 % of the match, the dice gave 5.0 %."
    )


def test_no_match_is_lost_by_more_than_all_of_it() -> None:
    line = player_line("Ada", figures((9, 9, 9), cost=2.475, luck=1.2), 5)
    assert line.endswith("errors cost the chances of 2.5 matches, the dice gave the chances of 1.2 matches.")
    assert player_line("Ada", figures((9, 9, 9), cost=2.475), 0).endswith(
        "errors cost 2.48 points, the dice gave 0.05."
    )
