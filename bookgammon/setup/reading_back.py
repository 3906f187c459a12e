"""Learning a board until it reads back the very picture it was learned from: `calibrate` and set-up on the page alike.

The search for the board has several beginnings: the corners as they were given or found, the same as the checkers have
them, and others found in the start picture. The first beginning is taken where every place of the start picture, looked
at by itself, shows plainly what is known to lie there, unless the checkers lie far from where its corners have them.
Otherwise the next ones are tried, and the one that explains the picture best is taken. Corners of a file that are exact
come first as they are, all others as the checkers have them. `python -m lab.benchmarks.beginnings` compares orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from arbiter.message import Message
from arbiter.position import SIDES, START, Position, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.seats import Home
from bookgammon.boards.board_files import Difference, listed, place_differs, whole_differences
from calibration.board import Board
from calibration.book_shape import fit_book
from calibration.corners import LeafCorners
from calibration.errors import BadCorners, NoBook, WrongStart
from calibration.finding import FoundLeaves
from calibration.leaf import POINTS_PER_ROW
from calibration.quality import PictureQuality, advice
from calibration.visibility import LOW_CONTRAST, low_contrast, measured_visibility
from vision.known_position.learn_board import learn_board
from vision.known_position.start_fit import START_LIMITS, StartFit, position_name, settle_start
from vision.reader import Reader
from vision.sources.pictures import Image

Find = Callable[[Image], FoundLeaves]
Settle = Callable[..., StartFit]
Origin = Literal["found", "hand", "file"]
"""Whence corners come: the program found them, a person placed them in the picture, or a file gives them."""


@dataclass(frozen=True)
class ReadingBackLimits:
    """When a board explains its picture, and where its corners are looked for. `python -m lab.benchmarks.setups`."""

    plain: float = 0.3
    """Natural log-odds from which on a place plainly shows what lies there."""
    sure: float = 6.0
    """The same for another reading of the whole board from which on the picture shows something else."""
    by_hand: float = 0.06
    """Point widths by which corners that a person gave are off (standard deviation)."""
    exact: float = 0.005
    """Point widths from the nearest possible book, the mean over the corners, below which a file's are exact: eight
    places by hand make no book."""
    wider: float = 0.25
    """The same of corners that were found, where they do not explain the picture."""
    far_off: float = 0.25
    """Point widths by which the checkers have the corners elsewhere, on average, from which on others are tried too: a
    board is read plainly in its start picture where it is a third of a point off, and not as surely in play."""
    same_book: float = 2.0
    """Point widths from the corners given, on average, within which corners found are those of the same book."""
    gain: float = 1.0
    """Natural logarithm by which another beginning must explain the picture better for the next one to be tried."""
    slope: float = 10.0
    """Of the logistic curve from the weakest place's log-odds to how likely all places are right."""


LIMITS = ReadingBackLimits()


@dataclass(frozen=True, eq=False)
class Learned:
    """board: the one that explains its picture best. confidence: how likely (0..1) it reads as it should.

    unsure: places that by themselves read otherwise than they should, or hardly as they should, the worst first.
    another: where the whole board reads otherwise, as far as that is sure. complaints: of seats and corners, a sentence
    each; where every place plainly reads as it should, of faint checkers alone.
    explained: natural logarithm of how likely the places are to show what lies there.
    """

    board: Board
    confidence: float
    unsure: tuple[Difference, ...]
    another: tuple[Difference, ...]
    complaints: tuple[str, ...]
    explained: float


def learned(
    start: Image,
    corners: LeafCorners,
    empty: Image | None,
    find: Find,
    *,
    origin: Origin,
    position: Position = START,
    near: Side | None = None,
    home: Home | None = None,
    settle: Settle = settle_start,
) -> Learned:
    """The board that explains a picture of a known position best.

    start: (height, width, 3) BGR uint8; empty: the board without checkers, seen alike and of one shape, or None.
    corners: pixels of `start`, where the search begins; origin: whence they come. find: finds the book in a picture,
    raises NoBook; settle: as `settle_start`. near, home: where people said so.
    Raises WrongStart where no beginning shows such a position, or `empty` is of another shape; BadCorners where the
    corners lie outside the picture or no other beginning makes up for theirs.
    """
    tried: list[Learned] = []
    refused: dict[LeafCorners, WrongStart | BadCorners] = {}
    before, far_off = -np.inf, False
    for begin, loose in _beginnings(start, corners, find, origin):
        if begin in refused:
            continue
        try:
            fit = settle(start, begin, empty, position, near, home, loose)
            far_off = far_off or _apart(begin, fit.corners) > LIMITS.far_off
            tried.append(read_back(learn_board(start, fit.corners, fit.seats, empty, position), fit))
        except (WrongStart, BadCorners) as error:
            refused[begin] = error
            continue
        if not tried[-1].unsure and not far_off:
            return tried[-1]
        best = max(tried, key=lambda one: one.explained).explained
        if best < before + LIMITS.gain and not far_off:
            break  # two beginnings come to the same
        before = best
    if not tried:
        raise refused[corners]
    return max(tried, key=lambda one: one.explained)


