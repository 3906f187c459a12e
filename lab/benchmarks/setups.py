"""Own boards set up in several ways, then read: what is learned right, what is called unsure, and what it costs.

    python -m lab.benchmarks.setups [--boards 12] [--first-seed 870000] [--grain 0,5] [--ways given,finger,found]

Of every three boards one is as drawn by lot, and two have checkers of one colour within 2 to 12 CIE Lab of a point or
the ground; their radii are 0.37 to 0.49 of a point. Each is learned with its corners as they are, as a finger places
them, and found; without and with grain, through JPEG. Then the start picture and positions with the same grain are
read. Right: the start reads back exactly, and at least half of the positions. The limits of
`bookgammon.setup.reading_back` are chosen by the last tables: of the set-ups whose weakest place has such log-odds, or
whose least contrast (CIE Lab) is such, how many are right.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import Position
from bookgammon.setup.reading_back import Learned, learned
from calibration.corners import LeafCorners, parse_corners
from calibration.errors import CalibrationError
from calibration.finding import FoundLeaves, find_leaves
from lab.benchmarks.board_parser import board_parser
from lab.simulator.art import Bytes, Colour
from lab.simulator.film import through_jpeg
from lab.simulator.looks import apart, lab, random_board
from lab.simulator.positions import several
from lab.simulator.scene import Scene, render
from lab.simulator.stills import empty_layout, random_layout, start_layout
from vision.reader import Reader
from vision.reading import reading_of

RADII = (0.37, 0.49)
FINGER = 0.005
"""Of the board's width, by which a finger is off (standard deviation)."""
QUALITY = 92
ODDS_BINS = (-np.inf, -2.0, -0.3, 0.0, 0.3, 1.0, 2.0, np.inf)
CONTRAST_BINS = (0.0, 3.0, 5.0, 7.0, 9.0, 12.0, 20.0, np.inf)


@dataclass(frozen=True, eq=False)
class Shown:
    """One board's pictures. positions: pictures with what they show."""

    scene: Scene
    corners: LeafCorners
    start: Bytes
    empty: Bytes
    positions: tuple[tuple[Bytes, Position], ...]


def main() -> None:
    parser = board_parser(__doc__, boards=12, first_seed=870_000)
    parser.add_argument("--grain", default="0,5")
    parser.add_argument("--ways", default="given,finger,found")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    tally: Counter[str] = Counter()
    measured: list[tuple[float, float, bool]] = []
    seconds: list[float] = []
    for seed in range(asked.first_seed, asked.first_seed + asked.boards):
        shown = pictures(scene_of(seed))
        rng = np.random.default_rng((seed, 7))
        for grain in (float(one) for one in asked.grain.split(",")):
            now = grained(shown, grain, rng)
            for way in asked.ways.split(","):
                tally["set-ups"] += 1
                began = time.perf_counter()
                try:
                    found = set_up(now, way, rng)
                except CalibrationError as error:
                    tally["refused"] += 1
                    print(f"{seed} {way} grain {grain:.0f}: {error}", flush=True)
                    continue
                seconds.append(time.perf_counter() - began)
                right, sure = is_right(found, now), found.confidence >= 0.95 and not found.unsure and not found.another
                assert found.board.visibility is not None
                odds = min(found.board.visibility.odds)
                contrast = float(np.min(found.board.visibility.contrast))
                measured.append((odds, contrast, right))
                tally["right"] += right
                tally["unsure"] += not sure
                tally["sure and wrong"] += sure and not right
                book = now.scene.book
                print(
                    f"{seed} {way} grain {grain:.0f}: {'right' if right else 'WRONG'}, {'sure' if sure else 'unsure'}, "
                    f"weakest {odds:.2f}, contrast {contrast:.1f}, "
                    f"radius {found.board.checker.radius:.3f} of {book.checker_radius / book.pitch:.3f}, "
                    f"height {found.board.checker.height:.3f} of {book.checker_height / book.pitch:.3f}, "
                    f"{seconds[-1]:.1f} s",
                    flush=True,
                )
    print(", ".join(f"{count} {name}" for name, count in tally.items()))
    print(f"seconds: {np.median(seconds):.1f} in the middle, {max(seconds):.1f} at the most")
    for what, index, bins in (("weakest place", 0, ODDS_BINS), ("least contrast", 1, CONTRAST_BINS)):
        for low, high in pairwise(bins):
            here = [one[2] for one in measured if low <= one[index] < high]
            if here:
                print(f"{what} {low:.1f} to {high:.1f}: {sum(here)} of {len(here)} right")


