"""Round checkers and cubes with rounded corners, ray by ray, each inside its own box of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike

from lab.simulator.book import Frame
from lab.simulator.camera import Doubles, Floats, Reals
from lab.simulator.canvas import Box, Canvas, Mask, Skin, lit
from lab.simulator.light import Light, Receiver, Solid

Turn = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
"""Rows of a rotation matrix: a body's own axes -> its frame's."""


@dataclass
class Picture:
    """A backdrop under this picture's shadows, to which solids are added; nearest wins."""

    canvas: Canvas
    light: Light
    receivers: dict[str, Receiver]
    atlas: Floats
    radiance: Floats
    depth: Floats

    def put(
        self,
        box: Box,
        mask: Mask,
        t: Floats,
        answer: tuple[Floats, Floats],
        shade: tuple[Floats, Floats],
        through: Floats | None = None,
    ) -> None:
        """through: (h, w, 3) shares of what lies behind that shows through; None: nothing does.

        What lies there is lit through the thing too, half as brightly as without it.
        """
        mask = mask & (t < self.depth[box])
        if not mask.any():
            return
        key, sky = answer
        seen = cv2.remap(self.atlas, *shade, cv2.INTER_LINEAR)
        colour = key * seen[..., :1] + sky * seen[..., 1:]
        if through is not None:
            behind = (self.radiance[box] + self.canvas.key[box] + self.canvas.sky[box]) / 2
            colour = colour * (1 - through.max(axis=-1, keepdims=True)) + through * behind
        np.copyto(self.depth[box], t, where=mask)
        np.copyto(self.radiance[box], colour, where=mask[..., None])

    def place(self, box: Box, t: Reals) -> Floats:
        return np.asarray(self.canvas.camera.eye.astype(np.float32) + t[..., None] * self.canvas.rays[box])


@dataclass(frozen=True)
class Disc:
    """A checker: its frame, the middle of its underside, a turn about its axis in radians."""

    frame: str
    u: float
    v: float
    w: float
    side: str
    turn: float = 0.0


@dataclass(frozen=True)
class Block:
    """A die or the doubling cube: its frame, its middle, its rotation within the frame."""

    frame: str
    at: tuple[float, float, float]
    turn: Turn
    kind: str
    """light, dark or cube."""


@dataclass(frozen=True)
class DiscLook:
    """face: (n, n, 5) colour (3), and slopes of the relief along the checker's own axes (2)."""

    face: Floats
    edge: Floats
    skin: Skin
    bevel: float = 0.88
    """Share of the radius at which the rim begins to fall off."""
    crown: float = 0.0
    """Slope of the top at its rim, for domed tops."""


@dataclass(frozen=True)
class BlockLook:
    """faces: (n, 6 n, 3) colours of the faces +x -x +y -y +z -z; roundness: corner cut, 1 a cube, 0 a ball.

    glass: share of the light from behind that comes through the body, tinted by it, where `ink`, (n, 6 n), is 0.
    """

    faces: Floats
    body: Floats
    roundness: float
    skin: Skin
    glass: float = 0.0
    ink: Floats | None = None


_CIRCLE = np.stack((np.cos(np.arange(14) * np.pi / 7), np.sin(np.arange(14) * np.pi / 7)), axis=1)


def disc_solid(disc: Disc, radius: float, height: float) -> Solid:
    """(28, 3) corners in the disc's frame."""
    ring = np.column_stack((_CIRCLE * radius + (disc.u, disc.v), np.full(14, disc.w)))
    return np.concatenate((ring, ring + np.array((0.0, 0.0, height))))


_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)


def block_solid(block: Block, side: float) -> Solid:
    """(8, 3) corners in the block's frame, a little inside because they are rounded."""
    return np.asarray(_CORNERS * side / 2 * 0.93 @ np.array(block.turn).T + np.array(block.at))


def draw_disc(
    picture: Picture,
    frame: Frame,
    disc: Disc,
    radius: float,
    height: float,
    look: DiscLook,
    floor: Receiver,
    above: Receiver,
) -> None:
    canvas = picture.canvas
    box = canvas.around(frame.world(disc_solid(disc, radius * 1.03, height)))
    rays = canvas.rays[box] @ frame.matrix.astype(np.float32)
    if not rays.size:
        return
    eye = frame.local(canvas.camera.eye) - np.array((disc.u, disc.v, disc.w))
    _disc_top(picture, box, frame, disc, radius, (eye, rays, height), look, above)
    _disc_side(picture, box, frame, disc, radius, (eye, rays, height), look, floor)


