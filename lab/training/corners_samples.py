"""Examples for the corner networks: rendered pictures bent, recoloured, half covered, cut, or without a book."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from calibration.find_inputs import FRAME, LEAF, LEAF_VIEW, Halves, at_scale, cell_of, leaf_picture, normalised, placed
from lab.training.corners_drawn import drawn_board

Array = npt.NDArray[Any]
SHAPES = ((160, 96), (160, 96), (160, 112), (160, 128), (128, 160))
"""Widths and heights of the shrunk pictures."""
DRAWN = 0.35
"""Share of examples that are drawn flat."""
SWAPPED = [5, 4, 7, 6, 1, 0, 3, 2]
"""Corners of a picture seen in the mirror: left TL, TR, BR, BL, then the right leaf's."""


class Pictures:
    """Rendered pictures with their eight corners; grows while the renderer is still at work."""

    def __init__(self, folder: Path, full: bool) -> None:
        self.folder, self.full = folder, full
        self.corners: list[Array] = []
        self._full: list[Array] = []
        self._half: list[Array] = []
        self._known: set[str] = set()
        self.look()

    def look(self) -> None:
        """Take in what has been rendered since."""
        for listing in sorted(self.folder.glob("corners_*.jsonl")):
            for line in listing.read_text().splitlines():
                try:
                    entry = json.loads(line)
                except json.JSONDecodeError:  # the line that is being written
                    continue
                if entry["image"] in self._known:
                    continue
                self._known.add(entry["image"])
                picture = np.asarray(cv2.imread(str(self.folder / entry["image"])), np.uint8)
                height, width = picture.shape[:2]
                half = cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
                self._half.append(np.asarray(half, np.uint8))
                self._full.append(picture if self.full else half)
                self.corners.append(np.array(entry["corners"]["left"] + entry["corners"]["right"], np.float64))

    def __len__(self) -> int:
        return len(self.corners)

    def picture(self, index: int, shrunk: bool) -> Array:
        """BGR uint8; shrunk: half the size."""
        return (self._half if shrunk else self._full)[index]


def whole_example(pictures: Pictures, shape: tuple[int, int], rng: Generator) -> tuple[Array, Array, Array]:
    """(5, h, w) view, (8, 2) corners in map cells, (8,) whether each is in sight."""
    if rng.random() < DRAWN:
        picture, corners = drawn_board(rng)
    else:
        index = int(rng.integers(len(pictures)))
        picture, corners = pictures.picture(index, True), at_scale(pictures.corners[index], 0.5)
    if rng.random() < 0.5:
        picture = np.ascontiguousarray(picture[:, ::-1])
        corners = corners[SWAPPED]
        corners[:, 0] = picture.shape[1] - 1 - corners[:, 0]
    kind = rng.random()
    bend = _framing(corners, shape, rng, cut=kind < 0.12)
    if kind > 0.94:
        bend = _elsewhere(picture.shape, shape, rng)
    border = cv2.BORDER_REPLICATE if rng.random() < 0.7 else cv2.BORDER_CONSTANT
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
    view = cv2.warpPerspective(picture, bend, shape, flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill)
    seen = cv2.perspectiveTransform(corners[None], bend)[0]
    view = covered(np.asarray(view, np.uint8), pictures, rng)
    view = recoloured(view, rng)
    there = np.all((seen > -1) & (seen < np.array(shape)), axis=1)
    return placed(normalised(view)), cell_of(seen), there


def _framing(corners: Array, shape: tuple[int, int], rng: Generator, cut: bool) -> Array:
    """(3, 3) homography: turned, leaning, the book as large as chance has it and anywhere; cut: not all in sight."""
    angle = np.radians(rng.normal(0, 6) if rng.random() < 0.85 else rng.uniform(-40, 40))
    middle, size = corners.mean(axis=0), float(np.ptp(corners, axis=0).max())
    lean = rng.normal(0, 0.10, 2) / size
    stretch = float(np.exp(rng.normal(0, 0.08)))
    turn = np.array(
        [[np.cos(angle) * stretch, -np.sin(angle), 0], [np.sin(angle) * stretch, np.cos(angle), 0], [0, 0, 1]]
    )
    tilt = np.array([[1, 0, 0], [0, 1, 0], [lean[0], lean[1], 1]])
    bend = tilt @ turn @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    seen = cv2.perspectiveTransform(corners[None], bend)[0]
    low, high = seen.min(axis=0), seen.max(axis=0)
    room = np.array(shape, np.float64)
    scale = float((room / (high - low)).min()) * float(rng.uniform(0.42, 0.97))
    if cut:
        scale *= float(rng.uniform(1.0, 1.7))
    free = room - scale * (high - low)
    at = rng.uniform(0.02, 0.98, 2) * free
    if cut:
        at = at + rng.uniform(-0.5, 0.5, 2) * scale * (high - low)
    shift = np.array([[scale, 0, at[0] - scale * low[0]], [0, scale, at[1] - scale * low[1]], [0, 0, 1]])
    return np.asarray(shift @ bend)


