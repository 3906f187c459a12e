"""A board that nobody calibrated, read from one photograph and its eight corners.

How many checkers stand on each point is said by the sheet's network, which knows no more than the corners at first,
and then the two sets' colours as it saw them itself (`two_sets`).

Corners that were found are then fitted to these checkers, and the look taken again; the one that explains more stays.

With that the picture calibrates itself: the bare board is put together from what points of one colour have in common
(`calibration.common_bare`), checkers are measured where they seem to lie, and the board is read as a calibrated one.
Both looks are weighed together, and again, until nothing changes.
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
from calibration.common_bare import cleared_surroundings, common_bare
from calibration.corners import PHOTOGRAPH_CUT_OFF, LeafCorners
from calibration.errors import BadCorners, WrongStart
from calibration.leaf import Leaf, leaves_from_corners, ridge_between
from calibration.learn import counts_in_picture, learn_board, relearned
from calibration.sheet import Image
from calibration.start_fit import fitted_to_checkers
from vision.evidence import is_plain
from vision.nets import log_softmax
from vision.points import POINTS, count_scores, ridge_place
from vision.reader import Reader
from vision.reading import reading_of
from vision.score_maps import SCORES, ScoreMaps
from vision.sheet.channels import Known, colours_of
from vision.sheet.eyes import MIXED, MOST, SheetEyes, SheetLogits
from vision.sheet.geometry import Numbers, SheetView
from vision.strips import strip_at
from vision.uncalibrated.cube_anywhere import SEARCH, find_cube
from vision.uncalibrated.dice_on_board import FoundBook, dice_of, point_widths
from vision.uncalibrated.two_sets import parted

Floats = npt.NDArray[np.float32]

SEATS = Seats(Side.LIGHT, "right")
"""As which an uncalibrated board is described, whatever its position suggests."""


@dataclass(frozen=True)
class UncalibratedLimits:
    """How looks at a board that nobody calibrated are weighed; prices and weights are natural logarithms. What comes of
    them: tests/vision/test_uncalibrated.py, `read` on own renderings. The tallest pile, the price of a higher one and
    the floor are those of calibrated boards, `vision.points`.
    """

    looks: int = 3
    radius: float = 0.45
    """Looks at a sheet, each after the first one with the colours that the one before it saw, and a checker's usual
    radius in point widths, by which these are found."""
    rounds: int = 3
    """Times at the most that the board is learned from a reading and read again."""
    share: float = 0.6
    """What either look adds to a count's log-likelihood: they are not independent."""
    point: float = 44.0
    """Pixels of a point width to which larger pictures are shrunk before the board is learned."""
    as_well: float = 5.0
    """How much worse a reading may be explained with corners fitted to the checkers. Of 42 own pictures whose corners
    were off by 0.15 points, 83 points were misread; with fitted corners and this limit 51."""


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
    first = _first_look(image, corners)
    counts = counts_in_picture(first.position, SEATS)
    if not any(any(row) for row in counts.values()):
        return _finished(image, first)
    small, scale = _shrunk(image, corners)
    fitted = fitted_to_checkers(small, corners.scaled(scale), counts).scaled(1 / scale)
    try:
        again = _first_look(image, fitted)
    except BadCorners:
        return _finished(image, first)
    return _finished(image, again if again.explained > first.explained - UNCALIBRATED.as_well else first)


def read_uncalibrated(image: Image, corners: LeafCorners) -> UncalibratedBoard:
    """Read a photograph (BGR uint8). Raises BadCorners where a corner lies farther outside than PHOTOGRAPH_CUT_OFF."""
    return _finished(image, _first_look(image, corners))


@dataclass(frozen=True, eq=False)
class _FirstLook:
    """What is seen where nothing but the corners is known. two_sets: whether two sets are distinguished; maps: of dice,
    cube and the like."""

    corners: LeafCorners
    leaves: tuple[Leaf, Leaf]
    places: tuple[PlaceEvidence, ...]
    two_sets: bool
    maps: ScoreMaps

    @property
    def evidence(self) -> Evidence:
        return _evidence(self.places)

    @property
    def position(self) -> Position:
        return reading_of(self.evidence).position

    @property
    def explained(self) -> float:
        return self.evidence.fit(self.position)


def _first_look(image: Image, corners: LeafCorners) -> _FirstLook:
    height, width = image.shape[:2]
    if corners.cut_off((width, height)) > PHOTOGRAPH_CUT_OFF:
        raise BadCorners(
            Message("A corner lies outside the picture of {width} by {height} pixels.", width=width, height=height)
        )
    leaves = leaves_from_corners(corners, (width, height))
    logits, two_sets = looked_at(image, corners)
    plain = [_place(log_softmax(logits.points[strip_at(row, column), :MIXED])) for row, column in SEATS.track()]
    maps = ScoreMaps.of(logits, SheetView(Numbers(corners, (width, height))))
    return _FirstLook(corners, leaves, (*plain, ridge_place(logits.ridge)), two_sets, maps)


