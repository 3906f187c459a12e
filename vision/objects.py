"""Dice, the cube and foreign things, found anywhere in the picture and then looked at closely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import Side
from arbiter.referee.evidence import CubeSeen, DieSeen
from arbiter.seats import Leaf, Seats
from calibration.board import Board
from calibration.leaf import POINTS_PER_ROW
from calibration.sheet import Image
from vision.crops import CUBE_MIDDLE, DIE_MIDDLE, cube_input, die_input, nearest_leaf
from vision.dice import DieSpot, read_faces
from vision.nets import log_softmax, run, sigmoid

Floats = npt.NDArray[np.float32]
Spot = tuple[float, float]
Cells = npt.NDArray[np.bool_]

FOUND = 0.1
"""Heat above which a spot is looked at closely."""
LYING = 0.3
"""Heat of a checker that lies on the ridge or beside the board."""
COVERED, UNDER_DIE = 0.25, 3
"""Heat of a checker on which a die stands, within so many cells of the maps. Of 25 such nine in ten had 0.3 and more,
of 66 other dice nine in ten less than 0.14; a black die among black checkers had 0.22."""
MOST_DICE, MOST_CUBES = 8, 4
CUBE_FOUND = 0.25
PLAIN_FACE, CUBE_FACE = 0.95, 0.9
"""A die's face likelier than the one is plain; what shows a cube's likelier than the other may be one."""
CUBE_CELLS = 4
"""Cells of the maps from the cube's middle within which its own face may pass for a checker."""
CUBE_SURE = -1.0
"""Log-odds above which a spot is the cube: its figure's and its warmth's together."""
FINDER_SHARE, CUBE_WARMTH_SHARE = 0.7, 2.0
"""What the word that something is there counts beside a clear face, for a die and for the cube; both as log-odds."""
CLEAR_FACE = 0.7
"""How likely a face is at the least for it to be read where the scene put the thing, without a look round."""
ASIDE = 0.4
"""How far aside such a look goes, against half the thing's width."""
DIE_SURE, DIE_LIKELY = 2.0, 0.3
"""Log-odds above which a spot is a die, and where one was seen just before or a single die lacks its fellow. On own
renderings two in a hundred dice have less than 1.3, two in a hundred spots that are none more than 1.8, five more
than 0.4."""
THIRD_SURE = 4.5
"""Log-odds above which there is a die beside two likelier ones. Of 465 spots on own renderings that are no dice none
reaches four; half of the 87 that are reach six."""
FELLOWS_APART = 1.35
"""A die that is not plain has no side so many times as long or as short as the likeliest: dice of a throw are alike."""
SAME_SPOT = 8.0
"""Pixels that a die lying still may seem to move between two looks."""
DICE_APART = 0.62
"""Sides between the middles of two dice at the least: where they touch, marks lie nearer than middles."""
LARGE_DIE = 0.36
"""Point widths of a die's side from which on the network `die` is asked as well: it saw no smaller ones."""
SCENE_DIE, WARM = 0.48, 0.4
"""Point widths of a die as the scene network knows them, and its heat from which on a spot of its own is looked at."""
DIE_SPOT = 0.12
"""The finder's score from which on a spot is looked at."""
UNSURE = 1e-3
"""What no network's word leaves out: none is taken for surer."""
SUREST = float(np.log((1 - UNSURE) / UNSURE))
OVER_EDGE = 0.15
"""Point widths by which a die's middle may seem to lie off the leaf and still be on it."""
FACES = (2, 4, 8, 16, 32, 1)
"""Cube values by class; 64 up is a cube nobody has turned."""
FACES_IN_PLAY = np.log(np.array((0.25, 0.2, 0.15, 0.03, 0.01, 0.4), np.float32))
"""How often each of FACES lies up, against the training pictures where all do alike."""


