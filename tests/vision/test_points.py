"""What the networks of the points are shown, when they are asked, and what the closer look is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from arbiter.position import SIDES, Position, Side
from arbiter.referee.evidence import PlaceEvidence
from calibration.colours import match_light
from calibration.learn import recall_appearance
from lab.simulator.art import Bytes
from lab.simulator.looks import random_board
from lab.simulator.positions import piled
from lab.simulator.scene import render
from lab.simulator.stills import random_layout
from tests.vision.boards import SAMPLES, calibrated, scenes
from vision import points
from vision.board_model import BoardModel, view_of
from vision.inputs import LEAN_ACROSS, Floats, NetInputs
from vision.points import COUNTS, MIXED, MOST, classify_points, closer_counts, combined_scores, count_scores
from vision.reader import Reader
from vision.strips import CLOSE_SCALE, strip_at

SEEDS = range(42_000, 42_004)
PER_BOARD = 4
TALL = 6
LAB = slice(0, 3)


@dataclass(frozen=True, eq=False)
class Look:
    """A picture in the bare board's light. counts: on its 24 strips, light positive."""

    reader: Reader
    view: BoardModel
    wide: NetInputs
    close: NetInputs
    image: Bytes
    counts: list[int]

    def strips(self, inputs: NetInputs) -> npt.NDArray[np.float32]:
        small = inputs.shrunk(self.image)
        return inputs.strips_at(range(24), [inputs.sheet(leaf, small) for leaf in (0, 1)])

    def plainly_bare(self) -> npt.NDArray[np.bool_]:
        picture = self.reader.prepared(self.image)
        maps = self.reader.read_region(picture).maps
        return classify_points(self.view, picture, maps, range(24)).plain

    def seen(self) -> tuple[PlaceEvidence, ...]:
        return self.reader.read_region(self.reader.prepared(self.image)).points


@cache
def looks() -> list[Look]:
    return list(_looks())


def _looks() -> Iterator[Look]:
    cv2.setNumThreads(1)
    for scene in scenes(SEEDS, "hard"):
        board = calibrated(scene)
        bare = recall_appearance(board)
        reader, view = Reader(board), view_of(board, bare, None, guessed=False)
        wide, close = NetInputs(board, bare), NetInputs(board, bare, CLOSE_SCALE)
        rng = np.random.default_rng((scene.seed, 8))
        for shot in range(PER_BOARD):
            layout = random_layout(scene, piled(rng), SIDES[shot % 2], rng)
            picture, label = render(scene, layout, None, shot=2 + shot, samples=SAMPLES)
            halves = (label[row][6 * leaf :][:6] for leaf in (0, 1) for row in ("top", "bottom"))
            counts = [count for half in halves for count in half]
            yield Look(reader, view, wide, close, match_light(picture, bare.bare), counts)


def test_no_occupied_point_is_taken_for_plainly_bare() -> None:
    bare = [
        (bool(plain), count) for look in looks() for plain, count in zip(look.plainly_bare(), look.counts, strict=True)
    ]
    assert not any(plain and count for plain, count in bare)
    assert sum(plain for plain, _ in bare) > 0.1 * sum(count == 0 for _, count in bare)


def test_the_close_strip_halved_is_the_strip() -> None:
    """Else the network that starts from the other one's weights would be shown something else, a pixel aside."""
    look = looks()[0]
    wide, close = look.strips(look.wide)[:, LAB], look.strips(look.close)[:, LAB]
    n, channels, length, width = wide.shape
    halved = close.reshape(n, channels, length, 2, width, 2).mean(axis=(3, 5))
    apart = [
        float(np.abs(wide[:, :, 2:-2, 2:-2] - np.roll(halved, aside, (2, 3))[:, :, 2:-2, 2:-2]).mean())
        for aside in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    assert apart[0] < 0.6 * min(apart[1:])


def test_the_closer_look_counts_tall_piles_better(monkeypatch: pytest.MonkeyPatch) -> None:
    def right() -> int:
        return sum(
            place.scores[0][:2] == (max(0, count), max(0, -count))
            for look in looks()
            for place, count in zip(look.seen(), look.counts, strict=True)
            if abs(count) >= TALL
        )

    with_it = right()
    monkeypatch.setattr(points, "doubted_strips", lambda _: [])
    assert with_it > right()


def test_whether_both_colours_stand_on_a_point_only_the_network_says() -> None:
    """However badly all rows of one colour fit the colours seen: those tell which count, and which mixture."""
    said = np.full(MIXED + 1, -9.0, np.float32)
    said[[MIXED, MIXED // 2 + 2]] = np.log([0.4, 0.6])
    rows = {(light, dark): -3.0 if not min(light, dark) else 0.0 for light, dark in COUNTS}
    scores = count_scores(said, rows)
    mixed = np.logaddexp.reduce([score for light, dark, score in scores if light and dark])
    plain = np.logaddexp.reduce([score for light, dark, score in scores if not light or not dark])
    assert plain - mixed == pytest.approx(np.log(0.6 / 0.4), abs=0.02)
    assert scores[0][:2] == (2, 0)


@pytest.mark.parametrize("pile", [4, 5, 8])
def test_one_checker_on_a_pile_opposite_a_full_row_is_counted_as_one(pile: int) -> None:
    """On a board whose leaves hold little more than ten checkers in a column the full row reaches the open end."""
    light, dark = [0] * 26, [0] * 26
    light[6], light[19], dark[6], light[8], dark[13] = 5, 1, pile, 9, 15 - pile
    scene = random_board(46_012, "hard")
    board = calibrated(scene)
    layout = random_layout(scene, Position(tuple(light), tuple(dark)), Side.LIGHT, np.random.default_rng(1))
    picture = render(scene, layout, None, shot=2, samples=SAMPLES)[0]
    reader = Reader(board)
    seen = reader.read_region(reader.prepared(match_light(picture, recall_appearance(board).bare))).points
    place = seen[strip_at(*scene.seats.track()[19 - 1])]
    mixed = [(light, dark, score) for light, dark, score in place.scores if light and dark]
    assert mixed[0][:2] == (1, min(pile, 4))
    assert place.log_likelihood(1, pile) > mixed[0][2] - 4
    assert place.log_likelihood(1, pile) > place.log_likelihood(2, pile) + 1
    assert place.log_likelihood(1, pile) > place.log_likelihood(0, pile)


def test_a_board_and_its_mirror_image_are_counted_alike() -> None:
    look = looks()[0]
    strips = look.strips(look.close)
    mirrored = strips[..., ::-1].copy()
    mirrored[:, LEAN_ACROSS] *= -1
    assert np.any(strips[:, LEAN_ACROSS] != mirrored[:, LEAN_ACROSS])
    np.testing.assert_allclose(closer_counts(strips), closer_counts(mirrored), atol=1e-3)


def test_two_looks_say_together_how_low_a_row_is_and_the_closer_one_alone_how_tall() -> None:
    def of(count: int, likely: float) -> Floats:
        """A look that takes it for `count` dark checkers, or else for none."""
        shares = np.full(MIXED + 1, 1e-6)
        shares[MOST], shares[MOST - count] = 1 - likely, likely
        return np.asarray(np.log(shares), np.float32)

    first, closer = np.stack([of(1, 0.9), of(7, 0.9)]), np.stack([of(1, 0.4), of(7, 0.4)])
    low, tall = combined_scores(first, closer).argmax(axis=1)
    assert low == MOST - 1
    assert tall == MOST
