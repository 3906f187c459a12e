"""The dice on a board: what the networks take for dice, weighed together and distinguished."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np
import numpy.typing as npt

from arbiter.referee.evidence import DieSeen
from arbiter.seats import Leaf as LeafName
from arbiter.seats import Seats
from calibration.leaf import POINTS_PER_ROW, Leaf
from calibration.sheet import Image
from vision.board_model import BoardModel
from vision.changes import Changed
from vision.crops import DIE_MIDDLE, Ground, Upright, nearest_leaf, upright
from vision.cube import CUBE
from vision.dice import DieSpot, are_separate, classify_first, read_faces, shows_nothing, sizes_match
from vision.nets import SCORE, log_odds, log_softmax
from vision.prepared import Prepared
from vision.score_maps import ScoreMaps, Spot
from vision.touching_dice import touching_pair

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]


@dataclass(frozen=True)
class DiceLimits:
    """When a spot is a die. Sides and reaches in widths of a point or in sides of a die, as they say.

    Chosen on own renderings: `python -m lab.benchmarks.dice`, lab/notebook, marks-of-dice.
    """

    most: int = 20
    """Spots looked at, likeliest first. Of 278 dice thrown on 93 own boards 268 are marked among the first seven, but
    where nobody has shown the empty board checkers and print may be marked more plainly than they."""
    mark_share: float = 0.7
    """What a mark's score counts beside a clear face, both as log-odds."""
    sure: float = 1.0
    likely: float = -1.2
    """Log-odds above which a spot is a die, and where one was seen just before or a single die lacks its pair: of 1,972
    dice on those boards, handfuls among them, 1,784 and 1,819 have so much, and 5 and 33 spots that are none."""
    third_sure: float = 4.5
    """Log-odds above which there is a die beside two likelier ones."""
    same_spot: float = 8.0
    """Pixels that a die lying still may seem to move between two looks."""
    side: float = 0.48
    """Point widths of a usual die, as which a mark on the sheet is first looked at."""
    over_edge: float = 0.15
    """Point widths by which a die's middle may seem to lie off the leaf and still be on it."""
    view_step: float = 0.3
    """Point widths over which the camera's view of the board is taken for even."""


DICE = DiceLimits()


@dataclass(frozen=True)
class Candidate:
    """What may be a die: how clear its face is, the log-odds for a die, whether it is one, where it lies."""

    clearest: float
    log_odds: float
    sure: bool
    die: DieSeen
    spot: DieSpot


@dataclass(frozen=True, eq=False)
class DieScores:
    """What the networks say of a spot: there, log-odds for a die; faces, (6,) logarithms of how likely each one is.

    spot: as the reader's network puts it right.
    """

    spot: DieSpot
    there: float
    faces: Floats


AllScores = Mapping[DieSpot, DieScores]


@dataclass(frozen=True, eq=False)
class BoardDice:
    """spots: where the sheet shows dice, print left out; scores: of those classified; dice: what they are."""

    spots: tuple[DieSpot, ...]
    scores: AllScores
    dice: tuple[DieSeen, ...]


def read_dice(
    view: BoardModel,
    picture: Prepared,
    changed: Changed | None,
    before: BoardDice | None,
    maps: ScoreMaps,
    cube: Spot | None,
    lay: Sequence[Spot] = (),
) -> BoardDice:
    """The dice of a picture, looked for again only where it has changed.

    before: as they were found before; where there are none all of the picture is looked at. maps: of the same picture;
    cube: where it was seen; lay: where dice lay in the last look, in pixels.
    """
    spots = find_spots(view, picture, maps, changed, before.spots if before else ())
    known = before.scores if before else {}  # a spot that is kept lies where nothing has changed

    likely = _but_cube(view.board, spots, maps, cube)
    fresh = [spot for spot in likely if spot not in known]
    near = sized(view.board, picture.image, fresh)
    scores = {**known, **dict(zip(fresh, classify_dice(view.board, picture.image, near), strict=True))}
    scores = {spot: scores[spot] for spot in likely}
    found = paired(_apart(weighed(view.board, [*scores.values()], view.board.seats, lay)))
    if (die := _in_doubt(found)) is not None and (pair := touching_pair(picture.image, die.spot)) is not None:
        both = paired(weighed(view.board, classify_dice(view.board, picture.image, pair), view.board.seats, lay))
        found = [*both, *(candidate for candidate in found if candidate.die.outside)] if len(both) == 2 else found
    dice = [candidate.die for candidate in found]
    return BoardDice(spots, scores, tuple(dice))


