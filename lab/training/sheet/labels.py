"""What lies in a drawn picture, as it is kept beside it, and what the network is to say of its sheet.

A scene and a layout are the same for both renderers (`lab.simulator.scene`, `lab.simulator.path_traced`), so these
labels are theirs alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from lab.simulator.book import LEAVES, Book
from lab.simulator.layout import Layout
from lab.simulator.scene import Scene
from vision.sheet.eyes import MIXED, MOST, MOST_ON_RIDGE
from vision.sheet.geometry import (
    EDGES,
    HEIGHT,
    LEFT,
    MARGIN,
    MIDDLE,
    POINT,
    RIGHT,
    STEP,
    WIDTH,
    SheetView,
    strip_columns,
)
from vision.strips import strip_at

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
LIGHT, DARK, DIE, CUBE, FOREIGN = range(5)
"""The maps, in order."""
SPREADS = (1.4, 1.4, 0.9, 1.5)
"""Standard deviation of a mark on the maps, in their pixels."""
REACH = 5.2
"""Point widths of a strip's length in which something foreign hides what may lie there."""
HIDDEN = 0.06
"""Share of a strip that has to be covered for it to count as hidden."""
Label = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Targets:
    """points: (24,) int64 classes; ridge: (2,) int64 counts of light and dark, at the most MOST_ON_RIDGE; hidden: (25,)
    float32, 1 where something covers part of the strip (the ridge is the last); maps: (5, HEIGHT / STEP, WIDTH / STEP)
    float32."""

    points: npt.NDArray[np.int64]
    ridge: npt.NDArray[np.int64]
    hidden: Floats
    maps: Floats


# ------------------------------------------------------------------ what is kept


def numbers_label(scene: Scene) -> Label:
    """Of a board: corners in its pictures, their size, seats, and its checkers in point widths."""
    book = scene.book
    loose = 0.24 * scene.look.habits.slop * book.checker_radius  # the mean of what `layout.on_point` draws
    return {
        "corners": book.seen_corners(scene.camera),
        "size": list(scene.camera.size),
        "near": scene.seats.near.value,
        "home": scene.seats.home,
        "radius": book.checker_radius / book.pitch,
        "height": book.checker_height / book.pitch,
        "first": (book.checker_radius + loose - book.margin) / book.pitch,
        "tilt": scene.camera.tilt,
    }


def things_label(scene: Scene, layout: Layout) -> Label:
    """Of a picture: counts of the 24 strips and the ridge, light and dark; tops, dice and cubes with their pixels.

    A top is kept with its part (0 left leaf, 1 ridge, 2 right leaf, -1 beside the board), its side (0 light, 1 dark)
    and whether the tray's own wall hides its middle; a checker under another one has no top.
    """
    counts = [[0, 0] for _ in range(24)]
    for point, (row, column) in enumerate(scene.seats.track(), 1):
        counts[strip_at(row, column)] = list(layout.position.counts(point))
    cubes = [*([layout.cube] if layout.cube else []), *layout.spare_cubes]
    return {
        "points": counts, "ridge": list(layout.position.bar), "off": list(layout.position.off),
        "tops": _tops(scene, layout),
        "dice": [_thing(scene, die.block, die.value) for die in layout.dice],
        "cubes": [_thing(scene, cube.block, cube.up_face) for cube in cubes],
    }  # fmt: skip


def _part(frame: str) -> int:
    return {"left": LEFT, "ridge": MIDDLE, "right": RIGHT}.get(frame, -1)


def _thing(scene: Scene, block: Any, value: int) -> list[float]:
    x, y = scene.camera.project(scene.book.frame(block.frame).world(block.at)).tolist()
    return [_part(block.frame), round(x, 2), round(y, 2), value]


def _tops(scene: Scene, layout: Layout) -> list[list[float]]:
    book, found = scene.book, []
    for disc in layout.discs:
        above = (d for d in layout.discs if d.frame == disc.frame and d.w > disc.w + 1e-6)
        if any((d.u - disc.u) ** 2 + (d.v - disc.v) ** 2 < book.checker_radius**2 for d in above):
            continue
        top = (disc.u, disc.v, disc.w + book.checker_height)
        x, y = scene.camera.project(book.frame(disc.frame).world(top)).tolist()
        walled = disc.frame in LEAVES and behind_wall(book, scene, disc.frame, top)
        found.append([_part(disc.frame), 0 if disc.side == "light" else 1, round(x, 2), round(y, 2), int(walled)])
    return found


