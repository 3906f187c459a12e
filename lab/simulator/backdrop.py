"""Table, leaves and ridge, ray by ray: all of a board that stays where it is between pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from lab.simulator import art
from lab.simulator.art import Colour
from lab.simulator.book import LEAVES, Book, Frame
from lab.simulator.camera import Camera, Doubles, Floats
from lab.simulator.canvas import Box, Canvas, Mask, Skin, lit, lit_plane
from lab.simulator.light import LIT, Light, Receiver
from lab.simulator.motifs import Motifs, painted

UNIT = 40
"""Texture pixels per world unit on leaves."""
TABLE, TABLE_UNIT = (900, 1300), 20
"""The table's texture: its size in pixels, and pixels per world unit."""
Print = tuple[str, tuple[Colour, ...]]
"""An art and its colours."""


@dataclass(frozen=True)
class Prints:
    """What is printed where."""

    seed: int
    ground: Print
    points: tuple[Print, Print]
    point_length: float
    outline: Colour | None
    frame: Print
    wall: Print
    cover: Colour
    ridge: Print
    table: Print
    leaf_skin: Skin
    table_skin: Skin
    sprays: tuple[Colour, ...] = ()
    """Colours of sprays of leaves at the points' bases; none where there are no sprays."""
    motifs: Motifs | None = None


def receivers(book: Book) -> tuple[list[str], list[Receiver]]:
    """The planes that receive shadows: floors, tops of checkers, piles and dice, ridge, table, one always lit."""
    names: list[str] = []
    made: list[Receiver] = []

    def add(
        name: str,
        frame: Frame,
        level: float,
        rect: tuple[float, float, float, float],
        scale: float,
        walled: bool,
    ) -> None:
        top = made[-1].top + made[-1].shape[0] + 2 if made else 0
        window = (*inner, book.depth) if walled else None
        made.append(Receiver(frame, level, rect, scale, top, window))
        names.append(name)

    inner = (0.0, -book.floor_height / 2, book.floor_width, book.floor_height / 2)
    for leaf in LEAVES:
        for layer in range(3):
            add(f"{leaf}{layer}", book.leaves[leaf], layer * book.checker_height, inner, 18, True)
        add(f"{leaf}3", book.leaves[leaf], max(2 * book.checker_height, book.die_side) + 0.05, inner, 8, True)
    half = (book.ridge_width / 2, book.outer_height / 2)
    add("ridge", book.ridge, 0.0, (-half[0], -half[1], half[0], half[1]), 14, False)
    reach = (book.bounds[0] + 9, book.bounds[1] + 9)
    add("table", book.table, 0.0, (-reach[0], -reach[1], reach[0], reach[1]), 9, False)
    add(LIT, book.table, 0.0, (0.0, 0.0, 2.0, 2.0), 2, False)
    return names, made


def paint(book: Book, prints: Prints, camera: Camera, light: Light, samples: float) -> Canvas:
    canvas = Canvas.blank(camera, samples)
    names, places = receivers(book)
    by_name = dict(zip(names, places, strict=True))
    _table(canvas, book, prints, light, by_name["table"])
    for leaf in LEAVES:
        _leaf(canvas, book, prints, light, leaf, by_name)
    _ridge(canvas, book, prints, light, by_name)
    return canvas


@dataclass(frozen=True)
class Paper:
    """A texture (h, w, 3) and where in it each ray looks, in texture pixels."""

    texture: Floats
    x: Floats
    y: Floats

    def seen(self, part: Box) -> Floats:
        # rays that miss meet the plane far away, and reflecting such a place back takes OpenCV forever
        x, y = (np.asarray(np.clip(a[part], -4000, 8000), np.float32) for a in (self.x, self.y))
        return np.asarray(cv2.remap(self.texture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT))


def _plain(colour: Floats, rays: Floats) -> Paper:
    nowhere = np.broadcast_to(np.float32(0), rays.shape[:2])
    return Paper(colour.reshape(1, 1, 3), nowhere, nowhere)