def _elsewhere(size: tuple[int, ...], shape: tuple[int, int], rng: Generator) -> Array:
    """A small part of the picture, much enlarged: the table, a piece of a leaf."""
    part = float(rng.uniform(0.1, 0.3)) * size[1]
    x, y = rng.uniform(0, size[1] - part), rng.uniform(0, max(1.0, size[0] - part))
    scale = shape[0] / part
    return np.array([[scale, 0, -x * scale], [0, scale, -y * scale], [0, 0, 1.0]])


def leaf_example(pictures: Pictures, rng: Generator) -> tuple[Array, Array, Array]:
    """(5, h, w) view of a leaf by slipped corners, (4, 2) true corners in map cells, (4,) whether in sight."""
    right = bool(rng.random() < 0.5)
    if rng.random() < DRAWN:
        picture, corners = drawn_board(rng)
    else:
        index = int(rng.integers(len(pictures)))
        picture, corners = pictures.picture(index, False), pictures.corners[index]
    quad = corners[4:] if right else corners[:4]
    across = float(np.hypot(*(quad[1] - quad[0])) + np.hypot(*(quad[2] - quad[3]))) / 2
    if rng.random() < 0.3:  # as a lesser camera would show it
        less = float(rng.uniform(0.4, 0.9))
        picture = np.asarray(cv2.resize(picture, None, fx=less, fy=less, interpolation=cv2.INTER_AREA), np.uint8)
        quad, across = at_scale(quad, less), across * less
    loose = float(rng.choice([0.008, 0.02, 0.045]))
    slipped = quad + across * (rng.normal(0, loose, (1, 2)) + rng.normal(0, loose, (4, 2)))
    view, to_view = leaf_picture(Halves(picture), slipped, right)
    true = cv2.perspectiveTransform(quad[None], to_view)[0]
    if right:
        true = true[[1, 0, 3, 2]]
    if rng.random() < 0.5:  # a leaf turned half round in the mirror has its ridge where it was
        view, true = np.ascontiguousarray(view[::-1]), true[[3, 2, 1, 0]]
        true[:, 1] = LEAF_VIEW[1] - 1 - true[:, 1]
    view = recoloured(covered(view, pictures, rng), rng)
    there = np.all(np.abs(true - FRAME) < 0.24 * LEAF[0], axis=1)
    return placed(normalised(view)), cell_of(true), there


def covered(view: Array, pictures: Pictures, rng: Generator) -> Array:
    """Things lie about: cut-outs of other pictures and patches of plain colour, some over the book."""
    height, width = view.shape[:2]
    for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2, 4]))):
        w, h = (int(side * rng.uniform(0.05, 0.28)) for side in (width, height))
        x, y = int(rng.integers(0, width - w)), int(rng.integers(0, height - h))
        mask = np.zeros((height, width), np.uint8)
        angle = float(rng.uniform(0, 180))
        if rng.random() < 0.5:
            cv2.ellipse(mask, (x + w // 2, y + h // 2), (w // 2 + 1, h // 2 + 1), angle, 0, 360, 255, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints(((x + w / 2, y + h / 2), (w, h), angle))
            cv2.fillConvexPoly(mask, box.astype(np.int32), 255, cv2.LINE_AA)
        thing: Array
        if rng.random() < 0.4:
            thing = np.broadcast_to(rng.uniform(0, 255, 3), view.shape)
        else:
            other = pictures.picture(int(rng.integers(len(pictures))), True)
            thing = cv2.resize(other, (width, height), interpolation=cv2.INTER_NEAREST)
            thing = thing[:: 1 if rng.random() < 0.5 else -1]
        share = cv2.blur(mask, (3, 3)).astype(np.float32)[..., None] / 255
        view = np.asarray(view * (1 - share) + thing * share, np.uint8)
    return view


def recoloured(view: Array, rng: Generator) -> Array:
    """Another lamp, another camera: gains, gamma, a slope of light, channels swapped now and then, blur, grain."""
    values: Array = view.astype(np.float32) / 255
    if rng.random() < 0.15:
        values = values[..., rng.permutation(3)]
    if rng.random() < 0.08:
        values = np.repeat(values.mean(axis=2, keepdims=True), 3, axis=2)
    values = values ** np.float32(np.exp(rng.normal(0, 0.25))) * np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    height, width = values.shape[:2]
    if rng.random() < 0.4:
        slope = rng.normal(0, 0.35, 2)
        light = 1 + slope[0] * np.linspace(-1, 1, width)[None, :] + slope[1] * np.linspace(-1, 1, height)[:, None]
        values = values * np.clip(light, 0.25, 2)[..., None].astype(np.float32)
    if rng.random() < 0.3:
        values = cv2.GaussianBlur(values, (0, 0), float(rng.uniform(0.4, 1.3)))
    grain = rng.normal(0, float(rng.uniform(0, 0.03)), values.shape).astype(np.float32)
    gain = np.float32(np.exp(rng.normal(0, 0.25)))
    return np.asarray(np.clip((values * gain + grain) * 255, 0, 255), np.uint8)
