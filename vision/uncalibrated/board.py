"""A board that nobody calibrated, read from one photograph and its eight corners.

How many checkers stand on each point is said by the sheet's network, which knows no more than the corners at first,
and in a second look the two sets' colours as it saw them itself (`two_sets`).

Corners that were found are then fitted to these checkers, and the look taken again; the one that explains more stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from arbiter.position import Position, Side
from arbiter.referee.evidence import CubeSeen, Evidence, PlaceEvidence
from arbiter.seats import Seats
from calibration.corners import PHOTOGRAPH_CUT_OFF, LeafCorners
from calibration.errors import BadCorners
from calibration.leaf import Leaf, leaves_from_corners
from calibration.learn import counts_in_picture
from calibration.sheet import Image
from calibration.start_fit import fitted_to_checkers
from vision.cube import read_cube
from vision.evidence import is_plain
from vision.nets import log_softmax
from vision.points import POINTS, count_scores, ridge_place
from vision.reading import reading_of
from vision.score_maps import ScoreMaps
from vision.sheet.channels import Known, colours_of
from vision.sheet.eyes import CLASSES, MIXED, MOST, SheetEyes, SheetLogits
from vision.sheet.geometry import Numbers, SheetView
from vision.strips import strip_at
from vision.uncalibrated.dice_on_board import FoundBook, dice_of, point_widths
from vision.uncalibrated.two_sets import parted

Floats = npt.NDArray[np.float32]

SEATS = Seats(Side.LIGHT, "right")
"""As which an uncalibrated board is described, whatever its position suggests."""


@dataclass(frozen=True)
class UncalibratedLimits:
    """How a board that nobody calibrated is looked at. What comes of it: tests/vision/test_uncalibrated.py, `read` on
    own renderings. The tallest pile, the price of a higher one and the floor are those of calibrated boards,
    `vision.points`.
    """

    radius: float = 0.45
    """A checker's usual one in point widths, by which the two sets' colours are found."""
    point: float = 44.0
    """Pixels of a point width to which larger pictures are shrunk before corners are fitted and the cube is read."""
    figure: float = 0.75
    """How sure a cube's figure is at the least: nobody saw that board without one. Of 57 cubes in own pictures (seeds
    3,006,000 to 3,006,059 of `lab.training.sheet.draw`) 33 are read so, 5 wrongly; 40 at 0.5, with more wrong ones."""
    as_well: float = 5.0
    """Natural logarithm: how much worse a reading may be explained with corners fitted to the checkers. Of 42 own
    pictures whose corners were off by 0.15 points, 83 points were misread; with fitted corners and this limit 51."""


UNCALIBRATED = UncalibratedLimits()


@dataclass(frozen=True, eq=False)
class UncalibratedBoard:
    """What one photograph shows. evidence: in light's points, as if SEATS; leaves: where the board lies."""

    leaves: tuple[Leaf, Leaf]
    evidence: Evidence


def read_found(image: Image, corners: LeafCorners) -> UncalibratedBoard:
    """Read a photograph (BGR uint8) whose corners were found: where checkers were read gives them more exactly.

    Raises BadCorners where one lies farther outside it than PHOTOGRAPH_CUT_OFF.
    """
    first = _looked(image, corners)
    counts = counts_in_picture(first.position, SEATS)
    if not any(any(row) for row in counts.values()):
        return _finished(image, first)
    small, scale = _shrunk(image, corners)
    fitted = fitted_to_checkers(small, corners.scaled(scale), counts).scaled(1 / scale)
    try:
        again = _looked(image, fitted)
    except BadCorners:
        return _finished(image, first)
    return _finished(image, again if again.explained > first.explained - UNCALIBRATED.as_well else first)


def read_uncalibrated(image: Image, corners: LeafCorners) -> UncalibratedBoard:
    """Read a photograph (BGR uint8). Raises BadCorners where a corner lies farther outside than PHOTOGRAPH_CUT_OFF."""
    return _finished(image, _looked(image, corners))


@dataclass(frozen=True, eq=False)
class _Look:
    """What is seen where nothing but the corners is known. maps: of dice, cube and the like."""

    corners: LeafCorners
    leaves: tuple[Leaf, Leaf]
    places: tuple[PlaceEvidence, ...]
    maps: ScoreMaps

    @property
    def evidence(self) -> Evidence:
        return Evidence(0, 0.0, still=True, hand=False, places=self.places, missing=None)

    @property
    def position(self) -> Position:
        return reading_of(self.evidence).position

    @property
    def explained(self) -> float:
        return self.evidence.fit(self.position)


