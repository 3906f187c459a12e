"""Where boards tone on tone are misread: the bar, tall piles, what was borne off, and points that burn out.

A board's ridge often has a colour of its checkers. Windows and lamps are mirrored on it and on what lies there, piles
of six and more are seen from steep and from flat, and a camera exposes some pictures longer than those that the board
was learned from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.random import Generator

from arbiter.position import Position
from lab.simulator.glare import Glare, random_glare
from lab.simulator.hard_positions import bearing_off, hit, tall_homes
from lab.simulator.positions import several
from lab.simulator.scene import Scene
from lab.simulator.tone import tone_on_tone, with_ridge_alike

Kind = Literal["bar", "piles", "off"]
RIDGE_ALIKE = 0.6
"""Share of boards whose ridge has a colour of their checkers."""
LONGER = (1.2, 2.4)
"""Times the light of a picture that burns out."""


def with_hard_places(scene: Scene, rng: Generator) -> Scene:
    """The board tone on tone, its ridge too for most."""
    scene = tone_on_tone(scene, rng)
    return with_ridge_alike(scene, rng) if rng.random() < RIDGE_ALIKE else scene


def positions(rng: Generator, rounds: int) -> Iterator[tuple[Kind, Position]]:
    """One of each kind in every round."""
    for played, _ in several(rng, rounds):
        yield "bar", hit(played, rng)
        yield "piles", tall_homes(rng)
        yield "off", bearing_off(rng)


def longer(rng: Generator) -> float:
    """How many times as long as the board's own pictures one is exposed that burns out."""
    return float(np.exp(rng.uniform(*np.log(LONGER))))


def on_the_ridge(scene: Scene, rng: Generator) -> Glare:
    """The mirror image of a window or of a lamp about where checkers lie on the ridge."""
    book = scene.book
    at = (0.2 * float(rng.normal()) * book.ridge_width, float(rng.uniform(-6, 6)) * book.checker_radius)
    return replace(random_glare(rng, book), frame="ridge", at=at)
