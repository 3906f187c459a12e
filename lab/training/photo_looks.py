"""How a board of any make may look, and the camera over it: what `lab.training.photo_boards` paints."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from calibration.sheet import MARGIN
from lab.simulator import art
from vision.strips import NET_SCALE

Floats = npt.NDArray[np.float32]
Colour = npt.NDArray[np.float32]
Pair = tuple[float, float]

FINE = 2 * NET_SCALE
"""Pixels per point width while painting."""
STYLES = ("plain", "plain", "ring", "dished", "star", "ridged", "wood", "hollow", "pearl", "logo")


@dataclass(frozen=True, eq=False)
class Look:
    """One board and one camera. Lengths in point widths, colours BGR 0..1; eye over the middle of its leaf."""

    length: float
    radius: float
    height: float
    gap: float
    slop: float
    row: int
    ground: Floats
    points: tuple[Floats, Floats]
    reach: float
    width: float
    outline: Colour | None
    rings: bool
    sets: tuple[Colour, Colour]
    edges: tuple[Colour, Colour]
    style: str
    rims: tuple[Colour, Colour] | None
    rim_width: float
    inks: tuple[Colour, Colour]
    wall: float
    wall_colour: Colour
    eye: tuple[float, float, float]
    lamp: Pair
    shadow: float
    glare: float


def any_colour(rng: Generator) -> Colour:
    kind = rng.random()
    if kind < 0.3:
        grey = rng.choice([rng.uniform(0.03, 0.2), rng.uniform(0.7, 0.98), rng.uniform(0.2, 0.7)])
        return np.asarray(np.clip(grey + rng.normal(0, 0.02, 3), 0, 1), np.float32)
    if kind < 0.5:  # woods and leathers
        hsv = [rng.uniform(5, 40), rng.uniform(0.3, 0.85), rng.uniform(0.15, 0.9)]
    else:
        hsv = [rng.uniform(0, 360), rng.uniform(0.3, 1), rng.uniform(0.15, 0.95)]
    return np.asarray(cv2.cvtColor(np.array([[hsv]], np.float32), cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def apart(one: Colour, two: Colour) -> float:
    """Distance in Lab."""
    pair = cv2.cvtColor(np.array([[one, two]], np.float32), cv2.COLOR_BGR2LAB)[0]
    return float(np.linalg.norm(pair[0] - pair[1]))


def _painted(rng: Generator, colour: Colour, size: tuple[int, int]) -> Floats:
    quiet = ["plain", "plain", "wood", "cloth", "cloth"]
    kind = str(rng.choice(quiet if rng.random() < 0.75 else [*art.BUSY, "wood"]))
    near = (
        np.clip(colour + rng.normal(0, 0.12, (3, 3)), 0, 1)
        if rng.random() < 0.6
        else [any_colour(rng) for _ in range(3)]
    )
    colours = [_in_bytes(one) for one in (colour, *near)]
    drawn = art.draw(kind, int(rng.integers(1 << 30)), size, colours, FINE * float(rng.uniform(0.4, 1.2)))
    return np.asarray(drawn.astype(np.float32) / 255, np.float32)


def _in_bytes(colour: npt.NDArray[np.floating]) -> art.Colour:
    """0..255 of 0..1, in the order given."""
    first, second, third = (float(255 * c) for c in colour)
    return first, second, third


def random_look(rng: Generator) -> Look:
    length = float(rng.uniform(8.0, 12.5))
    size = (round((length + 2 * MARGIN) * FINE), round((6 + 2 * MARGIN) * FINE))
    ground, one, two = any_colour(rng), any_colour(rng), any_colour(rng)
    radius = float(np.clip(rng.normal(0.45, 0.04), 0.33, 0.505))
    sets = _sets(rng, [ground, one, two])
    dark = np.full(3, rng.uniform(0.02, 0.15), np.float32)
    rim = rng.random()
    edges = tuple(dark if rim < 0.25 else 0.75 * c for c in sets)
    tilt, turn = np.radians(abs(rng.normal(0, 26))), rng.normal(0, 0.5) if rng.random() < 0.7 else rng.uniform(0, 6.28)
    tilt, away = min(tilt, np.radians(56)), float(rng.uniform(14, 45))
    eye = (
        3 + float(rng.choice([-3.5, 3.5])) + away * np.sin(tilt) * np.sin(turn),
        length / 2 + away * np.sin(tilt) * np.cos(turn),
        away * np.cos(tilt),
    )
    rims = (_rim(rng), _rim(rng)) if rng.random() < 0.3 else None
    if rims and rng.random() < 0.7:
        rims = (rims[0], rims[0])
    return Look(
        length=length,
        radius=radius,
        height=2 * radius * float(rng.uniform(0.1, 0.4)),
        gap=float(rng.choice([0.0, 0.03, rng.uniform(0, 0.25)])),
        slop=float(rng.choice([0.05, 0.12, rng.uniform(0.05, 0.3)])),
        row=int(np.clip((length / 2 - 0.1) / (2 * radius), 4, rng.choice([5, 5, 6]))),
        ground=_painted(rng, ground, size),
        points=(_painted(rng, one, size), _painted(rng, two, size)),
        reach=float(rng.uniform(0.34, 0.48)),
        width=float(rng.uniform(0.75, 1.0)),
        outline=any_colour(rng) if rng.random() < 0.3 else None,
        rings=bool(rng.random() < 0.15),
        sets=sets,
        edges=(np.asarray(edges[0], np.float32), np.asarray(edges[1], np.float32)),
        style=str(rng.choice(STYLES)),
        rims=rims,
        rim_width=float(rng.uniform(0.05, 0.22)),
        inks=(any_colour(rng), any_colour(rng)),
        wall=float(rng.choice([0.0, rng.uniform(0.1, 0.9)])),
        wall_colour=any_colour(rng) if rng.random() < 0.6 else dark,
        eye=eye,
        lamp=(float(rng.normal(0, 0.8)), float(rng.normal(0, 0.8))),
        shadow=float(rng.uniform(0.05, 0.7)),
        glare=float(rng.choice([0.0, 0.0, rng.uniform(0.1, 0.9)])),
    )


def _rim(rng: Generator) -> Colour:
    """The colour of a checker's rim: silver, brass, white, black or any."""
    kinds = ((0.75, 0.75, 0.75), (0.35, 0.6, 0.75), (0.95, 0.95, 0.95), (0.06, 0.06, 0.06))
    chosen = int(rng.integers(len(kinds) + 1))
    if chosen == len(kinds):
        return any_colour(rng)
    return np.asarray(np.clip(np.array(kinds[chosen]) + rng.normal(0, 0.06, 3), 0, 1), np.float32)


def _sets(rng: Generator, board: list[Colour]) -> tuple[Colour, Colour]:
    """Two sets that can be told apart; half of the time one of them, or both, in a colour of the board."""
    for _ in range(100):
        pair = [any_colour(rng), any_colour(rng)]
        alike = rng.permutation(2)[: int(rng.choice([0, 0, 1, 1, 2]))]
        for one, base in zip(alike, rng.permutation(3)[:2], strict=False):
            pair[int(one)] = np.clip(board[int(base)] + rng.normal(0, 0.05, 3), 0, 1).astype(np.float32)
        if apart(*pair) > 25:
            break
    return pair[0], pair[1]


def lean_at(look: Look, x: float, y: float) -> Pair:
    """Displacement per point width of height."""
    return (x - look.eye[0]) / look.eye[2], (y - look.eye[1]) / look.eye[2]
