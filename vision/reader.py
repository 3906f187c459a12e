"""One whole look at a picture, stage by stage, and the evidence that comes of it.

    picture -> prepared: without the light of lamps along the board (vision.lamplight), in the bare board's light, its
               parts seen from above (vision.inputs)
            -> scene, cube, dice, points, ridge: what the networks say of each, one module a stage
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
from arbiter.position import Position
from arbiter.referee.evidence import CubeSeen, Evidence, PlaceEvidence
from calibration.board import Board
from calibration.colours import match_light
from calibration.learn import Appearance, recall_appearance
from calibration.sheet import Image
from vision.board_dice import NO_DICE, Candidate, candidates, read_dice, spots_of
from vision.board_model import view_of
from vision.cells import Cells
from vision.cube import read_cube
from vision.errors import PictureError
from vision.evidence import evidence_of, settled
from vision.inputs import Prepared
from vision.lamp_doubt import in_lamplight
from vision.lamp_fields import LampFields
from vision.lamplight import LampLight
from vision.learning import BoardLearner, Lesson
from vision.points import read_points
from vision.pose_tracking import CameraPose, Homography
from vision.ridge import read_ridge
from vision.scene import EVERYTHING, ReadRegion, SceneReading, read_scene
from vision.score_maps import ScoreMaps, Spot
from vision.sheet.geometry import SheetView, numbers_of
from vision.sources.pictures import same_shape
from vision.start_labels import StartLabels, labels_of, misread
from vision.strips import ALL, STRIPS, strip_at
from vision.under_dice import on_checkers

NOTHING_SEEN = PlaceEvidence((), hidden=True)


class Reader:
    """Reads pictures of one calibrated board.

    guessed: it was guessed from a picture instead; lamps may shine in that one, so none are taken off.
    """

    def __init__(self, board: Board, *, guessed: bool = False) -> None:
        self.board = board
        self._learner = BoardLearner(board, recall_appearance(board))
        self._geometry = SheetView(numbers_of(board))
        self._fields = None if guessed else LampFields(board)
        self._see_as(self._learner.appearance)
        doubted = any(misread(board, point) for point in range(1, STRIPS + 1))
        self._labels = labels_of(board, self.prepared(board.start).sheets[:2]) if doubted else StartLabels(())

    def _see_as(self, appearance: Appearance) -> None:
        self._view = view_of(self.board, appearance, self._geometry)
        self._lamps = LampLight(self._fields, appearance) if self._fields else None

    def read(self, image: Image, frame: int = 0, time: float = 0.0, dice_before: Sequence[Spot] = ()) -> Evidence:
        """Evidence from one picture (BGR uint8 of the board's shape). Raises PictureError for another shape.

        dice_before: where dice lay in the last look, where there was one: they are known again more easily.
        """
        picture = self.prepared(image)
        found = self.evidence(self.read_region(picture, dice_before=dice_before), frame, time)
        return in_lamplight(found, picture.unlit, self.board.seats)

    def read_places(self, image: Image) -> tuple[PlaceEvidence, ...]:
        """The 24 points of one picture as `read` gives them, in light's order: nobody asks for dice, cube and ridge."""
        picture = self.prepared(image)
        maps = read_scene(self._view, picture, EVERYTHING.scene, None)
        logits = self._view.sheet.read(picture.image)
        points = read_points(self._view, picture, logits, EVERYTHING.points, (NOTHING_SEEN,) * STRIPS)
        points = self._labels.applied(points, picture.sheets[:2])
        seen = SceneReading(maps, None, NO_DICE, points, NOTHING_SEEN)
        return in_lamplight(self.evidence(seen, 0, 0.0), picture.unlit, self.board.seats).places[:STRIPS]

    def prepared(self, image: Image) -> Prepared:
        """A picture (BGR uint8 of the board's shape) in the bare board's light, and its parts seen from above.

        Raises PictureError for another shape.
        """
        image = self.fitting(image)
        unlit = self._lamps.taken_off(image) if self._lamps else None
        plain = image if unlit is None else unlit.picture
        prepared = self._view.inputs.prepared(match_light(plain, self._view.appearance.bare))
        return replace(prepared, unlit=unlit)

    def read_region(
        self,
        picture: Prepared,
        share: ReadRegion = EVERYTHING,
        before: SceneReading | None = None,
        dice_before: Sequence[Spot] = (),
        maps: ScoreMaps | None = None,
    ) -> SceneReading:
        """What a picture shows; only `share` of it is read afresh, the rest is as it was seen before.

        maps: of this share of the picture, where they were read already.
        """
        view = self._view
        maps = maps or read_scene(view, picture, share.scene, before.maps if before else None)
        cube, spots = before.cube if before else None, maps.cube_spots()
        if before is None or spots != before.maps.cube_spots():
            cube = read_cube(view.board, picture.image, spots, _as_it_lay(before))
        spot = cube[1] if cube else None
        dice = read_dice(view, picture, share.scene, before.dice if before else None, maps, spot, dice_before)
        points = before.points if before else (NOTHING_SEEN,) * STRIPS
        if share.points:
            points = read_points(view, picture, view.sheet.read(picture.image), share.points, points)
        points = self._labels.applied(points, picture.sheets[:2])
        dice = replace(dice, dice=on_checkers(view, picture, dice.dice, points))
        ridge = before.ridge if before else NOTHING_SEEN
        if share.ridge:
            ridge = read_ridge(view, picture, maps, cube)
        return SceneReading(maps, cube, dice, points, ridge)

    def scene_maps(self, picture: Prepared, share: ReadRegion, before: SceneReading) -> ScoreMaps:
        """The scene's maps alone, which show whether a hand lies over the board."""
        return read_scene(self._view, picture, share.scene, before.maps)

    def evidence(self, seen: SceneReading, frame: int, time: float, standing: Cells | None = None) -> Evidence:
        """What was seen, as evidence. standing: cells of the scene's maps that have looked foreign all along."""
        return evidence_of(self._view, seen, frame, time, standing)

    def foreign_cells(self, seen: SceneReading) -> Cells:
        """Which cells of the scene's maps show something over the leaves or the ridge that is no part of the game."""
        return seen.maps.foreign_in(self._view.cells.board)

    def weighed_dice(self, image: Image) -> list[Candidate]:
        """All spots of a picture that may be dice, before any is chosen: for measuring."""
        picture = self.prepared(image)
        maps = read_scene(self._view, picture, ALL, None)
        return candidates(self._view, picture.image, spots_of(self._view, picture, maps), maps)

    def learn(self, picture: Prepared, seen: SceneReading, position: Position, *, entered: bool = False) -> None:
        """From now on the board looks as this picture shows it, of which it is sure that it shows this position.

        entered: people said so, so it is taught where the picture is read otherwise too. What lamps have burnt out
        and nobody knows teaches nothing: an empty point would be taken to look like that.
        """
        places = settled(self._view, seen)
        if places.hand:
            return
        agreed = [False] * STRIPS
        for point, (row, column) in enumerate(self.board.seats.track(), 1):
            strip = strip_at(row, column)
            place = places.points[strip]
            as_read = bool(place.scores) and place.scores[0][:2] == position.counts(point)
            agreed[strip] = not place.hidden and (entered or as_read)
        things = [die.center for die in seen.dice.dice] + ([seen.cube[1]] if seen.cube else [])
        unknown = picture.unlit.unsure if picture.unlit else None
        lesson = Lesson(picture.image, position, tuple(agreed), tuple(things), unknown)
        self._see_as(self._learner.learn(lesson))

    def unlearn(self) -> None:
        """The last lesson is forgotten: people have said otherwise."""
        appearance = self._learner.unlearn()
        if appearance is not self._view.appearance:
            self._see_as(appearance)

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


def _as_it_lay(before: SceneReading | None) -> tuple[CubeSeen, Spot, float] | None:
    """The cube, where it was seen, and what the scene's maps scored there."""
    if before is None or before.cube is None:
        return None
    cube, spot = before.cube
    return next(((cube, spot, score) for each, score in before.maps.cube_spots() if each == spot), None)


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
    """Reads single pictures of one board, in no order."""

    def __init__(self, board: Board) -> None:
        self._board, self._reader = board, Reader(board)

    def read(self, image: Image) -> SingleReading:
        """BGR uint8 of the board's shape. Raises PictureError for another shape."""
        image = self._reader.fitting(image)
        pose = CameraPose(self._board)
        pose.check(image)  # where it is lost it is looked for where it was learned
        view = pose.steadied(image)
        to_board = np.eye(3) if view is image else pose.to_board
        return SingleReading(self._reader.read(view), view, to_board)