@dataclass(frozen=True, eq=False)
class SceneHeat:
    """Heat maps of the scene network at half its input's resolution; scale: picture pixels to network pixels.

    checkers: (2, h, w), light and dark ones wherever they lie.
    """

    die: Floats
    cube: Floats
    foreign: Floats
    checkers: Floats
    scale: float

    def renewed(self, seen: SceneHeat, place: tuple[slice, ...], source: tuple[slice, ...]) -> SceneHeat:
        """These maps with what `source` cuts out of newer ones put in at `place`."""

        def mended(old: Floats, new: Floats) -> Floats:
            heat = old.copy()
            heat[..., place[0], place[1]] = new[..., source[0], source[1]]
            return heat

        pairs = ((self.die, seen.die), (self.cube, seen.cube), (self.foreign, seen.foreign))
        die, cube, foreign = (mended(old, new) for old, new in pairs)
        return SceneHeat(die, cube, foreign, mended(self.checkers, seen.checkers), self.scale)

    def spots(self, heat: Floats, most: int, apart: int, least: float = FOUND) -> list[tuple[Spot, float]]:
        """Peaks as pixels of the picture with their heat, hottest first."""
        around = np.ones((2 * apart + 1, 2 * apart + 1), np.uint8)
        peaks = (heat >= cv2.dilate(heat, around)) & (heat > least)
        ys, xs = np.nonzero(peaks)
        order = np.argsort(-heat[ys, xs])[:most]
        return [(self._refined(heat, int(xs[i]), int(ys[i])), float(heat[ys[i], xs[i]])) for i in order]

    def cube_spots(self) -> list[tuple[Spot, float]]:
        """Where the cube may lie."""
        return self.spots(self.cube, MOST_CUBES, apart=4)

    def at(self, heat: Floats, pixel: Spot) -> float:
        """The greatest heat next to a pixel of the picture."""
        x, y = self._cell(pixel)
        return float(heat[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].max(initial=0.0))

    def of_checkers(self, cells: Cells) -> tuple[float, float]:
        """The greatest heat of a light and of a dark checker on these cells."""
        light, dark = self.checkers[:, cells].max(axis=1, initial=0.0)
        return float(light), float(dark)

    def checker_near(self, pixel: Spot) -> bool:
        """Whether a checker may be under a die at this pixel of the picture."""
        x, y = self._cell(pixel)
        near = self.checkers[:, max(0, y - UNDER_DIE) : y + UNDER_DIE + 1, max(0, x - UNDER_DIE) : x + UNDER_DIE + 1]
        return bool(near.max(initial=0.0) > COVERED)

    def _cell(self, pixel: Spot) -> tuple[int, int]:
        """Column and row of the maps for a pixel of the picture."""
        return round(((pixel[0] + 0.5) * self.scale - 1) / 2), round(((pixel[1] + 0.5) * self.scale - 1) / 2)

    def aside(self, round_board: Cells, cube: Spot | None) -> tuple[int, int]:
        """How many light and dark checkers lie beside the board; round_board: the cells that are not beside it.

        cube: where it was seen, in the picture's pixels.
        """
        return self._checkers_in(~round_board, cube)

    def on_ridge(self, ridge: Cells, cube: Spot | None) -> tuple[int, int]:
        """How many light and dark checkers lie on the ridge's cells. cube: as for `aside`."""
        return self._checkers_in(ridge, cube)

    def _checkers_in(self, cells: Cells, cube: Spot | None) -> tuple[int, int]:
        hottest = self.checkers.max(axis=0)
        marks = (hottest >= cv2.dilate(hottest, np.ones((5, 5), np.uint8))) & (hottest > LYING) & cells
        if cube is None:  # it may lie there all the same
            marks &= cv2.dilate(self.cube, np.ones((9, 9), np.uint8)) < CUBE_FOUND
        else:
            x, y = self._cell(cube)
            marks[max(0, y - CUBE_CELLS) : y + CUBE_CELLS + 1, max(0, x - CUBE_CELLS) : x + CUBE_CELLS + 1] = False
        light = self.checkers[0] >= self.checkers[1]
        return int(np.count_nonzero(marks & light)), int(np.count_nonzero(marks & ~light))

    def _refined(self, heat: Floats, x: int, y: int) -> Spot:
        y0, x0 = max(0, y - 1), max(0, x - 1)
        window = heat[y0 : y + 2, x0 : x + 2]
        rows, columns = np.mgrid[: window.shape[0], : window.shape[1]]
        weight = float(window.sum())
        fine_x = x0 + float((window * columns).sum()) / weight
        fine_y = y0 + float((window * rows).sum()) / weight
        return (2 * fine_x + 1) / self.scale - 0.5, (2 * fine_y + 1) / self.scale - 0.5


def scene_heat(maps: Floats, scale: float) -> SceneHeat:
    """From the scene's (MAPS, h, w) maps."""
    die, cube, foreign, light, dark = sigmoid(run("scene", maps[None])[0])
    return SceneHeat(die, cube, foreign, np.stack([light, dark]), scale)


