"""The eight corners that fix where the two leaves lie in the picture."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbiter.message import Message
from calibration.errors import BadCorners

CUT_OFF = 0.4
"""Point widths by which a corner may lie outside the picture: less than half of a checker is missing there."""
PHOTOGRAPH_CUT_OFF = 0.9
"""The same in a photograph to be read by itself, which may be all there is: the checkers at the rim are cut through,
rows are counted by the others."""
FARTHEST = 100_000.0
"""Pixels from the picture's corner beyond which nothing can be meant."""
FLATTEST, STEEPEST, MOST_ASKEW = 0.6, 6.0, 8.0
"""Of a leaf in the picture: height to width, at the least and at the most, and the longest side to the shortest. Of 590
leaves on rendered boards and photographs: 1.2 to 3.3, and 3.6."""
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""TL, TR, BR, BL in pixels of the picture; (0, 0) is the centre of the top left pixel."""


@dataclass(frozen=True, slots=True)
class LeafCorners:
    """For each leaf TL, TR, BR, BL of the area its 12 points occupy, on the tray's floor.

    Raises BadCorners where a leaf is not a convex quadrilateral going clockwise, or the leaves are swapped.
    """

    left: Quad
    right: Quad

    def __post_init__(self) -> None:
        for name, quad in (("left", self.left), ("right", self.right)):
            if not all(math.isfinite(value) for corner in quad for value in corner):
                raise BadCorners(Message("The {name} leaf has a corner that is not a pair of numbers.", name=name))
            if max(abs(value) for corner in quad for value in corner) > FARTHEST:
                raise BadCorners(Message("The {name} leaf has a corner that lies in no picture.", name=name))
            if not _clockwise(quad):
                raise BadCorners(
                    Message(
                        "The {name} leaf's corners must go top left, top right, bottom right, bottom left.", name=name
                    )
                )
            if not _like_a_leaf(quad):
                raise BadCorners(
                    Message("The {name} leaf's corners outline no leaf: put them where its points end.", name=name)
                )
        if _middle(self.left)[0] >= _middle(self.right)[0]:
            raise BadCorners(Message("The left leaf's corners lie to the right of the right leaf's: swap them."))

    def scaled(self, factor: float) -> LeafCorners:
        """The same corners in a picture enlarged by `factor`."""

        def grow(quad: Quad) -> Quad:
            a, b, c, d = (((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5) for x, y in quad)
            return a, b, c, d

        return LeafCorners(grow(self.left), grow(self.right))

    def cut_off(self, size: tuple[int, int]) -> float:
        """By how many point widths the picture of that (width, height) misses the corner that is farthest outside."""
        farthest = 0.0
        for quad in (self.left, self.right):
            point = (math.dist(quad[0], quad[1]) + math.dist(quad[3], quad[2])) / 12
            for x, y in quad:
                beyond = max(-0.5 - x, x - size[0] + 0.5, -0.5 - y, y - size[1] + 0.5, 0.0)
                farthest = max(farthest, beyond / point)
        return farthest


def _clockwise(quad: Quad) -> bool:
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(quad, quad[1:] + quad[:1], quad[2:] + quad[:2], strict=True)
    ]
    return min(turns) > 1.0


def _like_a_leaf(quad: Quad) -> bool:
    top, right, bottom, left = (math.dist(a, b) for a, b in zip(quad, quad[1:] + quad[:1], strict=True))
    sides = (top, right, bottom, left)
    return FLATTEST <= (left + right) / (top + bottom) <= STEEPEST and max(sides) <= MOST_ASKEW * min(sides)


def _middle(quad: Quad) -> Point:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


_EXAMPLE = '{"left": [[x, y] four times], "right": [...]}'


def parse_corners(data: Any) -> LeafCorners:
    """From `{"left": [[x, y] x 4], "right": [[x, y] x 4]}`. Raises BadCorners."""
    try:
        quads = [tuple((float(x), float(y)) for x, y in data[leaf]) for leaf in ("left", "right")]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise BadCorners(Message("Corners must look like {example}.", example=_EXAMPLE)) from error
    if any(len(quad) != 4 for quad in quads):
        raise BadCorners(Message("Each leaf needs exactly four corners: TL, TR, BR, BL."))
    (a, b, c, d), (e, f, g, h) = quads
    return LeafCorners((a, b, c, d), (e, f, g, h))


def load_corners(path: Path) -> LeafCorners:
    """Read a corners file. Raises BadCorners with one sentence."""
    try:
        return parse_corners(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise BadCorners(
            Message("The corners file {path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadCorners(Message("The corners file {path} is not JSON: write it again.", path=path)) from error
    except BadCorners as error:
        raise BadCorners(Message("The corners file {path} makes no board: {error}", path=path, error=error)) from error
