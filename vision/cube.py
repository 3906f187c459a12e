"""The doubling cube: found on the sheet, its figure read from all four sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arbiter.position import Side
from arbiter.referee.evidence import CubeSeen
from arbiter.seats import Seats
from calibration.sheet import Image
from vision.crops import CUBE_MIDDLE, Ground, cube_inputs, nearest_leaf
from vision.nets import SCORE, log_odds, log_softmax, run
from vision.score_maps import Spot

Floats = npt.NDArray[np.float32]
FACES = (2, 4, 8, 16, 32, 1)
"""Cube values by class; 64 up is a cube nobody has turned."""
FACES_IN_PLAY = np.log(np.array((0.25, 0.2, 0.15, 0.03, 0.01, 0.4), np.float32))
"""How often each of FACES lies up, against the training pictures where all do alike."""


@dataclass(frozen=True)
class CubeLimits:
    """When something is the cube. Chosen on own renderings: `python -m lab.benchmarks.vision`."""

    sure: float = 0.0
    """Log-odds of its figure and of its score together: of 112 pictures of own boards (seeds 3,006,000 to 3,006,069 of
    `lab.training.sheet.draw`) none of 21 without a cube shows one then, 5 did at -1, and as many cubes are read."""
    score_share: float = 2.0
    """What the mark's score counts beside a clear figure, both as log-odds."""
    clear_face: float = 0.7
    """How likely a figure is at the least for it to be read where the thing is marked, without a look round."""
    sideways: float = 0.4
    """How far aside such a look goes, against half the thing's width."""
    reach: float = 0.6
    """Point widths from its middle to its farthest corner."""
    near_end: float = 0.72
    far_end: float = 0.25
    """Shares of a leaf's length, from its far edge, beyond which the cube lies at a player's end."""


CUBE = CubeLimits()


def read_cube(
    board: Ground,
    seats: Seats,
    image: Image,
    spots: Sequence[tuple[Spot, float]],
    lay: tuple[CubeSeen, Spot, float] | None = None,
) -> tuple[CubeSeen, Spot] | None:
    """The likeliest cube among the spots, highest scores first, and where it lies; None: not in sight. image: BGR.

    lay: the cube as it was seen, and its spot now with its score, where nothing has changed there: others are looked
    at, but not all round.
    """
    best: tuple[CubeSeen, Spot] | None = None
    surest = CUBE.sure
    if lay is not None:
        cube, spot, score = lay
        best, surest = (cube, spot), log_odds(cube.confidence) + CUBE.score_share * log_odds(score)
    lies = best
    for spot, score in spots:
        at_most = SCORE.surest + CUBE.score_share * log_odds(score)
        if at_most <= surest:
            break
        if lies is not None and spot == lies[1]:
            continue
        there, faces = cube_faces(board, image, [spot])[0]
        # its figure may be cut in half where the spot is not its middle
        if lies is None and there * faces.max() < CUBE.clear_face:
            round_it = cube_faces(board, image, spots_around(board, spot, CUBE.sideways * CUBE_MIDDLE))
            there, faces = max(round_it, key=lambda seen: seen[0] * seen[1].max())
        figure = there * float(faces.max())
        sure = log_odds(figure) + CUBE.score_share * log_odds(score)
        if sure > surest:
            cube = CubeSeen(FACES[int(faces.argmax())], cube_owner(board, seats, spot), round(figure, 4))
            best, surest = (cube, spot), sure
    return best


def cube_faces(board: Ground, image: Image, spots: Sequence[Spot]) -> list[tuple[float, Floats]]:
    """At each spot how likely a cube is there (0 to 1), and how likely it shows each of FACES: (6,) float32.

    image: BGR uint8; spots: its pixels, where the middle of a cube may be; at least one.
    """
    seen = cube_inputs(board, image, spots)
    # which side of the figure is up is not known: it is looked at from all four
    sides = np.concatenate([np.rot90(seen, turns, (2, 3)) for turns in range(4)])
    scores = run("cube", sides).reshape(4, len(spots), -1).mean(axis=0)
    # a rare face makes it no less a cube
    faces = np.exp(log_softmax(scores[:, 1:] + FACES_IN_PLAY))
    return [(float(share), face) for share, face in zip(1 - np.exp(log_softmax(scores)[:, 0]), faces, strict=True)]


def spots_around(board: Ground, spot: Spot, step: float) -> list[Spot]:
    """The spot and eight round it, `step` point widths away along and across the leaf, as high as a cube's middle.

    All are pixels, some perhaps outside the picture.
    """
    _, leaf = nearest_leaf(board, spot)
    x, y = leaf.locate([spot], CUBE_MIDDLE)[0]
    steps = (0.0, -step, step)
    pixels = leaf.project(np.array([(x + across, y + along, CUBE_MIDDLE) for across in steps for along in steps]))
    return [(float(u), float(v)) for u, v in pixels]


def cube_owner(board: Ground, seats: Seats, spot: Spot) -> Side | None:
    """Whose side of the table it lies on; None in the middle, where nobody owns it."""
    _, leaf = nearest_leaf(board, spot)
    along = float(leaf.locate([spot], CUBE_MIDDLE)[0][1]) / leaf.length
    if along < CUBE.far_end:
        return seats.near.other
    return seats.near if along > CUBE.near_end else None
