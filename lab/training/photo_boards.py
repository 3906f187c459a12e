"""Rectified leaves of boards that nobody calibrated, painted straight into leaf coordinates.

What a photograph of any backgammon board looks like once its leaves are rectified: points of all kinds, checkers of
all sizes with or without dark edges, glare, walls that hide what lies behind them. Heights are painted to first
order: a thing at height z appears moved away from the camera by z times the lean at its place.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from calibration.sheet import MARGIN
from lab.training.photo_dice import Sprite
from lab.training.photo_looks import FINE, Floats, Look, Pair, any_colour, lean_at, random_look
from vision.strips import NET_SCALE

Image = npt.NDArray[np.uint8]

ASSUMED_HEIGHT = 0.18
"""Point widths over the floor of the plane that leaves are rectified to; see `vision.uncalibrated.board`."""
MOST = 10
SHIFT = 4


@dataclass(frozen=True, eq=False)
class PaintedLeaf:
    """sheet: (h, w, 3) BGR at NET_SCALE with calibration.sheet's margins. counts: far row, then near row."""

    sheet: Image
    length: float
    counts: tuple[int, ...]
    leans: tuple[Pair, ...]


def random_counts(rng: Generator) -> tuple[int, ...]:
    """Twelve signed counts of a leaf."""
    much = float(rng.uniform(0.25, 0.75))
    found = []
    for _ in range(12):
        count = int(rng.choice([1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 10])) if rng.random() < much else 0
        found.append(count * int(rng.choice([-1, 1])))
    return tuple(found)