def _disc_top(
    picture: Picture,
    box: Box,
    frame: Frame,
    disc: Disc,
    radius: float,
    seen: tuple[Doubles, Floats, float],
    look: DiscLook,
    above: Receiver,
) -> None:
    eye, rays, height = seen
    t = np.float32(height - eye[2]) / rays[..., 2]
    x, y = np.float32(eye[0]) + t * rays[..., 0], np.float32(eye[1]) + t * rays[..., 1]
    distance = np.sqrt(x * x + y * y) / np.float32(radius)
    c, s = np.float32(np.cos(disc.turn)), np.float32(np.sin(disc.turn))
    n = look.face.shape[0]
    face = _sample(look.face, (c * x + s * y) / radius, (c * y - s * x) / radius, n)
    fall = np.clip((distance - look.bevel) / (1 - look.bevel), 0, 1) / np.maximum(distance, np.float32(0.1))
    bevel = 0.9 * fall + look.crown
    slope_x, slope_y = c * face[..., 3] - s * face[..., 4], s * face[..., 3] + c * face[..., 4]
    normal = np.stack((x / radius * bevel - slope_x, y / radius * bevel - slope_y, np.ones_like(x)), axis=-1)
    normal /= np.sqrt((normal**2).sum(axis=-1, keepdims=True))
    answer = lit(
        face[..., :3],
        picture.place(box, t),
        _world(normal, frame),
        picture.canvas.camera.eye,
        picture.light,
        look.skin,
    )
    picture.put(
        box,
        (distance <= 1) & (t > 0),
        np.asarray(t, np.float32),
        answer,
        above.at(x + np.float32(disc.u), y + np.float32(disc.v)),
    )


def _disc_side(
    picture: Picture,
    box: Box,
    frame: Frame,
    disc: Disc,
    radius: float,
    seen: tuple[Doubles, Floats, float],
    look: DiscLook,
    floor: Receiver,
) -> None:
    eye, rays, height = seen
    dx, dy, ex, ey = rays[..., 0], rays[..., 1], np.float32(eye[0]), np.float32(eye[1])
    a = np.maximum(dx * dx + dy * dy, np.float32(1e-9))
    b = ex * dx + ey * dy
    inside = b * b - a * (ex * ex + ey * ey - np.float32(radius**2))
    t = (-b - np.sqrt(np.maximum(inside, 0))) / a
    x, y, w = ex + t * dx, ey + t * dy, np.float32(eye[2]) + t * rays[..., 2]
    round_edge = np.clip(w / height * 6 - 5, 0, 1)
    normal = np.stack((x / radius, y / radius, 0.8 * round_edge), axis=-1)
    normal /= np.sqrt((normal**2).sum(axis=-1, keepdims=True))
    darker = np.float32(0.75) + np.float32(0.25) * np.clip(w / height, 0, 1)
    albedo = look.edge * darker[..., None]
    answer = lit(
        albedo,
        picture.place(box, t),
        _world(normal, frame),
        picture.canvas.camera.eye,
        picture.light,
        look.skin,
    )
    out = np.float32(1 + 0.1 / radius)
    shade = floor.at(np.float32(disc.u) + x * out, np.float32(disc.v) + y * out)
    picture.put(
        box, (inside > 0) & (w >= 0) & (w <= height) & (t > 0), np.asarray(t, np.float32), answer, shade
    )


