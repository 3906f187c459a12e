"""A checker put on a point that the other side holds is seen there, whichever colour came to which."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from arbiter.position import START, Position
from lab.simulator.layout import Layout, lay_checkers
from lab.simulator.scene import Scene, render
from tests.vision.boards import calibrated, scenes
from vision.reader import Reader

LOW = (1, 17)
"""Points, as the visitor counts, that the other side holds with two and three: none lies on top of another."""


def visited(point: int, visitor: str) -> Position:
    """The starting position with one checker from the visitor's midpoint on a point that the other side holds.

    point: as the visitor counts.
    """
    row = list(START.light)
    row[13] -= 1
    row[point] += 1
    return replace(START, **{visitor: tuple(row)})


@pytest.fixture(scope="module")
def readers() -> list[tuple[Scene, Reader]]:
    """Learned once for both visitors."""
    return [(scene, Reader(calibrated(scene))) for scene in scenes(range(40_060, 40_065), "ordinary")]


@pytest.mark.parametrize("visitor", ["light", "dark"])
def test_one_checker_among_the_others_is_seen(visitor: str, readers: list[tuple[Scene, Reader]]) -> None:
    n: Counter[str] = Counter()
    for scene, reader in readers:
        for shot, point in enumerate(LOW):
            position = visited(point, visitor)
            rng = np.random.default_rng((scene.seed, point))
            discs = lay_checkers(scene.book, scene.seats, scene.look.habits, position, rng)
            image, _ = render(scene, Layout(position, discs), shot=2 + shot, samples=1.5)
            place = (point if visitor == "light" else 25 - point) - 1
            light, dark, _ = reader.read(image).places[place].scores[0]
            n["seen"] += bool(light and dark)
            n["asked"] += 1
    assert n["seen"] > 0.9 * n["asked"], n
