"""Finding the open book in a picture: the corners of both leaves without a click.

First a network looks at the whole picture, shrunk, and once more at the part where the book seems to be. Then
another looks at each leaf straightened by what is known so far, and says where its corners really are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from calibration.book_shape import fit_book
from calibration.corner_maps import corner_maps, together
from calibration.corners import CUT_OFF, LeafCorners, parse_corners
from calibration.errors import BadCorners, Edge, NoBook, PartOfBook
from calibration.find_inputs import LEAF, Halves, at_scale, leaf_picture, normalised, placed, whole_view
from calibration.leaf import POINTS_PER_ROW
from calibration.sheet import Image

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class FindingLimits:
    """How a book is looked for, and when a picture shows one. Chances are 0 to 1; what the networks say of corners of
    own renderings, outcome in tests/calibration/test_finding.py and `python -m lab.training.corners`.
    """

    smallest: int = 64
    """Pixels: a picture with a shorter side below this shows no board that could be read."""
    nearer: float = 1.3
    room: float = 4.0
    """The second look at the whole takes in so many times the book, and so many pixels more on every side."""
    whole: float = 0.9
    """Share of the picture's longer side from which on that is the first look over again."""
    believed: float = 0.1
    unseen: float = 1.5
    """The least chance with which a corner's place is believed, and by how many point widths it is off otherwise: the
    other corners show where it must be, and the look at its leaf whether it is there."""
    at_least: int = 3
    """Corners in sight where a picture shows a part of a book, and not something else: of half a book, whichever half,
    four or more are as a rule, of other scenes none (of a chess board two)."""
    one_edge: float = 0.25
    """By how much likelier in sight the corners across from an edge are where that edge cuts the book off."""
    rough: float = 0.3
    sharpest: float = 0.05
    """Point widths by which corners are off after a look at the whole picture, and at best (standard deviations)."""
    rounds: int = 4
    """Looks at each leaf, each straightened by the one before."""
    plainer: float = 0.7
    stays: float = 0.5
    """A leaf lies one point further in where its corners' doubts are at most this share of those where it was found,
    and they stay within so many points of it. On 36 own boards, which have no trays, that share is never less than
    1.7."""
    half_sure: float = 0.25
    sure_over: float = 0.06
    """Point widths of doubt at which the worst corner is as likely right as wrong, and over which that turns."""


FINDING = FindingLimits()
IN_SIGHT = 0.5
"""Chance above which a corner is rather in sight than not. The book is, where the median corner is."""
POINT = LEAF[0] / POINTS_PER_ROW
"""A point's width on a straightened leaf, in pixels."""
_SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64) * (POINTS_PER_ROW, 1)
"""A leaf's corners, in points along its rows and in its own lengths across them."""
_NO_BOOK = Message(
    "No open book is found in the picture: show all of it, from above, or give its corners with --corners FILE."
)
_PART_OUTSIDE = Message(
    "Part of the open book lies outside the picture: "
    "show all of it, from above, or give its corners with --corners FILE."
)
_AT_EDGE: dict[Edge, list[int]] = {"left": [0, 3], "right": [5, 6], "far": [0, 1, 4, 5], "near": [2, 3, 6, 7]}
_ACROSS: dict[Edge, Edge] = {"left": "right", "right": "left", "far": "near", "near": "far"}


@dataclass(frozen=True, slots=True)
class FoundLeaves:
    """Where the leaves lie; confidence: how likely (0..1) every corner is within a quarter of a point's width."""

    corners: LeafCorners
    confidence: float


def find_leaves(picture: Image, also: Sequence[Image] = (), cut_off: float = CUT_OFF) -> FoundLeaves:
    """Find the open book (or any backgammon board) in a picture (BGR uint8, H x W x 3), the near edge lowest.

    also: more pictures of one shape with the first, the board and the camera unmoved: they are looked at together.
    cut_off: point widths by which a corner may lie outside the picture.
    Raises NoBook, with one sentence, where there is none; PartOfBook where a part of it lies outside the picture.
    """
    if min(picture.shape[:2]) < FINDING.smallest:
        raise NoBook(
            Message(
                "The picture is too small to find a board in: {width} by {height} pixels.",
                width=picture.shape[1],
                height=picture.shape[0],
            )
        )
    views = tuple(Halves(view) for view in (picture, *also) if view.shape == picture.shape)
    corners, sight = _roughly(views)
    if np.median(sight) < IN_SIGHT:
        raise _lost(sight)
    try:
        return _refined(views, corners, sight, cut_off)
    except BadCorners as error:
        raise _lost(sight) from error


