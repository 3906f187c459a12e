"""What things are made of: finishes of dice and checkers, and the light of the surroundings, drawn by lot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator.art import Colour
from lab.simulator.camera import triple

DieMaterial = Literal["opaque", "glass", "smoke", "pearl", "wood"]
Profile = Literal["flat", "dished", "grooved", "domed", "hollow"]
CheckerMaterial = Literal["plain", "pearl", "marble", "wood", "metal"]
WHITE: Colour = (246.0, 243.0, 236.0)
BLACK: Colour = (22.0, 22.0, 25.0)


@dataclass(frozen=True)
class DieFinish:
    """edge: radius of the rounded edges, pip_radius and pip_spread: in sides of the die. Colours are sRGB 0 to 255."""

    material: DieMaterial
    colour: Colour
    pips: Colour
    edge: float
    pip_radius: float
    pip_spread: float
    roughness: float


@dataclass(frozen=True)
class CheckerFinish:
    """recess: depth of what the profile takes away, in heights of the checker."""

    material: CheckerMaterial
    profile: Profile
    colour: Colour
    second: Colour
    recess: float
    roughness: float
    coat: float


@dataclass(frozen=True)
class Surroundings:
    """sky, lamp, windows: how bright each is, in Blender's units; warmth: -1 (blue) to 1 (orange) of the lamp.

    azimuth in degrees; elevation of the lamp in degrees; lamp_size: its radius in world units.
    """

    sky: float
    lamp: float
    windows: int
    window_light: float
    warmth: float
    azimuth: float
    elevation: float
    lamp_size: float


def vivid(rng: Generator) -> Colour:
    hsv = np.array([[(rng.uniform(0, 180), rng.uniform(130, 255), rng.uniform(60, 240))]], np.uint8)
    return triple(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0])


def near(colour: Colour, rng: Generator, spread: float) -> Colour:
    return triple(np.clip(v + rng.normal(0, spread), 0, 255) for v in colour)


def die_finish(rng: Generator, board: tuple[Colour, ...]) -> DieFinish:
    """board: colours of what dice lie on; a fifth of the dice have one of them."""
    material: DieMaterial = ("opaque", "opaque", "opaque", "glass", "glass", "glass", "smoke", "pearl", "wood")[
        int(rng.integers(9))
    ]
    lot = rng.random()
    if lot < 0.2:
        colour = near(board[int(rng.integers(len(board)))], rng, 14)
    elif lot < 0.4:
        colour = near(WHITE, rng, 10)
    elif lot < 0.55:
        colour = near(BLACK, rng, 8)
    else:
        colour = vivid(rng)
    if material == "wood":
        colour = near((190.0, 140.0, 90.0), rng, 25)
    if material == "smoke":
        colour = near((90.0, 90.0, 95.0), rng, 20)
    light = float(np.dot(colour, (0.3, 0.59, 0.11)))
    pips = near(WHITE if light < 140 or (material == "glass" and rng.random() < 0.8) else BLACK, rng, 6)
    if rng.random() < 0.06:
        pips = vivid(rng)
    return DieFinish(
        material,
        colour,
        pips,
        edge=float(rng.choice([0.04, 0.1, 0.18, rng.uniform(0.02, 0.28)])),
        pip_radius=float(rng.uniform(0.075, 0.125)),
        pip_spread=float(rng.uniform(0.22, 0.29)),
        roughness=float(rng.choice([0.03, 0.15, 0.4])) if material != "wood" else 0.6,
    )


def die_like(finish: DieFinish, colour: Colour, rng: Generator) -> DieFinish:
    """The same in a colour that lies around it; its pips stand out from it, though not always much."""
    light = float(np.dot(colour, (0.3, 0.59, 0.11)))
    far = near(WHITE if light < 120 else BLACK, rng, 6)
    share = float(rng.uniform(0.45, 1.0))
    red, green, blue = (share * f + (1 - share) * c for f, c in zip(far, colour, strict=True))
    return replace(finish, colour=near(colour, rng, 10), pips=(red, green, blue))


def checker_finish(rng: Generator, colour: Colour, second: Colour) -> CheckerFinish:
    material: CheckerMaterial = ("plain", "plain", "plain", "pearl", "pearl", "marble", "wood", "metal")[
        int(rng.integers(8))
    ]
    profile: Profile = ("flat", "flat", "dished", "dished", "grooved", "domed", "hollow")[int(rng.integers(7))]
    return CheckerFinish(
        material,
        profile,
        colour,
        second,
        recess=float(rng.uniform(0.08, 0.4)),
        roughness=float(rng.choice([0.06, 0.2, 0.45, 0.7])),
        coat=float(rng.choice([0.0, 0.0, 0.6, 1.0])),
    )


def surroundings(rng: Generator) -> Surroundings:
    kind = rng.random()
    return Surroundings(
        sky=float(rng.uniform(0.15, 0.9)),
        lamp=float(rng.uniform(0.0, 1.0)) if kind < 0.75 else 0.0,
        windows=int(rng.integers(0, 3)) if kind < 0.6 else int(rng.integers(1, 4)),
        window_light=float(rng.uniform(0.3, 1.5)),
        warmth=float(np.clip(rng.normal(0.25, 0.4), -1, 1)),
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(25, 85)),
        lamp_size=float(rng.choice([0.6, 2.0, 6.0])),
    )
