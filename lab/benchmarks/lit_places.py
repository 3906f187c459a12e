"""How sure places are of themselves in the light of lamps along the board, and how sure they may be.

    python -m lab.benchmarks.lit_places [--boards 6] [--first-seed 62000]

Own boards of three kinds, each lit by a strip of its own at 1, 3 and 6 times the room's light: by lot; with pale
checkers against others whose colour is near theirs; and such ones with the mirror images of lamps in them. Places are
put together by how much of them is burnt out and open (`vision.lamp_doubt`, which is left out here). For each group:
how many read wrongly, and the surprise (minus the natural logarithm of how likely the count that lies there is said to
be, summed) as they say it and with their scores multiplied.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.position import Side
from arbiter.referee.evidence import PlaceEvidence
from calibration.corners import parse_corners
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
from vision.known_position.learn_board import learn_board
from vision.reader import Reader
from vision.strips import strip_at

KINDS = ("by lot", "near colours", "near colours, mirrored lamps")
STRENGTHS = (1.0, 3.0, 6.0)
GROUPS = (0.0, 0.5, 1.0, 2.0, np.inf)
"""Faces of checkers that are burnt out and open, up to which a place belongs to each group."""
SHARES = (1.0, 0.8, 0.6, 0.4)
SIZE = (640, 360)
SAMPLES = 1.5


@dataclass(frozen=True)
class Place:
    """What a point said, the count that lay there, and how many faces of checkers of it were burnt out and open."""

    says: PlaceEvidence
    truth: tuple[int, int]
    open_faces: float

    def surprise(self, share: float) -> float:
        scores = np.array([score for *_, score in self.says.scores]) * share
        return float(np.logaddexp.reduce(scores)) - share * self.says.log_likelihood(*self.truth)


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


def places(kind: str, seed: int) -> Iterator[Place]:
    """Of two positions on one board, lit as strongly as each of STRENGTHS."""
    rng = np.random.default_rng((seed, KINDS.index(kind)))
    scene = random_board(seed, "ordinary" if seed % 2 else "hard", SIZE)
    if kind != KINDS[0]:
        scene = with_near_colours(scene, rng)
    picture = camera(scene, rng, int(rng.integers(1, 3)) if kind == KINDS[2] else 0)
    corners = parse_corners(scene.book.seen_corners(scene.camera))
    board = learn_board(picture(start_layout(scene, rng)), corners, scene.seats, picture(empty_layout()))
    reader, strips = Reader(board), [strip_at(*way) for way in scene.seats.track()]
    for position, roller in several(rng, 2):
        seen, lamps = picture(random_layout(scene, position, roller, rng)), glow(roller, scene, rng)
        for strength in STRENGTHS:
            lit = LampLight(corners, board.size, random_strip(strength, rng)).lit(seen, lamps)
            prepared = reader.prepared(lit)
            if prepared.unlit is None:
                continue
            found = reader.evidence(reader.read_region(prepared), 0, 0.0)
            for point, strip in enumerate(strips, 1):
                says = found.places[point - 1]
                if not says.hidden and not found.hand:
                    yield Place(says, position.counts(point), float(prepared.unlit.open_faces[strip]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=6)
    parser.add_argument("--first-seed", type=int, default=62000)
    given = parser.parse_args()
    seeds = range(given.first_seed, given.first_seed + given.boards)
    seen = [place for kind in KINDS for seed in seeds for place in places(kind, seed)]
    at_least = -np.inf
    for at_most in GROUPS:
        group = [place for place in seen if at_least < place.open_faces <= at_most]
        wrong = sum(place.says.likeliest != place.truth for place in group)
        surprise = "  ".join(f"{share}: {sum(place.surprise(share) for place in group):.1f}" for share in SHARES)
        print(f"open up to {at_most}: {len(group)} places, {wrong} wrong; surprise {surprise}")
        at_least = at_most


if __name__ == "__main__":
    main()
