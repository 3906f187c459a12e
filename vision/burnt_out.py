"""What lies where lamps have burnt a picture out.

A burnt-out pixel says only that it is at least so bright. What it may be, bare board or a checker of either colour,
follows from that where one of them alone is so bright; else from the pixels around it, burnt out or not, for no checker
is as small as that. Where these leave it open it is unsure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.colours import brightest
from calibration.sheet import Image
from vision.lamp_fields import Floats
from vision.lamp_fit import FIT

Mask = npt.NDArray[np.bool_]
BLACK = np.float32(3)
"""Grey levels that are added to both before pixels are compared: black says nothing."""
LOG_GREY = np.log(np.arange(256, dtype=np.float32) + BLACK)


@dataclass(frozen=True)
class BurntOutLimits:
    """Of single pixels chosen on own boards (seeds 61000 to 61006, `lab.simulator.lamplight`). What is asked around
    them was set by hand at a recorded game and held against own boards (seeds 61010 to 61021)."""

    burnt_out: int = 246
    """Grey level from which on a pixel only says that it is at least so bright."""
    lit: float = 1.1
    """Factor by which lamps brighten a pixel from which on it is asked what may lie there."""
    fits: float = 6.0
    worse: float = 5.0
    """Squares of standard deviations up to which a pixel may be something; and by how many more it must be off
    everything else."""
    most: float = 9.0
    """Such squares that count of one pixel at most where those around it are asked."""
    asked: float = 20.0
    """Pixels of a point's width of which those around one are asked."""
    around: float = 0.35
    """Point widths across of the square that is asked."""
    worse_around: float = 0.4
    """By how much its pixels must be off everything else on average, for the one in its middle to be known."""


LIMITS = BurntOutLimits()


@dataclass(frozen=True, eq=False)
class Things:
    """What may lie on a board. bare: (h, w, 3) BGR uint8 of the empty one. checkers: (3,) grey levels, 0 to 255, of
    each colour.

    may_hold_checkers: (h, w) bool, where these may show. point: a point's width in pixels.
    """

    bare: Image
    checkers: Sequence[Floats]
    may_hold_checkers: Mask
    point: float


def restore(plain: Image, image: Image, shares: Floats, things: Things) -> Mask:
    """Makes of burnt-out pixels of `plain` what lies there, in place. Gives (h, w) bool: those on the leaves where
    nobody knows.

    image: (h, w, 3) BGR uint8. plain: the same with each pixel's grey levels times `shares` (h, w, 3), 0 to 1.
    """
    which = brightest(image) >= LIMITS.burnt_out
    pixels = np.flatnonzero(which)
    pixels = pixels[_least(shares.reshape(-1, 3)[pixels]) < 1 / LIMITS.lit]
    burnt = image.reshape(-1, 3)[pixels] >= LIMITS.burnt_out
    on_leaves = things.may_hold_checkers.reshape(-1)[pixels]
    result, bare = plain.reshape(-1, 3), things.bare.reshape(-1, 3)[pixels]
    costs = _costs(result[pixels], burnt, bare, things.checkers)
    costs[1:, ~on_leaves] = np.inf
    first, second = _two_least(costs)
    sure = (first < LIMITS.fits) & (second > first + LIMITS.worse)
    _put(result, pixels[sure], burnt[sure], bare[sure], costs[:, sure].argmin(axis=0), things.checkers)
    unsure = np.zeros(which.shape, np.bool_)
    unsure.reshape(-1)[pixels[on_leaves & ~sure]] = True
    return _by_surroundings(plain, image, unsure, things)


def _by_surroundings(plain: Image, image: Image, unsure: Mask, things: Things) -> Mask:
    """Those of the unsure pixels that remain so when the pixels around them are asked; the others are put right."""
    rows, columns = (np.flatnonzero(unsure.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return unsure
    step = max(1, int(things.point / LIMITS.asked))
    across = max(3, round(LIMITS.around * things.point / step) | 1)
    edge = step * across
    top, side = (slice(max(0, int(n[0]) - edge), int(n[-1]) + 1 + edge, step) for n in (rows, columns))
    leaves = things.may_hold_checkers[top, side].astype(np.float32)
    seen, bare, light = (np.ascontiguousarray(whole[top, side]).reshape(-1, 3) for whole in (plain, things.bare, image))
    costs = _costs(seen, light >= LIMITS.burnt_out, bare, things.checkers)
    weights = np.maximum(cv2.blur(leaves, (across, across)), np.float32(1e-3))
    means = np.empty((len(costs), *leaves.shape), np.float32)
    for number, cost in enumerate(np.minimum(costs, LIMITS.most)):
        means[number] = cv2.blur(cost.reshape(leaves.shape) * leaves, (across, across)) / weights
    first, second = _two_least(means)
    pixels = np.flatnonzero(unsure)
    y, x = (pixels // unsure.shape[1] - top.start) // step, (pixels % unsure.shape[1] - side.start) // step
    known = second[y, x] > first[y, x] + LIMITS.worse_around
    pixels, best = pixels[known], means[:, y[known], x[known]].argmin(axis=0)
    burnt = image.reshape(-1, 3)[pixels] >= LIMITS.burnt_out
    _put(plain.reshape(-1, 3), pixels, burnt, things.bare.reshape(-1, 3)[pixels], best, things.checkers)
    unsure.reshape(-1)[pixels] = False
    return unsure


def _costs(seen: Image, burnt: Mask, bare: Image, checkers: Sequence[Floats]) -> Floats:
    """(1 + colours, n): how far pixels (n, 3) are off the bare board and off each colour, in squares of deviations."""
    logs, at_least = LOG_GREY[seen], np.where(burnt, np.float32(0), -np.inf).astype(np.float32)
    costs = np.empty((1 + len(checkers), len(seen)), np.float32)
    for number, there in enumerate((LOG_GREY[bare], *(np.log(grey + BLACK) for grey in checkers))):
        off = np.maximum(logs - there, at_least)
        costs[number] = np.einsum("ij,ij->i", off, off) / FIT.sure[min(number, 1)] ** 2
    return costs


def _put(
    result: Image,
    pixels: npt.NDArray[np.intp],
    burnt: Mask,
    bare: Image,
    best: npt.NDArray[np.intp],
    checkers: Sequence[Floats],
) -> None:
    """Pixels of `result` (n, 3) become what lies there. best: 0 for the bare board, then the colours."""
    dimmed, there = result[pixels], bare.astype(np.float32)
    for number, grey in enumerate(checkers, 1):
        there[best == number] = grey
    result[pixels] = np.where(burnt, np.maximum(there, dimmed), dimmed).astype(np.uint8)


def _least(colours: Floats) -> Floats:
    """(n,) of (n, 3): the least of each row."""
    return np.asarray(np.minimum(np.minimum(colours[:, 0], colours[:, 1]), colours[:, 2]))


def _two_least(costs: Floats) -> tuple[Floats, Floats]:
    """Of (things, ...), two things at least: the least of each place, and the least but one."""
    first, second = np.minimum(costs[0], costs[1]), np.maximum(costs[0], costs[1])
    for more in costs[2:]:
        second = np.minimum(second, np.maximum(first, more))
        first = np.minimum(first, more)
    return first, second