def _put(
    canvas: Canvas,
    box: Box,
    mask: Mask,
    t: Floats,
    paper: Paper,
    normal: Doubles | Floats,
    light: Light,
    skin: Skin,
    shade: tuple[Floats, Floats],
    dim: Floats | float = 1.0,
) -> None:
    """Write a surface where `mask` holds and nothing nearer lies; dim: share of the sky seen beside shadows."""
    mask = mask & (t < canvas.depth[box]) & (t > 0)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        return
    part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
    down, across = (slice(b.start + p.start, b.start + p.stop) for b, p in zip(box, part, strict=True))
    box = down, across
    mask, t = mask[part], t[part]
    eye, rays, albedo = canvas.camera.eye, canvas.rays[box], paper.seen(part)
    if normal.ndim == 1:
        key, sky = lit_plane(albedo, t, rays, np.asarray(normal, np.float32), eye, light, skin)
    else:
        place = eye.astype(np.float32) + t[..., None] * rays
        key, sky = lit(albedo, place, np.asarray(normal[part], np.float32), eye, light, skin)
    share = np.asarray(dim, np.float32)
    np.copyto(canvas.depth[box], t, where=mask)
    np.copyto(canvas.key[box], key, where=mask[..., None])
    if share.ndim or share != 1:
        sky = sky * (share if share.ndim == 0 else share[part])[..., None]
    np.copyto(canvas.sky[box], sky, where=mask[..., None])
    for target, source in zip(canvas.shade, shade, strict=True):
        np.copyto(target[box], source[part], where=mask)


def _local(canvas: Canvas, box: Box, frame: Frame) -> tuple[Doubles, Floats]:
    """The eye and the rays of a box in a frame's own axes."""
    return frame.local(canvas.camera.eye), canvas.rays[box] @ frame.matrix.astype(np.float32)


def _plane(eye: Doubles, rays: Floats, axis: int, at: float) -> tuple[Floats, Floats, Floats, Floats]:
    """t and the three local coordinates where rays meet the plane `axis` = at."""
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.float32(at - eye[axis]) / rays[..., axis]
    t = np.where(np.isfinite(t), t, np.float32(-1.0))
    u, v, w = (np.float32(eye[i]) + t * rays[..., i] for i in range(3))
    return np.asarray(t, np.float32), u, v, w


def _table(canvas: Canvas, book: Book, prints: Prints, light: Light, receiver: Receiver) -> None:
    box = canvas.everything
    eye, rays = _local(canvas, box, book.table)
    t, x, y, _ = _plane(eye, rays, 2, 0.0)
    size, unit = TABLE, TABLE_UNIT
    texture = art.linear(table_print(prints))
    albedo = Paper(texture, x * unit + size[1] / 2, -y * unit + size[0] / 2)
    _put(canvas, box, t > 0, t, albedo, book.table.matrix[:, 2], light, prints.table_skin, receiver.at(x, y))


@lru_cache(maxsize=2)
def table_print(prints: Prints) -> art.Bytes:
    return art.draw(prints.table[0], prints.seed + 50, TABLE, prints.table[1], TABLE_UNIT)


