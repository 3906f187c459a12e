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
from vision.crops import CUBE_MIDDLE, DIE_MIDDLE, cube_input, die_input, nearest_leaf, with_contrast
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
DIE_WARMTH_SHARE, CUBE_WARMTH_SHARE = 1.5, 2.0
"""What the scene's word for a die or the cube counts beside a clear face; both as log-odds."""
CLEAR_FACE = 0.7
"""How likely a face is at the least for it to be read where the scene put the thing, without a look round."""
GAINS = (2.0, 3.0, 4.0)
"""By how much the contrast of such a face is raised for further looks."""
WARM = 0.6
"""The scene's heat of a die from which on such looks may show that it is one."""
ASIDE = 0.4
"""How far aside such a look goes, against half the thing's width."""
DIE_SURE, DIE_LIKELY = 1.5, -1.2
"""Log-odds above which a spot is a die, and where one was seen just before or a single die lacks its fellow."""
THIRD_SURE = 3.0
"""Log-odds above which there is a die beside two likelier ones. Dice lying plainly there reach five and more."""
SAME_SPOT = 8.0
"""Pixels that a die lying still may seem to move between two looks."""
DICE_APART = 0.28
"""Point widths between the marks of two dice at the least. A die is about half a point wide; where two touch, their
marks lie nearer to each other than their middles."""
TOUCHING = (0.4, 0.44, 0.48, 0.53)
"""Point widths between the middles of two dice that touch each other."""
TOUCHING_HEAT, TOUCHING_CLEAR = 0.5, 0.98
"""The scene's heat and the face's clearness that such a die has at the least: beside a lone one lies its own side."""
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
    board: Board,
    image: Image,
    bare: Image,
    spots: Sequence[tuple[Spot, float]],
    before: Sequence[Spot] = (),
) -> list[DieSeen]:
    """A close look at each spot; those that are no die are left out. image, bare: BGR in one light.

    before: where dice lay in the last look, in pixels.
    """
    found: list[_Candidate] = []
    if not spots:
        return []
    cuts = np.stack([die_input(board, image, bare, spot) for spot, _ in spots])
    for (spot, warmth), cut, answer in zip(spots, cuts, run("die", cuts), strict=True):
        share = np.exp(log_softmax(answer[:7]))
        clearest = float(share[1:].max())
        raised = log_softmax(run("die", _raised(cut))[:, :7]) if clearest < CLEAR_FACE else None
        if raised is not None and warmth > WARM:
            clearest = max(clearest, float(np.exp(raised[:, 1:]).max(axis=1).mean()))
        log_odds = _log_odds(clearest) + DIE_WARMTH_SHARE * _log_odds(warmth)
        known = any(np.hypot(spot[0] - x, spot[1] - y) < SAME_SPOT for x, y in before)
        if log_odds < DIE_LIKELY:
            continue
        middle, faces = spot, log_softmax(answer[1:7])
        if raised is not None:
            middle, again = _clearest_die(board, image, bare, spot)
            more = log_softmax(raised[:, 1:])
            faces = log_softmax(np.mean([faces, again, *more], axis=0, dtype=np.float32))
        die = _die(board, middle, faces, cocked=bool(answer[7] > 0))
        found.append(_Candidate(clearest, log_odds, known or log_odds >= DIE_SURE, die))
    return [candidate.die for candidate in _paired(_apart(board, found))]


def see_touching(board: Board, image: Image, bare: Image, only: DieSeen, heat: SceneHeat) -> list[DieSeen]:
    """The die, if any, that touches the only one seen: the scene network may make one mark of both."""
    _, leaf = nearest_leaf(board, only.center)
    x, y = leaf.locate([only.center], DIE_MIDDLE)[0]
    turns = np.arange(16) * np.pi / 8
    ring = [(x + r * np.cos(turn), y + r * np.sin(turn), DIE_MIDDLE) for r in TOUCHING for turn in turns]
    spots = [(float(u), float(v)) for u, v in leaf.project(np.array(ring))]
    warm = [spot for spot in spots if heat.at(heat.die, spot) >= TOUCHING_HEAT]
    if not warm:
        return []
    said = run("die", np.stack([die_input(board, image, bare, spot) for spot in warm]))
    faces = log_softmax(said[:, :7])
    clearest = int(faces[:, 1:].max(axis=1).argmax())
    if faces[clearest, 1:].max() < np.log(TOUCHING_CLEAR):
        return []
    return [_die(board, warm[clearest], log_softmax(faces[clearest, 1:]), cocked=bool(said[clearest, 7] > 0))]


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


def _raised(cut: Floats) -> Floats:
    """A die's input (6, 44, 44) at each of GAINS."""
    return np.stack([with_contrast(cut, gain) for gain in GAINS])


def _clearest_die(board: Board, image: Image, bare: Image, spot: Spot) -> tuple[Spot, Floats]:
    """Where round a spot a die's face is clearest, and how likely each face is there, as logarithms.

    The scene network may be a little beside the middle of a die that stands on a checker or touches another one.
    """
    spots = _around(board, spot, DIE_MIDDLE)
    said = log_softmax(run("die", np.stack([die_input(board, image, bare, near) for near in spots]))[:, :7])
    clearest = int(said[:, 1:].max(axis=1).argmax())
    return spots[clearest], log_softmax(said[clearest, 1:])


@dataclass(frozen=True)
class _Candidate:
    """What may be a die: how clear its face is, the log-odds for a die, and whether it surely is one."""

    clearest: float
    log_odds: float
    sure: bool
    die: DieSeen


def _paired(found: Sequence[_Candidate]) -> list[_Candidate]:
    """The sure ones, more than two where they are plain; for one alone its likeliest fellow: dice come in pairs.

    None off the leaves: that would make it a bad roll, and while dice are lifted there is only one for a moment.
    """
    likeliest_first = sorted(found, key=lambda candidate: -candidate.log_odds)
    sure = [candidate for candidate in likeliest_first if candidate.sure]
    sure = [candidate for n, candidate in enumerate(sure) if n < 2 or candidate.log_odds > THIRD_SURE]
    fellows = [candidate for candidate in found if not candidate.sure and not candidate.die.outside]
    if len(sure) == 1 and fellows:
        fellow = max(fellows, key=lambda candidate: candidate.log_odds)
        sure.append(replace(fellow, die=replace(fellow.die, by_fellow=True)))
    return sure


def _log_odds(share: float) -> float:
    """At most SUREST, at least -SUREST."""
    share = min(max(share, UNSURE), 1 - UNSURE)
    return float(np.log(share / (1 - share)))


def _apart(board: Board, found: Sequence[_Candidate]) -> list[_Candidate]:
    """Of spots nearer than two dice can lie, the clearest: the others saw a side of the same die."""
    kept: list[_Candidate] = []
    for candidate in sorted(found, key=lambda entry: -entry.clearest):
        _, leaf = nearest_leaf(board, candidate.die.center)
        at = leaf.locate([candidate.die.center, *(other.die.center for other in kept)], DIE_MIDDLE)
        if all(np.linalg.norm(at[1:] - at[0], axis=1) > DICE_APART):
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