def read_back(board: Board, fit: StartFit) -> Learned:
    """How a board reads the picture that it was learned from.

    board: with a start picture that shows its position; fit: what its seats and corners came from. The board comes back
    with its visibility measured.
    """
    evidence = Reader(board).read(board.start)
    odds = odds_of(evidence, board.position)
    board = replace(board, visibility=measured_visibility(board, odds))
    unsure = _unsure(board, evidence, odds)
    weakest = float(1 / (1 + np.exp(-LIMITS.slope * min(odds))))
    another = tuple(one for one in whole_differences(board, evidence) if one.margin > LIMITS.sure)
    complaints, sure = fit.complaints, fit.confidence
    if not unsure and not another and fit.seats_sure >= START_LIMITS.sure:
        # every place plainly reads as it should with what was learned: that proves more than the fit did before,
        # but not how checkers that hardly differ from other points will be read there
        faint = low_contrast(board.visibility)
        sure = sure if faint else fit.seats_sure
        complaints = faint if complaints else ()
    return Learned(board, sure * weakest, unsure, another, complaints, explained(odds))


def odds_of(evidence: Evidence, position: Position) -> list[float]:
    """Natural log-odds of each of the 25 places, by itself, for showing what lies there in that position."""
    return [_odds(place, want) for place, want in zip(evidence.places, position.places, strict=True)]


def explained(odds: Sequence[float]) -> float:
    """Natural logarithm of how likely the places are to show what lies there. odds: see `odds_of`."""
    return float(-np.logaddexp(0, -np.array(odds)).sum())


def not_the_position(position: Position, differing: tuple[Difference, ...]) -> WrongStart:
    """What to say of a picture that surely shows another position."""
    return WrongStart(
        Message(
            "The start picture does not show {kind}: {listed}; put the checkers right, or check seats, "
            "home side and corners, and take it again.",
            kind=position_name(position),
            listed=listed(list(differing)),
        )
    )


def unsure_places(lesson: Learned) -> tuple[str, ...]:
    """A sentence for each place that is not read surely, with what helps that was not done yet."""
    if lesson.board.empty is None:
        return tuple(Message("{text}; more light or an --empty picture helps.", text=one.text) for one in lesson.unsure)
    return tuple(Message("{text}; more light helps.", text=one.text) for one in lesson.unsure)


def advice_beside(lesson: Learned, quality: PictureQuality) -> tuple[str, ...]:
    """What would let the board be seen better, where no complaint says it."""
    return advice(quality, faint=[side for side in SIDES if LOW_CONTRAST[side] in lesson.complaints])


def _beginnings(start: Image, corners: LeafCorners, find: Find, origin: Origin) -> Iterator[tuple[LeafCorners, float]]:
    """Corners, and how far off they may be (standard deviation, point widths; 0: they stay as they are)."""
    as_they_are = (corners, 0.0)
    refined = (corners, START_LIMITS.loose if origin == "found" else LIMITS.by_hand)
    exact = origin == "file" and from_a_book(start, corners) < LIMITS.exact
    yield from (as_they_are, refined) if exact else (refined, as_they_are)
    yield corners, LIMITS.wider
    try:
        found = find(start).corners
    except NoBook:
        return
    if _apart(corners, found) < LIMITS.same_book:
        yield found, START_LIMITS.loose


def _apart(corners: LeafCorners, others: LeafCorners) -> float:
    """Point widths from the ones to the others, on average."""
    these, those = (np.array(one.left + one.right) for one in (corners, others))
    point = float(np.hypot(*(these[1] - these[0]))) / POINTS_PER_ROW
    return float(np.hypot(*(these - those).T).mean()) / point


def from_a_book(picture: Image, corners: LeafCorners) -> float:
    """How far corners are from those of the nearest possible book: point widths, the mean over the eight."""
    return fit_book(corners, (picture.shape[1], picture.shape[0]), 2 * LIMITS.exact).off


def _odds(place: PlaceEvidence, want: tuple[int, int]) -> float:
    other = max((score for light, dark, score in place.scores if (light, dark) != want), default=place.floor)
    return place.log_likelihood(*want) - other


def _unsure(board: Board, evidence: Evidence, odds: list[float]) -> tuple[Difference, ...]:
    found = []
    for index, (place, want, margin) in enumerate(zip(evidence.places, board.position.places, odds, strict=True)):
        if margin < LIMITS.plain:
            other = next((light, dark) for light, dark, _ in place.scores if (light, dark) != want)
            found.append(place_differs(index, -margin, other, want))
    return tuple(sorted(found, key=lambda one: -one.margin))
