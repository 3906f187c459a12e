"""Reading a board again and again: only what has changed since it was last read is read afresh.

The sheet of a picture is compared with what it looked like when it was read: the 24 strips, the ridge, and cells all
over it. What differs is read a few times, for the noise of one frame is not that of the next; now and then a quiet
table is read as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import Position
from arbiter.referee.evidence import Evidence
from calibration.sheet import Image
from vision.cells import Cells
from vision.changes import NEIGHBOURS, Changed, changed_cells, differing, is_another, renewed
from vision.lamp_doubt import in_lamplight
from vision.prepared import Prepared
from vision.reader import Reader
from vision.score_maps import Spot, makes_a_hand
from vision.seen import EVERYTHING, ReadRegion, Seen
from vision.strips import RIDGE_BOX, STRIPS, strip_at, strip_box
from vision.unchanged_strips import StripNumbers


@dataclass(frozen=True)
class RereadingLimits:
    """How often what has changed is read. Measured by `python -m lab.benchmarks.vision --cost-only`."""

    looks: int = 3
    """Fresh readings of what has changed."""
    all_again: float = 6.0
    """Seconds after which what lies still is read as a whole."""
    in_turn: int = 2
    """Strips read with every look in which none has changed."""


REREADING = RereadingLimits()
SMALL = replace(REREADING, all_again=20.0)
"""On a small machine, which has something else to do than to read a quiet table."""


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
        self._due = np.zeros(STRIPS, np.int64)
        self._due_ridge = 0
        self._due_things = 0
        self._changed = Changed(np.zeros((0, 0), np.bool_))
        self._all_at = 0.0
        self._turn = 0
        self._looks = StripNumbers()
        self._long_foreign = LongForeign()
        self._track = [strip_at(row, column) for row, column in reader.board.seats.track()]

    def fitting(self, image: Image) -> Image:
        return self._reader.fitting(image)

    def read(
        self, image: Image, frame: int, time: float, dice_before: Sequence[Spot], *, hurried: bool = False
    ) -> Evidence:
        """Evidence from one picture (BGR uint8) in which nothing moves. Raises PictureError for another shape.

        What lies under a hand is not read. hurried: a quiet table is read as seldom as a small machine does it.
        """
        picture = self._reader.prepared(image)
        share = self._share(picture, time, SMALL.all_again if hurried else self._all_again)
        logits = self._reader.look(picture)
        if self._seen is not None and self._due_things and share is not EVERYTHING:
            under = replace(self._seen, maps=self._reader.maps(logits))
            standing = self._standing(under, time)
            if makes_a_hand(self._reader.foreign_cells(under) & ~standing):
                self._seen = under
                return self._numbered(self._reader.evidence(under, frame, time, standing), picture)
        self._read_by_now(share)
        self._seen = self._reader.read_region(picture, share, self._seen, dice_before, logits)
        return self._numbered(self._reader.evidence(self._seen, frame, time, self._standing(self._seen, time)), picture)

    def _standing(self, seen: Seen, time: float) -> Cells:
        """Cells of the maps that have looked foreign all along."""
        foreign = self._reader.foreign_cells(seen)
        return foreign & ~self._long_foreign.fresh(foreign, seen.maps.plain_things(foreign), time)

    def _numbered(self, evidence: Evidence, picture: Prepared) -> Evidence:
        looks = self._looks.number(picture.sheet)
        appearances = tuple(looks[strip] for strip in self._track)
        found = replace(evidence, appearances=appearances)
        return in_lamplight(found, picture.unlit, self._reader.board.seats)

    def learn(self, image: Image, position: Position, *, entered: bool = False) -> None:
        """This picture, read last, shows this position: the board is learned from it. entered: people said so."""
        if self._seen is not None:
            self._reader.learn(self._reader.prepared(image), self._seen, position, entered=entered)

    def unlearn(self) -> None:
        """What was learned last is forgotten."""
        self._reader.unlearn()

    def forget(self) -> None:
        """The next picture is read as a whole."""
        self._seen = None

    def _share(self, picture: Prepared, time: float, all_again: float) -> ReadRegion:
        if self._seen is None or self._looked_like is None:
            return self._all(picture, time)
        self._looked_like = self._note_changes(picture, self._looked_like)
        nothing = not (self._due.any() or self._due_ridge or self._due_things)
        if nothing and not 0 <= time - self._all_at < all_again:
            return self._all(picture, time)
        points = {int(place) for place in np.flatnonzero(self._due)}
        if not points:
            points = {(self._turn + n) % STRIPS for n in range(REREADING.in_turn)}
            self._turn = (self._turn + REREADING.in_turn) % STRIPS
        return ReadRegion(tuple(sorted(points)), self._due_ridge > 0, self._changed)

    def _read_by_now(self, share: ReadRegion) -> None:
        if share is EVERYTHING:
            return
        self._due = np.maximum(self._due - 1, 0)
        self._due_ridge = max(0, self._due_ridge - 1)
        self._due_things = max(0, self._due_things - 1)
        if not self._due_things:
            self._changed = Changed(np.zeros_like(self._changed.cells))

    def _all(self, picture: Prepared, time: float) -> ReadRegion:
        self._looked_like = picture.sheet
        self._all_at, self._due_things, self._due_ridge = time, 0, 0
        self._changed = Changed(np.zeros((0, 0), np.bool_))
        self._due[:] = 0
        return EVERYTHING

    def _note_changes(self, picture: Prepared, before: Image) -> Image:
        """What has changed is due for some readings, and from now on compared with how it looks now: the sheet with
        which the next one is compared."""
        pixels = differing(picture.sheet, before)
        for strip in range(STRIPS):
            if is_another(pixels, strip_box(strip)):
                self._due[strip] = REREADING.looks
        if is_another(pixels, RIDGE_BOX):
            self._due_ridge = REREADING.looks
        cells = changed_cells(pixels)
        if cells.any():
            self._changed = Changed(cells | self._changed.cells if self._due_things else cells)
            self._due_things = REREADING.looks
        return renewed(before, picture.sheet, pixels) if pixels.any() else before