def _refined(views: Sequence[Halves], corners: Array, sight: Array, cut_off: float) -> FoundLeaves:
    """Looks at the leaves until the corners are exact. Raises PartOfBook, and BadCorners where they make no book."""
    shape = views[0].whole.shape
    near = _nearer(views, corners, sight, np.where(sight < FINDING.believed, FINDING.unseen, FINDING.rough))
    shifted = on_its_points(views, near.corners, near.doubt)
    if shifted is not None:
        near = _nearer(views, shifted, near.seen, near.weighed)
    if near.seen.min() < FINDING.believed:
        raise PartOfBook(_PART_OUTSIDE, _beyond(near.seen))
    found = _checked(_as_book(near.corners, near.weighed, shape), shape, cut_off)
    return FoundLeaves(found, _confidence(near.doubt, near.seen))


@dataclass(frozen=True, eq=False)
class _Nearer:
    """Corners after some looks at the leaves, (8, 2); (8,) each: how far off they may be in point widths, the same as
    they are weighed, and how likely they are in sight."""

    corners: Array
    doubt: Array
    weighed: Array
    seen: Array


def _nearer(views: Sequence[Halves], corners: Array, sight: Array, weighed: Array) -> _Nearer:
    doubt, seen = weighed, sight
    for _ in range(FINDING.rounds):
        corners, doubt, in_sight = _more_exactly(views, _as_book(corners, weighed, views[0].whole.shape))
        seen = np.maximum(sight, in_sight)
        weighed = np.where(seen < FINDING.believed, FINDING.unseen, np.minimum(doubt, FINDING.rough))
    return _Nearer(corners, doubt, weighed, seen)


def on_its_points(views: Sequence[Halves], corners: Array, doubt: Array) -> Array | None:
    """The corners with each leaf moved a point towards the other where it lies plainer so; None where both lie right.

    A tray beside the points looks like one more of them: the look at the whole board may take it for the leaf's edge.
    """
    moved = corners.copy()
    for leaf, by in ((slice(0, 4), 1), (slice(4, 8), -1)):
        tried = corners.copy()
        tried[leaf] = _moved_along(corners[leaf], by)
        better, doubts, sight = _more_exactly(views, tried)
        stays = np.abs(_in_points(corners[leaf], better[leaf])[:, 0] - _SQUARE[:, 0] - by).max() < FINDING.stays
        if stays and sight[leaf].min() > IN_SIGHT and doubts[leaf].mean() < FINDING.plainer * doubt[leaf].mean():
            moved[leaf] = better[leaf]
    return None if np.array_equal(moved, corners) else moved


def _moved_along(leaf: Array, points: float) -> Array:
    """A leaf's corners (4, 2) moved by so many of its points to the right."""
    to_picture = cv2.getPerspectiveTransform(_SQUARE.astype(np.float32), leaf.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform((_SQUARE + np.array((points, 0)))[None], to_picture)[0], np.float64)


def _in_points(leaf: Array, places: Array) -> Array:
    """Pixels (n, 2) as the leaf's points and lengths."""
    to_leaf = cv2.getPerspectiveTransform(leaf.astype(np.float32), _SQUARE.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(places[None], to_leaf)[0], np.float64)


def _roughly(views: Sequence[Halves]) -> tuple[Array, Array]:
    """(8, 2) corners, left TL, TR, BR, BL, then right; and (8,) how likely each is in sight."""
    height, width = views[0].whole.shape[:2]
    whole = (0, 0, width, height)
    corners, first_sight = _sight_of(views, whole)
    nearer = _around(corners, width, height)
    if max(nearer[2] - nearer[0], nearer[3] - nearer[1]) > FINDING.whole * max(width, height):
        return corners, first_sight
    again, sight = _sight_of(views, nearer)
    return (again, np.minimum(first_sight, sight)) if np.median(sight) > IN_SIGHT else (corners, first_sight)