def _looked(image: Image, corners: LeafCorners) -> _Look:
    height, width = image.shape[:2]
    if corners.cut_off((width, height)) > PHOTOGRAPH_CUT_OFF:
        raise BadCorners(
            Message("A corner lies outside the picture of {width} by {height} pixels.", width=width, height=height)
        )
    leaves = leaves_from_corners(corners, (width, height))
    logits = looked_at(image, corners)
    places = [_place(logits.points[strip_at(row, column)]) for row, column in SEATS.track()]
    maps = ScoreMaps.of(logits, SheetView(Numbers(corners, (width, height))))
    return _Look(corners, leaves, (*places, ridge_place(logits.ridge)), maps)


def looked_at(image: Image, corners: LeafCorners) -> SheetLogits:
    """What the sheet's network says once it knows the colours that it saw itself."""
    numbers = Numbers(corners, (image.shape[1], image.shape[0]))
    plain = SheetView(numbers)
    sized = SheetView(replace(numbers, radius=UNCALIBRATED.radius, first=UNCALIBRATED.radius))
    sheet = plain.drawn(image)
    first = SheetEyes(plain).read(sheet)
    counts = [int(row.argmax()) - MOST for row in first.points[:, :MIXED]]
    signed = parted(sheet, counts, sized)
    colours = colours_of(sheet, signed, sized) if signed else None
    return first if colours is None else SheetEyes(plain, Known(None, colours)).read(sheet)


def _finished(image: Image, look: _Look) -> UncalibratedBoard:
    """The reading by all that the picture shows, dice and cube with it."""
    book = FoundBook.of(look.corners, (image.shape[1], image.shape[0]))
    cube = _cube(image, look.corners, look.maps)
    return UncalibratedBoard(look.leaves, replace(look.evidence, dice=tuple(dice_of(book, image)), cube=cube))


def _shrunk(image: Image, corners: LeafCorners) -> tuple[Image, float]:
    """The picture with points of UNCALIBRATED.point pixels at the most, and by how much it is smaller."""
    scale = min(1.0, UNCALIBRATED.point / max(point_widths(corners)))
    if scale == 1:
        return image, scale
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _place(said: Floats) -> PlaceEvidence:
    """A strip's logits, (CLASSES + 1,): nobody photographs points with both colours on them.

    What hides it is believed where the counts are in doubt, too.
    """
    logs = np.append(log_softmax(said[:MIXED]), np.float32(POINTS.floor))
    scores = tuple(score for score in count_scores(logs, None) if not (score[0] and score[1]))
    place = PlaceEvidence(scores, POINTS.floor)
    return replace(place, hidden=bool(said[CLASSES] > 0) and not is_plain(place))


def _cube(image: Image, corners: LeafCorners, maps: ScoreMaps) -> CubeSeen | None:
    """Read in the smaller picture: sampled from a larger one its figure would be torn."""
    image, scale = _shrunk(image, corners)
    book = FoundBook.of(corners.scaled(scale), (image.shape[1], image.shape[0]))
    marks = [(((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5), score) for (x, y), score in maps.cube_spots()]
    # what looks like a cube on a leaf is art
    found = read_cube(book, SEATS, image, [(spot, score) for spot, score in marks if not book.on_leaf(spot)])
    return found[0] if found and found[0].confidence >= UNCALIBRATED.figure else None


def suggested_seats(points: Sequence[int]) -> Seats:
    """Who sits near and where home is, as the position (light's points as if SEATS) suggests: by the fewest pips."""
    rows = {"top": [0] * 12, "bottom": [0] * 12}
    for (row, column), count in zip(SEATS.track(), points, strict=True):
        rows[row][column] = count

    def pips(seats: Seats) -> int:
        track = seats.light_points(rows["top"], rows["bottom"])
        return sum(p * n if n > 0 else (25 - p) * -n for p, n in enumerate(track, 1))

    ways = [SEATS, Seats(Side.DARK, "right"), Seats(Side.LIGHT, "left"), Seats(Side.DARK, "left")]
    return min(ways, key=pips)
