"""What happens to a camera and a table in an evening, beside the game: each mishap yields its frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.random import Generator

from lab.simulator.acting import Shot, Table
from lab.simulator.book import Book
from lab.simulator.camera import Camera
from lab.simulator.light import Light, scaled
from lab.simulator.scene import Scene
from lab.simulator.sheets import Sheet, random_sheet

Mishap = Literal["bump", "lamp", "exposure", "page", "closed"]
MISHAPS: tuple[Mishap, ...] = ("bump", "lamp", "exposure", "page", "closed")
Show = Callable[[Scene], None]
"""Has all further frames taken of this scene."""

AFTER_BUMP, AFTER_LAMP, DRIFT, COVERED, SHUT = 30, 35, 30, 25, 45
"""Frames that each lasts."""
STEPS = 6


def happening(mishap: Mishap, table: Table, show: Show, rng: Generator) -> Iterator[Shot]:
    """The frames of one mishap; what it leaves changed goes to `show` and to the table's scene."""
    match mishap:
        case "bump":
            return bump(table, show, rng)
        case "lamp":
            return lamp(table, show, rng)
        case "exposure":
            return exposure(table, show, rng)
        case "page":
            return covered(table, random_sheet(rng, table.scene.book), COVERED)
        case "closed":
            return covered(table, cover(table.scene.book), SHUT)


def bump(table: Table, show: Show, rng: Generator) -> Iterator[Shot]:
    """The camera is knocked: a quarter of a second later it stands a little elsewhere."""
    scene = table.scene
    camera, moved = scene.camera, knocked(scene.camera, rng)
    half = replace(camera, roll=(camera.roll + moved.roll) / 2, azimuth=(camera.azimuth + moved.azimuth) / 2)
    for step in (half, moved):
        table.scene = replace(scene, camera=step)
        show(table.scene)
        yield table.shot()
    yield from table.wait(AFTER_BUMP)


def knocked(camera: Camera, rng: Generator) -> Camera:
    """The camera a little elsewhere."""
    x, y = (float(d) for d in rng.normal(0, 0.5, 2))
    return replace(
        camera,
        roll=camera.roll + float(rng.normal(0, 1.0)),
        azimuth=camera.azimuth + float(rng.normal(0, 0.8)),
        target=(camera.target[0] + x, camera.target[1] + y, camera.target[2]),
    )


def upset(scene: Scene, rng: Generator) -> Scene:
    """The scene after its board was learned: the camera knocked, another lamp on, or neither, or both."""
    if rng.random() < 0.5:
        scene = replace(scene, camera=knocked(scene.camera, rng))
    if rng.random() < 0.5:
        scene = replace(scene, lamp=switched(scene.lamp, rng), film=scene.film.breathed(rng, 0.1))
    return scene


def lamp(table: Table, show: Show, rng: Generator) -> Iterator[Shot]:
    """A lamp goes on or off; the camera's exposure follows within a second."""
    table.scene = replace(table.scene, lamp=switched(table.scene.lamp, rng))
    show(table.scene)
    yield from table.wait(AFTER_LAMP)


def switched(light: Light, rng: Generator) -> Light:
    """The light that another lamp elsewhere gives."""
    return replace(
        light,
        azimuth=light.azimuth + float(rng.uniform(60, 180)),
        key=scaled(light.key, float(rng.uniform(0.3, 0.6))),
        sky=scaled(light.sky, float(rng.uniform(0.6, 1.4))),
    )


def exposure(table: Table, show: Show, rng: Generator) -> Iterator[Shot]:
    """Automatic exposure and white balance wander for two seconds."""
    before = table.scene.film
    after = before.breathed(rng, 0.12)
    for step in range(1, STEPS + 1):
        share = step / STEPS
        balance = [a + share * (b - a) for a, b in zip(before.balance, after.balance, strict=True)]
        film = replace(
            before,
            exposure=before.exposure + share * (after.exposure - before.exposure),
            balance=(balance[0], balance[1], balance[2]),
        )
        table.scene = replace(table.scene, film=film)
        show(table.scene)
        yield from table.wait(DRIFT // STEPS)


def cover(book: Book) -> Sheet:
    """The closed book's cover over both leaves: too large for anything to be seen beside it."""
    half = book.bounds
    middle = (0.0, 0.0, book.crest + book.checker_height + 0.1)
    return Sheet(middle, (2.2 * half[0], 2.2 * half[1]), 0.02, (60.0, 30.0, 34.0), (190.0, 170.0, 110.0), "flowers", 7)


def covered(table: Table, sheet: Sheet, frames: int) -> Iterator[Shot]:
    """A page or a cover comes down over the board, lies there, and is taken away."""
    far = np.array((0.0, 2.5 * table.scene.book.bounds[1], 0.0))
    way = [tuple(np.array(sheet.middle) + share * far) for share in np.linspace(1, 0, STEPS)]
    on_its_way = [replace(sheet, middle=(float(x), float(y), float(z))) for x, y, z in way]
    for over in (*on_its_way, *[sheet] * frames, *on_its_way[::-1]):
        yield Shot(table.layout(), over)
    yield from table.wait(10)
