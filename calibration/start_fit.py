"""What a picture of the starting position tells: seats, home side, and finer corners than the book alone gives."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.seats import Seats
from calibration.corners import LeafCorners
from calibration.sheet import Image


@dataclass(frozen=True, slots=True)
class StartFit:
    """corners: refined; confidence: how likely (0..1) seats are right; complaints: sentences for the player, or none."""

    corners: LeafCorners
    seats: Seats
    confidence: float
    complaints: tuple[str, ...]


def settle_start(picture: Image, corners: LeafCorners, empty: Image | None = None) -> StartFit:
    """Seats, home side and refined corners from a picture (BGR uint8) of the starting position.

    corners: as found or given; empty: the same view without checkers, of one shape with `picture`.
    Raises WrongStart, with one sentence, where no way of sitting makes it the starting position.
    """
    raise NotImplementedError