def looked_at(image: Image, corners: LeafCorners) -> tuple[SheetLogits, bool]:
    """What the sheet's network says once it knows the colours that it saw itself, and whether there were two."""
    numbers = Numbers(corners, (image.shape[1], image.shape[0]))
    plain = SheetView(numbers)
    sized = SheetView(replace(numbers, radius=UNCALIBRATED.radius, first=UNCALIBRATED.radius))
    sheet, two_sets = plain.drawn(image), False
    logits = SheetEyes(plain).read(sheet)
    for _ in range(UNCALIBRATED.looks - 1):
        counts = [int(row.argmax()) - MOST for row in logits.points[:, :MIXED]]
        signed = parted(sheet, counts, sized)
        colours = colours_of(sheet, signed, sized) if signed else None
        if colours is None:
            break
        two_sets, logits = True, SheetEyes(plain, Known(None, colours)).read(sheet)
    return logits, two_sets


def _finished(image: Image, look: _FirstLook) -> UncalibratedBoard:
    """The reading by all that the picture shows, dice and cube with it."""
    found = self_calibrated(image, look.corners, look.places) if look.two_sets else look.evidence
    book = FoundBook.of(look.corners, (image.shape[1], image.shape[0]))
    cube = _cube(image, look.corners, look.maps)
    return UncalibratedBoard(look.leaves, replace(found, dice=tuple(dice_of(book, image)), cube=cube))


def _evidence(places: Sequence[PlaceEvidence]) -> Evidence:
    return Evidence(0, 0.0, still=True, hand=False, places=tuple(places), missing=None)


def self_calibrated(image: Image, corners: LeafCorners, plain: Sequence[PlaceEvidence]) -> Evidence:
    """The places of a first look, weighed with those of a board learned from it in the same picture.

    What lies over the board only the learned board knows.
    """
    image, scale = _shrunk(image, corners)
    corners = corners.scaled(scale)
    leaves = leaves_from_corners(corners, (image.shape[1], image.shape[0]))
    ridge = ridge_between(leaves, corners)
    cleared = cleared_surroundings(image, leaves)
    found, board = _evidence(plain), None
    for _ in range(UNCALIBRATED.rounds):
        position = reading_of(found).position
        bare = common_bare(cleared, leaves, ridge, counts_in_picture(position, SEATS))
        try:
            if board is None:
                board = learn_board(image, corners, SEATS, bare, position, cut_off=PHOTOGRAPH_CUT_OFF)
            else:  # a checker more or less makes the others no larger
                board = relearned(board, bare, position)
        except WrongStart:  # too few checkers of a set to learn from
            break
        seen = Reader(board, guessed=True).read_places(image)
        # the ridge was never seen bare, so a learned board knows no more of it
        points = [_weighed(one, other) for one, other in zip(plain[:24], seen, strict=True)]
        found = _evidence([*points, plain[24]])
        if reading_of(found).position == position:
            break
    return found


def _shrunk(image: Image, corners: LeafCorners) -> tuple[Image, float]:
    """The picture with points of UNCALIBRATED.point pixels at the most, and by how much it is smaller."""
    scale = min(1.0, UNCALIBRATED.point / max(point_widths(corners)))
    if scale == 1:
        return image, scale
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def _weighed(plain: PlaceEvidence, learned: PlaceEvidence) -> PlaceEvidence:
    """Both looks at one place; nobody photographs points with both colours on them.

    What hides it is believed where the first look, which needs no bare board, doubts what lies there: one that was
    guessed wrongly, by glare, makes half a leaf look foreign.
    """
    counts = {(a, b) for a, b, _ in (*plain.scores, *learned.scores)}
    shared = {
        (a, b): UNCALIBRATED.share * (plain.log_likelihood(a, b) + learned.log_likelihood(a, b))
        for a, b in counts
        if (a, b) in {(x, y) for x, y, _ in plain.scores}
    }
    ordered = sorted(shared.items(), key=lambda item: -item[1])
    scores = tuple((a, b, round(score, 3)) for (a, b), score in ordered)
    return PlaceEvidence(scores, POINTS.floor, learned.hidden and not is_plain(plain))


def _place(logs: Floats) -> PlaceEvidence:
    """logs: (MIXED,) log-probabilities of the counts of either colour."""
    scores = count_scores(np.append(logs, np.float32(POINTS.floor)), None)
    return PlaceEvidence(tuple(score for score in scores if not (score[0] and score[1])), POINTS.floor)


def _cube(image: Image, corners: LeafCorners, maps: ScoreMaps) -> CubeSeen | None:
    """In the smaller picture: sampled from a larger one its figure would be torn."""
    image, scale = _shrunk(image, corners)
    book = FoundBook.of(corners.scaled(scale), (image.shape[1], image.shape[0]))
    marks = maps.spots(maps.cube, SEARCH.marks, apart=SCORES.cube_cells, least=SEARCH.faintest)
    spots = [((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for (x, y), _ in marks]
    return find_cube(book, SEATS, image, spots)


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
