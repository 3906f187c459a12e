"""Reading a board again and again: only what has changed since it was last read is read afresh.

A picture is cut into 24 strips, the ridge and the scene around them. Each is compared with what it looked like when
it was read; a part that differs is read a few times, for the noise of one frame is not that of the next. So a play
costs the reading of the points it touched, and now and then a quiet table is read as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import Position
from arbiter.referee.evidence import Evidence
from calibration.colours import brightest
from calibration.sheet import Image
from vision.cells import Cells
from vision.inputs import RIDGE, SCENE, Prepared
from vision.lamp_doubt import in_lamplight
from vision.reader import Reader
from vision.scene import EVERYTHING, ReadRegion, SceneReading
from vision.score_maps import Spot, makes_a_hand
from vision.strips import ALL, STRIPS, Box, strip_at, strip_boxes
from vision.unchanged_strips import LIMITS, StripNumbers

Mask = npt.NDArray[np.bool_]
NEIGHBOURS = np.ones((3, 3), np.uint8)
"""A cell and those that touch it, as a kernel."""


@dataclass(frozen=True)
class RereadingLimits:
    """What counts as changed, and how often it is read. Measured by `python -m lab.benchmarks.vision --cost-only`."""

    looks: int = 3
    """Fresh readings of what has changed."""
    changed_pixels: int = 6
    """As many pixels that differ by `LIMITS.different` in a strip, or in a cell of the scene, make it another."""
    cell: int = 16
    """Pixels of the scene's sheet that are compared, and read, together."""
    all_again: float = 6.0
    """Seconds after which what lies still is read as a whole."""
    in_turn: int = 2
    """Strips read with every look in which none has changed."""
    smooth: int = 3
    """Pixels over which pictures are averaged before they are compared."""
    spread: int = 9
    """Pixels across of the square round a changed one that is compared with how it looks now from then on."""
    around: int = 1
    """Cells that are read on every side of a group of changed ones, about: see `vision.scene.REACH`."""
    most_of_it: float = 0.6
    """Share of the scene in the boxes round all changes from which on it is read as a whole."""


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
    """Remembers since when each cell of the scene's maps has looked foreign.

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
        self._seen: SceneReading | None = None
        self._looked_like: list[Image] = []
        self._due = np.zeros(STRIPS, np.int64)
        self._due_ridge = 0
        self._due_scene: Mask = np.zeros((0, 0), np.bool_)
        self._scene_looks = 0
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

        hurried: what lies under a hand is not read, and a quiet table as seldom as a small machine does it.
        """
        picture = self._reader.prepared(image)
        share = self._share(picture, time, SMALL.all_again if hurried else self._all_again)
        maps = None
        if hurried and self._seen is not None and share.scene and share is not EVERYTHING:
            maps = self._reader.scene_maps(picture, share, self._seen)
            under = replace(self._seen, maps=maps)
            standing = self._standing(under, time)
            if makes_a_hand(self._reader.foreign_cells(under) & ~standing):
                self._seen = under
                return self._numbered(self._reader.evidence(under, frame, time, standing), picture)
        self._read_by_now(share)
        self._seen = self._reader.read_region(picture, share, self._seen, dice_before, maps)
        return self._numbered(self._reader.evidence(self._seen, frame, time, self._standing(self._seen, time)), picture)

    def _standing(self, seen: SceneReading, time: float) -> Cells:
        """Cells of the scene that have looked foreign all along."""
        foreign = self._reader.foreign_cells(seen)
        return foreign & ~self._long_foreign.fresh(foreign, seen.maps.plain_things(foreign), time)

    def _numbered(self, evidence: Evidence, picture: Prepared) -> Evidence:
        looks = self._looks.number(picture.sheets[:2])
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
        if self._seen is None:
            self._due_scene = np.zeros(_cells(picture.sheets[SCENE]), np.bool_)
            return self._all(picture, time)
        self._note_changes(picture)
        nothing = not (self._due.any() or self._due_ridge or self._scene_looks)
        if nothing and not 0 <= time - self._all_at < all_again:
            return self._all(picture, time)
        points = {int(place) for place in np.flatnonzero(self._due)}
        if not points:
            points = {(self._turn + n) % STRIPS for n in range(REREADING.in_turn)}
            self._turn = (self._turn + REREADING.in_turn) % STRIPS
        scene = parts_around(self._due_scene) if self._scene_looks else ()
        return ReadRegion(tuple(sorted(points)), scene, self._due_ridge > 0)

    def _read_by_now(self, share: ReadRegion) -> None:
        if share is not EVERYTHING:
            self._due = np.maximum(self._due - 1, 0)
            self._due_ridge = max(0, self._due_ridge - 1)
            self._scene_looks = max(0, self._scene_looks - 1)

    def _all(self, picture: Prepared, time: float) -> ReadRegion:
        self._looked_like = list(picture.sheets)
        self._all_at, self._scene_looks, self._due_ridge = time, 0, 0
        self._due[:] = 0
        return EVERYTHING

    def _note_changes(self, picture: Prepared) -> None:
        """What has changed is due for some readings, and from now on compared with how it looks now."""
        for leaf in (0, 1):
            changed = _changed(picture.sheets[leaf], self._looked_like[leaf])
            for place, where in enumerate(strip_boxes(changed.shape)):
                if np.count_nonzero(changed[where]) >= REREADING.changed_pixels:
                    self._due[12 * leaf + place] = REREADING.looks
            self._renew(leaf, picture, changed)
        changed = _changed(picture.sheets[RIDGE], self._looked_like[RIDGE])
        if np.count_nonzero(changed) >= REREADING.changed_pixels:
            self._due_ridge = REREADING.looks
            self._renew(RIDGE, picture, changed)
        changed = _changed(picture.sheets[SCENE], self._looked_like[SCENE])
        cells = _per_cell(changed) >= REREADING.changed_pixels
        if cells.any():
            self._due_scene = cells | self._due_scene if self._scene_looks else cells
            self._scene_looks = REREADING.looks
            self._renew(SCENE, picture, changed)

    def _renew(self, part: int, picture: Prepared, changed: Mask) -> None:
        if changed.any():
            spread = cv2.dilate(changed.astype(np.uint8), np.ones((REREADING.spread, REREADING.spread), np.uint8))
            renewed = cv2.copyTo(picture.sheets[part], spread, self._looked_like[part].copy())
            self._looked_like[part] = np.asarray(renewed, np.uint8)