class _Brush:
    """Paints one leaf."""

    def __init__(self, look: Look, rng: Generator) -> None:
        self.look, self.rng = look, rng
        self.canvas = look.ground.copy()

    def at(self, x: float, y: float, z: float) -> Pair:
        """Leaf coordinates to canvas pixels, as seen on the assumed plane."""
        dx, dy = lean_at(self.look, x, y)
        rise = z - ASSUMED_HEIGHT
        return (x + rise * dx + MARGIN) * FINE - 0.5, (y + rise * dy + MARGIN) * FINE - 0.5

    def polygon(self, corners: list[Pair], fill: Floats) -> None:
        box = self._box(corners, 2)
        if box is None:
            return
        rows, columns = box
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        fixed = np.round((np.array(corners) - (columns.start, rows.start)) * (1 << SHIFT)).astype(np.int32)
        cv2.fillPoly(mask, [fixed], 255, cv2.LINE_AA, SHIFT)
        share = mask.astype(np.float32)[..., None] / 255
        colour = fill[rows, columns] if fill.ndim == 3 else fill
        self.canvas[rows, columns] = self.canvas[rows, columns] * (1 - share) + colour * share

    def points(self, first: int) -> None:
        look = self.look
        for row, (edge, way) in enumerate(((0.0, 1.0), (look.length, -1.0))):
            for column in range(6):
                fill = look.points[(column + row + first) % 2]
                tip = edge + way * look.reach * look.length
                half = look.width / 2
                corners = [(column + 0.5 - half, edge), (column + 0.5 + half, edge), (column + 0.5, tip)]
                seen = [self.at(x, y, 0.0) for x, y in corners]
                self.polygon(seen, fill)
                if look.outline is not None:
                    fixed = np.round(np.array(seen) * (1 << SHIFT)).astype(np.int32)
                    cv2.polylines(self.canvas, [fixed], True, look.outline.tolist(), 2, cv2.LINE_AA, SHIFT)
                if look.rings:
                    x, y = self.at(column + 0.5, edge + way * 0.5, 0.0)
                    cv2.circle(
                        self.canvas, (round(x), round(y)), round(0.36 * FINE), look.sets[row].tolist(), 3, cv2.LINE_AA
                    )

    def discs(self, counts: tuple[int, ...]) -> list[tuple[float, float, int, int]]:
        """(x, y, layer, set) of every checker, farthest first."""
        look, rng, found = self.look, self.rng, []
        for place, count in enumerate(counts):
            far, column = place < 6, place % 6
            along = [look.radius + look.gap + abs(rng.normal(0, look.slop / 2))]
            for _ in range(look.row - 1):
                along.append(along[-1] + 2 * look.radius + abs(rng.normal(0, look.slop / 5)))
            shift = float(rng.normal(0, 0.05))
            for index in range(abs(count)):
                layer, slot = divmod(index, look.row)
                x = column + 0.5 + shift + float(np.clip(rng.normal(0, 0.4 * look.slop), -0.2, 0.2))
                y = along[slot] + (float(rng.normal(0, 0.04)) if layer else 0.0)
                found.append((x, y if far else look.length - y, layer, int(count < 0)))
        eye = np.array(look.eye[:2])
        return sorted(found, key=lambda d: -float(np.hypot(*(eye - d[:2]))) + 0.01 * d[2])

    def shade(self, discs: list[tuple[float, float, int, int]]) -> None:
        look = self.look
        mask = np.zeros(self.canvas.shape[:2], np.uint8)
        for x, y, layer, _ in discs:
            top = (layer + 1) * look.height
            px, py = self.at(x + 0.6 * top * look.lamp[0], y + 0.6 * top * look.lamp[1], 0.0)
            cv2.circle(mask, (round(px), round(py)), round(1.05 * look.radius * FINE), 255, -1)
        soft = cv2.GaussianBlur(mask, (0, 0), float(self.rng.uniform(1.5, 8))).astype(np.float32) / 255
        self.canvas = np.asarray(self.canvas * (1 - look.shadow * soft[..., None]), np.float32)

    def disc(self, x: float, y: float, layer: int, owner: int) -> None:
        look, rng = self.look, self.rng
        radius = look.radius * FINE
        foot, top = self.at(x, y, layer * look.height), self.at(x, y, (layer + 1) * look.height)
        box = self._box([foot, top], radius + 3)
        if box is None:
            return
        rows, columns = box
        part: npt.NDArray[np.floating] = self.canvas[rows, columns]
        origin = np.array([columns.start, rows.start])
        yy, xx = np.mgrid[rows, columns].astype(np.float32)
        side = np.zeros(part.shape[:2], np.uint8)
        steps = max(2, round(float(np.hypot(top[0] - foot[0], top[1] - foot[1])) / 1.5))
        for t in np.linspace(0, 1, steps):
            middle = (1 - t) * np.array(foot) + t * np.array(top) - origin
            fixed = np.round(middle * (1 << SHIFT)).astype(int).tolist()
            cv2.circle(side, fixed, round(radius * (1 << SHIFT)), 255, -1, cv2.LINE_AA, SHIFT)
        share = side.astype(np.float32)[..., None] / 255
        light = 0.85 + 0.15 * float(rng.random())
        part = part * (1 - share) + look.edges[owner] * light * share
        r = np.hypot(xx - top[0], yy - top[1]) / radius
        face = self._face(xx - top[0], yy - top[1], r, owner)
        cover = np.clip((1 - r) * radius + 0.5, 0, 1)[..., None]
        self.canvas[rows, columns] = part * (1 - cover) + face * cover

    def _face(self, x: Floats, y: Floats, r: Floats, owner: int) -> Floats:
        look, rng = self.look, self.rng
        colour = look.sets[owner]
        tone = np.ones_like(r) * float(1 + 0.05 * rng.normal())
        if look.style == "ring":
            for ring in (0.5, 0.78):
                tone -= 0.25 * np.exp(-(((r - ring) / 0.06) ** 2))
        if look.style == "dished":
            tone -= 0.15 * (r < 0.72) * (0.5 + 0.5 * np.sign(x * look.lamp[0] + y * look.lamp[1]) * (r > 0.6))
        if look.style == "star":
            tone -= 0.3 * ((r < 0.45) & (np.cos(5 * np.arctan2(y, x)) > 0))
        if look.style == "ridged":
            tone *= 1 + 0.12 * np.sign(np.sin(x * 1.6) * np.sin(y * 1.6))
        if look.style == "wood":
            tone *= 1 + 0.1 * np.sin(x * float(rng.uniform(0.2, 0.8)) + 5 * rng.random())
        if look.style == "pearl":
            ways = rng.normal(0, 2.5 / (look.radius * FINE), (2, 2))
            swirl = np.sin(x * ways[0, 0] + y * ways[0, 1] + 2 * np.sin(x * ways[1, 0] + y * ways[1, 1]))
            tone += 0.18 * np.asarray(swirl, np.float32)
        bevel = np.clip((r - 0.86) / 0.14, 0, 1)
        side = (x * look.lamp[0] + y * look.lamp[1]) / (np.hypot(x, y) + 1)
        tone -= 0.3 * bevel * (0.3 + side)
        face = colour * tone[..., None]
        if look.style == "hollow":
            face = np.where((r < 0.4)[..., None], 0.45 * face, face)
        if look.style == "logo":
            drawn = (r < 0.6) & (np.sin(x * 0.5) * np.cos(y * 0.35 + x * 0.2) > 0.2)
            face = np.where(drawn[..., None], look.inks[owner], face)
        if look.rims is not None:
            face = np.where((r > 1 - look.rim_width)[..., None], look.rims[owner] * (0.8 + 0.4 * side[..., None]), face)
        if rng.random() < look.glare:
            at = rng.normal(0, 0.4, 2) * look.radius * FINE
            wide = rng.uniform(0.15, 0.6, 2) * look.radius * FINE
            shine = np.exp(-(np.clip(((x - at[0]) / wide[0]) ** 2 + ((y - at[1]) / wide[1]) ** 2, 0, 30) ** 2))
            face = face + float(rng.uniform(0.2, 0.8)) * shine[..., None]
        return np.asarray(face, np.float32)

    def _box(self, spots: list[Pair], reach: float) -> tuple[slice, slice] | None:
        low, high = np.floor(np.min(spots, axis=0) - reach), np.ceil(np.max(spots, axis=0) + reach)
        h, w = self.canvas.shape[:2]
        rows = slice(int(np.clip(low[1], 0, h)), int(np.clip(high[1], 0, h)))
        columns = slice(int(np.clip(low[0], 0, w)), int(np.clip(high[0], 0, w)))
        return (rows, columns) if rows.start < rows.stop and columns.start < columns.stop else None

    def walls(self, over: bool) -> None:
        """Those between the camera and the checkers (over) or behind them."""
        look = self.look
        out = 1.0
        sides = (
            ((0, 0), (6, 0), (0, -out)), ((0, look.length), (6, look.length), (0, out)),
            ((0, 0), (0, look.length), (-out, 0)), ((6, 0), (6, look.length), (out, 0)),
        )  # fmt: skip
        for start, end, away in sides:
            lean = lean_at(look, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            inwards = lean[0] * away[0] + lean[1] * away[1] < 0
            if inwards != over:
                continue
            longer = (end[0] - start[0]) * 0.2, (end[1] - start[1]) * 0.2
            a, b = (start[0] - longer[0], start[1] - longer[1]), (end[0] + longer[0], end[1] + longer[1])
            low = [self.at(*a, 0.0), self.at(*b, 0.0)]
            high = [self.at(*a, look.wall), self.at(*b, look.wall)]
            rim = [
                self.at(b[0] + away[0], b[1] + away[1], look.wall),
                self.at(a[0] + away[0], a[1] + away[1], look.wall),
            ]
            self.polygon([*low, *high[::-1]], 0.7 * look.wall_colour)
            self.polygon([*high, *rim], look.wall_colour)

    def die(self, sprite: Sprite) -> None:
        rng = self.rng
        size = max(10, round(float(rng.uniform(0.3, 0.55)) * FINE * 1.9))
        cover = cv2.resize(sprite.cover, (size, size), interpolation=cv2.INTER_AREA)[..., None]
        pips = cv2.resize(sprite.pips, (size, size), interpolation=cv2.INTER_AREA)[..., None]
        h, w = self.canvas.shape[:2]
        x, y = int(rng.integers(0, w - size)), int(np.clip(rng.normal(h / 2, h / 8), 0, h - size))
        body, ink = any_colour(rng), any_colour(rng)
        part = self.canvas[y : y + size, x : x + size]
        self.canvas[y : y + size, x : x + size] = part * (1 - cover) + cover * (body * (1 - pips) + ink * pips)


def paint(look: Look, counts: tuple[int, ...], first: int, sprites: list[Sprite], rng: Generator) -> Floats:
    """(h, w, 3) BGR 0..1 at NET_SCALE, not yet photographed."""
    brush = _Brush(look, rng)
    brush.points(first)
    discs = brush.discs(counts)
    brush.walls(over=False)
    brush.shade(discs)
    for disc in discs:
        brush.disc(*disc)
    if rng.random() < 0.5:
        for _ in range(2):
            brush.die(sprites[int(rng.integers(len(sprites)))])
    brush.walls(over=True)
    size = (brush.canvas.shape[1] // 2, brush.canvas.shape[0] // 2)
    return np.asarray(cv2.resize(brush.canvas, size, interpolation=cv2.INTER_AREA), np.float32)


def photographed(rng: Generator, leaves: list[Floats]) -> list[Image]:
    """Both leaves through one camera: exposure, white balance, fall of light, focus, noise, JPEG."""
    gain = float(np.exp(rng.normal(0, 0.35))) * np.exp(rng.normal(0, 0.12, 3))
    curve = float(np.exp(rng.normal(0, 0.2)))
    blur = (float(rng.uniform(0.01, 0.8)), float(rng.uniform(0.01, 1.1)))
    grain, quality = float(rng.uniform(0.002, 0.03)), int(rng.integers(50, 96))
    turn = float(rng.uniform(0, 2 * np.pi))
    found = []
    for leaf in leaves:
        h, w = leaf.shape[:2]
        y, x = np.mgrid[:h, :w].astype(np.float32)
        fall = 1 + float(rng.normal(0, 0.12)) * (x / w - 0.5) * 2 + float(rng.normal(0, 0.15)) * (y / h - 0.5) * 2
        # a second lamp's colour from one side
        tint = float(rng.choice([0.0, rng.uniform(0, 0.25)])) * rng.normal(0, 1, 3)
        side = np.clip((x / w - 0.5) * np.cos(turn) + (y / h - 0.5) * np.sin(turn) + 0.5, 0, 1)[..., None]
        image = leaf * fall[..., None] * gain * np.exp(tint * side)
        if rng.random() < 0.15:  # a window mirrored in the varnish
            middle, wide = rng.uniform(0, 1, 2) * (w, h), rng.uniform(8, 40, 2)
            image = (
                image + 0.5 * np.exp(-(((x - middle[0]) / wide[0]) ** 2 + ((y - middle[1]) / wide[1]) ** 2))[..., None]
            )
        image = np.clip(image, 0, 1).astype(np.float32) ** curve
        image = cv2.GaussianBlur(image, (0, 0), sigmaX=blur[0], sigmaY=blur[1])
        out = np.clip(255 * (image + rng.normal(0, grain, image.shape)), 0, 255).astype(np.uint8)
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])
        found.append(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))
    return found