def scene_of(seed: int) -> Scene:
    """A board by lot; of three seeds two have checkers of one colour close to what they stand on."""
    rng = np.random.default_rng((seed, 4711))
    scene = random_board(seed, "hard" if seed % 2 else "ordinary")
    look = replace(scene.look, book=scene.book.with_checkers(scene.book.pitch * float(rng.uniform(*RADII))))
    grounds = [one[1][0] for one in (*look.prints.points, look.prints.ground)]
    for _ in range(300 if seed % 3 else 0):
        like = near(grounds[int(rng.integers(len(grounds)))], rng)
        light, dark = look.light, look.dark
        if rng.random() < 0.5:
            light = replace(light, checker=like)
        else:
            dark = replace(dark, checker=like)
        if lab(light.checker)[0] - lab(dark.checker)[0] > 12 and apart(light.checker, dark.checker) > 25:
            look = replace(look, light=light, dark=dark)
            break
    return replace(scene, look=look)


def near(colour: Colour, rng: Generator) -> Colour:
    """A colour 2 to 12 CIE Lab from another, or nearly so where that is hard to come by."""
    made = colour
    for _ in range(200):
        r, g, b = np.clip(np.array(colour) + rng.normal(0, 12, 3), 0, 255).tolist()
        made = (r, g, b)
        if 2 <= apart(made, colour) <= 12:
            break
    return made


def pictures(scene: Scene, positions: int = 3) -> Shown:
    rng = np.random.default_rng((scene.seed, 9))
    start, label = render(scene, start_layout(scene, rng), shot=0, samples=1.5)
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.5)
    shots = []
    for index, (position, roller) in enumerate(several(rng, positions)):
        layout = random_layout(scene, position, roller, rng)
        shots.append((render(scene, layout, shot=2 + index, samples=1.5)[0], position))
    return Shown(scene, parse_corners(label["corners"]), start, empty, tuple(shots))


def with_grain(picture: Bytes, sigma: float, rng: Generator) -> Bytes:
    """A picture with a camera's grain, a little blurred. sigma: its standard deviation in grey levels."""
    noise = cv2.GaussianBlur(rng.normal(0, 1, picture.shape).astype(np.float32), (0, 0), 0.7)
    return np.clip(picture + noise * (sigma / float(noise.std())), 0, 255).astype(np.uint8)


def grained(shown: Shown, sigma: float, rng: Generator) -> Shown:
    """The same pictures by a camera with such grain, see `with_grain`."""

    def taken(picture: Bytes) -> Bytes:
        return through_jpeg(with_grain(picture, sigma, rng), QUALITY)

    positions = tuple((taken(picture), position) for picture, position in shown.positions)
    return replace(shown, start=taken(shown.start), empty=taken(shown.empty), positions=positions)


def as_asked(shown: Shown, way: str, rng: Generator) -> LeafCorners:
    """The true corners ('given'), or as a finger places them ('finger')."""
    return by_finger(shown.corners, rng) if way == "finger" else shown.corners


def by_finger(corners: LeafCorners, rng: Generator) -> LeafCorners:
    """The corners as a finger places them."""
    places = np.array(corners.left + corners.right)
    places += rng.normal(0, FINGER * float(np.ptp(places[:, 0])), places.shape)
    return parse_corners({"left": places[:4].tolist(), "right": places[4:].tolist()})


def set_up(shown: Shown, way: str, rng: Generator) -> Learned:
    """Raises CalibrationError where the program refuses to."""

    def find(picture: Bytes) -> FoundLeaves:
        return find_leaves(picture, (shown.empty,))

    if way == "found":
        return learned(shown.start, find(shown.start).corners, shown.empty, find, origin="found")
    corners = as_asked(shown, way, rng)
    seats = shown.scene.seats
    return learned(shown.start, corners, shown.empty, find, origin="file", near=seats.near, home=seats.home)


def is_right(found: Learned, shown: Shown) -> bool:
    reader = Reader(found.board)

    def reads(picture: Bytes, position: Position) -> bool:
        return reading_of(reader.read(picture)).position.points == position.points

    good = [reads(picture, position) for picture, position in shown.positions]
    seats = found.board.seats == shown.scene.seats
    return seats and reads(shown.start, found.board.position) and 2 * sum(good) >= len(good)


if __name__ == "__main__":
    main()