def see_dice(
    board: Board, image: Image, bare: Image, spots: Sequence[DieSpot], before: Sequence[Spot] = ()
) -> list[DieSeen]:
    """What the spots show; those that are no die are left out. image, bare: BGR in one light.

    before: where dice lay in the last look, in pixels.
    """
    found: list[_Candidate] = []
    for spot, share in zip(*read_faces(image, spots), strict=True):
        there, faces, cocked = _log_odds(1 - float(share[0])), _log_faces(share), False
        if spot.side > LARGE_DIE * _point_at(board, (spot.x, spot.y)):
            said = run("die", die_input(board, image, bare, (spot.x, spot.y))[None])[0]
            large = np.exp(log_softmax(said[:7]))
            there = (there + _log_odds(1 - float(large[0]))) / 2
            faces = log_softmax(np.asarray((faces + _log_faces(large)) / 2, np.float32))
            cocked = bool(said[7] > 0)
        log_odds = there + FINDER_SHARE * _log_odds(spot.score)
        if log_odds < DIE_LIKELY:
            continue
        known = any(np.hypot(spot.x - x, spot.y - y) < SAME_SPOT for x, y in before)
        die = _die(board, (spot.x, spot.y), faces, cocked)
        clearest = float(np.exp(faces.max()) / (1 + np.exp(-there)))
        found.append(_Candidate(clearest, log_odds, known or log_odds >= DIE_SURE, die, spot.side))
    return [candidate.die for candidate in _paired(_apart(found))]


def _log_faces(shares: Floats) -> Floats:
    """(6,) logarithms of the faces among (7,) shares of none and of each face."""
    return log_softmax(np.log(shares[1:] + np.float32(UNSURE)))


def with_scene(board: Board, spots: Sequence[DieSpot], heat: SceneHeat) -> list[DieSpot]:
    """The finder's spots, and what the scene network takes for dice: of large ones it knows the middles better."""
    known = list(spots)
    for (x, y), warmth in heat.spots(heat.die, MOST_DICE, apart=1, least=WARM):
        point = _point_at(board, (x, y))
        near = [spot for spot in known if np.hypot(x - spot.x, y - spot.y) < SCENE_DIE * point / 2]
        if any(spot.side < LARGE_DIE * point for spot in near):
            continue
        known = [spot for spot in known if spot not in near]
        known.append(DieSpot(x, y, SCENE_DIE * point, max([warmth, *(spot.score for spot in near)])))
    return known


def _point_at(board: Board, pixel: Spot) -> float:
    """Pixels of a point's width next to this pixel of the picture."""
    _, leaf = nearest_leaf(board, pixel)
    x, y = leaf.locate([pixel], DIE_MIDDLE)[0]
    return float(np.linalg.norm(np.diff(leaf.project([(x - 0.5, y, DIE_MIDDLE), (x + 0.5, y, DIE_MIDDLE)]), axis=0)))


def _die(board: Board, middle: Spot, faces: Floats, cocked: bool) -> DieSeen:
    """A die there; faces: how likely each of the six is, as logarithms."""
    likely, leaf = np.exp(faces), _leaf_under(board, middle)
    return DieSeen(
        value=int(likely.argmax()) + 1,
        probabilities=tuple(round(float(face), 4) for face in likely),
        center=(round(middle[0], 1), round(middle[1], 1)),
        set=board.seats.roller_at(leaf) if leaf else None,
        leaf=leaf,
        outside=leaf is None,
        cocked=cocked,
    )


@dataclass(frozen=True)
class _Candidate:
    """What may be a die: how clear its face is, the log-odds for a die, whether it is one, its side in pixels."""

    clearest: float
    log_odds: float
    sure: bool
    die: DieSeen
    side: float


def _paired(found: Sequence[_Candidate]) -> list[_Candidate]:
    """The two likeliest on the leaves, more where they are plain, and plain ones beside the board.

    For one alone on the leaves its likeliest fellow there: dice come in pairs. None off the leaves: that would make it
    a bad roll, and while dice are lifted there is only one for a moment.
    """
    likeliest_first = sorted(found, key=lambda candidate: -candidate.log_odds)
    usual = likeliest_first[0].side if likeliest_first else 0.0
    on_board = [candidate for candidate in likeliest_first if not candidate.die.outside]
    sure = [candidate for candidate in on_board if candidate.sure]
    sure = [candidate for n, candidate in enumerate(sure) if n < 2 or candidate.log_odds > THIRD_SURE]
    fellows = [c for c in on_board if not c.sure and usual < FELLOWS_APART * c.side and c.side < FELLOWS_APART * usual]
    if len(sure) == 1 and fellows:
        sure.append(replace(fellows[0], die=replace(fellows[0].die, by_fellow=True)))
    beside = [c for c in likeliest_first if c.die.outside and c.log_odds > (DIE_SURE if len(sure) < 2 else THIRD_SURE)]
    return sure + beside


