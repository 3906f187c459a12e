"""A board before a camera, and pictures of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from arbiter.position import Position, Side
from arbiter.seats import Seats
from lab.simulator import checkers, dice, film, light, solids
from lab.simulator.art import Bytes, Colour
from lab.simulator.backdrop import Prints, paint, receivers
from lab.simulator.book import LEAVES, Book
from lab.simulator.camera import Camera, Floats
from lab.simulator.canvas import Canvas
from lab.simulator.film import Film
from lab.simulator.hands import Hand, draw_hand, hand_solids
from lab.simulator.layout import Habits, LaidCube, Layout
from lab.simulator.light import Light, Receiver, Solid
from lab.simulator.sheets import Sheet, draw_sheet, sheet_solids
from lab.simulator.solids import BlockLook, Disc, DiscLook, Picture

METERED = 0.22
"""Mean linear light that a camera's automatic exposure aims at."""
Over = Hand | Sheet
"""What hides part of a board."""
Label = dict[str, Any]
"""One entry of labels.json."""


@dataclass(frozen=True)
class SetLook:
    """One player's things."""

    checker: Colour
    inlay: Colour
    style: str
    die: Colour
    pips: Colour
    glass: float = 0.0
    """Share of the light from behind that comes through its dice."""


@dataclass(frozen=True)
class BoardLook:
    """Everything about a board that its owner chose."""

    book: Book
    prints: Prints
    light: SetLook
    dark: SetLook
    cube: Colour
    cube_ink: Colour
    habits: Habits


@dataclass(frozen=True)
class Scene:
    """A board on its table, in its light, before its camera."""

    name: str
    seed: int
    difficulty: str
    look: BoardLook
    lamp: Light
    camera: Camera
    film: Film
    seats: Seats

    @property
    def book(self) -> Book:
        return self.look.book


@dataclass(frozen=True)
class Things:
    """Looks of the movable things, drawn once a scene."""

    discs: dict[str, DiscLook]
    blocks: dict[str, BlockLook]


@lru_cache(maxsize=4)
def things(scene: Scene) -> Things:
    rng = np.random.default_rng(scene.seed + 5)
    look = scene.look
    sets = {"light": look.light, "dark": look.dark}
    discs = {name: checkers.disc_look(s.style, s.checker, s.inlay, rng) for name, s in sets.items()}
    blocks = {name: dice.die_look(s.die, s.pips, rng, s.glass) for name, s in sets.items()}
    return Things(discs, {**blocks, "cube": dice.cube_look(look.cube, look.cube_ink, rng)})


@lru_cache(maxsize=2)
def backdrop(scene: Scene, samples: float) -> Canvas:
    return paint(scene.book, scene.look.prints, scene.camera, scene.lamp, samples)


