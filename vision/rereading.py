"""Reading a board again and again: dice and cube are looked for only where something has changed.

The sheet of a picture is compared, cell by cell, with what it looked like when it was read. Where it differs they are
looked for a few times, for the noise of one frame is not that of the next; on a quiet table everywhere, now and then.
Points and ridge are read with every look: the network sees the sheet as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.referee.evidence import Evidence
from calibration.sheet import Image
from vision.cells import Cells
from vision.changes import NEIGHBOURS, Changed, changed_cells, differing, renewed
from vision.prepared import Prepared
from vision.reader import Reader
from vision.score_maps import Spot, makes_a_hand
from vision.seen import Seen
from vision.strips import strip_at
from vision.unchanged_strips import StripNumbers


@dataclass(frozen=True)
class RereadingLimits:
    """How often what has changed is read. Measured by `python -m lab.benchmarks.vision --cost-only`."""

    looks: int = 3
    """Looks for dice and cube where something has changed."""
    all_again: float = 6.0
    """Seconds after which they are looked for everywhere on a table that lies still."""


REREADING = RereadingLimits()
SMALL = replace(REREADING, all_again=20.0)
"""On a small machine, which has something else to do than to read a quiet table."""
NOWHERE = Changed(np.zeros((0, 0), np.bool_))
"""Dice and cube lie as they lay."""


@dataclass(frozen=True)
class ForeignLimits:
    """When something foreign is no hand. Chosen on rendered games: `python -m lab.simulator.many_clips`."""

    no_hand_stays: float = 5.0
    """Seconds for which no hand is seen over the same cell in every look, whatever moves in between."""
    no_doubtful_one: float = 1.5
    """The same for what is not plainly foreign: mostly a patch of the board in another lamp's light."""


FOREIGN = ForeignLimits()


class LongForeign:
    """Remembers since when each cell of the maps has looked foreign.

    What has done so for long is no hand: a glass, or a part of the board in other light.
    """

    def __init__(self) -> None:
        self._since: npt.NDArray[np.float64] | None = None
        self._at = 0.0

    def fresh(self, foreign: Cells, plainly: Cells, time: float) -> Cells:
        """Those of the cells that look foreign now which did not do so all the while.

        plainly: those of them that leave no doubt. time: seconds of the source.
        """
        if self._since is None or time < self._at:
            self._since = np.full(foreign.shape, np.inf)
        near = cv2.dilate(foreign.astype(np.uint8), NEIGHBOURS) > 0  # of outlines, which flicker
        self._since = np.where(foreign, np.minimum(self._since, time), np.where(near, self._since, np.inf))
        self._at = time
        stays = np.where(plainly, FOREIGN.no_hand_stays, FOREIGN.no_doubtful_one)
        return np.asarray(foreign & (time - self._since < stays), np.bool_)


class Rereader:
    """Reads the pictures of one board in the order of time. small: on a small machine."""

    def __init__(self, reader: Reader, *, small: bool = False) -> None:
        self._reader = reader
        self._all_again = (SMALL if small else REREADING).all_again
        self._seen: Seen | None = None
        self._looked_like: Image | None = None
        self._due = 0
        self._changed = NOWHERE
        self._all_at = 0.0
        self._looks = StripNumbers()
        self._long_foreign = LongForeign()
        self._track = [strip_at(row, column) for row, column in reader.board.seats.track()]

    def fitting(self, image: Image) -> Image:
        return self._reader.fitting(image)

    def read(
        self, image: Image, frame: int, time: float, dice_before: Sequence[Spot], *, hurried: bool = False
    ) -> Evidence:
        """Evidence from one picture (BGR uint8) in which nothing moves. Raises PictureError for another shape.

        hurried: what lies under a hand is not read, and a quiet table as seldom as a small machine does it. Otherwise
        the throw is told while somebody thinks about it with a hand on the board.
        """
        picture = self._reader.prepared(image)
        changed = self._changed_in(picture, time, SMALL.all_again if hurried else self._all_again)
        logits = self._reader.look(picture)
        if hurried and self._seen is not None and self._due and changed is not None:
            under = replace(self._seen, maps=self._reader.maps(logits))
            standing = self._standing(under, time)
            if makes_a_hand(self._reader.foreign_cells(under) & ~standing):
                self._seen = under
                return self._numbered(self._reader.evidence(under, frame, time, standing), picture)
        self._due = max(0, self._due - 1)
        if not self._due:
            self._changed = NOWHERE
        self._seen = self._reader.read_region(picture, changed, self._seen, dice_before, logits)
        return self._numbered(self._reader.evidence(self._seen, frame, time, self._standing(self._seen, time)), picture)

    def _standing(self, seen: Seen, time: float) -> Cells:
        """Cells of the maps that have looked foreign all along."""
        foreign = self._reader.foreign_cells(seen)
        return foreign & ~self._long_foreign.fresh(foreign, seen.maps.plain_things(foreign), time)

    def _numbered(self, evidence: Evidence, picture: Prepared) -> Evidence:
        looks = self._looks.number(picture.sheet)
        appearances = tuple(looks[strip] for strip in self._track)
        return replace(evidence, appearances=appearances, dazzled=self._reader.is_dazzled(picture))

    def forget(self) -> None:
        """The next picture is read as a whole."""
        self._seen = None

    def _changed_in(self, picture: Prepared, time: float, all_again: float) -> Changed | None:
        """Where dice and cube are to be looked for; None: everywhere."""
        if self._seen is not None and self._looked_like is not None:
            self._looked_like = self._note_changes(picture, self._looked_like)
            if self._due or 0 <= time - self._all_at < all_again:
                return self._changed
        self._looked_like = picture.sheet
        self._all_at, self._due, self._changed = time, 0, NOWHERE
        return None

    def _note_changes(self, picture: Prepared, before: Image) -> Image:
        """What has changed is due for some looks, and from now on compared with how it looks now: the sheet with which
        the next one is compared."""
        pixels = differing(picture.sheet, before)
        cells = changed_cells(pixels)
        if cells.any():
            self._changed = Changed(cells | self._changed.cells if self._due else cells)
            self._due = REREADING.looks
        return renewed(before, picture.sheet, pixels) if pixels.any() else before
