"""Blender meshes of dice, checkers, boxes and prints. Lengths in world units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from lab.simulator.book import Frame
from lab.simulator.camera import Doubles
from lab.simulator.dice import DIE, PIPS
from lab.simulator.path_traced.finish import CheckerFinish, DieFinish

Thing = Any
ROUND = 48
"""Corners of a checker's outline."""


def _added(name: str, corners: Sequence[Sequence[float]], faces: Sequence[Sequence[int]], material: Any) -> Thing:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(c) for c in corners], [], [tuple(f) for f in faces])
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    thing.data.materials.append(material)
    bpy.context.collection.objects.link(thing)
    return thing


def _placed(thing: Thing, frame: Frame, at: Sequence[float], turn: Doubles | None = None) -> None:
    world = np.eye(4)
    world[:3, :3] = frame.matrix @ (np.eye(3) if turn is None else turn)
    world[:3, 3] = frame.world(at)
    thing.matrix_world = Matrix(world.tolist())


_CUBE = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
_CUBE_FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


def box(frame: Frame, low: Sequence[float], high: Sequence[float], material: Any, bevel: float = 0.0) -> Thing:
    """A box between two corners of the frame."""
    ends = np.array([low, high])
    corners = [[ends[(c + 1) // 2][axis] for axis, c in enumerate(corner)] for corner in _CUBE]
    thing = _added("box", corners, _CUBE_FACES, material)
    if bevel:
        _bevelled(thing, bevel, 3)
    _placed(thing, frame, (0, 0, 0))
    return thing


def sheet(frame: Frame, low: Sequence[float], high: Sequence[float], height: float, material: Any) -> Thing:
    """A print (u, v) low to high, its picture's upper edge at the greater v."""
    (u0, v0), (u1, v1) = low, high
    corners = [(u0, v0, height), (u1, v0, height), (u1, v1, height), (u0, v1, height)]
    thing = _added("sheet", corners, [(0, 1, 2, 3)], material)
    layer = thing.data.uv_layers.new()
    for loop, uv in zip(layer.data, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        loop.uv = uv
    _placed(thing, frame, (0, 0, 0))
    return thing


def _bevelled(thing: Thing, width: float, segments: int) -> None:
    modifier = thing.modifiers.new("bevel", "BEVEL")
    modifier.width, modifier.segments = width, segments
    for polygon in thing.data.polygons:
        polygon.use_smooth = True
    modifier.harden_normals = True


def die(
    frame: Frame,
    at: Sequence[float],
    turn: Doubles,
    side: float,
    finish: DieFinish,
    body: Any,
    ink: Any,
    flips: Sequence[bool],
) -> None:
    """A die whose middle is at `at`; flips: for each of its six faces whether 2, 3 and 6 lie the other way."""
    half = side / 2
    cube = _added("die", [[half * c for c in corner] for corner in _CUBE], _CUBE_FACES, body)
    _bevelled(cube, max(0.012, finish.edge) * side, 5)
    _placed(cube, frame, at, turn)
    corners: list[tuple[float, ...]] = []
    faces: list[list[int]] = []
    circle = np.arange(20) * 2 * np.pi / 20
    for index, value in enumerate(DIE):
        axis, sign = index // 2, 1 - 2 * (index % 2)
        one, two = (axis + 1) % 3, (axis + 2) % 3
        for pip in PIPS[value]:
            x, y = (pip[1], -pip[0]) if flips[index] else pip
            start = len(corners)
            for angle in circle[::sign]:
                spot = [0.0, 0.0, 0.0]
                spot[axis] = sign * half * 1.004
                spot[one] = side * (x * finish.pip_spread + finish.pip_radius * np.cos(angle))
                spot[two] = side * (y * finish.pip_spread + finish.pip_radius * np.sin(angle))
                corners.append(tuple(spot))
            faces.append(list(range(start, len(corners))))
    pips = _added("pips", corners, faces, ink)
    _placed(pips, frame, at, turn)


def checker(frame: Frame, at: Sequence[float], radius: float, height: float, finish: CheckerFinish, body: Any) -> None:
    """A checker whose underside's middle is at `at`."""
    outline = profile(radius, height, finish)
    ring = np.arange(ROUND) * 2 * np.pi / ROUND
    corners = [(r * np.cos(a), r * np.sin(a), z) for r, z in outline for a in ring]
    faces = [
        [k * ROUND + i, k * ROUND + (i + 1) % ROUND, (k + 1) * ROUND + (i + 1) % ROUND, (k + 1) * ROUND + i]
        for k in range(len(outline) - 1)
        for i in range(ROUND)
    ]
    faces += [list(range(ROUND))[::-1], list(range((len(outline) - 1) * ROUND, len(outline) * ROUND))]
    thing = _added("checker", corners, faces, body)
    for polygon in thing.data.polygons:
        polygon.use_smooth = len(polygon.vertices) == 4
    thing.data.set_sharp_from_angle(angle=0.6)
    _placed(thing, frame, at)


def profile(radius: float, height: float, finish: CheckerFinish) -> list[tuple[float, float]]:
    """(radius, height) from the underside's rim up and in to the middle of the top."""
    r, h, deep = radius, height, finish.recess * height
    rim = [(0.94 * r, 0.0), (r, 0.12 * h), (r, 0.86 * h), (0.95 * r, h)]
    tops = {
        "flat": [(0.02 * r, h)],
        "dished": [(0.82 * r, h), (0.74 * r, h - deep), (0.02 * r, h - deep)],
        "grooved": [(0.8 * r, h), (0.77 * r, h - deep), (0.7 * r, h - deep), (0.67 * r, h), (0.02 * r, h)],
        "domed": [(0.7 * r, h + 0.1 * h), (0.35 * r, h + 0.17 * h), (0.02 * r, h + 0.19 * h)],
        "hollow": [(0.7 * r, h), (0.5 * r, h - 0.5 * deep), (0.25 * r, h - 0.9 * deep), (0.02 * r, h - deep)],
    }
    return rim + tops[finish.profile]


def vault(frame: Frame, across: Sequence[float], heights: Sequence[float], long: float, material: Any) -> None:
    """A strip from v = -long to long, bent over the lines `across` (u) at `heights` (w), its print's top at +long."""
    corners = [(u, v, w) for u, w in zip(across, heights, strict=True) for v in (-long, long)]
    faces = [(2 * n, 2 * n + 2, 2 * n + 3, 2 * n + 1) for n in range(len(across) - 1)]
    thing = _added("vault", corners, faces, material)
    layer, width = thing.data.uv_layers.new(), across[-1] - across[0]
    for polygon in thing.data.polygons:
        polygon.use_smooth = True
        for index in polygon.loop_indices:
            u, v, _ = corners[thing.data.loops[index].vertex_index]
            layer.data[index].uv = ((u - across[0]) / width, (v + long) / (2 * long))
    _placed(thing, frame, (0, 0, 0))


def cube(frame: Frame, at: Sequence[float], turn: Doubles, side: float, material: Any) -> None:
    """A cube whose print holds its faces +x -x +y -y +z -z side by side."""
    half = side / 2
    corners = [[half * c for c in corner] for corner in _CUBE]
    thing = _added("cube", corners, _CUBE_FACES, material)
    layer = thing.data.uv_layers.new()
    for polygon in thing.data.polygons:
        normal = np.array(polygon.normal)
        axis = int(np.abs(normal).argmax())
        back = bool(normal[axis] < 0)
        for index in polygon.loop_indices:
            place = corners[thing.data.loops[index].vertex_index]
            u, v = place[(axis + 1) % 3] / side + 0.5, place[(axis + 2) % 3] / side + 0.5
            layer.data[index].uv = ((2 * axis + back + (1 - u if back else u)) / 6, v)
    _bevelled(thing, 0.07 * side, 3)
    _placed(thing, frame, at, turn)


def limb(one: Sequence[float], two: Sequence[float], radius: float, other: float, material: Any) -> None:
    """A cone with round ends between two places of the world."""
    a, b = np.array(one), np.array(two)
    along = (b - a) / (np.linalg.norm(b - a) or 1.0)
    side = np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    up = np.cross(side, along)
    lean = np.linspace(-np.pi / 2, np.pi / 2, 9)
    rings = [(a, radius, t) for t in lean[:5]] + [(b, other, t) for t in lean[4:]]
    turns = np.arange(20) * 2 * np.pi / 20
    corners = [
        tuple(middle + r * (np.sin(t) * along + np.cos(t) * (np.cos(w) * side + np.sin(w) * up)))
        for middle, r, t in rings
        for w in turns
    ]
    faces = [
        (20 * k + i, 20 * k + (i + 1) % 20, 20 * (k + 1) + (i + 1) % 20, 20 * (k + 1) + i)
        for k in range(len(rings) - 1)
        for i in range(20)
    ]
    thing = _added("limb", corners, faces, material)
    for polygon in thing.data.polygons:
        polygon.use_smooth = True


def turned(frame: Frame, at: Sequence[float], outline: Sequence[tuple[float, float]], material: Any) -> None:
    """A body turned about the upright: outline (radius, height) from below to the end."""
    ring = np.arange(ROUND) * 2 * np.pi / ROUND
    corners = [(r * np.cos(a), r * np.sin(a), z) for r, z in outline for a in ring]
    faces = [
        (k * ROUND + i, k * ROUND + (i + 1) % ROUND, (k + 1) * ROUND + (i + 1) % ROUND, (k + 1) * ROUND + i)
        for k in range(len(outline) - 1)
        for i in range(ROUND)
    ]
    thing = _added("turned", corners, faces, material)
    for polygon in thing.data.polygons:
        polygon.use_smooth = True
    thing.data.set_sharp_from_angle(angle=0.6)
    _placed(thing, frame, at)
