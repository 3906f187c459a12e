"""The book as the checkers of a known position have it, and how plainly they are seen there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from calibration.board import CheckerSize
from calibration.colours import match_light
from calibration.corners import LeafCorners
from calibration.sheet import Image
from vision.marked_tops import fitted_to_tops
from vision.nets import log_softmax
from vision.points import POINTS
from vision.score_maps import ScoreMaps
from vision.sheet.channels import Known, colours_of, samples_of
from vision.sheet.eyes import CLASSES, MIXED, MOST, SheetEyes
from vision.sheet.geometry import Numbers, SheetView
from vision.strips import STRIPS, by_strip

ROUNDS = 2
"""Times that looking and fitting take turns: with checkers' colours and size more of them are marked."""
HELD = 0.02
"""Point widths by which corners that are to stay may be off while the checkers are measured."""


@dataclass(frozen=True, slots=True)
class KnownBook:
    """corners: as the checkers have them; checker: as large as its rows have them.

    fit: natural logarithm of how likely a point shows what should lie there, on average; occupied: share of the points
    that should hold checkers which rather show some of that colour than not, 1 where none should; lighter: by how much
    (CIE L*) light's checkers are lighter than dark's.
    """

    corners: LeafCorners
    checker: CheckerSize
    fit: float
    occupied: float
    lighter: float


def known_book(
    picture: Image, corners: LeafCorners, empty: Image | None, counts: Mapping[str, tuple[int, ...]], loose: float
) -> KnownBook:
    """What a picture (BGR uint8) of known counts shows of its book.

    empty: the same view without checkers, of one shape. counts: 'top' and 'bottom' rows of 12, dark negative. loose:
    how far off the corners may be (standard deviation, point widths); 0 where they are to stay as they are.
    """
    signed, size = by_strip(counts), (picture.shape[1], picture.shape[0])
    under = None if empty is None else match_light(empty, picture)
    view = SheetView(Numbers(corners, size))
    sheet = view.drawn(picture)
    said = SheetEyes(view).read(sheet)
    for _ in range(ROUNDS):
        book = fitted_to_tops(ScoreMaps.of(said, view), signed, loose or HELD)
        corners, checker = book.corners if loose else corners, book.checker
        view = SheetView(Numbers(corners, size, checker.height, checker.radius, checker.first))
        sheet = view.drawn(picture)
        known = Known(None if under is None else view.drawn(under), colours_of(sheet, signed, view))
        said = SheetEyes(view, known).read(sheet)
    logs = log_softmax(said.points[:, :CLASSES])
    there = logs[np.arange(STRIPS), np.clip(signed, -MOST, MOST) + MOST]
    dark_there, light_there = (np.exp(logs[:, side]).sum(axis=1) for side in (slice(0, MOST), slice(MOST + 1, MIXED)))
    some = np.where(np.sign(signed) > 0, light_there, dark_there)[np.sign(signed) != 0]
    occupied = float((some > 0.5).mean()) if len(some) else 1.0
    light, dark = (np.median(lab[:, 0]) if len(lab) else 0.0 for lab in samples_of(sheet, signed, view))
    return KnownBook(corners, checker, float(np.maximum(there, POINTS.floor).mean()), occupied, float(light - dark))
