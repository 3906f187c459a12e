"""The same table before and after one play: nothing else on it has moved."""

from __future__ import annotations

import numpy as np

from arbiter.position import Position
from lab.simulator.acting import Table
from lab.simulator.art import Bytes
from lab.simulator.blunders import lawful
from lab.simulator.positions import game
from lab.simulator.scene import Scene, render


def before_and_after(scene: Scene, samples: float = 1.0) -> tuple[tuple[Position, Bytes], tuple[Position, Bytes]]:
    """Position and picture (BGR uint8) after the first roll of a game, and after its play; the dice lie there."""
    rng = np.random.default_rng(scene.seed)
    ply = next(iter(game(rng)))
    table = Table(scene, ply.before, rng)
    for _ in table.throw(ply.side, ply.dice):
        pass
    before = ply.before, render(scene, table.layout(), shot=31, samples=samples)[0]
    for _ in table.carry(ply.side, lawful(ply).steps):
        pass
    return before, (table.position, render(scene, table.layout(), shot=32, samples=samples)[0])