def _changed(now: Image, before: Image) -> Mask:
    over = (REREADING.smooth, REREADING.smooth)
    difference = cv2.absdiff(cv2.blur(now, over), cv2.blur(before, over))
    return np.asarray(brightest(np.asarray(difference, np.uint8)) > LIMITS.different, np.bool_)


def _cells(sheet: Image) -> tuple[int, int]:
    return -(-sheet.shape[0] // REREADING.cell), -(-sheet.shape[1] // REREADING.cell)


def _per_cell(changed: Mask) -> npt.NDArray[np.int64]:
    """How many changed pixels each cell of the scene holds."""
    rows = np.add.reduceat(changed.astype(np.int64), np.arange(0, changed.shape[0], REREADING.cell), axis=0)
    return np.asarray(np.add.reduceat(rows, np.arange(0, changed.shape[1], REREADING.cell), axis=1))


def parts_around(cells: Mask) -> tuple[Box, ...]:
    """Parts of the scene's sheet that hold all these cells, those whose neighbours touch in one; all of it where they
    are most of it."""
    groups, group = cv2.connectedComponents(cv2.dilate(cells.astype(np.uint8), NEIGHBOURS), connectivity=8)
    found: list[Box] = []
    seen = 0
    for number in range(1, groups):
        rows, columns = (np.flatnonzero((cells & (group == number)).any(axis=axis)) for axis in (1, 0))
        (top, bottom), (left, right) = ((int(n[0]), int(n[-1]) + 1) for n in (rows, columns))
        around = 2 * REREADING.around
        seen += (bottom - top + around) * (right - left + around)
        step = REREADING.cell
        found.append((slice(top * step, bottom * step), slice(left * step, right * step)))
    return ALL if seen > REREADING.most_of_it * cells.size else tuple(found)