def _on_board(found: Sequence[Candidate]) -> list[Candidate]:
    return [candidate for candidate in found if not candidate.die.outside]


def _in_doubt(found: Sequence[Candidate]) -> Candidate | None:
    """The die that another one may touch: it lies alone, or the likelier of two nearer than dice can lie."""
    on_board = _on_board(found)
    if len(on_board) == 2 and are_separate(on_board[0].spot, on_board[1].spot):
        return None
    return on_board[0] if 0 < len(on_board) < 3 else None


def find_spots(
    view: BoardModel, picture: Prepared, maps: ScoreMaps, changed: Changed | None = None, before: Sequence[DieSpot] = ()
) -> tuple[DieSpot, ...]:
    """Where dice may lie, likeliest first; no print. changed: where they are looked for again, None for everywhere;
    elsewhere they lie as before. maps: of the same picture."""

    def again(spots: Sequence[Spot]) -> list[bool]:
        if changed is None or not spots:
            return [True] * len(spots)
        return [changed.holds((x, y)) for x, y in view.geometry.to_sheet(spots).tolist()]

    marks = maps.die_spots(DICE.most)
    fresh = marked_spots(view.board, compress(marks, again([place for place, _ in marks])))
    found = [spot for spot in fresh if not _is_print(view, picture, spot)]
    found += [spot for spot, anew in zip(before, again([(s.x, s.y) for s in before]), strict=True) if not anew]
    return tuple(sorted(found, key=lambda spot: -spot.score)[: DICE.most])


def marked_spots(ground: Ground, marks: Iterable[tuple[Spot, float]]) -> list[DieSpot]:
    """Spots where the sheet marks dice, as large as usual ones. marks: pixels of the picture, with their scores."""
    return [DieSpot(x, y, DICE.side * _point_at(ground, (x, y)), score) for (x, y), score in marks]


def _but_cube(board: Ground, spots: Sequence[DieSpot], maps: ScoreMaps, cube: Spot | None) -> Sequence[DieSpot]:
    """The spots less those on the cube: one of its sides, figures and all, may pass for a die's."""
    if cube is None:
        return spots
    reach, cube_score = CUBE.reach * _point_at(board, cube), maps.at(maps.cube, cube)
    return [s for s in spots if np.hypot(s.x - cube[0], s.y - cube[1]) > reach or s.score > cube_score]


def _is_print(view: BoardModel, picture: Prepared, spot: DieSpot) -> bool:
    """Whether nothing lies there that was not there before: flowers, letters, pips on a page."""
    return any(shows_nothing(picture.image, bare, spot) for bare in view.without_dice)


def classify_dice(ground: Ground, image: Image, spots: Sequence[DieSpot]) -> list[DieScores]:
    """What the reader's network says of each spot, looked at upright."""
    upright_spots = [replace(spot, view=view_at(ground, (spot.x, spot.y))) for spot in spots]
    return [
        DieScores(spot, log_odds(1 - float(share[0])), _log_faces(share))
        for spot, share in zip(*read_faces(image, upright_spots), strict=True)
    ]


def sized(ground: Ground, image: Image, spots: Sequence[DieSpot]) -> list[DieSpot]:
    """Spots where and as large as a first look says: a mark does not tell how large a die is.

    image: (h, w, 3) BGR uint8; spots: its pixels.
    """
    return classify_first(image, [replace(spot, view=view_at(ground, (spot.x, spot.y))) for spot in spots])[0]


def weighed(
    ground: Ground, scores: Sequence[DieScores], seats: Seats | None, lay: Sequence[Spot] = ()
) -> list[Candidate]:
    """Those that may be dice, each weighed by itself.

    seats: None where nobody knows whose dice they are; lay: where dice lay in the last look, pixels of the picture.
    """
    found: list[Candidate] = []
    for score in scores:
        spot, odds = score.spot, _odds(score)
        if odds >= DICE.likely:
            known = any(np.hypot(spot.x - x, spot.y - y) < DICE.same_spot for x, y in lay)
            die = _die(ground, (spot.x, spot.y), score.faces, seats)
            found.append(_candidate(score, odds, known, die))
    return found


def candidates_on(ground: Ground, image: Image, spots: Sequence[DieSpot]) -> list[Candidate]:
    """What may be dice where a book lies of which nothing else is known: no empty picture and no seats.

    image: BGR uint8. Of a book that nobody knows, what lies beside it is left out; of spots too near each other all
    but one.
    """
    found = weighed(ground, classify_dice(ground, image, spots), None)
    return _apart([candidate for candidate in found if not candidate.die.outside])


