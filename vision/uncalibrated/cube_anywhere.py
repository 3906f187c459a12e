"""The doubling cube of a board that nobody calibrated: looked for where the sheet's network marks one.

Without a picture of the empty board art and checkers are marked, too. The network that reads the cube's figure is asked
at each mark and round it: what is no cube seldom shows the same figure half a step aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arbiter.referee.evidence import CubeSeen
from arbiter.seats import Seats
from calibration.leaf import POINTS_PER_ROW
from calibration.sheet import Image
from vision.crops import CUBE_MIDDLE, Ground, nearest_leaf
from vision.cube import FACES, cube_faces, cube_owner, spots_around
from vision.score_maps import Spot

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class CubeSearch:
    """Where a cube is looked for, and when something is one. Chosen on own boards with and without a cube (seeds from
    1,740,000): lab/notebook, photographs."""

    marks: int = 12
    faintest: float = 0.05
    """Of the sheet so many marks at the most are looked at, of this score at the least: where a cube lies without an
    empty picture beside it is seldom plain."""
    step: float = 0.3
    """Point widths from a place that is looked at to the next; looks at one place lie half as far apart."""
    least: float = 0.35
    """Probability of a cube and of one figure in the middle of the nine looks under which the others are not asked. Of
    16 own and real boards with a cube it is 0.82 and more wherever the nine looks agree."""
    agreed: float = 0.7
    clear: float = 0.9
    """Probability of a cube and of one figure from which on it is one: in the median of those nine looks, and in the
    clearest. What is none (flowers on a ridge, rows of checkers) seldom shows the same figure half a step aside."""
    one_cube: float = 0.9
    """Point widths within which places show faces of the same cube; the one read most surely is its top."""


SEARCH = CubeSearch()


@dataclass(frozen=True, slots=True)
class _Look:
    """A place and the eight round it. agreed: the median probability of the figure that most of them show; figure and
    probability: of the surest one, seen at `spot`."""

    spot: Spot
    agreed: float
    figure: int
    probability: float


def find_cube(book: Ground, seats: Seats, image: Image, spots: Sequence[Spot]) -> CubeSeen | None:
    """The cube on the ridge or round the board of a picture (BGR uint8), or None. Of several the plainest.

    spots: its pixels where one may lie. seats: whose the cube is follows from the end at which it lies. Its confidence
    is the median of nine looks.
    """
    beside = [spot for spot in spots if not _on_leaf(book, spot)]
    places = [place for spot in beside for place in spots_around(book, spot, SEARCH.step)]
    if not places:
        return None
    likely = np.flatnonzero(_figures(book, image, places).max(axis=1) >= SEARCH.least)
    looks = [_looked(book, image, places[n]) for n in likely]
    plainest = max(looks, key=lambda look: look.agreed, default=None)
    if plainest is None or plainest.agreed < SEARCH.agreed:
        return None
    top = max(
        (look for look in looks if _apart(book, look.spot, plainest) < SEARCH.one_cube),
        key=lambda look: look.probability,
    )
    if top.probability < SEARCH.clear:
        return None
    return CubeSeen(top.figure, cube_owner(book, seats, top.spot), round(plainest.agreed, 4))


def _on_leaf(book: Ground, spot: Spot) -> bool:
    """Where the cube does not lie: what looks like it there is art."""
    _, leaf = nearest_leaf(book, spot)
    x, y = leaf.locate([spot], CUBE_MIDDLE)[0]
    return bool(0 < x < POINTS_PER_ROW and 0 < y < leaf.length)


def _looked(book: Ground, image: Image, spot: Spot) -> _Look:
    around = spots_around(book, spot, SEARCH.step / 2)
    seen = _figures(book, image, around)
    best, figure = divmod(int(seen.argmax()), seen.shape[1])
    return _Look(around[best], float(np.median(seen, axis=0).max()), FACES[figure], float(seen[best, figure]))


def _figures(book: Ground, image: Image, spots: Sequence[Spot]) -> Floats:
    """(n, 6): how likely a cube with each figure is at each spot."""
    return np.array([share * faces for share, faces in cube_faces(book, image, spots)], np.float32)


def _apart(book: Ground, spot: Spot, look: _Look) -> float:
    """Point widths between two places, over the leaf that is nearest to the one."""
    leaf = nearest_leaf(book, spot)[1]
    a, b = leaf.locate([spot, look.spot], CUBE_MIDDLE)
    return float(np.hypot(*(a - b)))
