"""What follows from a picture of a known position: seats, the home side, and corners finer than art alone gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import get_args

import numpy as np

from arbiter.message import Message
from arbiter.position import SIDES, START, Position, Side
from arbiter.seats import Home, Seats
from calibration.corners import LeafCorners
from calibration.errors import WrongStart
from calibration.learn import counts_in_picture
from calibration.sheet import Image
from vision.known_position.known_book import known_book
from vision.strips import STRIPS


@dataclass(frozen=True)
class StartLimits:
    """When a picture shows a position. Chosen on own renderings with corners 0.1 points off (40 books from seed
    3,900,000 on, 34 boards of any proportions from 3,910,000 on): true sittings fit from -0.4 on, the wrong home side
    up to -3.6, empty boards up to -1.8; their points are occupied from 0.88 on, 0.38 to 0.5, and up to 0.12."""

    light_weight: float = 0.25
    """Natural log-odds per L* by which light's checkers are the lighter ones."""
    sure: float = 0.95
    """Confidence from which on nobody is asked to look again."""
    half_sure: float = -1.0
    fit_spread: float = 0.2
    """Fit at which it may as well not be such a position, and over which that turns."""
    least: float = 0.5
    """Share of the points that should hold checkers which show some, below which it is none: else what differs can be
    named."""
    loose: float = 0.12
    """Point widths by which corners are off (standard deviation) where nobody says better."""


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
    """One way of sitting: the corners that suit its checkers, and how plainly these are where they should be. fit,
    occupied, lighter: as of `KnownBook`."""

    seats: Seats
    corners: LeafCorners
    fit: float
    occupied: float
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
            found.append(replace(twin, seats=seats, lighter=-twin.lighter))
            continue
        book = known_book(picture, corners, empty, counts, loose)
        found.append(SeatFit(seats, book.corners, book.fit, book.occupied, book.lighter))
        seen[tuple(n for row in counts.values() for n in row)] = found[-1]
    return found


def _open(near: Side | None, home: Home | None) -> Iterator[Seats]:
    for one in SIDES if near is None else (near,):
        for other in get_args(Home) if home is None else (home,):
            yield Seats(one, other)


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
    weights = np.array([_weight(one) for one in found])
    shares = np.exp(weights - weights.max())
    shares /= shares.sum()
    best = found[int(shares.argmax())]
    if best.occupied < START_LIMITS.least:
        raise WrongStart(
            Message(
                "The start picture does not show {shown}, however the players sit: put the checkers right, "
                "or give the leaves' corners with --corners FILE.",
                shown=position_name(position),
            )
        )
    plain = float(1 / (1 + np.exp((START_LIMITS.half_sure - best.fit) / START_LIMITS.fit_spread)))
    seats_sure = float(shares.max())
    return StartFit(
        best.corners, best.seats, seats_sure * plain, _complaints(found, best, seats_sure, plain), seats_sure
    )


def position_name(position: Position) -> Message:
    """As it is named in the midst of a sentence about the start picture."""
    return Message("the starting position") if position == START else Message("the given position")


def _weight(one: SeatFit) -> float:
    """Natural log-odds of a sitting against others."""
    return STRIPS * one.fit + START_LIMITS.light_weight * one.lighter


def _complaints(found: list[SeatFit], best: SeatFit, seats_sure: float, plain: float) -> tuple[str, ...]:
    if seats_sure * plain >= START_LIMITS.sure:
        return ()
    if plain < seats_sure:
        return (CORNERS_UNCLEAR,)
    rival = max((one for one in found if one is not best), key=_weight)
    return (HOME_UNCLEAR,) if rival.seats.home != best.seats.home else (COLOURS_UNCLEAR,)
