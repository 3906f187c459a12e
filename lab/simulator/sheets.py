"""Things that do not belong to the game and lie over the board: a sheet of paper, a magazine, a phone."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator import art
from lab.simulator.art import Colour
from lab.simulator.book import Book, Frame
from lab.simulator.camera import Camera, Doubles, Floats
from lab.simulator.light import Light, Solid


@dataclass(frozen=True)
class Sheet:
    """A flat rectangle over the leaves. World units, radians."""

    middle: tuple[float, float, float]
    size: tuple[float, float]
    turn: float
    paper: Colour
    ink: Colour
    printed: str
    """The name of an art."""
    seed: int = 0

    def corners(self) -> Doubles:
        """(4, 3) world."""
        w, h = self.size[0] / 2, self.size[1] / 2
        c, s = np.cos(self.turn), np.sin(self.turn)
        flat = np.array([(-w, h), (w, h), (w, -h), (-w, -h)]) @ np.array(((c, s), (-s, c)))
        return np.asarray(np.column_stack((flat, np.zeros(4))) + np.array(self.middle))


def random_sheet(rng: Generator, book: Book) -> Sheet:
    phone = rng.random() < 0.35
    size = (7.2, 14.8) if phone else (float(rng.uniform(8, 15)), float(rng.uniform(6, 21)))
    x, y = (float(rng.uniform(-0.6, 0.6)) * half for half in book.bounds)
    paper: Colour = (18.0, 18.0, 22.0) if phone else (238.0, 236.0, float(rng.uniform(205, 236)))
    ink: Colour = (60.0, 70.0, 90.0) if phone else (50.0, 50.0, 60.0)
    printed = "plain" if phone else str(rng.choice(["text", "plain", "music", "flowers"]))
    middle = (x, y, book.crest + book.checker_height + 0.1)
    return Sheet(
        middle, size, float(rng.uniform(0, 2 * np.pi)), paper, ink, printed, int(rng.integers(1 << 30))
    )


def sheet_solids(sheet: Sheet, frame: Frame) -> list[Solid]:
    corners = sheet.corners()
    return [frame.local(np.concatenate((corners, corners + np.array((0.0, 0.0, 0.06)))))]


def draw_sheet(radiance: Floats, camera: Camera, light: Light, sheet: Sheet) -> None:
    """Paint the sheet over a finished picture (H, W, 3 linear light, one sample a pixel), in place."""
    unit = 24
    size = (round(sheet.size[1] * unit), round(sheet.size[0] * unit))
    colours = [sheet.paper, sheet.ink, sheet.ink]
    albedo = art.linear(art.draw(sheet.printed, sheet.seed, size, colours, unit))
    lamp = light.irradiance(np.array(sheet.middle, np.float32), np.array((0.0, 0.0, 1.0), np.float32))
    lit = albedo * (np.float32(lamp) * np.asarray(light.key, np.float32) + np.asarray(light.sky, np.float32))
    flat = np.array([(0, 0), (size[1], 0), (size[1], size[0]), (0, size[0])], np.float32) - 0.5
    seen = camera.project(sheet.corners()).astype(np.float32)
    onto = cv2.getPerspectiveTransform(flat, seen)
    shape = (radiance.shape[1], radiance.shape[0])
    share = cv2.warpPerspective(np.ones(size, np.float32), onto, shape)[..., None]
    colour = cv2.warpPerspective(lit, onto, shape)
    radiance[:] = radiance * (1 - share) + colour