def behind_wall(book: Book, scene: Scene, leaf: str, place: tuple[float, float, float]) -> bool:
    """Whether a leaf's own wall stands between the camera and a place (u, v, w) on it."""
    eye = book.frame(leaf).local(scene.camera.eye)
    at = np.array(place)
    for axis, wall in ((0, 0.0), (0, book.floor_width), (1, -book.floor_height / 2), (1, book.floor_height / 2)):
        way = eye[axis] - at[axis]
        share = (wall - at[axis]) / way if abs(way) > 1e-9 else -1.0
        if 0 < share < 1 and at[2] + share * (eye[2] - at[2]) < book.depth:
            return True
    return False


# ------------------------------------------------------------------ what the network is to say


def class_of(light: int, dark: int) -> int:
    """A point's class."""
    return MIXED if light and dark else MOST + min(MOST, light) - min(MOST, dark)


def targets(label: Label, view: SheetView, foreign: Bytes | None = None) -> Targets:
    """Of a picture's label, on that view's sheet. foreign: (h, w) uint8, 255 where the picture shows something else."""
    maps = np.zeros((5, HEIGHT // STEP, WIDTH // STEP), np.float32)
    hidden = np.zeros(25, np.float32)
    if foreign is not None:
        covered = view.mask(foreign)
        maps[FOREIGN] = cv2.resize(covered, maps.shape[:0:-1], interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        hidden[:] = covered_strips(covered) > HIDDEN
    marks = [(LIGHT if side == 0 else DARK, part, x, y) for part, side, x, y, walled in label["tops"] if not walled]
    marks += [(DIE, part, x, y) for part, x, y, _ in label["dice"]]
    marks += [(CUBE, part, x, y) for part, x, y, _ in label["cubes"]]
    for kind, part, x, y in marks:
        for at in _marked(view, part, (x, y)):
            _heat(maps[kind], at, SPREADS[kind])
    points = np.array([class_of(*count) for count in label["points"]], np.int64)
    ridge = np.minimum(np.array(label["ridge"], np.int64), MOST_ON_RIDGE)
    return Targets(points, ridge, hidden, maps)


def covered_strips(covered: Bytes) -> Floats:
    """(25,) float32: which share of each strip, and last of the ridge, a (HEIGHT, WIDTH) uint8 mask covers."""
    reach = round(REACH * POINT)
    shares = []
    for strip in range(24):
        first, last = strip_columns(strip)
        rows = slice(MARGIN, MARGIN + reach) if strip % 12 < 6 else slice(HEIGHT - MARGIN - reach, HEIGHT - MARGIN)
        shares.append(float(covered[rows, first:last].mean()) / 255)
    shares.append(float(covered[MARGIN : HEIGHT - MARGIN, slice(*EDGES[MIDDLE])].mean()) / 255)
    return np.array(shares, np.float32)


def _marked(view: SheetView, part: int, pixel: tuple[float, float]) -> list[tuple[float, float]]:
    """Where the sheet shows it: its own part, or what part it lies in beside the board."""
    found = []
    for one in (part,) if part >= 0 else (LEFT, RIGHT):
        x, y = view.on_sheet(one, [pixel])[0].tolist()
        if EDGES[one][0] <= x < EDGES[one][1] and 0 <= y < HEIGHT:
            found.append((x, y))
    return found


def _heat(target: Floats, at: tuple[float, float], spread: float) -> None:
    """Draw a mark at the sheet's pixel; its middle is 1 at the nearest pixel of the map."""
    x, y = ((v + 0.5) / STEP - 0.5 for v in at)
    column, row = round(x), round(y)
    reach = int(np.ceil(3 * spread))
    rows = np.arange(max(0, row - reach), min(target.shape[0], row + reach + 1))
    columns = np.arange(max(0, column - reach), min(target.shape[1], column + reach + 1))
    if not rows.size or not columns.size:
        return
    away = (rows[:, None] - row) ** 2 + (columns[None, :] - column) ** 2
    part = target[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    np.maximum(part, np.exp(-away / (2 * spread**2)).astype(np.float32), out=part)
