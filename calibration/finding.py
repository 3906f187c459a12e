"""Finding the open book in a picture: the corners of both leaves without a click."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.corners import LeafCorners
from calibration.errors import NoBook
from calibration.sheet import Image


@dataclass(frozen=True, slots=True)
class FoundLeaves:
    """Where the leaves lie; confidence: how likely (0..1) every corner is within a quarter of a point's width."""

    corners: LeafCorners
    confidence: float


def find_leaves(picture: Image) -> FoundLeaves:
    """Find the open book (or any backgammon board) in a picture (BGR uint8, H x W x 3), the near edge lowest.

    Raises NoBook, with one sentence, where there is none, or a part of it lies outside the picture.
    """
    raise NoBook("No open book is found in the picture: show all of it, from above, or give --corners FILE.")