def _sight_of(views: Sequence[Halves], box: tuple[int, int, int, int]) -> tuple[Array, Array]:
    x0, y0, x1, y1 = box
    maps, scale = [], 1.0
    for view in views:
        small, scale = whole_view(np.ascontiguousarray(view.whole[y0:y1, x0:x1]))
        maps.append(corner_maps("whole", small))
    seen = together(maps)
    return at_scale(seen.places(), 1 / scale) + np.array([x0, y0]), 1 - np.exp(seen.nowhere.astype(np.float64))


def _around(corners: Array, width: int, height: int) -> tuple[int, int, int, int]:
    """A box (x0, y0, x1, y1) around the corners with room on every side, inside the picture."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle, half = (low + high) / 2, FINDING.nearer * (high - low) / 2 + FINDING.room
    x0, y0 = np.maximum(np.floor(middle - half), 0)
    x1, y1 = np.minimum(np.ceil(middle + half), (width, height))
    return int(x0), int(y0), int(max(x1, x0 + FINDING.smallest)), int(max(y1, y0 + FINDING.smallest))


def _more_exactly(views: Sequence[Halves], corners: Array) -> tuple[Array, Array, Array]:
    """The corners after one look at each leaf, their doubts in point widths, and how likely each is in sight."""
    better, doubts, sight = [], [], []
    for quad, mirrored in ((corners[:4], False), (corners[4:], True)):
        seen = [leaf_picture(view, quad, mirrored) for view in views]
        maps = together([corner_maps("leaf", placed(normalised(straight))) for straight, _ in seen])
        places = cv2.perspectiveTransform(maps.places()[None], np.linalg.inv(seen[0][1]))[0]
        order = [1, 0, 3, 2] if mirrored else [0, 1, 2, 3]
        better.append(places[order])
        doubts.append(maps.doubts()[order] / POINT)
        sight.append(1 - np.exp(maps.nowhere.astype(np.float64))[order])
    return np.concatenate(better), np.concatenate(doubts), np.concatenate(sight)


def _as_book(corners: Array, doubt: Array, shape: tuple[int, ...]) -> Array:
    """The corners of a possible book that are nearest to these. Raises BadCorners where they make none."""
    given = parse_corners({"left": corners[:4].tolist(), "right": corners[4:].tolist()})
    fitted = fit_book(given, (shape[1], shape[0]), np.maximum(doubt, FINDING.sharpest)).corners
    return np.array(fitted.left + fitted.right, np.float64)


def _checked(corners: Array, shape: tuple[int, ...], cut_off: float) -> LeafCorners:
    """The corners as a board's. Raises BadCorners where they make none, PartOfBook where they lie outside."""
    found = parse_corners({"left": corners[:4].tolist(), "right": corners[4:].tolist()})
    if found.cut_off((shape[1], shape[0])) > cut_off:
        raise PartOfBook(_PART_OUTSIDE, _cut_at(found, shape))
    return found


def _lost(sight: Array) -> NoBook:
    """What to say of a picture whose corners are not in sight, or make no book."""
    if np.count_nonzero(sight > IN_SIGHT) < FINDING.at_least or sight.min() > IN_SIGHT:
        return NoBook(_NO_BOOK)
    return PartOfBook(_PART_OUTSIDE, _beyond(sight))


def _beyond(sight: Array) -> Edge | None:
    """The edge at which the corners are least in sight, where those across from it are."""
    seen = {edge: float(sight[corners].mean()) for edge, corners in _AT_EDGE.items()}
    least = min(seen, key=lambda edge: seen[edge] - seen[_ACROSS[edge]])
    return least if seen[_ACROSS[least]] - seen[least] > FINDING.one_edge else None


def _cut_at(found: LeafCorners, shape: tuple[int, ...]) -> Edge:
    """The edge of the picture that cuts off most of the book."""
    places = np.array([*found.left, *found.right])
    height, width = shape[:2]
    outside: dict[Edge, float] = {
        "left": float(-places[:, 0].min()),
        "right": float(places[:, 0].max()) - width,
        "far": float(-places[:, 1].min()),
        "near": float(places[:, 1].max()) - height,
    }
    return max(outside, key=lambda edge: outside[edge])


def _confidence(doubt: Array, sight: Array) -> float:
    """From the corners' doubts (point widths) and how likely each is in sight."""
    return float(np.clip(sight.min(), 0, 1) / (1 + np.exp((doubt.max() - FINDING.half_sure) / FINDING.sure_over)))
