"""The mirror image of a lamp or of a window in a varnished board and in glossy checkers.

It lies still where lamp and camera stay, board and checkers shine differently, and at its middle the picture may hold
nothing else. Added to what `lab.simulator.scene.radiance` draws, which knows of no gloss but that of single pieces.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator.book import LEAVES, Book
from lab.simulator.camera import Doubles, Floats
from lab.simulator.layout import Layout
from lab.simulator.scene import Scene

CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True)
class Glare:
    """Strengths are shares of the light that a white sheet on the board gives back.

    frame: a leaf or the ridge. at: middle in it (u, v), world units. half: half a window's sides, or the half axes of
    a lamp, in points' widths. turn: radians, of a window. soft: standard deviation by which the varnish blurs it,
    points' widths.
    board, light, dark: how strongly the floor and each set's checkers mirror it.
    """

    frame: str
    at: tuple[float, float]
    half: tuple[float, float]
    turn: float
    window: bool
    soft: float
    board: float
    light: float
    dark: float


def random_glare(rng: Generator, book: Book) -> Glare:
    """A window, or a lamp, anywhere on a leaf, from hardly to be seen to burnt out."""
    window = bool(rng.random() < 0.5)
    size = float(rng.uniform(0.3, 1.8)) if window else float(rng.uniform(0.1, 0.6))
    wide = size * float(rng.uniform(0.5, 2)) if window else size * float(rng.uniform(0.8, 1.2))
    across, along = float(rng.uniform(0.05, 0.95)) * book.floor_width, float(rng.uniform(-0.5, 0.5)) * book.floor_height
    board, light, dark = (float(np.exp(rng.uniform(np.log(0.15), np.log(4)))) for _ in range(3))
    return Glare(
        frame=str(rng.choice(LEAVES)),
        at=(across, along),
        half=(size, wide),
        turn=float(rng.uniform(0, np.pi)),
        window=window,
        soft=float(rng.uniform(0.03, 0.25) if window else rng.uniform(0.1, 0.6)),
        board=board,
        light=light,
        dark=dark,
    )


@dataclass(frozen=True)
class LedStrip:
    """A strip of LEDs that varnish and glossy checkers mirror: a row of small bright dots across a leaf.

    ends: (u, v) in the leaf, world units; dots: their number; soft and strengths as a Glare's.
    """

    frame: str
    ends: tuple[tuple[float, float], tuple[float, float]]
    dots: int
    soft: float
    board: float
    light: float
    dark: float


def random_led_strip(rng: Generator, book: Book) -> LedStrip:
    """From one side of a leaf to somewhere else, its dots a fifth to two thirds of a point apart."""
    reach = np.array((book.floor_width, book.floor_height))
    begin = rng.uniform(0, 1, 2) * reach - (0, reach[1] / 2)
    way = rng.normal(0, 1, 2)
    end = begin + way / np.linalg.norm(way) * float(rng.uniform(2, 6)) * book.pitch
    dots = round(float(np.linalg.norm(end - begin)) / book.pitch / float(rng.uniform(0.2, 0.66)))
    board, light, dark = (float(np.exp(rng.uniform(np.log(0.4), np.log(5)))) for _ in range(3))
    ends = ((float(begin[0]), float(begin[1])), (float(end[0]), float(end[1])))
    return LedStrip(str(rng.choice(LEAVES)), ends, max(2, dots), float(rng.uniform(0.02, 0.12)), board, light, dark)


def strip_shone(seen: Floats, strip: LedStrip, scene: Scene, layout: Layout) -> Floats:
    """A scene's light, (H, W, 3) linear RGB, with the strip's mirror image in it."""
    book, camera = scene.book, scene.camera
    frame = book.frame(strip.frame)
    share = np.linspace(0, 1, strip.dots)[:, None]
    places = np.array(strip.ends[0]) * (1 - share) + np.array(strip.ends[1]) * share
    pitch = camera.focal * book.pitch / camera.distance
    image = np.zeros(seen.shape[:2], np.float32)
    for x, y in camera.project(frame.world(np.column_stack((places, np.zeros(len(places)))))):
        at = (round(float(np.clip(x, -4000, 8000)) * 16), round(float(np.clip(y, -4000, 8000)) * 16))
        cv2.circle(image, at, round(max(0.6, 0.05 * pitch) * 16), 1.0, -1, cv2.LINE_8, 4)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), max(0.6, strip.soft * pitch)), np.float32)
    return _mirrored(seen, image, strip, scene, layout)


def shone(seen: Floats, glare: Glare, scene: Scene, layout: Layout) -> Floats:
    """A scene's light, (H, W, 3) linear RGB, with the mirror image in it; layout: whose checkers lie there."""
    (height, width), book, camera = seen.shape[:2], scene.book, scene.camera
    frame = book.frame(glare.frame)

    def pixels(places: list[tuple[float, float, float]]) -> Doubles:
        return camera.project(frame.world(places))

    u, v = glare.at
    middle, beside = pixels([(u, v, 0.0), (u + book.pitch, v, 0.0)])
    pitch = float(np.hypot(*(beside - middle)))
    if glare.window:
        turn = np.array(((np.cos(glare.turn), -np.sin(glare.turn)), (np.sin(glare.turn), np.cos(glare.turn))))
        shape = (np.array(CORNERS) * glare.half) @ turn.T * book.pitch + glare.at
    else:
        around = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        shape = np.stack((np.cos(around), np.sin(around)), 1) * np.array(glare.half) * book.pitch + glare.at
    image = np.zeros((height, width), np.float32)
    _fill(image, pixels([(float(x), float(y), 0.0) for x, y in shape]), 1.0)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), max(0.6, glare.soft * pitch)), np.float32)
    return _mirrored(seen, image, glare, scene, layout)


def _mirrored(seen: Floats, image: Floats, glare: Glare | LedStrip, scene: Scene, layout: Layout) -> Floats:
    """The light with a mirror image (H, W) in it, as strongly as floor and checkers mirror it."""
    book, camera = scene.book, scene.camera
    white = np.mean(scene.lamp.key) + np.mean(scene.lamp.sky)
    frame = book.frame(glare.frame)

    def pixels(places: list[tuple[float, float, float]]) -> Doubles:
        return camera.project(frame.world(places))

    gloss = np.zeros(seen.shape[:2], np.float32)
    left, right = (0.0, book.floor_width) if glare.frame in LEAVES else (-book.ridge_width / 2, book.ridge_width / 2)
    half = book.floor_height / 2
    floor = ((left, -half), (right, -half), (right, half), (left, half))
    _fill(gloss, pixels([(a, b, 0.0) for a, b in floor]), glare.board)
    for disc in layout.discs:
        if disc.frame != glare.frame:
            continue
        around = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        r = book.checker_radius
        top = [(disc.u + r * np.cos(a), disc.v + r * np.sin(a), disc.w + book.checker_height) for a in around]
        _fill(gloss, pixels(top), glare.light if disc.side == "light" else glare.dark)
    return np.asarray(seen + (image * gloss * np.float32(white))[..., None], np.float32)


def _fill(image: Floats, outline: Doubles, value: float) -> None:
    cv2.fillPoly(image, [np.round(outline * 16).astype(np.int32)], value, cv2.LINE_8, 4)
