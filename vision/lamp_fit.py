"""How brightly each lamp along the board shines: as its picture is explained best.

So much of each lamp's light is sought that most of the picture is what is known to lie there: the bare board or a
checker of either colour, in the room's light and the lamps'. What nothing explains (a hand, dice) has no say.

Colours come first in the arrays of cells. Products of matrices are taken of so few cells at a time that they are
reckoned by one processor: for larger ones all are kept busy waiting for each other, many times as long as they reckon.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.lamp_fields import Floats

TOGETHER = 64
"""Cells whose products are taken at a time."""
Mask = npt.NDArray[np.bool_]
DARKEST = np.float32(0.004)
"""Linear light that is added to both before they are compared: black says nothing of a lamp."""
BRIGHTEST = np.float32(np.log(1 + DARKEST))


@dataclass(frozen=True)
class FitLimits:
    """Chosen on own boards (seeds 61000 to 61006, `lab.simulator.lamplight`)."""

    rounds: int = 6
    sweeps: int = 40
    """Times that it is asked what lies in each cell; and steps towards the lights that explain this best."""
    again: int = 2
    """How many of these rounds are enough where the lights before were much the same."""
    vague: float = 0.6
    sure: tuple[float, float] = (0.15, 0.3)
    """Standard deviation of a cell's light (natural logarithm) in the first round; and in the last one, of the bare
    board and of checkers."""
    checkers: float = 0.15
    """How often a cell within the leaves shows a checker of a colour."""
    strange: float = 0.02
    """How often it shows anything else."""


FIT = FitLimits()


@dataclass(frozen=True, eq=False)
class Known:
    """What may lie in each cell near a board.

    logs: (things, 3, cells) natural logarithm of the light that bare board, light and dark checker give back.
    lamps: (cells, 1 + lamps x heights) of the room's light and the lamps'. on_points: where checkers may lie.
    """

    logs: Floats
    lamps: Floats
    on_points: Mask


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture's cells. logs: (3, cells) natural logarithm of their light. burnt_out: they are at least so bright."""

    logs: Floats
    burnt_out: Mask


@dataclass(frozen=True, eq=False)
class Explained:
    """What lies in each cell of a picture, where it is lit in some way.

    light, weights: (3, cells) that falls on each by what probably lies there, and how much that says. strange: how
    probably it is nothing known. likelihood: natural logarithm of the picture's, a cell's on average.
    """

    light: Floats
    weights: Floats
    strange: Floats
    likelihood: float


def explained(known: Known, seen: Seen, lights: Floats, spread: tuple[float, float] = FIT.sure) -> Explained:
    """lights: (3, 1 + lamps x heights). spread: standard deviations of the bare board's light and of checkers'."""
    light = np.maximum(light_of(known.lamps, lights), np.float32(1e-3))
    lit = np.log(light)
    sigmas = (spread[0], spread[1], spread[1])
    shares = (1 - 2 * FIT.checkers, FIT.checkers, FIT.checkers)
    every = np.empty((len(sigmas) + 1, lit.shape[1]), np.float32)
    ratios = np.empty_like(known.logs)
    for number, (there, sigma, often) in enumerate(zip(known.logs, sigmas, shares, strict=True)):
        whole = there + lit
        ratios[number] = seen.logs - whole
        off = seen.logs - np.minimum(whole, BRIGHTEST)
        every[number] = np.einsum("ij,ij->j", off, off) * (-0.5 / sigma**2) + np.log(often / sigma**3)
    every[1:-1, ~known.on_points] = -np.inf
    every[-1] = np.log(FIT.strange) - 1
    best = every.max(axis=0)
    parts = np.exp(every - best)
    total = parts.sum(axis=0)
    parts /= total
    weights, sums = np.zeros_like(lit), np.zeros_like(lit)
    for ratio, part, sigma in zip(ratios, parts, sigmas, strict=False):
        weight = np.where(seen.burnt_out & (ratio < 0), 0, part / np.float32(sigma**2))  # at least as bright: it is
        weights += weight
        sums += weight * np.exp(ratio)
    explains = np.asarray(sums / np.maximum(weights, np.float32(1e-9)) * light, np.float32)
    likelihood = float((best + np.log(total)).mean())
    return Explained(explains, np.asarray(weights / light**2, np.float32), parts[-1], likelihood)


def lights_of(known: Known, seen: Seen, room: Floats, like: Floats | None = None) -> Floats:
    """(3, 1 + lamps x heights) that explain a picture best. room: (3,) the room's light, about. like: lights that
    explained one with much the same."""
    if like is None:
        lights, first = np.full((3, known.lamps.shape[1]), 0.05, np.float32), 0
        lights[:, 0] = room
    else:
        lights, first = np.maximum(like, np.float32(0.005)), FIT.rounds - FIT.again
    for number in range(first, FIT.rounds):
        share = number / (FIT.rounds - 1)
        bare, checkers = (FIT.vague + share * (sigma - FIT.vague) for sigma in FIT.sure)
        by = explained(known, seen, lights, (bare, checkers))
        squares, wanted = _equations(known.lamps, by)
        for _ in range(FIT.sweeps):  # steps that keep every light at nought or more
            lights *= wanted / np.maximum((squares @ lights[..., None])[..., 0], np.float32(1e-9))
        lights = np.maximum(lights, np.float32(1e-5))
    return lights


def room_alone(known: Known, seen: Seen, room: Floats) -> float:
    """How well the room's light alone explains a picture: the likelihood."""
    lights = np.zeros((3, known.lamps.shape[1]), np.float32)
    lights[:, 0] = room
    for _ in range(2):
        by = explained(known, seen, lights)
        lights[:, 0] = (by.weights * by.light).sum(axis=1) / np.maximum(by.weights.sum(axis=1), np.float32(1e-6))
    return explained(known, seen, lights).likelihood


def light_of(lamps: Floats, lights: Floats) -> Floats:
    """(3, cells) of light. lamps: (cells, 1 + lamps x heights). lights: (3, the same)."""
    whole, size = len(lamps) - len(lamps) % TOGETHER, lamps.shape[1]
    most = np.matmul(lamps[:whole].reshape(-1, TOGETHER, size), lights.T).reshape(-1, 3)
    return np.ascontiguousarray(np.concatenate([most, lamps[whole:] @ lights.T]).T)


def _equations(lamps: Floats, by: Explained) -> tuple[Floats, Floats]:
    """(3, n, n) and (3, n): the lights that come nearest to what falls on the cells solve these equations."""
    weighted = lamps * by.weights[..., None]
    cells, size = lamps.shape
    whole = cells - cells % TOGETHER
    parts, rest = weighted[:, :whole].reshape(3, -1, TOGETHER, size), weighted[:, whole:]
    squares = np.matmul(parts.swapaxes(2, 3), lamps[:whole].reshape(-1, TOGETHER, size)).sum(axis=1)
    wanted = np.matmul(by.light[:, :whole].reshape(3, -1, 1, TOGETHER), parts).sum(axis=1)
    squares += rest.swapaxes(1, 2) @ lamps[whole:]
    wanted += by.light[:, None, whole:] @ rest
    return squares, wanted[:, 0]
