"""Boards drawn by lot: wild or quiet art, colours near to or far from the checkers', lamps, cameras."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import Side
from arbiter.seats import Seats
from lab.simulator.art import BUSY, Colour
from lab.simulator.backdrop import Print, Prints
from lab.simulator.book import CHECKERS_ACROSS, Book
from lab.simulator.camera import Camera, triple
from lab.simulator.canvas import Skin
from lab.simulator.checkers import STYLES
from lab.simulator.film import Film
from lab.simulator.layout import Habits
from lab.simulator.light import Light
from lab.simulator.scene import BoardLook, Scene, SetLook

Difficulty = Literal["ordinary", "hard"]
STEEPEST = 9.0
"""Degrees from straight down of a camera above the board, at the most."""
_NATURAL = (
    (240, 228, 200),
    (225, 205, 160),
    (190, 140, 90),
    (120, 78, 48),
    (70, 44, 32),
    (36, 34, 36),
    (235, 235, 230),
    (130, 30, 34),
)


def lab(colour: Colour) -> tuple[float, float, float]:
    """CIE L*a*b* of an sRGB colour."""
    pixel = np.array([[colour]], np.float32) / 255
    values = cv2.cvtColor(np.clip(pixel, 0, 1), cv2.COLOR_RGB2LAB)[0, 0]
    return float(values[0]), float(values[1]), float(values[2])


def apart(one: Colour, two: Colour) -> float:
    """Distance of two colours, CIE 1976."""
    return float(np.linalg.norm(np.subtract(lab(one), lab(two))))


def _colour(rng: Generator) -> Colour:
    if rng.random() < 0.35:
        base = np.array(_NATURAL[int(rng.integers(len(_NATURAL)))], float) + rng.normal(0, 10, 3)
        return _as_colour(base)
    hsv = np.array([[(rng.uniform(0, 180), rng.uniform(40, 240), rng.uniform(50, 245))]], np.uint8)
    return _as_colour(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0])


def _as_colour(values: Sequence[float] | np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Colour:
    return triple(np.clip(values, 0, 255))


def near(rng: Generator, colour: Colour, low: float, high: float) -> Colour:
    """A colour between `low` and `high` away from another."""
    for _ in range(200):
        made = _as_colour(np.array(colour) + rng.normal(0, high * 1.2, 3))
        if low <= apart(made, colour) <= high:
            return made
    return made


def random_board(seed: int, difficulty: Difficulty = "hard", size: tuple[int, int] = (960, 540)) -> Scene:
    """A scene drawn by lot. Hard ones are as hard as the path-traced boards with the wildest art."""
    rng = np.random.default_rng((seed, 1 if difficulty == "hard" else 0))
    hard = difficulty == "hard"
    book = _book(rng, hard)
    points = (_print(rng, hard), _print(rng, hard))
    ground = _print(rng, hard)
    for _ in range(60):
        if (
            min(apart(ground[1][0], p[1][0]) for p in points) > 18
            and apart(points[0][1][0], points[1][1][0]) > 15
        ):
            break
        ground, points = _print(rng, hard), (_print(rng, hard), _print(rng, hard))
    light, dark = _sets(rng, hard, [p[1][0] for p in (ground, *points)])
    prints = Prints(
        seed=int(rng.integers(1 << 30)),
        ground=ground,
        points=points,
        point_length=float(rng.uniform(0.36, 0.44)),
        outline=_colour(rng) if rng.random() < 0.25 else None,
        frame=_frame(rng),
        wall=(
            ("wood", (_colour(rng),))
            if rng.random() < 0.3
            else ("plain", (_as_colour(np.array((225, 212, 170)) + rng.normal(0, 12, 3)),))
        ),
        cover=_colour(rng),
        ridge=(
            str(rng.choice(["plain", "plain", "cloth", "music", "flowers", "text"])),
            (_colour(rng), _colour(rng), _colour(rng)),
        ),
        table=(str(rng.choice(["wood", "plain", "cloth", "cloth"])), (_table_colour(rng),)),
        leaf_skin=Skin(
            float(rng.choice([0.0, 0.0, 0.1, 0.7 if hard else 0.15])), float(rng.uniform(40, 400))
        ),
        table_skin=Skin(float(rng.choice([0.0, 0.0, 0.05, 0.1])), 12),
    )
    cube = (235.0, 232.0, 220.0) if rng.random() < 0.5 else _colour(rng)
    ink = (20.0, 20.0, 24.0) if lab(cube)[0] > 55 else (240.0, 236.0, 225.0)
    on_ridge = bool(rng.random() < 0.35 and book.ridge_width > book.cube_side)
    habits = Habits(
        float(rng.uniform(0.08, 0.45) if hard else rng.uniform(0.05, 0.25)),
        on_ridge,
        book.cube_side * 0.8,
        0.15 if hard else 0.05,
    )
    look = BoardLook(book, prints, light, dark, cube, ink, habits)
    seats = Seats(Side.LIGHT if rng.random() < 0.5 else Side.DARK, "right" if rng.random() < 0.6 else "left")
    lamp, film = _light_and_film(rng, hard)
    return Scene(
        f"{difficulty[0]}{seed}", seed, difficulty, look, lamp, _camera(rng, hard, book, size), film, seats
    )


def with_glass_dice(scene: Scene) -> Scene:
    """The same board with small dice of coloured glass, 0.34 to 0.46 of a point wide, as precision dice are."""
    rng, look = np.random.default_rng((scene.seed, 83)), scene.look
    book = replace(look.book, die_side=look.book.pitch * float(rng.uniform(0.34, 0.46)))
    light, dark = (_with_glass_die(rng, kept) for kept in (look.light, look.dark))
    return replace(scene, look=replace(look, book=book, light=light, dark=dark))


def _with_glass_die(rng: Generator, of: SetLook) -> SetLook:
    hsv = np.array([[(rng.uniform(0, 180), rng.uniform(120, 240), rng.uniform(60, 210))]], np.uint8)
    body = _as_colour(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0])
    white = lab(body)[0] < 65
    pips = (245.0, 242.0, 235.0) if white else (22.0, 22.0, 26.0)
    return replace(of, die=body, pips=pips, glass=float(rng.uniform(0.3, 0.65)))


def _book(rng: Generator, hard: bool) -> Book:
    pitch = float(rng.uniform(1.58, 1.78))
    margin = float(rng.choice([0.0, 0.0, rng.uniform(0.05, 0.3)]))
    radius = pitch * float(rng.uniform(0.42, 0.47))
    height = 2 * radius * float(rng.uniform(0.2, 0.36))
    sag = 3.5 if hard else 1.5
    return Book(
        pitch=pitch,
        margin=margin,
        floor_height=max(float(rng.uniform(14.0, 16.2)), CHECKERS_ACROSS * radius),
        rim=float(rng.uniform(0.6, 1.0)),
        gutter=float(rng.uniform(0.25, 0.5)),
        depth=float(rng.uniform(0.4, 2.0) if hard else rng.uniform(0.3, 1.3)),
        base=float(rng.uniform(0.3, 0.8)),
        ridge_width=float(rng.uniform(1.7, 2.3)),
        ridge_rise=float(rng.uniform(0.02, 0.4)),
        ridge_bulge=float(rng.choice([0.03, 0.1, 0.3])),
        lift=(
            float(np.clip(rng.normal(0, sag / 2), -sag, sag)),
            float(np.clip(rng.normal(0, sag / 2), -sag, sag)),
        ),
        checker_radius=radius,
        checker_height=height,
        die_side=2 * radius * float(rng.uniform(0.46, 0.6)),
        cube_side=2 * radius * float(rng.uniform(0.75, 1.0)),
    )


def _print(rng: Generator, hard: bool) -> Print:
    busy = rng.random() < (0.6 if hard else 0.35)
    art = (
        str(rng.choice(BUSY if hard else BUSY[:-1]))
        if busy
        else str(rng.choice(["plain", "plain", "wood", "cloth"]))
    )
    base = _colour(rng)
    quiet = not hard and rng.random() < 0.7
    others = [near(rng, base, 10, 40) if quiet or rng.random() < 0.3 else _colour(rng) for _ in range(3)]
    return art, (base, *others)


def _frame(rng: Generator) -> Print:
    if rng.random() < 0.55:
        return "text", (
            _as_colour(np.array((232, 220, 185)) + rng.normal(0, 10, 3)),
            (90.0, 80.0, 65.0),
            (90.0, 80.0, 65.0),
        )
    return str(rng.choice(["plain", "stripes", "wood", "contours", "cloth"])), (
        _colour(rng),
        _colour(rng),
        _colour(rng),
    )


def _table_colour(rng: Generator) -> Colour:
    woods = ((150, 105, 70), (110, 70, 44), (80, 55, 40), (175, 135, 95))
    return (
        _as_colour(np.array(woods[int(rng.integers(4))]) + rng.normal(0, 10, 3))
        if rng.random() < 0.5
        else _colour(rng)
    )


def _sets(rng: Generator, hard: bool, board: Sequence[Colour]) -> tuple[SetLook, SetLook]:
    """Two sets that can be told apart, the light one lighter; hard ones close to a colour of the board."""
    brighter, between, clear = (10, 30, 0) if hard else (22, 45, 28)
    for _ in range(2000):
        pair = [_colour(rng), _colour(rng)]
        if hard and rng.random() < 0.85:
            pair[int(rng.integers(2))] = near(rng, board[int(rng.integers(len(board)))], 3, 22)
        pair.sort(key=lambda c: -lab(c)[0])
        one, two = pair
        free = min(apart(c, b) for c in pair for b in board)
        if lab(one)[0] - lab(two)[0] > brighter and apart(one, two) > between and free > max(clear, 3):
            break
    style = str(rng.choice(STYLES))
    made = []
    for colour in pair:
        die = colour if rng.random() < 0.4 else _colour(rng)
        if hard and rng.random() < 0.2:
            die = near(rng, board[int(rng.integers(len(board)))], 5, 20)
        if rng.random() < 0.3:
            die = (238.0, 234.0, 222.0) if colour is one else (30.0, 30.0, 36.0)
        pips = (245.0, 242.0, 235.0) if lab(die)[0] < 60 else (22.0, 22.0, 26.0)
        made.append(SetLook(colour, _colour(rng), style, die, pips))
    return made[0], made[1]


def _light_and_film(rng: Generator, hard: bool) -> tuple[Light, Film]:
    warmth = float(rng.normal(0, 0.18))
    key = 0.9 * np.array((1 + warmth, 1.0, 1 - warmth))
    share = float(rng.uniform(0.25, 0.8))
    cool = np.array((1.0, 1.0, 1.0 + float(rng.uniform(0, 0.15))))
    distance = float(rng.uniform(25, 60))
    lamp = Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(28 if hard else 45, 80)),
        distance=distance,
        radius=distance * float(rng.choice([0.04, 0.12, 0.3])),
        key=triple(key * share),
        sky=triple(cool * 0.9 * (1 - share)),
    )
    dim = float(rng.uniform(0.55, 1.6)) if hard else float(rng.uniform(0.9, 1.4))
    grain = float(rng.uniform(0.010, 0.030 if hard else 0.018))
    film = Film(
        exposure=dim,
        balance=(
            1 - 0.6 * warmth * float(rng.uniform(0, 1)),
            1.0,
            1 + 0.6 * warmth * float(rng.uniform(0, 1)),
        ),
        blur=float(rng.uniform(0.35, 1.2 if hard else 0.7)),
        vignette=float(rng.uniform(0.05, 0.4)),
        bloom=float(rng.uniform(0, 0.3)),
        shot=grain,
        read=grain * 0.15,
        quality=int(rng.integers(80, 96)),
        shoulder=float(rng.choice([0.0, 0.5, 1.0])),
    )
    return lamp, film


def _camera(rng: Generator, hard: bool, book: Book, size: tuple[int, int]) -> Camera:
    """Anywhere from above to the end of the table, with the whole book in the picture."""
    tilt = float(rng.uniform(9, 40) if hard else rng.uniform(3, 34))
    turn, most = (10 if tilt > 20 else 16), (38 if hard else 22)
    azimuth, roll = float(np.clip(rng.normal(0, turn), -most, most)), float(rng.normal(0, 3.5))
    hfov, k1 = float(rng.uniform(46, 66)), float(rng.uniform(-0.06, 0.02))
    fill = float(rng.uniform(0.86, 0.99))
    shift = (float(rng.normal(0, 0.6)), float(rng.normal(0, 0.4)), 0.0)
    return _as_near(Camera(size, tilt, azimuth, roll, 60.0, hfov, k1), book, fill, shift)


def from_above(scene: Scene, rng: Generator) -> Scene:
    """The same board seen by a camera from nearly straight above: there a checker on top of a row hardly shows."""
    seen, tilt = scene.camera, float(rng.uniform(0, STEEPEST))
    azimuth, roll = float(rng.normal(0, 10)), float(rng.normal(0, 3.5))
    camera = replace(seen, tilt=tilt, azimuth=azimuth, roll=roll)
    fill = float(rng.uniform(0.7, 0.99))
    return replace(scene, camera=_as_near(camera, scene.book, fill, seen.target))


def seen_from(
    scene: Scene, tilt: float, azimuth: float, roll: float, fill: float, size: tuple[int, int] | None = None
) -> Scene:
    """The same board before a camera elsewhere. Degrees; fill: share of the picture that the book takes."""
    camera = replace(scene.camera, tilt=tilt, azimuth=azimuth, roll=roll, size=size or scene.camera.size)
    return replace(scene, camera=_as_near(camera, scene.book, fill, scene.camera.target))


def _as_near(camera: Camera, book: Book, fill: float, shift: tuple[float, float, float]) -> Camera:
    """The camera so near that the book fills as much of the picture, then shifted."""
    half_x, half_y = book.bounds
    ends = [(x, y, z) for x in (-half_x, half_x) for y in (-half_y, half_y) for z in (0.0, book.crest)]
    camera = replace(camera, target=(0.0, 0.0, 0.0))
    low, high = 20.0, 120.0
    for _ in range(24):
        middle = (low + high) / 2
        camera = replace(camera, distance=middle)
        seen = camera.project(ends)
        inside = bool((np.abs(seen - camera.middle) < fill * np.array(camera.middle)).all())
        low, high = (low, middle) if inside else (middle, high)
    return replace(camera, distance=high, target=shift)


def camouflaged(scene: Scene, rng: Generator) -> Scene:
    """One set in a colour of the points or the ground: many boards are made from one piece of wood."""
    look = scene.look
    prints = (look.prints.points[0], look.prints.points[1], look.prints.ground, look.prints.ridge)
    art, colours = prints[int(rng.integers(len(prints)))]
    colour = triple(np.clip(c + rng.normal(0, 6), 5, 250) for c in colours[0])
    side, other = ("dark", look.light) if rng.random() < 0.6 else ("light", look.dark)
    if apart(colour, other.checker) < 20:
        return scene
    chosen = replace(getattr(look, side), checker=colour, style="wood" if art == "wood" else getattr(look, side).style)
    return replace(scene, look=replace(look, **{side: chosen}))