@lru_cache(maxsize=4)
def metered(scene: Scene) -> float:
    """The exposure at which the empty leaves come out as a camera's meter wants them, before Film.exposure."""
    small = replace(scene.camera, size=(240, 240 * scene.camera.size[1] // scene.camera.size[0]))
    canvas = paint(scene.book, scene.look.prints, small, scene.lamp, 1.0)
    mask = np.zeros(canvas.depth.shape, np.uint8)
    for leaf in LEAVES:
        cv2.fillConvexPoly(mask, small.project(scene.book.corners(leaf)).round().astype(np.int32), 1)
    grey = float(np.minimum(canvas.key + canvas.sky, 1.5)[mask > 0].mean())
    whole = float(np.minimum(canvas.key + canvas.sky, 1.5).mean())
    return METERED / max(0.02, 0.7 * grey + 0.3 * whole)


def radiance(scene: Scene, layout: Layout, hand: Over | None = None, samples: float = 2.0) -> Floats:
    """(H, W, 3) linear light that reaches the lens, free of noise."""
    canvas, book = backdrop(scene, samples), scene.book
    names, places = receivers(book)
    solid = _solids(scene, layout, hand)
    atlas = light.shadows(places, solid, names, scene.lamp)
    by_name = dict(zip(names, places, strict=True))
    picture = Picture(canvas, scene.lamp, by_name, atlas, canvas.resolve(atlas), canvas.depth.copy())
    looks = things(scene)
    for disc in layout.discs:
        floor, above = _planes(book, disc)
        solids.draw_disc(
            picture,
            book.frame(disc.frame),
            disc,
            book.checker_radius,
            book.checker_height,
            looks.discs[disc.side],
            by_name[floor],
            by_name[above],
        )
    for block in _blocks(layout):
        side = book.cube_side if block.kind == "cube" else book.die_side
        floor = _under(book, block, side)
        above = _over(by_name, block, side)
        solids.draw_block(
            picture,
            book.frame(block.frame),
            block,
            side,
            looks.blocks[block.kind],
            by_name[floor],
            by_name[above],
        )
    small = cv2.resize(picture.radiance, scene.camera.size, interpolation=cv2.INTER_AREA)
    taken = np.asarray(small, np.float32)
    if isinstance(hand, Sheet):
        draw_sheet(taken, scene.camera, scene.lamp, hand)
    elif hand is not None:
        draw_hand(taken, scene.camera, scene.lamp, hand)
    return taken


def _under(book: Book, block: solids.Block, side: float) -> str:
    """The receiver on which a block lies; in the air it is lit from everywhere."""
    if block.frame not in LEAVES:
        return block.frame
    foot = block.at[2] - solids.lowest(block.turn, side)
    layer = round(foot / book.checker_height)
    on_it = 0 <= layer <= 2 and abs(foot - layer * book.checker_height) < 0.08
    return f"{block.frame}{layer}" if on_it else "lit"


def _over(planes: dict[str, Receiver], block: solids.Block, side: float) -> str:
    """The receiver of the shadows on a block's top; what rises above it, a die in the air, would shade itself there."""
    name = f"{block.frame}3"
    top = block.at[2] + solids.lowest(block.turn, side)
    return name if block.frame in LEAVES and top <= planes[name].level else "lit"


def _blocks(layout: Layout) -> list[solids.Block]:
    cubes = [*([layout.cube] if layout.cube else []), *layout.spare_cubes]
    return [*(die.block for die in layout.dice), *(cube.block for cube in cubes)]


def _planes(book: Book, disc: Disc) -> tuple[str, str]:
    """Names of the receivers at a disc's foot and at its top."""
    if disc.frame not in LEAVES:
        return disc.frame, "lit"
    layer = round(disc.w / book.checker_height)
    above = "lit" if layer >= 2 else f"{disc.frame}{layer + 1}"  # nothing stands higher than a third checker
    return f"{disc.frame}{min(2, layer)}", above


def _solids(scene: Scene, layout: Layout, hand: Over | None) -> dict[str, list[Solid]]:
    """By receiver: the bodies that may shade it, in its frame."""
    book = scene.book
    half, long = book.ridge_width / 2, book.outer_height / 2
    ridge = book.ridge.world(
        [(u, v, w) for u in (-half, half) for v in (-long, long) for w in (-book.crest, -book.ridge_bulge)]
    )
    found: dict[str, list[Solid]] = {}
    for frame_name in (*LEAVES, "ridge", "table"):
        frame = book.frame(frame_name)
        here = [
            solids.disc_solid(d, book.checker_radius, book.checker_height)
            for d in layout.discs
            if d.frame == frame_name
        ]
        here += [
            solids.block_solid(b, book.cube_side if b.kind == "cube" else book.die_side)
            for b in _blocks(layout)
            if b.frame == frame_name
        ]
        if hand is not None:
            here += sheet_solids(hand, frame) if isinstance(hand, Sheet) else hand_solids(hand, frame)
        if frame_name in LEAVES:
            here.append(frame.local(ridge))
            foreign = [d for d in layout.discs if d.frame == "ridge"]
            here += [
                frame.local(book.ridge.world(solids.disc_solid(d, book.checker_radius, book.checker_height)))
                for d in foreign
            ]
            for layer in range(4):
                found[f"{frame_name}{layer}"] = here
            continue
        if frame_name == "table":
            here.append(ridge)
            for leaf in LEAVES:
                (u0, u1), v = book.rims(leaf), book.outer_height / 2
                slab = [(a, b, c) for a in (u0, u1) for b in (-v, v) for c in (-book.base, book.depth)]
                here.append(book.leaves[leaf].world(slab))
        found[frame_name] = here
    return found


def render(
    scene: Scene, layout: Layout, hand: Over | None = None, shot: int = 0, samples: float = 2.0
) -> tuple[Bytes, Label]:
    """A finished BGR picture, through JPEG, and its label; `shot` seeds noise and the camera's small changes."""
    rng = np.random.default_rng((scene.seed, shot, 77))
    camera_now = scene.film.breathed(rng, 0.03 if scene.difficulty == "hard" else 0.01)
    light_seen = radiance(scene, layout, hand, samples) * np.float32(metered(scene))
    seen = film.exposed(light_seen, camera_now)
    picture = film.through_jpeg(
        film.developed(seen, film.noise_strength(seen, camera_now), camera_now, rng), scene.film.quality
    )
    return picture, label(scene, layout, hand)


def rows(seats: Seats, position: Position) -> tuple[list[int], list[int]]:
    """Top and bottom counts, left to right: +n light, -n dark; a mixed point counts for the greater colour."""
    found = {"top": [0] * 12, "bottom": [0] * 12}
    for (row, column), count in zip(seats.track(), position.points, strict=True):
        found[row][column] = count
    return found["top"], found["bottom"]


def label(scene: Scene, layout: Layout, hand: Over | None = None) -> Label:
    top, bottom = rows(scene.seats, layout.position)
    sides = (Side.LIGHT.value, Side.DARK.value)
    made: Label = {
        "corners": scene.book.seen_corners(scene.camera),
        "top": top,
        "bottom": bottom,
        "bar": dict(zip(sides, layout.position.bar, strict=True)),
        "off": dict(zip(sides, layout.position.off, strict=True)),
        "dice": [die_label(scene, die) for die in layout.dice],
        "cube": cube_label(scene, layout.cube) if layout.cube else None,
        "home": scene.seats.home,
        "near": scene.seats.near.value,
        "camera": {
            "tilt_deg": scene.camera.tilt,
            "azimuth_deg": scene.camera.azimuth,
            "roll_deg": scene.camera.roll,
            "distance": scene.camera.distance,
            "hfov_deg": scene.camera.hfov,
            "k1": scene.camera.k1,
        },
        "occluded": hand is not None,
    }
    if layout.roller is not None:
        made["to_move"] = layout.roller.value
    return made


def _middle(scene: Scene, block: solids.Block) -> list[float]:
    return list(np.round(scene.camera.project(scene.book.frame(block.frame).world(block.at)), 2).tolist())


def die_label(scene: Scene, die: Any) -> Label:
    made: Label = {
        "set": die.block.kind,
        "value": die.value,
        "center": _middle(scene, die.block),
        "leaf": die.leaf,
        "cocked": die.cocked,
        "on_checker": die.on_checker,
    }
    return made | ({"outside": True} if die.leaf is None else {})


def cube_label(scene: Scene, cube: LaidCube) -> Label:
    return {
        "value": 1 if cube.up_face == 64 else cube.up_face,
        "up_face": cube.up_face,
        "center": _middle(scene, cube.block),
        "owner": cube.owner,
    }


def discs_in_sight(scene: Scene, layout: Layout) -> list[Label]:
    """Every checker on which no other lies: side, whether it lies on the table, and its top's middle in pixels."""
    book, found = scene.book, []
    for disc in layout.discs:
        above = (d for d in layout.discs if d.frame == disc.frame and d.w > disc.w + 1e-6)
        if any((d.u - disc.u) ** 2 + (d.v - disc.v) ** 2 < book.checker_radius**2 for d in above):
            continue
        top = book.frame(disc.frame).world((disc.u, disc.v, disc.w + book.checker_height))
        at = scene.camera.project(top)
        found.append({"side": disc.side, "table": disc.frame == "table", "center": [float(at[0]), float(at[1])]})
    return found


def mixed_points(scene: Scene, position: Position) -> list[Label]:
    """Points with both colours, by row and column."""
    track: Sequence[tuple[str, int]] = scene.seats.track()
    return [
        {"row": track[point - 1][0], "index": track[point - 1][1], "light": lights, "dark": darks}
        for point, lights, darks in position.mixed
    ]
