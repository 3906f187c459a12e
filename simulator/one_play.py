"""The same table before and after one play: nothing else on it has moved."""

from __future__ import annotations

import numpy as np

from arbiter.position import Position
from simulator.acting import Table
from simulator.art import Bytes
from simulator.blunders import lawful
from simulator.positions import game
from simulator.scene import Scene, render


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
