"""The doubling cube of a board that nobody calibrated: looked for wherever one may lie.

The `scene` network overlooks it in photographs, where nothing was ever seen without it. The network that reads its
figure does not: it is asked all along the ridge and round the board, and again beside what looks most like a cube.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arbiter.referee.evidence import CubeSeen
from arbiter.seats import Seats
from calibration.leaf import POINTS_PER_ROW
from calibration.sheet import Image
from vision.crops import CUBE_MIDDLE, Ground, nearest_leaf
from vision.cube import FACES, cube_faces, cube_likelihoods, cube_owner, spots_around
from vision.score_maps import Spot

Floats = npt.NDArray[np.float32]
_Place = tuple[int, int, int]
"""Of which leaf, and steps across and along it from the first place."""


@dataclass(frozen=True)
class CubeSearch:
    """Where a cube is looked for, and when something is one. Chosen on own boards with and without a cube (seeds from
    1,740,000): lab/notebook, photographs."""

    step: float = 0.3
    """Point widths from one place that is looked at to the next."""
    round_board: float = 1.7
    """Point widths beside the leaves in which a cube may lie."""
    closer: int = 24
    """So many of the likeliest places are looked at again, half a step aside each way."""
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


def find_cube(book: Ground, seats: Seats, image: Image) -> CubeSeen | None:
    """The cube on the ridge or round the board of a picture (BGR uint8), or None. Of several the plainest.

    seats: whose the cube is follows from the end at which it lies. Its confidence is the median of nine looks.
    """
    closer = _likeliest(book, image, _within(_places(book), image))
    looks = [look for spot in closer if (look := _agreeing(book, image, spot))]
    plainest = max(looks, key=lambda look: look.agreed, default=None)
    if plainest is None or plainest.agreed < SEARCH.agreed:
        return None
    reach = SEARCH.one_cube + SEARCH.step
    beside = [_looked(book, image, spot) for spot in closer if _apart(book, spot, plainest) < reach]
    top = max(
        (look for look in beside if _apart(book, look.spot, plainest) < SEARCH.one_cube),
        key=lambda look: look.probability,
    )
    if top.probability < SEARCH.clear:
        return None
    return CubeSeen(top.figure, cube_owner(book, seats, top.spot), round(plainest.agreed, 4))


def _likeliest(book: Ground, image: Image, places: Mapping[_Place, Spot]) -> list[Spot]:
    """The places that are worth looking at closely, likeliest first.

    One of every four is asked first, then those round the likeliest: a cube is three steps wide.
    """
    first = dict[_Place, _Place]()
    for leaf, column, row in places:
        first.setdefault((leaf, column // 2, row // 2), (leaf, column, row))
    there = _asked(book, image, places, [*first.values()])
    beside = {
        (leaf, column + across, row + along)
        for leaf, column, row in _best(there)
        for across in (-1, 0, 1)
        for along in (-1, 0, 1)
    }
    there |= _asked(book, image, places, [place for place in places if place in beside and place not in there])
    return [places[place] for place in _best(there)]


def _asked(
    book: Ground, image: Image, places: Mapping[_Place, Spot], asked: Sequence[_Place]
) -> dict[_Place, float]:
    """How likely a cube is at each of these."""
    if not asked:
        return {}
    return dict(zip(asked, cube_likelihoods(book, image, [places[place] for place in asked]).tolist(), strict=True))


def _best(there: Mapping[_Place, float]) -> list[_Place]:
    return sorted(there, key=lambda place: -there[place])[: SEARCH.closer]


def _agreeing(book: Ground, image: Image, spot: Spot) -> _Look | None:
    """As `_looked`; None where the middle shows no figure, as most places do, and the eight round it need no look."""
    around = spots_around(book, spot, SEARCH.step / 2)
    middle = _figures(book, image, around[:1])
    if middle.max() < SEARCH.least:
        return None
    return _look(around, np.concatenate([middle, _figures(book, image, around[1:])]))


def _looked(book: Ground, image: Image, spot: Spot) -> _Look:
    around = spots_around(book, spot, SEARCH.step / 2)
    return _look(around, _figures(book, image, around))


def _figures(book: Ground, image: Image, spots: Sequence[Spot]) -> Floats:
    """(n, 6): how likely a cube with each figure is at each spot."""
    return np.array([share * faces for share, faces in cube_faces(book, image, spots)], np.float32)


def _look(around: Sequence[Spot], seen: Floats) -> _Look:
    best, figure = divmod(int(seen.argmax()), seen.shape[1])
    return _Look(around[best], float(np.median(seen, axis=0).max()), FACES[figure], float(seen[best, figure]))


def _apart(book: Ground, spot: Spot, look: _Look) -> float:
    """Point widths between two places, over the leaf that is nearest to the one."""
    leaf = nearest_leaf(book, spot)[1]
    a, b = leaf.locate([spot, look.spot], CUBE_MIDDLE)
    return float(np.hypot(*(a - b)))


def _places(book: Ground) -> dict[_Place, Spot]:
    """Pixels of the picture, all over the ridge and round the leaves."""
    edge = SEARCH.round_board
    found = dict[_Place, Spot]()
    for n, (leaf, first, last) in enumerate(
        (
            (book.leaves[0], -edge, POINTS_PER_ROW + book.ridge_width / 2),
            (book.leaves[1], -book.ridge_width / 2, POINTS_PER_ROW + edge),
        )
    ):
        x, y = np.meshgrid(np.arange(first, last, SEARCH.step), np.arange(-edge, leaf.length + edge, SEARCH.step))
        off_leaf = (x < 0) | (x > POINTS_PER_ROW) | (y < 0) | (y > leaf.length)
        places = np.column_stack([x[off_leaf], y[off_leaf], np.full(int(off_leaf.sum()), CUBE_MIDDLE)])
        rows, columns = np.nonzero(off_leaf)
        for row, column, (u, v) in zip(rows.tolist(), columns.tolist(), leaf.project(places), strict=True):
            found[n, column, row] = float(u), float(v)
    return found


def _within(places: Mapping[_Place, Spot], image: Image) -> dict[_Place, Spot]:
    height, width = image.shape[:2]
    return {place: (u, v) for place, (u, v) in places.items() if 0 <= u < width and 0 <= v < height}
