"""What follows from a picture of a known position: seats, the home side, and corners finer than art alone gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np

from arbiter.message import Message
from arbiter.position import SIDES, START, Position, Side
from arbiter.seats import Home, Seats
from calibration.bare import guess_bare
from calibration.board import CheckerSize
from calibration.book_shape import fit_book, seen_checkers
from calibration.colours import match_light, to_lab
from calibration.corners import LeafCorners
from calibration.errors import WrongStart
from calibration.leaf import Leaf, leaves_from_corners
from calibration.learn import counts_in_picture
from calibration.measure import Measured, core_mask, recall_checkers
from calibration.sheet import Image, Sheet

USUAL = CheckerSize(radius=0.44, height=0.18, first=0.43)
"""Good enough to see where checkers lie before they are measured."""


@dataclass(frozen=True)
class StartLimits:
    """When a picture shows a position, and how its corners are made finer. Chosen on own renderings; true sittings fit
    between 1.3 and 2.4: tests/calibration/test_start_fit.py."""

    fit_weight: float = 8.0
    """Natural log-odds per unit of a sitting's fit."""
    light_weight: float = 0.25
    """The same per L* by which light's checkers are the lighter ones."""
    sure: float = 0.95
    """Confidence from which on nobody is asked to look again."""
    half_sure: float = 0.9
    fit_spread: float = 0.12
    """Fit at which it may as well not be such a position, and over which that turns."""
    poor_fit: float = 1.5
    """Times half_sure below which people are informed that the checkers are hard to make out."""
    loose: float = 0.12
    """Point widths by which corners are off (standard deviation) where nobody says better."""
    rounds: int = 2
    still: float = 0.5
    """Times that finding and fitting take turns, and the pixels that corners move when they agree."""
    core: float = 0.8
    """Of a checker's radius, most of which shows its colour: inlays are smaller."""


START_LIMITS = StartLimits()


CORNERS_UNCLEAR = Message(
    "The checkers do not lie where the points should be: if the board is read wrong, set it up again and mark the "
    "corners yourself."
)
HOME_UNCLEAR = Message(
    "It is not clear on which side the home boards are: if the page shows them on the wrong one, put that right under "
    "Menu, Seats."
)
COLOURS_UNCLEAR = Message(
    "It is not clear which of the two colours is the light one: if the page names them the wrong way round, set the "
    "board up again in more, and whiter, light."
)


@dataclass(frozen=True, slots=True)
class StartFit:
    """corners: refined; confidence: how likely (0..1) all of it is right; complaints: sentences for the player.

    seats_sure: how likely (0..1) the seats and the home side are right, if the picture shows the position at all.
    """

    corners: LeafCorners
    seats: Seats
    confidence: float
    complaints: tuple[str, ...]
    seats_sure: float


@dataclass(frozen=True, slots=True)
class SeatFit:
    """One way of sitting: the corners that suit its checkers, how well they are where they should be, and how much
    lighter light's are (L*)."""

    seats: Seats
    corners: LeafCorners
    fit: float
    lighter: float


def sittings(
    picture: Image,
    corners: LeafCorners,
    empty: Image | None,
    position: Position,
    near: Side | None,
    home: Home | None,
    loose: float,
) -> list[SeatFit]:
    """Every way of sitting that is left open, looked at; `settle_start` explains the arguments."""
    found: list[SeatFit] = []
    seen: dict[tuple[int, ...], SeatFit] = {}
    for seats in _open(near, home):
        counts = counts_in_picture(position, seats)
        twin = seen.get(tuple(-n for row in counts.values() for n in row))
        if twin:  # the same checkers with the colours' names exchanged
            found.append(SeatFit(seats, twin.corners, twin.fit, -twin.lighter))
            continue
        finer = _finer(picture, corners, empty, counts, loose, 1) if loose > 0 else corners
        leaves, measured = _seen(picture, finer, empty, counts)
        found.append(SeatFit(seats, finer, _fit(measured), _lighter(picture, leaves, measured)))
        seen[tuple(n for row in counts.values() for n in row)] = found[-1]
    return found


def _open(near: Side | None, home: Home | None) -> Iterator[Seats]:
    for one in SIDES if near is None else (near,):
        for other in get_args(Home) if home is None else (home,):
            yield Seats(one, other)