def _leaf(
    canvas: Canvas, book: Book, prints: Prints, light: Light, leaf: str, by_name: dict[str, Receiver]
) -> None:
    frame, (u0, u1) = book.leaves[leaf], book.rims(leaf)
    vv, half, depth, width = book.outer_height / 2, book.floor_height / 2, book.depth, book.floor_width
    cover = book.base * 0.35
    lip = book.rim * 0.35
    ends = [
        (u, v, w) for u in (u0 - lip, u1 + lip) for v in (-vv - lip, vv + lip) for w in (-book.base, depth)
    ]
    box = canvas.around(frame.world(ends))
    eye, rays = _local(canvas, box, frame)
    everywhere = np.ones(rays.shape[:2], np.float32)
    shade = by_name[LIT].at(everywhere, everywhere)
    axes = frame.matrix

    t_top, u, v, _ = _plane(eye, rays, 2, depth)
    outside = (u < u0) | (u > u1) | (np.abs(v) > vv)
    hole = (u > 0) & (u < width) & (np.abs(v) < half)
    paper = art.linear(
        art.draw(
            prints.frame[0],
            prints.seed + 60 + len(leaf),
            (round(2 * vv * UNIT), round((u1 - u0) * UNIT)),
            prints.frame[1],
            UNIT,
        )
    )
    albedo = Paper(paper, (u - np.float32(u0)) * UNIT, (np.float32(vv) - v) * UNIT)
    _put(canvas, box, ~outside & ~hole, t_top, albedo, axes[:, 2], light, Skin(0.03, 20), shade)

    t_floor, fu, fv, _ = _plane(eye, rays, 2, 0.0)
    on_floor = hole & (fu >= 0) & (fu <= width) & (np.abs(fv) <= half)
    floor = art.linear(leaf_print(book, prints, leaf))
    albedo = Paper(floor, fu * UNIT - 0.5, (np.float32(half) - fv) * UNIT - 0.5)
    _put(
        canvas,
        box,
        on_floor,
        t_floor,
        albedo,
        axes[:, 2],
        light,
        prints.leaf_skin,
        by_name[f"{leaf}0"].at(fu, fv),
    )

    _walls(canvas, box, book, prints, light, leaf, (eye, rays), hole & ~on_floor, shade)
    _sides(
        canvas,
        box,
        prints,
        light,
        (eye, rays),
        frame,
        ((u0, u1), vv, -book.base + cover, depth, 0.0),
        outside,
        shade,
    )
    _sides(
        canvas,
        box,
        prints,
        light,
        (eye, rays),
        frame,
        ((u0 - lip, u1 + lip), vv + lip, -book.base, -book.base + cover, 1.0),
        outside,
        shade,
    )


@lru_cache(maxsize=4)  # the same board under its next camera
def leaf_print(book: Book, prints: Prints, leaf: str, unit: int = UNIT) -> art.Bytes:
    """unit: pixels of a world unit."""
    size = (round(book.floor_height * unit), round(book.floor_width * unit))
    printed = art.leaf(
        prints.seed + 10 * LEAVES.index(leaf),
        size,
        unit,
        book.pitch,
        book.margin,
        prints.point_length,
        prints.ground,
        prints.points,
        prints.outline,
    )
    index = LEAVES.index(leaf)
    if prints.sprays:
        printed = art.leaf_sprays(printed, prints.seed + index, unit, book.pitch, book.margin, prints.sprays)
    if prints.motifs:
        printed = painted(printed, index, unit, book.pitch, book.margin, prints.motifs)
    return printed


def _walls(
    canvas: Canvas,
    box: Box,
    book: Book,
    prints: Prints,
    light: Light,
    leaf: str,
    seen: tuple[Doubles, Floats],
    mask: Mask,
    shade: tuple[Floats, Floats],
) -> None:
    """The tray's inner sides; the lower, the less sky they see."""
    eye, rays = seen
    paper = art.linear(
        art.draw(
            prints.wall[0],
            prints.seed + 70,
            (round(book.depth * UNIT) + 2, round(book.floor_height * UNIT)),
            prints.wall[1],
            UNIT,
        )
    )
    half = book.floor_height / 2
    for axis, at, inward in ((0, 0.0, 1), (0, book.floor_width, -1), (1, -half, 1), (1, half, -1)):
        t, u, v, w = _plane(eye, rays, axis, at)
        along = v + np.float32(half) if axis == 0 else u
        hit = (
            mask
            & (w >= 0)
            & (w <= book.depth)
            & (along >= -0.02)
            & (along <= (2 * half if axis == 0 else book.floor_width) + 0.02)
        )
        normal = book.leaves[leaf].matrix[:, axis] * inward
        facing = rays[..., axis] * inward < 0
        albedo = Paper(paper, along * UNIT, (np.float32(book.depth) - w) * UNIT)
        dim = np.float32(0.45) + np.float32(0.5) * np.clip(w / np.float32(book.depth), 0, 1)
        _put(canvas, box, hit & facing, t, albedo, normal, light, Skin(), shade, dim)


