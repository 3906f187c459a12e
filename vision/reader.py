"""One whole look at a picture, stage by stage, and the evidence that comes of it.

    picture -> prepared: in the bare board's light, and the sheet cut from it (vision.sheet.geometry)
            -> the sheet's network: counts, and maps of dice, cube, checkers and foreign things (vision.sheet.eyes)
            -> cube, dice, points, ridge: what comes of these, one module a stage
            -> evidence (vision.evidence)

Each stage takes what the stages before it have found, and what itself found in the last look, and gives frozen data.
A picture by itself, for which camera or book may have been moved, is brought back to the learned view first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from arbiter.message import Message
from arbiter.referee.evidence import CubeSeen, Evidence
from calibration.board import Board
from calibration.colours import match_light
from calibration.learn import recall_appearance
from calibration.sheet import Image
from vision.board_dice import Candidate, classify_dice, find_spots, read_dice, sized, weighed
from vision.board_model import view_of
from vision.burnt_out import Dazzle
from vision.cells import BOARD, Cells
from vision.changes import Changed
from vision.cube import read_cube
from vision.errors import PictureError
from vision.evidence import evidence_of
from vision.points import read_points, ridge_place
from vision.pose_tracking import CameraPose, Homography
from vision.prepared import Prepared
from vision.score_maps import SCORES, ScoreMaps, Spot
from vision.seen import Seen
from vision.sheet.eyes import SheetLogits
from vision.sheet.geometry import STEP, SheetView, numbers_of
from vision.sheet.mirrors import MIRRORS, UNMIRRORED, Mirror
from vision.sources.pictures import same_shape
from vision.start_labels import StartLabels, labels_of, misread
from vision.strips import STRIPS
from vision.under_dice import on_checkers


class Reader:
    """Reads pictures of one calibrated board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._geometry = SheetView(numbers_of(board))
        self._view = view_of(board, recall_appearance(board), self._geometry)
        self._dazzle = Dazzle(board, self._view.appearance.bare)
        doubted = any(misread(board, point) for point in range(1, STRIPS + 1))
        self._labels = labels_of(board, self.prepared(board.start).sheet) if doubted else StartLabels(())

    def read(
        self,
        image: Image,
        frame: int = 0,
        time: float = 0.0,
        dice_before: Sequence[Spot] = (),
        mirrors: Sequence[Mirror] = UNMIRRORED,
    ) -> Evidence:
        """Evidence from one picture (BGR uint8 of the board's shape). Raises PictureError for another shape.

        dice_before: where dice lay in the last look, where there was one: they are known again more easily. mirrors: in
        which it is seen.
        """
        picture = self.prepared(image)
        seen = self.read_region(picture, dice_before=dice_before, logits=self.look(picture, mirrors))
        return replace(self.evidence(seen, frame, time), dazzled=self.is_dazzled(picture))

    def prepared(self, image: Image) -> Prepared:
        """A picture (BGR uint8 of the board's shape) in the bare board's light, and the sheet cut from it.

        Raises PictureError for another shape.
        """
        image = self.fitting(image)
        lit = match_light(image, self._view.appearance.bare)
        return Prepared(image, lit, self._geometry.drawn(lit))

    def is_dazzled(self, picture: Prepared) -> bool:
        """Whether much of the board is burnt out."""
        return self._dazzle.dazzles(picture.taken)

    def look(self, picture: Prepared, mirrors: Sequence[Mirror] = UNMIRRORED) -> SheetLogits:
        """What the sheet's network says of a picture, on average over these mirrors."""
        return self._view.sheet.read(picture.sheet, mirrors)

    def maps(self, logits: SheetLogits) -> ScoreMaps:
        """The maps among that, which show whether a hand lies over the board."""
        return ScoreMaps.of(logits, self._geometry)

    def read_region(
        self,
        picture: Prepared,
        changed: Changed | None = None,
        before: Seen | None = None,
        dice_before: Sequence[Spot] = (),
        logits: SheetLogits | None = None,
    ) -> Seen:
        """What a picture shows.

        changed: where dice and cube are looked for again, None for everywhere; elsewhere they lie as before. logits: of
        this picture, where it was looked at already.
        """
        view, logits = self._view, logits or self.look(picture)
        maps = self.maps(logits)
        cube = self._cube(picture, maps, changed, before)
        dice = read_dice(
            view, picture, changed, before.dice if before else None, maps, cube[1] if cube else None, dice_before
        )
        points = self._labels.applied(read_points(logits, maps), picture.sheet)
        dice = replace(dice, dice=on_checkers(view, picture.image, dice.dice, points))
        return Seen(maps, cube, dice, points, ridge_place(logits.ridge))

    def _cube(
        self, picture: Prepared, maps: ScoreMaps, changed: Changed | None, before: Seen | None
    ) -> tuple[CubeSeen, Spot] | None:
        """The cube, looked at again only where something has changed that may be one."""
        spots = maps.cube_spots()
        if before is None:
            return read_cube(self.board, self.board.seats, picture.image, spots)
        seen = [*spots, *([(before.cube[1], 0.0)] if before.cube else [])]
        places = self._geometry.to_sheet([spot for spot, _ in seen]).tolist() if seen else []
        if changed is not None and not any(changed.holds((x, y)) for x, y in places):
            return before.cube
        lay = None
        if before.cube and changed is not None and not changed.holds((places[-1][0], places[-1][1])):
            lay = _as_it_lay(before.cube, spots, places)
        return read_cube(self.board, self.board.seats, picture.image, spots, lay)

    def evidence(self, seen: Seen, frame: int, time: float, standing: Cells | None = None) -> Evidence:
        """What was seen, as evidence. standing: cells of the maps that have looked foreign all along."""
        return evidence_of(self._view, seen, frame, time, standing)

    def foreign_cells(self, seen: Seen) -> Cells:
        """Which cells of the maps show something over the leaves or the ridge that is no part of the game."""
        return seen.maps.foreign_in(BOARD)

    def weighed_dice(self, image: Image) -> list[Candidate]:
        """All spots of a picture that may be dice, before any is chosen: for measuring."""
        picture = self.prepared(image)
        maps = self.maps(self.look(picture))
        spots = sized(self.board, picture.image, find_spots(self._view, picture, maps))
        return weighed(self.board, classify_dice(self.board, picture.image, spots), self.board.seats)

    def fitting(self, image: Image) -> Image:
        """The picture at the board's size. Raises PictureError where its shape is another."""
        height, width = image.shape[:2]
        if (width, height) == self.board.size:
            return image
        if not same_shape(image, self.board.size):
            wanted_width, wanted_height = self.board.size
            raise PictureError(
                Message(
                    "The picture has {width} by {height} pixels, "
                    "but the board was calibrated at {wanted_width} by {wanted_height}.",
                    width=width,
                    height=height,
                    wanted_width=wanted_width,
                    wanted_height=wanted_height,
                )
            )
        return np.asarray(cv2.resize(image, self.board.size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _as_it_lay(
    cube: tuple[CubeSeen, Spot], spots: Sequence[tuple[Spot, float]], places: Sequence[Sequence[float]]
) -> tuple[CubeSeen, Spot, float] | None:
    """The cube, with its spot and score now. places: of the sheet, of these spots and last of the cube as it lay."""
    *now, (x, y) = places
    near = [n for n, (u, v) in enumerate(now) if np.hypot(u - x, v - y) < STEP * SCORES.cube_cells]
    return (cube[0], *spots[near[0]]) if near else None


@dataclass(frozen=True, eq=False)
class SingleReading:
    """What one picture shows.

    evidence: pixels in it belong to `view`. view: the picture as the camera would have taken it from where the board
    was learned, BGR uint8, board's size. to_board: homography from the picture, at the board's size, to that view.
    """

    evidence: Evidence
    view: Image
    to_board: Homography

    @property
    def evidence_in_picture(self) -> Evidence:
        """The same with pixels as they are in the picture itself, at the board's size."""
        if not self.evidence.dice:
            return self.evidence
        centers = np.array([die.center for die in self.evidence.dice])
        back = cv2.perspectiveTransform(centers[None], np.linalg.inv(self.to_board))[0]
        dice = [replace(die, center=(float(x), float(y))) for die, (x, y) in zip(self.evidence.dice, back, strict=True)]
        return replace(self.evidence, dice=tuple(dice))


class SingleReader:
    """Reads single pictures of one board, in no order: there is time to see each in all mirrors."""

    def __init__(self, board: Board) -> None:
        self._board, self._reader = board, Reader(board)

    def read(self, image: Image) -> SingleReading:
        """BGR uint8 of the board's shape. Raises PictureError for another shape."""
        image = self._reader.fitting(image)
        pose = CameraPose(self._board)
        pose.check(image)  # where it is lost it is looked for where it was learned
        view = pose.steadied(image)
        to_board = np.eye(3) if view is image else pose.to_board
        return SingleReading(self._reader.read(view, mirrors=MIRRORS), view, to_board)