def _misplaced(rng: Generator, leaf: Floats, off: float) -> Floats:
    """The leaf as it is cut out where its four corners are taken to lie up to some `off` point widths beside them."""
    h, w = leaf.shape[:2]
    low, far = MARGIN * NET_SCALE, (w - MARGIN * NET_SCALE, h - MARGIN * NET_SCALE)
    true = np.array([(low, low), (far[0], low), far, (low, far[1])], np.float32)
    taken = true + (rng.normal(0, off, (4, 2)) * NET_SCALE).astype(np.float32)
    turned = cv2.getPerspectiveTransform(taken, true)
    return np.asarray(cv2.warpPerspective(leaf, turned, (w, h), borderMode=cv2.BORDER_REPLICATE), np.float32)


def painted_board(rng: Generator, sprites: list[Sprite]) -> list[PaintedLeaf]:
    """Both leaves of one board."""
    look = random_look(rng)
    counts = [random_counts(rng) for _ in range(2)]
    first, off = int(rng.integers(2)), float(rng.choice([0.0, 0.03, 0.08]))
    leaves = photographed(rng, [_misplaced(rng, paint(look, row, first, sprites, rng), off) for row in counts])
    places = [(column + 0.5, y) for y in (1.5, look.length - 1.5) for column in range(6)]
    leans = tuple(lean_at(look, x, y) for x, y in places)
    return [PaintedLeaf(sheet, look.length, row, leans) for sheet, row in zip(leaves, counts, strict=True)]