def draw_block(
    picture: Picture,
    frame: Frame,
    block: Block,
    side: float,
    look: BlockLook,
    floor: Receiver,
    above: Receiver,
) -> None:
    canvas = picture.canvas
    box = canvas.around(frame.world(_CORNERS * side / 2 @ np.array(block.turn).T + np.array(block.at)))
    turn = np.array(block.turn)
    axes = (frame.matrix @ turn).astype(np.float32)
    rays = canvas.rays[box] @ axes
    if not rays.size:
        return
    eye = ((frame.local(canvas.camera.eye) - np.array(block.at)) @ turn).astype(np.float32)
    half = np.float32(side / 2)
    rays = np.where(np.abs(rays) < 1e-7, np.float32(1e-7), rays)
    near, far = (-np.sign(rays) * half - eye) / rays, (np.sign(rays) * half - eye) / rays
    axis = near.argmax(axis=-1)
    enter, leave = near.max(axis=-1), far.min(axis=-1)
    ball = half * np.float32(1.0 + 0.732 * look.roundness)
    a, b = (rays * rays).sum(axis=-1), (rays * eye).sum(axis=-1)
    inside = b * b - a * (np.float32((eye * eye).sum()) - ball**2)
    root = np.sqrt(np.maximum(inside, 0))
    on_ball = (-b - root) / a
    t = np.maximum(enter, on_ball)
    hit = (t < np.minimum(leave, (-b + root) / a)) & (inside > 0) & (t > 0)
    p = (eye + t[..., None] * rays) / half
    normal, albedo, through = _block_surface(p, axis, on_ball > enter, look)
    world = np.asarray(normal @ axes.T, np.float32)
    answer = lit(albedo, picture.place(box, t), world, canvas.camera.eye, picture.light, look.skin)
    foot = frame.local(picture.place(box, t)) + 0.12 * (world @ frame.matrix.astype(np.float32))
    foot_u, foot_v = foot[..., 0].astype(np.float32), foot[..., 1].astype(np.float32)
    upward = world @ frame.matrix[:, 2].astype(np.float32) > 0.6
    beside, over = floor.at(foot_u, foot_v), above.at(foot_u, foot_v)
    shade = (np.where(upward, over[0], beside[0]), np.where(upward, over[1], beside[1]))
    picture.put(box, hit, np.asarray(t, np.float32), answer, shade, through)


def _block_surface(
    p: Floats, axis: ArrayLike, rounded: Mask, look: BlockLook
) -> tuple[Floats, Floats, Floats | None]:
    """Normals, colours, and what comes through, of the points `p` of a block."""
    axis = np.asarray(axis)
    sign = np.sign(np.take_along_axis(p, axis[..., None], axis=-1)[..., 0])
    one = np.take_along_axis(p, ((axis + 1) % 3)[..., None], axis=-1)[..., 0]
    two = np.take_along_axis(p, ((axis + 2) % 3)[..., None], axis=-1)[..., 0]
    right, up = np.where(sign > 0, one, two), np.where(sign > 0, two, one)
    n = look.faces.shape[0]
    column = (axis * 2 + (sign < 0)).astype(np.float32) * n
    x = np.clip((right * 0.5 + 0.5) * n - 0.5, 0, n - 1) + column
    y = np.clip((0.5 - up * 0.5) * n - 0.5, 0, n - 1)
    at = np.asarray(x, np.float32), np.asarray(y, np.float32)
    albedo = np.where(rounded[..., None], look.body, cv2.remap(look.faces, *at, cv2.INTER_LINEAR))
    through: Floats | None = None
    if look.ink is not None:
        clear = look.glass * np.where(rounded, 1.0, 1 - cv2.remap(look.ink, *at, cv2.INTER_LINEAR))
        through = np.asarray(clear[..., None] * look.body / look.body.max(), np.float32)
    flat = np.zeros_like(p)
    np.put_along_axis(flat, axis[..., None], sign[..., None], axis=-1)
    bent = np.sign(p) * np.clip(np.abs(p) - 0.8, 0, 1) * 3.5
    normal = np.where(rounded[..., None], p, flat + bent)
    unit = np.asarray(normal / np.sqrt((normal**2).sum(axis=-1, keepdims=True)), np.float32)
    return unit, np.asarray(albedo, np.float32), through


def _sample(texture: Floats, x: Reals, y: Reals, n: int) -> Floats:
    """A square texture at coordinates -1..1."""
    at = (
        np.asarray((x * 0.5 + 0.5) * n - 0.5, np.float32),
        np.asarray((0.5 - y * 0.5) * n - 0.5, np.float32),
    )
    colours = cv2.remap(texture[..., :3], *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    slopes = cv2.remap(texture[..., 3:], *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.concatenate((colours, slopes), axis=-1)


def _world(normal: Reals, frame: Frame) -> Floats:
    return np.asarray(normal @ frame.matrix.astype(np.float32).T, np.float32)


def lowest(turn: Sequence[Sequence[float]], side: float) -> float:
    """How far below its middle a turned block reaches."""
    return float(-(_CORNERS * side / 2 * 0.97 @ np.array(turn).T)[:, 2].min())