def _sides(
    canvas: Canvas,
    box: Box,
    prints: Prints,
    light: Light,
    seen: tuple[Doubles, Floats],
    frame: Frame,
    slab: tuple[tuple[float, float], float, float, float, float],
    mask: Mask,
    shade: tuple[Floats, Floats],
) -> None:
    """The outer sides of a slab, and its top where the slab above does not cover it."""
    eye, rays = seen
    (u0, u1), vv, low, high, is_cover = slab
    colour = art.linear_colour(prints.cover if is_cover else prints.wall[1][0])
    for axis, at, outward in ((0, u0, -1), (0, u1, 1), (1, -vv, -1), (1, vv, 1)):
        t, u, v, w = _plane(eye, rays, axis, at)
        other = (np.abs(v) <= vv) if axis == 0 else ((u >= u0) & (u <= u1))
        hit = mask & other & (w >= low) & (w <= high) & (rays[..., axis] * outward < 0)
        _put(
            canvas,
            box,
            hit,
            t,
            _plain(colour, rays),
            frame.matrix[:, axis] * outward,
            light,
            Skin(),
            shade,
            0.7,
        )
    if is_cover:
        t, u, v, _ = _plane(eye, rays, 2, high)
        hit = mask & (u >= u0) & (u <= u1) & (np.abs(v) <= vv)
        _put(canvas, box, hit, t, _plain(colour, rays), frame.matrix[:, 2], light, Skin(0.05, 40), shade, 0.8)


def _ridge(canvas: Canvas, book: Book, prints: Prints, light: Light, by_name: dict[str, Receiver]) -> None:
    """A block whose top is a shallow vault: w = -bulge (u / half)^2."""
    frame, half, long = book.ridge, book.ridge_width / 2, book.outer_height / 2 + book.rim * 0.35
    ends = [(u, v, w) for u in (-half, half) for v in (-long, long) for w in (-book.crest, 0.0)]
    box = canvas.around(frame.world(ends))
    eye, rays = _local(canvas, box, frame)
    paper = art.linear(
        art.draw(
            prints.ridge[0],
            prints.seed + 80,
            (round(2 * long * UNIT), round(2 * half * UNIT)),
            prints.ridge[1],
            UNIT,
        )
    )

    curve = np.float32(book.ridge_bulge / half**2)
    a = curve * rays[..., 0] ** 2
    b = rays[..., 2] + 2 * curve * np.float32(eye[0]) * rays[..., 0]
    c = np.float32(eye[2] + curve * eye[0] ** 2)
    root = np.sqrt(np.maximum(b * b - 4 * a * c, 0))
    t = np.asarray(2 * c / np.where(-b + root == 0, 1, -b + root), np.float32)
    u, v = np.float32(eye[0]) + t * rays[..., 0], np.float32(eye[1]) + t * rays[..., 1]
    slope = np.stack((2 * curve * u, np.zeros_like(u), np.ones_like(u)), axis=-1)
    normal = slope / np.sqrt((slope**2).sum(axis=-1, keepdims=True))
    albedo = Paper(paper, (u + np.float32(half)) * UNIT, (np.float32(long) - v) * UNIT)
    hit = (np.abs(u) <= half) & (np.abs(v) <= long)
    _put(canvas, box, hit, t, albedo, normal, light, Skin(0.10, 25), by_name["ridge"].at(u, v))

    lit_at = by_name[LIT].at(np.ones(rays.shape[:2], np.float32), np.ones(rays.shape[:2], np.float32))
    for axis, at, outward in ((0, -half, -1), (0, half, 1), (1, -long, -1), (1, long, 1)):
        t, u, v, w = _plane(eye, rays, axis, at)
        inside = (np.abs(v) <= long) if axis == 0 else (np.abs(u) <= half)
        below = w <= -curve * u**2
        hit = inside & below & (w >= -book.crest) & (rays[..., axis] * outward < 0)
        albedo = Paper(paper, (u + np.float32(half)) * UNIT, (np.float32(long) - v) * UNIT)
        _put(canvas, box, hit, t, albedo, frame.matrix[:, axis] * outward, light, Skin(), lit_at, 0.7)