def _log_odds(share: float) -> float:
    """At most SUREST, at least -SUREST."""
    share = min(max(share, UNSURE), 1 - UNSURE)
    return float(np.log(share / (1 - share)))


def _apart(found: Sequence[_Candidate]) -> list[_Candidate]:
    """Of spots nearer than two dice can lie, the clearest: the others saw a side of the same die."""
    kept: list[_Candidate] = []
    for candidate in sorted(found, key=lambda entry: -entry.clearest):
        x, y = candidate.die.center
        if all(
            np.hypot(x - other.die.center[0], y - other.die.center[1]) > DICE_APART * (candidate.side + other.side) / 2
            for other in kept
        ):
            kept.append(candidate)
    return kept


def _leaf_under(board: Board, spot: Spot) -> Leaf | None:
    index, leaf = nearest_leaf(board, spot)
    x, y = leaf.locate([spot], DIE_MIDDLE)[0]
    on_it = -OVER_EDGE < x < POINTS_PER_ROW + OVER_EDGE and -OVER_EDGE < y < leaf.length + OVER_EDGE
    if not on_it:
        return None
    return "left" if index == 0 else "right"


def see_cube(board: Board, image: Image, spots: Sequence[tuple[Spot, float]]) -> tuple[CubeSeen, Spot] | None:
    """The likeliest cube among the spots, hottest first, and where it lies; None: not in sight. image: BGR."""
    best: tuple[CubeSeen, Spot] | None = None
    surest = CUBE_SURE
    for spot, warmth in spots:
        at_most = SUREST + CUBE_WARMTH_SHARE * _log_odds(warmth)
        if at_most <= surest:
            break
        there, faces = _faces(board, image, [spot])[0]
        if there * faces.max() < CLEAR_FACE:  # its figure may be cut in half where the spot is not its middle
            round_it = _faces(board, image, _around(board, spot, CUBE_MIDDLE))
            there, faces = max(round_it, key=lambda seen: seen[0] * seen[1].max())
        sure = _log_odds(there) + CUBE_WARMTH_SHARE * _log_odds(warmth)
        if sure > surest:
            face = int(faces.argmax())
            cube = CubeSeen(FACES[face], _owner(board, board.seats, spot), round(there * float(faces[face]), 4))
            best, surest = (cube, spot), sure
    return best


def may_be_cube(board: Board, image: Image, die: DieSeen) -> bool:
    """Whether what passes for a die, off the leaves and not clearly, looks like a cube. image: BGR."""
    return die.outside and max(die.probabilities) < PLAIN_FACE and _faces(board, image, [die.center])[0][0] > CUBE_FACE


def _faces(board: Board, image: Image, spots: Sequence[Spot]) -> list[tuple[float, Floats]]:
    """At each spot how likely a cube is there, and which of FACES it then shows."""
    seen = np.stack([cube_input(board, image, spot) for spot in spots])
    # which side of the figure is up is not known: it is looked at from all four
    said = np.mean([run("cube", np.rot90(seen, turns, (2, 3))) for turns in range(4)], axis=0)
    there = 1 - np.exp(log_softmax(said)[:, 0])
    # a rare face makes it no less a cube
    faces = np.exp(log_softmax(said[:, 1:] + FACES_IN_PLAY))
    return [(float(share), face) for share, face in zip(there, faces, strict=True)]


def _around(board: Board, spot: Spot, middle: float) -> list[Spot]:
    """The spot, where something lies whose middle is so high over the leaf, and eight round it."""
    _, leaf = nearest_leaf(board, spot)
    x, y = leaf.locate([spot], middle)[0]
    steps = (0, -ASIDE * middle, ASIDE * middle)
    pixels = leaf.project(np.array([(x + across, y + along, middle) for across in steps for along in steps]))
    return [(float(u), float(v)) for u, v in pixels]


def _owner(board: Board, seats: Seats, spot: Spot) -> Side | None:
    """Whose side of the table it lies on; None in the middle, where nobody owns it."""
    _, leaf = nearest_leaf(board, spot)
    along = float(leaf.locate([spot], CUBE_MIDDLE)[0][1]) / leaf.length
    if along < 0.25:
        return seats.near.other
    return seats.near if along > 0.72 else None
