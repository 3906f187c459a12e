"""Pictures printed on leaves, points, frames, ridges and tables: all drawn by rule from a seed.

Every art takes (height, width), a generator and colours, and gives (height, width, 3) linear light.
`unit` is the number of texture pixels in one world unit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from lab.simulator.camera import Floats, triple

Size = tuple[int, int]
Colour = tuple[float, float, float]
"""sRGB, 0..255, red first."""
Bytes = NDArray[np.uint8]

_LINEAR = (
    np.where(
        np.arange(256) <= 10.31, np.arange(256) / 255 / 12.92, ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4
    )
).astype(np.float32)
_SYLLABLES = (
    "ta",
    "re",
    "mon",
    "sel",
    "vor",
    "la",
    "quin",
    "fen",
    "dis",
    "te",
    "or",
    "nel",
    "ba",
    "wis",
    "tur",
    "gal",
    "mi",
)


def linear(picture: Bytes) -> Floats:
    """sRGB bytes -> linear light 0..1."""
    return np.asarray(_LINEAR[picture])


def linear_colour(colour: Sequence[float]) -> Floats:
    return linear(np.clip(np.asarray(colour), 0, 255).astype(np.uint8))


def noise(rng: Generator, size: Size, cell: float, octaves: int = 3) -> Floats:
    """(H, W) smooth noise, about -1..1, whose coarsest features are `cell` pixels wide."""
    total = np.zeros(size, np.float32)
    weight = 1.0
    for _ in range(octaves):
        grid = (max(2, round(size[0] / cell) + 2), max(2, round(size[1] / cell) + 2))
        coarse = rng.standard_normal(grid).astype(np.float32)
        total += weight * cv2.resize(coarse, (size[1], size[0]), interpolation=cv2.INTER_CUBIC)
        weight, cell = weight * 0.5, max(2.0, cell / 2)
    return np.asarray(total / 1.6, dtype=np.float32)


def _blend(share: Floats, low: Colour, high: Colour) -> Bytes:
    mixed = share[..., None] * np.asarray(high, np.float32) + (1 - share[..., None]) * np.asarray(
        low, np.float32
    )
    return np.asarray(np.clip(mixed, 0, 255), dtype=np.uint8)


def _flat(size: Size, colour: Colour) -> Bytes:
    return np.full((*size, 3), np.clip(colour, 0, 255), np.uint8)


def plain(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    """One colour, a little worn."""
    worn = 1 + 0.05 * noise(rng, size, unit * 2)[..., None]
    return np.asarray(np.clip(worn * np.asarray(colours[0], np.float32), 0, 255), dtype=np.uint8)


def stripes(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    angle, width = rng.uniform(0, np.pi), unit * rng.uniform(0.25, 0.6)
    y, x = np.mgrid[: size[0], : size[1]].astype(np.float32)
    wave = np.sin((x * np.cos(angle) + y * np.sin(angle)) * np.pi / width)
    return _blend(np.clip(wave * 4 + 0.5, 0, 1).astype(np.float32), colours[0], colours[1])


def contours(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    field = noise(rng, size, unit * rng.uniform(0.8, 2.0), 2)
    wave = np.sin(field * rng.uniform(5, 11))
    picture = _blend(np.clip(wave * 2 + 0.5, 0, 1).astype(np.float32), colours[0], colours[1])
    fine = np.clip(np.sin(field * 23) * 3 - 1.5, 0, 1).astype(np.float32)[..., None]
    return np.asarray(picture * (1 - fine) + np.asarray(colours[2], np.float32) * fine, dtype=np.uint8)


def marble(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    vein = np.abs(noise(rng, size, unit * 1.5, 4))
    return _blend(np.clip(vein * 2.2, 0, 1).astype(np.float32), colours[0], colours[1])


def wood(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    upright = rng.random() < 0.7
    shape = size if upright else (size[1], size[0])
    share = np.full(shape, 0.35, np.float32)
    for across, along, much in ((0.1, 30, 0.16), (0.4, 14, 0.22), (2.5, 5, 0.25)):
        narrow = noise(rng, (max(4, shape[0] // along), shape[1]), max(2.0, unit * across), 1)
        share += much * cv2.resize(narrow, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    share = np.clip(share, 0, 1)
    picture = _blend(share, colours[0], triple(0.55 * c for c in colours[0]))
    return picture if upright else np.ascontiguousarray(picture.transpose(1, 0, 2))


def text(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    picture = _flat(size, colours[0])
    scale = unit / 40 * rng.uniform(0.45, 0.8)
    font = int(rng.choice([cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    for y in range(round(14 * scale), size[0], max(6, round(34 * scale))):
        words = "".join(" " * int(rng.random() < 0.4) + str(rng.choice(_SYLLABLES)) for _ in range(60))
        x = int(rng.integers(-30, 0))
        cv2.putText(
            picture, words[: int(size[1] / (15 * scale)) + 6], (x, y), font, scale, colours[1], 1, cv2.LINE_AA
        )
    return picture


def music(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    picture = _flat(size, colours[0])
    step = max(3, round(unit * rng.uniform(0.12, 0.22)))
    for top in range(step, size[0], step * 8):
        for line in range(5):
            cv2.line(picture, (0, top + line * step), (size[1], top + line * step), colours[1], 1)
        for x in range(0, size[1], step * 4):
            if rng.random() < 0.7:
                y = top + int(rng.integers(0, 9)) * step // 2
                at = x + int(rng.integers(0, step))
                cv2.ellipse(
                    picture,
                    (at, y),
                    (round(step * 0.7), round(step * 0.5)),
                    -20,
                    0,
                    360,
                    colours[1],
                    -1,
                    cv2.LINE_AA,
                )
                cv2.line(
                    picture, (at + step // 2, y), (at + step // 2, y - 3 * step), colours[1], 1, cv2.LINE_AA
                )
    return picture


def _scattered(rng: Generator, size: Size, unit: float, spacing: float) -> list[tuple[int, int]]:
    """Places about `spacing` units apart."""
    count = max(3, round(size[0] * size[1] / (unit * spacing) ** 2))
    return [(int(rng.integers(0, size[1])), int(rng.integers(0, size[0]))) for _ in range(count)]


def flowers(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    picture = _flat(size, colours[0])
    radius = unit * rng.uniform(0.18, 0.4)
    for x, y in _scattered(rng, size, unit, 0.9):
        petals, turn, colour = (
            int(rng.integers(5, 8)),
            rng.uniform(0, 6),
            colours[int(rng.integers(1, len(colours)))],
        )
        for petal in range(petals):
            angle = turn + 2 * np.pi * petal / petals
            at = (round(x + radius * 0.8 * np.cos(angle)), round(y + radius * 0.8 * np.sin(angle)))
            cv2.circle(picture, at, round(radius * 0.5), colour, -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), round(radius * 0.4), colours[0], -1, cv2.LINE_AA)
    return picture


def stars(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    picture = _flat(size, colours[0])
    for x, y in _scattered(rng, size, unit, 1.0):
        turn, reach = rng.uniform(0, 6), unit * rng.uniform(0.2, 0.45)
        angles = turn + np.arange(10) * np.pi / 5
        reaches = np.where(np.arange(10) % 2, 0.45, 1.0) * reach
        tips = np.stack((x + reaches * np.cos(angles), y + reaches * np.sin(angles)), axis=1)
        cv2.fillPoly(
            picture,
            [tips.round().astype(np.int32)],
            colours[1 + int(rng.integers(0, len(colours) - 1))],
            cv2.LINE_AA,
        )
    return picture


def chart(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    """A map: land, water, a coast, lines of longitude, place names."""
    field = noise(rng, size, unit * rng.uniform(2, 4), 4)
    picture = _blend((field > 0.05).astype(np.float32), colours[0], colours[1])
    picture[np.abs(field - 0.05) < 0.05] = np.clip(colours[2], 0, 255)
    step = round(unit * rng.uniform(1.5, 3))
    for x in range(step // 2, size[1], step):
        cv2.line(picture, (x, 0), (x, size[0]), colours[2], 1)
    for x, y in _scattered(rng, size, unit, 2.5):
        name = "".join(rng.choice(_SYLLABLES, 2)).capitalize()
        cv2.putText(picture, name, (x, y), cv2.FONT_HERSHEY_COMPLEX, unit / 110, (30, 30, 30), 1, cv2.LINE_AA)
    return picture


def discs(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    """Discs and rings about as large as checkers: the worst art there is."""
    picture = plain(rng, size, colours, unit)
    for x, y in _scattered(rng, size, unit, 1.7):
        radius, colour = unit * rng.uniform(0.45, 0.8), colours[1 + int(rng.integers(0, len(colours) - 1))]
        cv2.circle(picture, (x, y), round(radius), colour, -1, cv2.LINE_AA)
        if rng.random() < 0.6:
            cv2.circle(
                picture, (x, y), round(radius * 0.6), colours[0], max(1, round(unit * 0.06)), cv2.LINE_AA
            )
    return picture


def cloth(rng: Generator, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    """Felt or carpet: fine grain, slow stains."""
    grain = rng.standard_normal(size).astype(np.float32)
    rough = 1 + 0.10 * cv2.GaussianBlur(grain, (0, 0), 1.0) * 2 + 0.05 * noise(rng, size, unit * 2)
    return np.asarray(np.clip(rough[..., None] * np.asarray(colours[0], np.float32), 0, 255), dtype=np.uint8)


Art = Callable[[Generator, Size, Sequence[Colour], float], Bytes]
ARTS: dict[str, Art] = {
    art.__name__: art
    for art in (plain, stripes, contours, marble, wood, text, music, flowers, stars, chart, discs, cloth)
}
BUSY = ("stripes", "contours", "marble", "text", "music", "flowers", "stars", "chart", "discs")


def draw(art: str, seed: int, size: Size, colours: Sequence[Colour], unit: float) -> Bytes:
    return ARTS[art](np.random.default_rng(seed), size, [triple(c) for c in colours], unit)


def leaf(
    seed: int,
    size: Size,
    unit: float,
    pitch: float,
    margin: float,
    lengths: float,
    ground: tuple[str, Sequence[Colour]],
    points: tuple[tuple[str, Sequence[Colour]], tuple[str, Sequence[Colour]]],
    outline: Colour | None,
) -> Bytes:
    """The floor of a tray: ground with twelve points; row 0 is the far edge, lengths a share of the height."""
    picture = draw(ground[0], seed, size, ground[1], unit)
    fills = [draw(art, seed + 1 + i, size, colours, unit) for i, (art, colours) in enumerate(points)]
    shift = 16
    for row, (edge, tip) in enumerate(((margin * unit, lengths), (size[0] - margin * unit, -lengths))):
        for index in range(6):
            left = (margin + (index + 0.04) * pitch) * unit
            right = (margin + (index + 0.96) * pitch) * unit
            corners = np.array([(left, edge), (right, edge), ((left + right) / 2, edge + tip * size[0])])
            fixed = np.round(corners * shift).astype(np.int32)
            mask = np.zeros(size, np.uint8)
            cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, 4)
            share = mask.astype(np.float32)[..., None] / 255
            fill = fills[(index + row) % 2]
            picture = np.asarray(picture * (1 - share) + fill * share, dtype=np.uint8)
            if outline is not None:
                cv2.polylines(picture, [fixed], True, outline, max(1, round(unit / 20)), cv2.LINE_AA, 4)
    return picture


def leaf_sprays(
    picture: Bytes, seed: int, unit: float, pitch: float, margin: float, colours: Sequence[Colour]
) -> Bytes:
    """A tray's floor, (h, w, 3), with a spray of leaves at the base of most points: round enough for a checker."""
    rng, painted = np.random.default_rng((seed, 31)), picture.copy()
    leaves, long = int(rng.integers(4, 9)), pitch * unit * float(rng.uniform(0.3, 0.55))
    shift = 16
    for top in (True, False):
        for index in range(6):
            if rng.random() < 0.15:
                continue
            x = (margin + (index + 0.5) * pitch) * unit
            base = (margin + float(rng.uniform(0.3, 0.6)) * pitch) * unit
            y = base if top else picture.shape[0] - base
            for turn in np.linspace(0, 360, leaves, endpoint=False) + float(rng.uniform(0, 60)):
                reach = long * float(rng.uniform(0.7, 1.0))
                a = np.radians(turn)
                at = (round((x + np.cos(a) * reach / 2) * shift), round((y + np.sin(a) * reach / 2) * shift))
                axes = (round(reach / 2 * shift), round(reach * float(rng.uniform(0.12, 0.22)) * shift))
                colour = colours[int(rng.integers(len(colours)))]
                cv2.ellipse(painted, at, axes, float(turn), 0, 360, colour, -1, cv2.LINE_AA, 4)
    return painted
