"""Looks of checkers: turned rings, engraved stars, dished tops, wood."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from lab.simulator import art
from lab.simulator.art import Colour
from lab.simulator.camera import Floats, triple
from lab.simulator.canvas import Skin
from lab.simulator.solids import DiscLook

STYLES = ("plain", "rings", "star", "dished", "wood", "medal")
"""Of boards by lot. `lab.simulator.tone` has more: lipped, hollow, inlaid, leather, pearl."""
_N = 96


def disc_look(style: str, colour: Colour, second: Colour, rng: Generator) -> DiscLook:
    """second: colour of an inlay, where the style has one."""
    y, x = np.mgrid[:_N, :_N].astype(np.float32)
    x, y = (x + 0.5) / _N * 2 - 1, 1 - (y + 0.5) / _N * 2
    r = np.sqrt(x * x + y * y)
    relief = np.zeros_like(r)
    picture = np.full((_N, _N, 3), np.clip(colour, 0, 255), np.uint8)
    if style == "wood":
        picture = art.draw("wood", int(rng.integers(1 << 30)), (_N, _N), [colour], _N / 1.4)
        relief += 0.015 * np.sin(r * float(rng.uniform(40, 70)))  # marks of the lathe
    if style in ("rings", "medal"):
        for ring in np.linspace(0.35, 0.8, int(rng.integers(2, 4))):
            relief -= 0.04 * np.exp(-(((r - ring) / 0.04) ** 2))
    if style in ("dished", "wood"):
        relief -= 0.10 * np.clip((0.75 - r) / 0.12, 0, 1)
    if style in ("star", "medal"):
        tips = int(rng.integers(5, 9))
        swing = np.abs(((np.arctan2(y, x) * tips / (2 * np.pi)) % 1) - 0.5) * 2
        star = np.clip((rng.uniform(0.4, 0.62) * (0.4 + 0.6 * swing) - r) * 20, 0, 1).astype(np.float32)
        relief -= 0.05 * star
        ink = second if rng.random() < 0.6 else triple(0.55 * c for c in colour)
        picture = _inlay(picture, star, ink)
    if style == "medal":
        picture = _inlay(picture, np.exp(-(((r - 0.78) / 0.05) ** 2)), second)
    if style in ("lipped", "leather"):
        lip, wide = float(rng.uniform(0.72, 0.9)), float(rng.uniform(0.03, 0.08))
        relief += float(rng.uniform(0.04, 0.12)) * np.clip((r - lip) / wide, 0, 1)
    if style == "hollow":
        relief -= float(rng.uniform(0.12, 0.25)) * np.clip((float(rng.uniform(0.6, 0.85)) - r) / 0.15, 0, 1)
    if style == "leather":
        grain = cv2.GaussianBlur(rng.standard_normal((_N, _N)).astype(np.float32), (0, 0), 1.5)
        relief += 0.02 * grain * (r < lip)
        picture = _inlay(picture, (r < lip).astype(np.float32) * float(rng.uniform(0, 0.6)), second)
    if style == "inlaid":
        edge, inner = float(rng.uniform(0.35, 0.8)), float(rng.choice([0.0, rng.uniform(0.2, 0.3)]))
        ring = np.clip((edge - r) * 30, 0, 1) * np.clip((r - inner) * 30, 0, 1)
        picture = _inlay(picture, np.asarray(ring, np.float32), second)
        relief -= 0.02 * ring
    if style == "pearl":
        picture = art.draw("marble", int(rng.integers(1 << 30)), (_N, _N), [colour, second], _N / 1.2)
        relief -= float(rng.uniform(0, 0.08)) * np.clip((0.7 - r) / 0.2, 0, 1)
    relief = cv2.GaussianBlur(relief, (0, 0), 1.2)
    slopes = np.stack((np.gradient(relief, axis=1), -np.gradient(relief, axis=0)), axis=-1) * _N / 2
    gloss = 0.0 if style == "wood" else float(rng.uniform(0.0, 0.08) if style == "leather" else rng.uniform(0.04, 0.3))
    face = np.concatenate((art.linear(picture), slopes.astype(np.float32)), axis=-1)
    skin = Skin(gloss, float(rng.uniform(20, 90)))
    crown = float(rng.choice([0.0, 0.0, 0.12]))
    return DiscLook(face, art.linear_colour(colour), skin, float(rng.uniform(0.76, 0.94)), crown)


def _inlay(picture: art.Bytes, share: Floats, colour: Colour) -> art.Bytes:
    mixed = picture * (1 - share[..., None]) + share[..., None] * np.asarray(colour, np.float32)
    return np.asarray(np.clip(mixed, 0, 255), dtype=np.uint8)
