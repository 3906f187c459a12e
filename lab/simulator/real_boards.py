"""What photographs of real boards have and boards by lot seldom do: each family as a function of a scene and chance.

Families change the board, its things or its camera; `Overlay` holds what is put over a scene's light afterwards: cups,
clear acrylic checkers, mirrored strips of LEDs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.random import Generator

from lab.simulator.art import Bytes, Colour
from lab.simulator.camera import Floats, triple
from lab.simulator.cups import Cup, draw_cups
from lab.simulator.glare import Glare, LedStrip, shone, strip_shone
from lab.simulator.layout import Layout
from lab.simulator.looks import camouflaged, from_above, lab, near, seen_from, with_glass_dice
from lab.simulator.motifs import random_motifs
from lab.simulator.scene import Scene, radiance
from lab.simulator.tone import tone_on_tone

Change = Callable[[Scene, Generator], Scene]
SMALLEST, SMALL = 260, 460
"""Pixels across of small pictures."""
LEAF_LENGTHS = (9.5, 14.0)
"""In points' widths, of boards that are no books."""


def behind_high_wall(scene: Scene, rng: Generator) -> Scene:
    """A deep tray seen from low: its front wall hides up to the whole of the nearest checkers."""
    book = scene.book
    deep = replace(book, depth=book.pitch * float(rng.uniform(0.6, 1.5)))
    scene = replace(scene, look=replace(scene.look, book=deep))
    turn = float(np.clip(rng.normal(0, 12), -30, 30))
    return seen_from(scene, float(rng.uniform(28, 52)), turn, float(rng.normal(0, 3)), float(rng.uniform(0.8, 0.98)))


def white_on_white(scene: Scene, rng: Generator) -> Scene:
    """White checkers on white points or ground, told apart by rims and shadows."""
    look = scene.look
    base = triple(rng.uniform(222, 250) + rng.normal(0, 3, 3))
    art = str(rng.choice(["plain", "plain", "cloth", "marble"]))
    under = (art, (base, *(near(rng, base, 2, 12) for _ in range(3))))
    one, two = look.prints.points
    where = rng.random()
    prints = replace(
        look.prints,
        ground=under if where < 0.6 else look.prints.ground,
        points=(under, two) if where > 0.3 else (one, two),
    )
    white = replace(look.light, checker=near(rng, base, 1, 9), inlay=near(rng, base, 2, 14))
    dark = look.dark
    for _ in range(60):
        if lab(dark.checker)[0] < 70:
            break
        dark = replace(dark, checker=triple(rng.uniform(10, 200, 3)))
    return replace(scene, look=replace(look, prints=prints, light=white, dark=dark))


def black_leather_roll(scene: Scene, rng: Generator) -> Scene:
    """Black checkers on a roll of black leather that curls at its sides and has hardly any walls."""
    look = scene.look
    black: Colour = triple(rng.uniform(14, 44) + rng.normal(0, 3, 3))
    skin = ("cloth" if rng.random() < 0.5 else "plain", (black, *(near(rng, black, 1, 7) for _ in range(3))))
    one, two = look.prints.points
    points = (skin, two) if rng.random() < 0.6 else (one, skin)
    ground = skin if rng.random() < 0.8 else look.prints.ground
    dark = replace(look.dark, checker=near(rng, black, 1, 9), inlay=near(rng, black, 2, 15), style="plain")
    curl = (float(rng.uniform(0, 7)), float(rng.uniform(0, 7)))
    book = replace(look.book, depth=float(rng.uniform(0.05, 0.25)), lift=curl, ridge_rise=0.02)
    prints = replace(look.prints, ground=ground, points=points, wall=skin, cover=black, frame=skin)
    light = look.light
    for _ in range(60):
        if lab(light.checker)[0] > 55:
            break
        light = replace(light, checker=triple(rng.uniform(90, 250, 3)))
    return replace(scene, look=replace(look, book=book, prints=prints, dark=dark, light=light))


def from_the_side(scene: Scene, rng: Generator) -> Scene:
    """A telephone's picture from beside the table: turned by 15 to 40 degrees, the board half of it."""
    turn = float(rng.choice([-1, 1])) * float(rng.uniform(15, 40))
    return seen_from(scene, float(rng.uniform(25, 50)), turn, float(rng.normal(0, 7)), float(rng.uniform(0.55, 0.92)))


def from_low(scene: Scene, rng: Generator) -> Scene:
    """A camera at the end of the table: dice and cube show their sides, far rows are short."""
    low = replace(scene.book, depth=scene.book.pitch * float(rng.uniform(0.1, 0.5)))
    scene = replace(scene, look=replace(scene.look, book=low))
    turn = float(rng.normal(0, 10))
    return seen_from(scene, float(rng.uniform(50, 65)), turn, float(rng.normal(0, 3)), float(rng.uniform(0.7, 0.98)))


def small_picture(scene: Scene, rng: Generator) -> Scene:
    """A picture as pages of the web show them, 260 to 460 pixels across."""
    width = int(rng.integers(SMALLEST, SMALL))
    seen = scene.camera
    size = (width, round(width * float(rng.uniform(0.56, 0.8))))
    return seen_from(scene, seen.tilt, seen.azimuth, seen.roll, float(rng.uniform(0.8, 0.99)), size)


def painted_sprays(scene: Scene, rng: Generator) -> Scene:
    """Sprays of leaves painted at the points' bases, some in a set's colour."""
    look = scene.look
    first = (look.light if rng.random() < 0.5 else look.dark).checker
    colours = (near(rng, first, 2, 25), triple(rng.uniform(10, 240, 3)), triple(rng.uniform(10, 240, 3)))
    return replace(scene, look=replace(look, prints=replace(look.prints, sprays=colours)))


