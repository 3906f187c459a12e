"""Sheets in another light, by another camera and out of a stream: what the network is to read through.

All of it is done to the sheet of a picture that was drawn once, anew each time that it is shown.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator

from calibration.corners import LeafCorners, Quad
from calibration.sheet import Image
from lab.simulator.lamplight import GAMMA, LUMINANCE, LampLight, random_lamps, random_strip
from vision.sheet.geometry import BESIDE, HEIGHT, LEAF_LENGTH, LEAF_WIDTH, MARGIN, RIDGE, STEP, WIDTH

DIM, DARKEST = 0.12, 1.8
"""Share of examples from a camera that shows far too dark a picture, and logarithm of how much darker at the most."""
COMPRESSED, COARSEST, FINEST = 0.15, 6, 35
"""Share of examples whose picture a stream has compressed far more than the empty board's, and qualities of JPEG that
look like it once the edges of blocks are smoothed."""
LAMPLIT, FAINTEST, BRIGHTEST = 0.15, 0.2, 5.0
"""Share of examples in the light of lamps along the board, which the empty board was not in, and how bright these are
against the room's light, one point's width away."""


def relit(sheet: Image, rng: Generator, much: float) -> Image:
    """The same under a little other light and by a camera of another curve; `much`: standard deviations' factor."""
    dimmed = rng.uniform(0, DARKEST) if rng.random() < DIM else 0.0
    gains = np.exp(rng.normal(0, 0.08 * much) - dimmed + rng.normal(0, 0.03 * much, 3))
    curve = float(np.exp(rng.normal(0, 0.08 * much)))
    levels = np.linspace(0, 1, 256)[:, None] ** curve * gains
    table = np.clip(np.round(255 * levels), 0, 255).astype(np.uint8)[None]
    made = np.asarray(cv2.LUT(sheet, table), np.uint8)
    if rng.random() < 0.3:
        grain = np.empty(sheet.shape, np.int8)
        cv2.setRNGSeed(int(rng.integers(1 << 30)))
        cv2.randn(grain, np.zeros(3), np.full(3, rng.uniform(0.7, 4)))
        made = np.asarray(cv2.add(made, grain, dtype=cv2.CV_8U), np.uint8)
    return compressed(made, rng) if rng.random() < COMPRESSED else made


def _leaves(scale: int) -> LeafCorners:
    """Where the leaves lie on a sheet drawn smaller."""
    top, bottom, width = MARGIN / scale, (MARGIN + LEAF_LENGTH) / scale, LEAF_WIDTH / scale

    def leaf(x: float) -> Quad:
        return (x, top), (x + width, top), (x + width, bottom), (x, bottom)

    return LeafCorners(leaf(BESIDE / scale), leaf((BESIDE + LEAF_WIDTH + RIDGE) / scale))


def lamplit(sheet: Image, rng: Generator) -> Image:
    """The same, now and then in the light of lamps along the board; what they throw is worked out a STEP apart."""
    if rng.random() >= LAMPLIT:
        return sheet
    strip = random_strip(float(np.exp(rng.uniform(np.log(FAINTEST), np.log(BRIGHTEST)))), rng)
    strip = replace(strip, out=float(rng.uniform(-0.3, 1.0)))
    thrown = LampLight(_leaves(STEP), (WIDTH // STEP, HEIGHT // STEP), strip).thrown(random_lamps(rng))
    gain, seen = (cv2.resize(one, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) for one in thrown)
    exposed = float(np.exp(-rng.uniform(0, 0.6))) if rng.random() < 0.4 else 1.0
    lit = cv2.pow(np.clip(LUMINANCE[sheet] * gain * exposed, 0, 1), 1 / GAMMA) * 255
    return np.asarray(np.clip(np.maximum(lit, seen), 0, 255), np.uint8)


def compressed(sheet: Image, rng: Generator) -> Image:
    """The same out of a stream of few bits: what is faint is gone, and flat in blocks."""
    quality = int(rng.integers(COARSEST, FINEST))
    _, data = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, quality])
    flat = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(cv2.bilateralFilter(flat, 5, 18, 2) if rng.random() < 0.7 else flat, np.uint8)
