"""One whole look at a picture: the rectified leaves and ridge, and from them all evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from arbiter.position import Position
from arbiter.referee.evidence import CubeSeen, DieSeen, Evidence, PlaceEvidence
from calibration.board import Board
from calibration.colours import match_light
from calibration.leaf import POINTS_PER_ROW
from calibration.looks import Looks, recall_looks
from vision.board_dice import DICE, Candidate, candidates, see_dice, with_scene
from vision.checkers import ColourRows
from vision.crops import DIE_MIDDLE, nearest_leaf
from vision.cube import may_be_cube, see_cube
from vision.dice import FINDER_SCALE, DieFinder, DieSpot
from vision.errors import PictureError
from vision.heat import SceneHeat, Spot, scene_heat
from vision.inputs import CLOSE_SCALE, NET_SCALE, RIDGE, SCENE, WHOLE, Box, NetInputs, strip_at
from vision.learning import BoardLearner, Lesson
from vision.points import Totals, point_evidence, ridge_evidence, with_marks
from vision.ridge_input import ridge_input
from vision.sources.pictures import same_shape

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Cells = npt.NDArray[np.bool_]
FOREIGN = 0.5
RIM = 0.75
"""Point widths round the leaves in which nothing counts as lying beside the board: walls, frame and the ridge's ends
are there, and a checker beside the frame has its middle farther out."""
CUBE_REACH = 0.6
"""Point widths from the cube's middle to its farthest corner."""
DIE_MARGIN = 1.2
"""Point widths around a part of the picture in which dice are looked for again with it."""
CELL_AREA = (2 / NET_SCALE) ** 2
HIDDEN_CELLS = 4
"""Cells of the scene over a point that must show something foreign for anything to hide it, whatever the network of the
points says. Of 1,089 strips under an arm on own boards 26 have fewer, of three imagined ones none has any."""
FOREIGN_AREA = 0.85
"""Square point widths of a foreign thing over the leaves that make a hand of it."""
BESIDE_STANDING = np.ones((5, 5), np.uint8)
"""Cells round what has looked foreign all along that belong to it."""
BESIDE_MIDDLE = 0.2
"""Point widths on either side of a point in which a mark is rather a neighbour's."""
PLAIN_COUNT = 3.0
"""How much likelier than the next one a count is, to be believed although something is said to hide the point."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A picture in the bare board's light (BGR uint8), shrunk, and its four parts seen from above."""

    image: Image
    small: Image
    sheets: tuple[Image, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a picture is read: which of the 24 strips, what part of the scene's sheet, the ridge or not."""

    points: tuple[int, ...]
    """In order."""
    scene: Box | None
    ridge: bool


@dataclass(frozen=True, eq=False)
class Seen:
    """What a look has found; points: by strip, marks: the scene's greatest heat of light and dark checkers there.

    The next look can go on from it.
    """

    points: tuple[PlaceEvidence, ...]
    marks: tuple[tuple[float, float], ...]
    heat: SceneHeat
    dice: tuple[DieSeen, ...]
    cube: tuple[CubeSeen, Spot] | None
    ridge: PlaceEvidence
    hand: bool
    """Something that is no part of the game covers part of the leaves or the ridge."""
    aside: tuple[int, int]
    """Light and dark checkers beside the board."""
    die_spots: tuple[DieSpot, ...]

    def evidence(self, board: Board, frame: int, time: float) -> Evidence:
        strips = [strip_at(row, column) for row, column in board.seats.track()]
        places = (*(with_marks(self.points[strip], *self.marks[strip]) for strip in strips), self.ridge)
        cube = self.cube[0] if self.cube else None
        return Evidence(frame, time, True, self.hand, places, self.dice, cube, self.aside, lacking=board.position.off)


STRIPS = 24
PARTS = (0, 1, RIDGE, SCENE)
NOTHING_SEEN = PlaceEvidence((), hidden=True)
EVERYTHING = Share(tuple(range(STRIPS)), WHOLE, ridge=True)
REACH, GRID = 52, 4
"""Pixels around a part of the scene that its network looks at, and what its maps depend on; and by which it steps."""


class Reader:
    """Reads pictures of one calibrated board.

    guessed: the board was never calibrated but guessed from a picture. It is then some pixels off, and what a closer
    look could tell is no larger: it makes nothing better.
    """

    def __init__(self, board: Board, *, guessed: bool = False) -> None:
        self.board = board
        self._guessed = guessed
        self._learner = BoardLearner(board, recall_looks(board))
        self._look_for(self._learner.looks)
        self._over_board = self._inputs.board_in_scene(board)
        self._on_ridge = self._inputs.ridge_in_scene(board)
        self._over_points = self._inputs.strips_in_scene(board)
        self._in_rows = self._inputs.strips_in_scene(board, aside=BESIDE_MIDDLE)
        reach = 2 * round(RIM * NET_SCALE / 2) + 1
        self._round_board = cv2.dilate(self._over_board.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0

    def _look_for(self, looks: Looks) -> None:
        self._looks = looks
        self._inputs = NetInputs(self.board, looks)
        self._close = None if self._guessed else NetInputs(self.board, looks, CLOSE_SCALE)
        self._rows = ColourRows(self.board, looks)
        self._finder = DieFinder(looks.bare, FINDER_SCALE / NET_SCALE * self._inputs.scene_scale)

    def learn(self, picture: Prepared, seen: Seen, position: Position) -> None:
        """From now on the board looks as this picture shows it, of which it is sure that it shows this position."""
        strips = [strip_at(row, column) for row, column in self.board.seats.track()]
        agreed = [False] * STRIPS
        for point, strip in enumerate(strips, 1):
            place = seen.points[strip]
            agreed[strip] = not place.hidden and bool(place.scores) and place.scores[0][:2] == position.counts(point)
        things = [die.center for die in seen.dice] + ([seen.cube[1]] if seen.cube else [])
        if not seen.hand:
            self._look_for(self._learner.learn(Lesson(picture.image, position, tuple(agreed), tuple(things))))

    def unlearn(self) -> None:
        """The last lesson is forgotten: people have said otherwise."""
        looks = self._learner.unlearn()
        if looks is not self._looks:
            self._look_for(looks)

    def read(self, image: Image, frame: int = 0, time: float = 0.0, dice_before: Sequence[Spot] = ()) -> Evidence:
        """Evidence from one picture (BGR uint8 of the board's shape). Raises PictureError for another shape.

        dice_before: where dice lay in the last look, where there was one: they are known again more easily.
        """
        seen = self.look(self.prepared(image), dice_before=dice_before)
        return seen.evidence(self.board, frame, time)

    def prepared(self, image: Image) -> Prepared:
        """A picture (BGR uint8 of the board's shape) in the bare board's light, and its parts seen from above."""
        image = match_light(self.fitting(image), self._looks.bare)
        small = self._inputs.shrunk(image)
        return Prepared(image, small, tuple(self._inputs.sheet(part, small) for part in PARTS))

    def look(
        self,
        picture: Prepared,
        share: Share = EVERYTHING,
        before: Seen | None = None,
        dice_before: Sequence[Spot] = (),
    ) -> Seen:
        """What a picture shows; only `share` of it is read afresh, the rest is as it was seen before."""
        points = list(before.points) if before else [NOTHING_SEEN] * STRIPS
        if share.points:
            cut = self._inputs.strips_at(share.points, picture.sheets)
            close = partial(self._closely, self._close, picture.image, share.points) if self._close else None
            read = point_evidence(cut, close, partial(self._rows_at, picture.image, share.points))
            for place, found in zip(share.points, read, strict=True):
                points[place] = found
        heat = before.heat if before else None
        if share.scene is not None or heat is None:
            heat = self._heat(picture, share.scene or WHOLE, heat)
        points = [self._checked(place, heat, over) for place, over in zip(points, self._over_points, strict=True)]
        cube = before.cube if before else None
        if share.scene is not None or before is None:
            cube = see_cube(self.board, picture.image, heat.cube_spots())
        spots = before.die_spots if before else ()
        if share.scene is not None or before is None:
            spots = self._die_spots(picture.image, share.scene or WHOLE, spots)
        dice = self._dice(picture.image, spots, heat, cube[1] if cube else None, dice_before)
        ridge = before.ridge if before else NOTHING_SEEN
        if share.ridge:
            sheet = picture.sheets[RIDGE]
            if cube:  # on the ridge it would pass for a checker of its colour
                sheet = self._inputs.sheet(RIDGE, self._inputs.without(picture.small, cube[1], CUBE_REACH))
            seen = ridge_input(self.board, self._inputs.maps_of(RIDGE, sheet))
            ridge = ridge_evidence(seen, heat.on_ridge(self._on_ridge, cube[1] if cube else None))
        ridge = self._checked(ridge, heat, self._on_ridge)
        on_points = tuple(self._on_checker(die, points, heat) for die in dice)
        aside = heat.aside(self._round_board, cube[1] if cube else None)
        hand = large(self.foreign_cells(heat)) or any(place.hidden for place in (*points, ridge))
        marks = tuple(heat.of_checkers(over) for over in self._in_rows)
        return Seen(tuple(points), marks, heat, on_points, cube, ridge, hand, aside, spots)

    def used_to(self, seen: Seen, standing: Cells) -> Seen:
        """What was seen, but for what has looked foreign all along: it is no hand.

        standing: such cells of the scene's maps. Places that only they hide are believed where they are plain.
        """
        if not standing.any():
            return seen
        others = cv2.dilate(standing.astype(np.uint8), BESIDE_STANDING) == 0
        hand = large(self.foreign_cells(seen.heat) & ~standing)
        places = [*seen.points, seen.ridge]
        for n, (place, over) in enumerate(zip(places, (*self._over_points, self._on_ridge), strict=True)):
            if self._checked(place, seen.heat, over & others).hidden:
                hand = True
            elif place.hidden and is_plain(place):
                places[n] = replace(place, hidden=False)
        return replace(seen, points=tuple(places[:-1]), ridge=places[-1], hand=hand)

    def _checked(self, place: PlaceEvidence, heat: SceneHeat, over: Cells) -> PlaceEvidence:
        """A point, hidden only where the scene shows by what. over: the cells of the scene that show the point."""
        if not place.hidden or np.count_nonzero(heat.foreign[over] > FOREIGN) >= HIDDEN_CELLS:
            return place
        return replace(place, hidden=False)

    def _closely(self, inputs: NetInputs, image: Image, places: Sequence[int], asked: Sequence[int]) -> Floats:
        """The strips at some of these places at the inputs' scale."""
        large = inputs.shrunk(image)
        return inputs.strips_at([places[n] for n in asked], [inputs.sheet(leaf, large) for leaf in (0, 1)])

    def _rows_at(self, image: Image, places: Sequence[int], asked: Sequence[int]) -> Sequence[Totals]:
        """The best rows by colour at some of these places."""
        return self._rows.best(image, [places[n] for n in asked])

    def weighed_dice(self, image: Image) -> list[Candidate]:
        """All spots of a picture that may be dice, before any is chosen: for measuring."""
        picture = self.prepared(image)
        heat = self._heat(picture, WHOLE, None)
        spots = with_scene(self.board, self._die_spots(picture.image, WHOLE, ()), heat)
        return candidates(self.board, picture.image, self._looks.bare, spots, heat)

    def _dice(
        self, image: Image, spots: Sequence[DieSpot], heat: SceneHeat, cube: Spot | None, dice_before: Sequence[Spot]
    ) -> list[DieSeen]:
        """The dice; a side of the cube, figures and all, may pass for a die's."""
        spots = with_scene(self.board, spots, heat)
        if cube is not None:
            reach, warmth = CUBE_REACH * NET_SCALE / heat.scale, heat.at(heat.cube, cube)
            spots = [s for s in spots if np.hypot(s.x - cube[0], s.y - cube[1]) > reach or s.score > warmth]
        dice = see_dice(self.board, image, self._looks.bare, spots, heat, dice_before)
        if cube is None:
            dice = [die for die in dice if not may_be_cube(self.board, image, die)]
        return dice

    def _die_spots(self, image: Image, where: Box, before: Sequence[DieSpot]) -> tuple[DieSpot, ...]:
        """Where dice may lie, looked for again only within `where` (rows, columns of the scene)."""
        if where == WHOLE:
            return tuple(self._finder.find(image, DICE.spot, DICE.most))
        margin, to_scene = DIE_MARGIN * NET_SCALE, self._inputs.scene_scale
        height, width = image.shape[:2]
        (top, bottom), (left, right) = (
            (max(0, int((part.start - margin) / to_scene)), min(side, int((part.stop + margin) / to_scene) + 1))
            for part, side in zip(where, (height, width), strict=True)
        )
        found = self._finder.find(image, DICE.spot, DICE.most, ((top, bottom), (left, right)))
        inner = margin / 2 / to_scene

        def renewed(x: float, y: float) -> bool:
            across = (left == 0 or x >= left + inner) and (right >= width or x < right - inner)
            return across and (top == 0 or y >= top + inner) and (bottom >= height or y < bottom - inner)

        both = [s for s in before if not renewed(s.x, s.y)] + [s for s in found if renewed(s.x, s.y)]
        return tuple(sorted(both, key=lambda spot: -spot.score)[: DICE.most])

    def _heat(self, picture: Prepared, where: Box, before: SceneHeat | None) -> SceneHeat:
        """The scene network's maps, looked at again only within `where` (rows, columns of the scene)."""
        sheet = picture.sheets[SCENE]
        if before is None or where == WHOLE:
            return scene_heat(self._inputs.maps_of(SCENE, sheet), self._inputs.scene_scale)
        sides = sheet.shape[:2]
        inner = [
            (part.start // GRID * GRID, min(-(-part.stop // GRID) * GRID, side))
            for part, side in zip(where, sides, strict=True)
        ]
        outer = [(max(0, low - REACH), min(side, high + REACH)) for (low, high), side in zip(inner, sides, strict=True)]
        rows, columns = (slice(low, high) for low, high in outer)
        seen = scene_heat(self._inputs.maps_of(SCENE, sheet, (rows, columns)), self._inputs.scene_scale)
        place = tuple(slice(low // 2, high // 2) for low, high in inner)
        source = tuple(
            slice((low - edge) // 2, (high - edge) // 2) for (low, high), (edge, _) in zip(inner, outer, strict=True)
        )
        return before.renewed(seen, place, source)

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

    def foreign_cells(self, heat: SceneHeat) -> Cells:
        """Which cells of the scene's maps show something over the leaves or the ridge that is no part of the game."""
        return np.asarray((heat.foreign > FOREIGN) & self._over_board, np.bool_)

    def _on_checker(self, die: DieSeen, seen: Sequence[PlaceEvidence], heat: SceneHeat) -> DieSeen:
        """Whether a die lies on top of a checker: its middle is over the row of a point that is occupied so far.

        The scene must show one there too: a die of the checkers' colour may itself pass for a row of one.
        """
        if die.leaf is None or not heat.checker_near(die.center):
            return die
        index, leaf = nearest_leaf(self.board, die.center)
        x, y = leaf.locate([die.center], DIE_MIDDLE)[0]
        column = min(POINTS_PER_ROW - 1, max(0, int(x)))
        checker = self.board.checker
        far = y < leaf.length / 2
        from_edge = y if far else leaf.length - y
        light, dark, _ = seen[strip_at("top" if far else "bottom", 6 * index + column)].scores[0]
        row_end = checker.first + (min(5, light + dark) - 0.5) * checker.pitch
        over = light + dark > 0 and from_edge < row_end and abs(x - column - 0.5) < 0.8 * checker.radius
        if not over:
            return die
        return replace(die, on_checker=True)


def is_plain(place: PlaceEvidence) -> bool:
    """Whether one count is far likelier than all others."""
    return place.scores[0][2] - place.scores[1][2] > PLAIN_COUNT


def large(foreign: Cells) -> bool:
    """Whether these cells make a hand."""
    return bool(np.count_nonzero(foreign) * CELL_AREA > FOREIGN_AREA)