def painted_motifs(scene: Scene, rng: Generator) -> Scene:
    """Flowers, stars, butterflies, anchors, suits, dots and rosettes by hand, some in a set's colour."""
    look = scene.look
    sets = [near(rng, one.checker, 2, 25) for one in (look.light, look.dark)]
    others = [triple(rng.uniform(8, 247, 3)) for _ in range(3)]
    bare = [near(rng, look.prints.ground[1][0], 8, 40)]
    chosen = random_motifs(rng, [*sets, *others, *bare])
    return replace(scene, look=replace(look, prints=replace(look.prints, motifs=chosen)))


def clear_red_and_blue_dice(scene: Scene, rng: Generator) -> Scene:
    """Small dice of clear red and clear blue glass with white pips."""
    scene = with_glass_dice(scene)
    red, blue = triple(rng.uniform((150, 10, 20), (220, 50, 60))), triple(rng.uniform((20, 40, 130), (60, 100, 220)))
    if rng.random() < 0.5:
        red, blue = blue, red
    look, white = scene.look, (245.0, 243.0, 238.0)
    light = replace(look.light, die=red, pips=white, glass=float(rng.uniform(0.4, 0.7)))
    dark = replace(look.dark, die=blue, pips=white, glass=float(rng.uniform(0.4, 0.7)))
    return replace(scene, look=replace(look, light=light, dark=dark))


def without_bar(scene: Scene, rng: Generator) -> Scene:
    """A board that folds or rolls up without a bar: a seam at the most, a third of a point wide."""
    book = replace(
        scene.book, ridge_width=scene.book.pitch * float(rng.uniform(0.02, 0.4)), ridge_rise=0.01, ridge_bulge=0.03,
        gutter=0.05, depth=min(scene.book.depth, 0.4),
    )  # fmt: skip
    habits = replace(scene.look.habits, cube_on_ridge=False)
    return replace(scene, look=replace(scene.look, book=book, habits=habits))


def other_proportions(scene: Scene, rng: Generator) -> Scene:
    """Longer leaves and any bar, as boards made for tournaments have: their leaves are 10.5 to 14 points' widths long,
    where a book's are 8.3 to 10.2, and their bars a third of a point to two points wide, where a book's is 1.4 to 2.2.
    """
    book, habits, seen = scene.book, scene.look.habits, scene.camera
    floor = book.pitch * float(rng.uniform(*LEAF_LENGTHS))
    gutter = book.pitch * float(rng.uniform(0.03, 0.3))
    bar = book.pitch * float(rng.uniform(0.2, 1.6))
    book = replace(book, floor_height=max(floor, book.floor_height), gutter=gutter, ridge_width=bar)
    habits = replace(habits, cube_on_ridge=habits.cube_on_ridge and bar > book.cube_side)
    scene = replace(scene, look=replace(scene.look, book=book, habits=habits))
    return seen_from(scene, seen.tilt, seen.azimuth, seen.roll, float(rng.uniform(0.8, 0.99)))


def unchanged(scene: Scene, _: Generator) -> Scene:
    """A board by lot."""
    return scene


LOOKS: dict[str, tuple[Change, float]] = {
    "by lot": (unchanged, 3.0),
    "camouflaged": (camouflaged, 1.5),
    "tone on tone": (tone_on_tone, 3.0),
    "white on white": (white_on_white, 1.5),
    "black leather roll": (black_leather_roll, 1.5),
    "leaf sprays": (painted_sprays, 1.0),
    "painted motifs": (painted_motifs, 1.0),
    "clear dice": (clear_red_and_blue_dice, 1.0),
    "without bar": (without_bar, 2.0),
}
VIEWS: dict[str, tuple[Change, float]] = {
    "any view": (unchanged, 5.0),
    "high front wall": (behind_high_wall, 2.0),
    "from the side": (from_the_side, 1.5),
    "from low": (from_low, 1.0),
    "from above": (from_above, 1.5),
    "small picture": (small_picture, 1.0),
}
"""By name: the change and how often it is drawn. A view comes after a look, for it may change the tray's depth."""


def by_lot(scene: Scene, rng: Generator) -> tuple[str, Scene]:
    """A look and a view: their names and the scene."""
    names = []
    for families in (LOOKS, VIEWS):
        weights = np.array([weight for _, weight in families.values()])
        names.append(str(rng.choice(list(families), p=weights / weights.sum())))
        scene = families[names[-1]][0](scene, rng)
    return ", ".join(names), scene


@dataclass(frozen=True)
class Overlay:
    """clear: of a set of clear acrylic, by side, the share of what lies behind that shows through it."""

    glares: tuple[Glare, ...] = ()
    strips: tuple[LedStrip, ...] = ()
    clear: dict[str, float] = field(default_factory=dict)


def overlaid(
    scene: Scene, layout: Layout, over: Overlay, cups: tuple[Cup, ...], samples: float
) -> tuple[Floats, Bytes]:
    """(H, W, 3) linear light of a layout with what is put over it, and (H, W) uint8, 255 where cups cover it."""
    light = radiance(scene, layout, None, samples)
    for side, share in over.clear.items():
        discs = tuple(disc for disc in layout.discs if disc.side != side)
        behind = radiance(scene, replace(layout, discs=discs), None, samples)
        light = np.asarray(light + np.float32(share) * (behind - light), np.float32)
    for glare in over.glares:
        light = shone(light, glare, scene, layout)
    for strip in over.strips:
        light = strip_shone(light, strip, scene, layout)
    return light, draw_cups(light, scene, cups)
