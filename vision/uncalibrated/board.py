"""A board that nobody calibrated, read from one photograph and its eight corners.

How many checkers stand on each point is said by the sheet's network, which knows no more than the corners at first,
then the two sets' colours as it saw them itself (`two_sets`). Then the book is fitted to the checkers
(`vision.marked_tops`), and a last look knows where it lies, how large they are, and their colours as all places
together say them; it stays where it explains as well what is seen.
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
from calibration.leaf import Leaf
from calibration.learn import counts_in_picture
from calibration.sheet import Image
from vision.board_dice import DICE
from vision.cells import BAR, Cells
from vision.cells import POINTS as STRIP_CELLS
from vision.cube import read_cube
from vision.evidence import is_covered, is_plain
from vision.known_position.start_fit import START_LIMITS
from vision.marked_tops import fitted_to_tops
from vision.nets import log_softmax
from vision.points import POINTS, count_scores, ridge_place
from vision.reading import reading_of
from vision.score_maps import ScoreMaps
from vision.sheet.channels import Known, colours_of
from vision.sheet.eyes import CLASSES, MIXED, MOST, SheetEyes, SheetLogits
from vision.sheet.geometry import Numbers, SheetView
from vision.sheet.mirrors import MIRRORS
from vision.strips import by_strip, strip_at
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
    """Pixels of a point width to which larger pictures are shrunk before the cube is read."""
    figure: float = 0.85
    """How sure a cube's figure is at the least. Of 207 cubes in own pictures (seeds 3,006,000 to 3,006,089 of
    `lab.training.sheet.draw`) 121 are read so and one wrongly, in 119 without one none is imagined; at 0.5 151, 21
    and one."""
    as_well: float = 5.0
    """Natural logarithm: how much worse a reading may be explained with corners fitted to the checkers. In 46 own
    pictures (seeds 3,900,000 to 3,900,059) whose corners were off by 0.15 points, 96 points were misread; with fitted
    corners and this limit 84."""


UNCALIBRATED = UncalibratedLimits()


@dataclass(frozen=True, eq=False)
class UncalibratedBoard:
    """What one photograph shows. evidence: in light's points, as if SEATS; leaves: where the board lies."""

    leaves: tuple[Leaf, Leaf]
    evidence: Evidence


def read_uncalibrated(image: Image, corners: LeafCorners) -> UncalibratedBoard:
    """Read a photograph, (h, w, 3) BGR uint8. The checkers in it show more exactly than corners where its leaves lie.

    corners: in pixels, as a finger set them or a program found them. Raises BadCorners where one lies farther outside
    the picture than PHOTOGRAPH_CUT_OFF.
    """
    first = _looked(image, corners)
    return _finished(image, _fitted(image, first) or first)


@dataclass(frozen=True, eq=False)
class _Look:
    """What is seen where nothing but the corners is known. maps: of dice, cube and the like."""

    places: tuple[PlaceEvidence, ...]
    maps: ScoreMaps

    @classmethod
    def of(cls, said: SheetLogits, view: SheetView) -> _Look:
        maps = ScoreMaps.of(said, view)
        strips = [strip_at(row, column) for row, column in SEATS.track()]
        places = [_place(said.points[strip], maps, STRIP_CELLS[strip]) for strip in strips]
        ridge = ridge_place(said.ridge)
        return cls((*places, replace(ridge, hidden=ridge.hidden and _is_hidden(ridge, maps, BAR))), maps)

    @property
    def view(self) -> SheetView:
        return self.maps.view

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
    view = SheetView(Numbers(corners, (width, height)))
    sheet = view.drawn(image)
    plain = SheetEyes(view).read(sheet, MIRRORS)
    counts = [int(row.argmax()) - MOST for row in plain.points[:, :MIXED]]
    signed = parted(sheet, counts, usually_sized(view))
    if signed is None:
        return _Look.of(plain, view)
    return _look_again(sheet, view, signed) or _Look.of(plain, view)


def _by_strip(position: Position) -> list[int]:
    """The counts of the 24 strips, dark negative."""
    return by_strip(counts_in_picture(position, SEATS))


def _fitted(image: Image, first: _Look) -> _Look | None:
    """A look at the book as the checkers have it, if it explains as well what is seen."""
    counts = _by_strip(first.position)
    book = fitted_to_tops(first.maps, counts, START_LIMITS.loose)
    if book.corners.cut_off(first.view.numbers.size) > PHOTOGRAPH_CUT_OFF:
        return None
    checker = book.checker
    view = SheetView(Numbers(book.corners, first.view.numbers.size, checker.height, checker.radius, checker.first))
    again = _look_again(view.drawn(image), view, counts)
    return again if again and again.explained > first.explained - UNCALIBRATED.as_well else None


def _look_again(sheet: Image, view: SheetView, signed: Sequence[int]) -> _Look | None:
    """What is seen with the colours of these checkers, by strip, dark negative; None where too few are known."""
    sized = view if view.numbers.radius is not None else usually_sized(view)
    colours = colours_of(sheet, signed, sized)
    return None if colours is None else _Look.of(SheetEyes(view, Known(None, colours)).read(sheet, MIRRORS), view)


def usually_sized(view: SheetView) -> SheetView:
    """The same with checkers of usual size."""
    return SheetView(replace(view.numbers, radius=UNCALIBRATED.radius, first=UNCALIBRATED.radius))


def _finished(image: Image, look: _Look) -> UncalibratedBoard:
    """The reading by all that the picture shows, dice and cube with it."""
    corners = look.view.numbers.corners
    book = FoundBook.of(corners, (image.shape[1], image.shape[0]))
    dice = dice_of(book, image, look.maps.die_spots(DICE.most))
    seen = replace(look.evidence, dice=tuple(dice), cube=_cube(image, corners, look.maps))
    return UncalibratedBoard(look.view.leaves, seen)


def _shrunk(image: Image, corners: LeafCorners) -> tuple[Image, float]:
    """The picture with points of UNCALIBRATED.point pixels at the most, and by how much it is smaller."""
    scale = min(1.0, UNCALIBRATED.point / max(point_widths(corners)))
    if scale == 1:
        return image, scale
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _place(said: Floats, maps: ScoreMaps, cells: Cells) -> PlaceEvidence:
    """A strip's logits, (CLASSES + 1,), and its cells: nobody photographs points with both colours on them."""
    logs = np.append(log_softmax(said[:MIXED]), np.float32(POINTS.floor))
    scores = tuple(score for score in count_scores(logs, None) if not (score[0] and score[1]))
    place = PlaceEvidence(scores, POINTS.floor)
    return replace(place, hidden=bool(said[CLASSES] > 0) and _is_hidden(place, maps, cells))


def _is_hidden(place: PlaceEvidence, maps: ScoreMaps, cells: Cells) -> bool:
    """Whether what is said to hide a place is believed: its counts are in doubt, too, and the maps show by what."""
    return not is_plain(place) and is_covered(maps, cells)


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