def _lighter(picture: Image, leaves: tuple[Leaf, Leaf], measured: Measured) -> float:
    """By how much (CIE L*) the checkers taken for light's are lighter than dark's: most of each, for inlays may be
    lighter than either."""
    lightness = {}
    for side in SIDES:
        samples = []
        for index, leaf in enumerate(leaves):
            sheet = Sheet(leaf, 6, measured.checker.height)
            mask = core_mask(sheet, list(measured.placed), index, side, START_LIMITS.core * measured.checker.radius)
            samples.append(to_lab(sheet.warp(picture))[mask][:, 0])
        lightness[side] = float(np.median(np.concatenate(samples)))
    return lightness[Side.LIGHT] - lightness[Side.DARK]


def settle_start(
    picture: Image,
    corners: LeafCorners,
    empty: Image | None = None,
    position: Position = START,
    near: Side | None = None,
    home: Home | None = None,
    loose: float = START_LIMITS.loose,
) -> StartFit:
    """Seats, home side and refined corners from a picture (BGR uint8) of a known position, usually the start.

    corners: as found or given; empty: the same view without checkers, of one shape with `picture`.
    near, home: where a player said so, it is not looked for. loose: how far off the corners may be (standard
    deviation, point widths); 0 where they are to stay as they are.
    Raises WrongStart, with one sentence, where no way of sitting makes it that position.
    """
    if empty is not None and empty.shape != picture.shape:
        raise WrongStart(Message("The picture of the empty board has another size than the one with checkers."))
    found = sittings(picture, corners, empty, position, near, home, loose)
    weights = np.array([START_LIMITS.fit_weight * one.fit + START_LIMITS.light_weight * one.lighter for one in found])
    shares = np.exp(weights - weights.max())
    shares /= shares.sum()
    best = found[int(shares.argmax())]
    if best.fit <= 0:  # the checkers' places look less like checkers than like the board without them
        shown = Message("the starting position") if position == START else Message("the given position")
        raise WrongStart(
            Message(
                "The start picture does not show {shown}, however the players sit: put the checkers right, "
                "or give the leaves' corners with --corners FILE.",
                shown=shown,
            )
        )
    confidence = float(shares.max() / (1 + np.exp((START_LIMITS.half_sure - best.fit) / START_LIMITS.fit_spread)))
    if loose > 0:
        counts = counts_in_picture(position, best.seats)
        corners = _finer(picture, best.corners, empty, counts, loose, START_LIMITS.rounds)
    return StartFit(corners, best.seats, confidence, _complaints(found, best, confidence), float(shares.max()))


def fitted_to_checkers(picture: Image, corners: LeafCorners, counts: Mapping[str, tuple[int, ...]]) -> LeafCorners:
    """The corners of the book that suits the checkers of a picture (BGR uint8), as far as these corners allow.

    counts: 'top' and 'bottom' rows of 12, as they were read.
    """
    return _finer(picture, corners, None, counts, START_LIMITS.loose, START_LIMITS.rounds)


def _finer(
    picture: Image,
    corners: LeafCorners,
    empty: Image | None,
    counts: Mapping[str, tuple[int, ...]],
    loose: float,
    rounds: int,
) -> LeafCorners:
    """The corners of the book that suits the checkers: finding them and fitting the book take turns."""
    size = picture.shape[1], picture.shape[0]
    best, _ = fit_book(corners, size, loose)
    for _ in range(rounds):
        leaves, measured = _seen(picture, best, empty, counts)
        before = best
        best, _ = fit_book(corners, size, loose, seen_checkers(measured.placed, leaves, USUAL))
        moved = np.array(best.left + best.right) - np.array(before.left + before.right)
        if np.abs(moved).max() < START_LIMITS.still:
            break
    return best


def _seen(
    picture: Image, corners: LeafCorners, empty: Image | None, counts: Mapping[str, tuple[int, ...]]
) -> tuple[tuple[Leaf, Leaf], Measured]:
    """The leaves that these corners make, and the known checkers found on them."""
    leaves = leaves_from_corners(corners, (picture.shape[1], picture.shape[0]))
    under = guess_bare(picture, leaves, counts) if empty is None else match_light(empty, picture)
    return leaves, recall_checkers(picture, under, leaves, counts, USUAL)


def _fit(measured: Measured) -> float:
    return float(np.mean([placed.score for placed in measured.placed]))


def _complaints(found: list[SeatFit], best: SeatFit, confidence: float) -> tuple[str, ...]:
    if confidence >= START_LIMITS.sure:
        return ()
    if best.fit < START_LIMITS.poor_fit * START_LIMITS.half_sure:
        return (CORNERS_UNCLEAR,)
    others = [one for one in found if one is not best]
    rival = max(others, key=lambda one: START_LIMITS.fit_weight * one.fit + START_LIMITS.light_weight * one.lighter)
    if rival.seats.home != best.seats.home:
        return (HOME_UNCLEAR,)
    return (COLOURS_UNCLEAR,)
