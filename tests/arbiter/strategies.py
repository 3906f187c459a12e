"""Random positions and rolls for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from arbiter.plays import Dice, legal_plays
from arbiter.position import START, Position, Side

dice: st.SearchStrategy[Dice] = st.tuples(st.integers(1, 6), st.integers(1, 6))


@st.composite
def scattered(draw: st.DrawFn) -> Position:
    """Fifteen checkers a side anywhere, no point shared, somebody still in play on both sides."""
    home_heavy = draw(st.booleans())
    light = draw(st.lists(st.integers(0, 7 if home_heavy else 25), min_size=15, max_size=15))
    light[0] = max(light[0], 1)
    free = [place for place in range(26) if place in (0, 25) or 25 - place not in light]
    dark = draw(st.lists(st.sampled_from(free), min_size=15, max_size=15))
    dark[0] = max(dark[0], max(free) if free[-1] == 25 else 25)
    rows = [tuple(places.count(place) for place in range(26)) for places in (light, dark)]
    return Position(rows[0], rows[1])


@st.composite
def played(draw: st.DrawFn) -> tuple[Position, Side]:
    """A position some plays into a game, and whose turn it is."""
    position, side = START, Side.LIGHT
    for roll in draw(st.lists(dice, max_size=40)):
        plays = legal_plays(position, side, roll)
        position = plays[draw(st.integers(0, len(plays) - 1))].result
        if position.row(side)[0] == 15:
            return position, side.other
        side = side.other
    return position, side