def _odds(score: DieScores) -> float:
    """Log-odds for a die by its face, how clear that is, and the mark that it was found by.

    What is no die looks like several faces at once.
    """
    clear = float(score.faces.max())
    return score.there + clear + DICE.mark_share * log_odds(score.spot.score)


def _candidate(score: DieScores, odds: float, known: bool, die: DieSeen) -> Candidate:
    """odds: natural log-odds for a die by all that is known; known: one was seen there just before."""
    clearest = float(np.exp(score.faces.max()) / (1 + np.exp(-score.there)))
    return Candidate(clearest, odds, known or odds >= DICE.sure, die, score.spot)


def _log_faces(shares: Floats) -> Floats:
    """(6,) logarithms of the faces among (7,) shares of none and of each face."""
    return log_softmax(np.log(shares[1:] + np.float32(SCORE.unsure)))


def _point_at(board: Ground, pixel: Spot) -> float:
    """Pixels of a point's width next to this pixel of the picture."""
    _, leaf = nearest_leaf(board, pixel)
    x, y = leaf.locate([pixel], DIE_MIDDLE)[0]
    return float(np.linalg.norm(np.diff(leaf.project([(x - 0.5, y, DIE_MIDDLE), (x + 0.5, y, DIE_MIDDLE)]), axis=0)))


def view_at(board: Ground, pixel: Spot) -> Upright:
    """How the camera sees what lies at this pixel of the picture."""
    _, leaf = nearest_leaf(board, pixel)
    x, y = leaf.locate([pixel], DIE_MIDDLE)[0]
    return upright(seen_axes(leaf, (x, y)))


def seen_axes(leaf: Leaf, at: Spot) -> Doubles:
    """(2, 3): a short step right, near and up from a place on a leaf, as pixels right and down."""
    (x, y), half = at, DICE.view_step / 2
    ends = [(x - half, y, 0), (x + half, y, 0), (x, y - half, 0), (x, y + half, 0), (x, y, 0), (x, y, DICE.view_step)]
    left, right, far, near, foot, top = leaf.project(ends)
    return np.column_stack((right - left, near - far, top - foot))


def _die(board: Ground, middle: Spot, faces: Floats, seats: Seats | None) -> DieSeen:
    """A die there; faces: how likely each of the six is, as logarithms; seats: None where nobody knows whose dice."""
    likely, leaf = np.exp(faces), _leaf_under(board, middle)
    return DieSeen(
        value=int(likely.argmax()) + 1,
        probabilities=tuple(round(float(face), 4) for face in likely),
        center=(round(middle[0], 1), round(middle[1], 1)),
        set=seats.roller_at(leaf) if seats and leaf else None,
        leaf=leaf,
        outside=leaf is None,
    )


def paired(found: Sequence[Candidate]) -> list[Candidate]:
    """The two likeliest on the leaves, more where they are plain, and plain ones beside the board.

    For one alone on the leaves its likeliest pair there: dice come in pairs. None off the leaves: that would make it
    a bad roll, and while dice are lifted there is only one for a moment.
    """
    likeliest_first = sorted(found, key=lambda candidate: -candidate.log_odds)
    usual = likeliest_first[0].spot.side if likeliest_first else 0.0
    on_board = _on_board(likeliest_first)
    sure = [candidate for candidate in on_board if candidate.sure]
    sure = [candidate for n, candidate in enumerate(sure) if n < 2 or candidate.log_odds > DICE.third_sure]
    pairs = [c for c in on_board if not c.sure and sizes_match(c.spot.side, usual)]
    if len(sure) == 1 and pairs:
        sure.append(replace(pairs[0], die=replace(pairs[0].die, inferred_from_pair=True)))
    beside = [
        c for c in likeliest_first if c.die.outside and c.log_odds > (DICE.sure if len(sure) < 2 else DICE.third_sure)
    ]
    return sure + beside


def _apart(found: Sequence[Candidate]) -> list[Candidate]:
    """Of spots nearer than two dice can lie, the clearest: the others saw a side of the same die."""
    kept: list[Candidate] = []
    for candidate in sorted(found, key=lambda entry: -entry.clearest):
        if all(are_separate(candidate.spot, other.spot) for other in kept):
            kept.append(candidate)
    return kept


def _leaf_under(board: Ground, spot: Spot) -> LeafName | None:
    index, leaf = nearest_leaf(board, spot)
    x, y = leaf.locate([spot], DIE_MIDDLE)[0]
    on_it = -DICE.over_edge < x < POINTS_PER_ROW + DICE.over_edge and -DICE.over_edge < y < leaf.length + DICE.over_edge
    if not on_it:
        return None
    return "left" if index == 0 else "right"
