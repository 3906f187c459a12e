"""How well boards are read in the light of lamps along them, and how sure places are of themselves then.

    python -m lab.benchmarks.lit_places [--boards 6] [--first-seed 62000]

Own boards of three kinds, each as it is and lit by a strip of its own at 1 to 25 times the room's light: by lot; with
pale checkers against others whose colour is near theirs; and such ones with the mirror images of lamps in them. For
each strength: how many places read wrongly, the surprise (minus the natural logarithm of how likely the count that lies
there is said to be, summed), hands imagined, how much more of the leaves is burnt out than at the start (share; mean,
most, and of those looks of which a place is wrong the least), and how many looks are called dazzled.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import Side
from calibration.corners import parse_corners
from calibration.learn import recall_appearance
from firmware_bridge.colours import Colour, dimmed
from firmware_bridge.lamps import CANDLE, WHITE
from firmware_bridge.spots import Spot, home_of, spot_of
from lab.simulator.art import Bytes
from lab.simulator.camera import triple
from lab.simulator.glare import random_glare, shone
from lab.simulator.lamplight import LampLight, random_strip
from lab.simulator.layout import Layout
from lab.simulator.looks import lab, near, random_board
from lab.simulator.pipeline import by_lot, taken
from lab.simulator.positions import several
from lab.simulator.scene import Scene, radiance
from lab.simulator.stills import empty_layout, random_layout, start_layout
from vision.burnt_out import Dazzle
from vision.known_position.learn_board import learn_board
from vision.reader import Reader

KINDS = ("by lot", "near colours", "near colours, mirrored lamps")
STRENGTHS = (0.0, 1.0, 3.0, 6.0, 12.0, 25.0)
SIZE = (640, 360)
SAMPLES = 1.5


@dataclass(frozen=True)
class Look:
    """What a look at a lit board came to. surprise: summed over its points; burnt: of `Dazzle.more_than_usual`."""

    strength: float
    wrong: int
    surprise: float
    hand: bool
    burnt: float
    dazzled: bool


def with_near_colours(scene: Scene, rng: Generator) -> Scene:
    """The same board with pale checkers, and others 28 to 60 (CIE Lab) from them and darker."""
    for _ in range(400):
        hue = np.array([[(rng.uniform(0, 180), rng.uniform(5, 70), rng.uniform(215, 245))]], np.uint8)
        pale = triple(cv2.cvtColor(hue, cv2.COLOR_HSV2RGB)[0, 0])
        other = near(rng, pale, 28, 60)
        if lab(pale)[0] - lab(other)[0] > 12:
            break
    light, dark = (replace(look, checker=c) for look, c in ((scene.look.light, pale), (scene.look.dark, other)))
    return replace(scene, look=replace(scene.look, light=light, dark=dark))


def camera(scene: Scene, rng: Generator, mirrored: int) -> Callable[[Layout], Bytes]:
    """Takes pictures with so many mirror images in them, which stay where they are."""
    pipeline = by_lot(rng, float(radiance(scene, empty_layout(), None, 1.0).mean()))
    glares = [random_glare(rng, scene.book) for _ in range(mirrored)]

    def picture(layout: Layout) -> Bytes:
        light = radiance(scene, layout, None, SAMPLES)
        for glare in glares:
            light = shone(light, glare, scene, layout)
        return np.asarray(taken(light, pipeline, rng), np.uint8)

    return picture


def glow(side: Side, scene: Scene, rng: Generator) -> dict[Spot, Colour]:
    """A side's turn: its home glows, the points of a roll stand out."""
    rolled = rng.integers(1, 7, 2)
    lamps = {spot: dimmed(CANDLE, 0.35) for spot in home_of(side, scene.seats)}
    return lamps | {spot_of(side, int(value), scene.seats): dimmed(WHITE, 0.6) for value in rolled}


def looks(kind: str, seed: int) -> Iterator[Look]:
    """Of two positions on one board, lit as strongly as each of STRENGTHS."""
    rng = np.random.default_rng((seed, KINDS.index(kind)))
    scene = random_board(seed, "ordinary" if seed % 2 else "hard", SIZE)
    if kind != KINDS[0]:
        scene = with_near_colours(scene, rng)
    picture = camera(scene, rng, int(rng.integers(1, 3)) if kind == KINDS[2] else 0)
    corners = parse_corners(scene.book.seen_corners(scene.camera))
    board = learn_board(picture(start_layout(scene, rng)), corners, scene.seats, picture(empty_layout()))
    reader, dazzle = Reader(board), Dazzle(board, recall_appearance(board).bare)
    for position, roller in several(rng, 2):
        seen, lamps = picture(random_layout(scene, position, roller, rng)), glow(roller, scene, rng)
        for strength in STRENGTHS:
            strip = LampLight(corners, board.size, random_strip(strength, rng))
            lit = strip.lit(seen, lamps) if strength else seen
            found = reader.read(lit)
            counts = [(place, position.counts(point)) for point, place in enumerate(found.places[:24], 1)]
            wrong = sum(place.likeliest != count for place, count in counts)
            surprise = sum(
                float(np.logaddexp.reduce([score for *_, score in place.scores])) - place.log_likelihood(*count)
                for place, count in counts
            )
            yield Look(strength, wrong, surprise, found.hand, dazzle.more_than_usual(lit), found.dazzled)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=6)
    parser.add_argument("--first-seed", type=int, default=62000)
    given = parser.parse_args()
    seeds = range(given.first_seed, given.first_seed + given.boards)
    for kind in KINDS:
        seen = [look for seed in seeds for look in looks(kind, seed)]
        for strength in STRENGTHS:
            group = [look for look in seen if look.strength == strength]
            burnt, misread = [look.burnt for look in group], [look.burnt for look in group if look.wrong]
            print(
                f"{kind}, {strength}: {len(group)} looks, {sum(look.wrong for look in group)} places wrong in"
                f" {len(misread)}; surprise {sum(look.surprise for look in group):.1f};"
                f" {sum(look.hand for look in group)} hands; burnt out {np.mean(burnt):.3f}, at most"
                f" {max(burnt):.3f}, of those misread at least {min(misread, default=1):.3f};"
                f" {sum(look.dazzled for look in group)} dazzled",
                flush=True,
            )


if __name__ == "__main__":
    main()
