"""Boards tone on tone: a set within a few CIE Lab of what it lies on, told by rim, lip, inlay, shadow and sheen alone.

Black leather on black points, cream on paper, pearl on ivory, wood on wood, felt on felt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from arbiter.position import Side
from lab.simulator.art import Colour
from lab.simulator.backdrop import Print
from lab.simulator.camera import triple
from lab.simulator.looks import apart, lab, near
from lab.simulator.scene import Scene, SetLook

TONE = "tone on tone"
"""What a scene's difficulty begins with, before its family."""
WITHIN = 12.0
"""CIE Lab distance between a set and what it lies on."""
SMALLEST, LARGEST = 0.36, 0.5
"""Radii of checkers, as shares of a point."""
THINNEST, THICKEST = 0.12, 0.34
"""Heights of checkers, as shares of their width."""
BOTH = 0.35
"""Share of boards on which the other set is in a colour of the board, too."""

GRAINY = (0.018, 0.05)
"""Standard deviation of a grainy camera's noise at full white, linear light."""


@dataclass(frozen=True)
class Family:
    """name: as labels have it. colours: of which the board's is one, worn a little; arts: of the board; styles: of the
    checkers."""

    name: str
    colours: tuple[Colour, ...]
    arts: tuple[str, ...]
    styles: tuple[str, ...]


FAMILIES = (
    Family(
        "black",
        ((22, 22, 24), (34, 30, 30), (46, 42, 42), (28, 30, 40)),
        ("plain", "plain", "cloth"),
        ("leather", "lipped", "lipped", "hollow", "plain", "dished"),
    ),
    Family(
        "paper",
        ((236, 226, 200), (228, 214, 178), (242, 236, 220)),
        ("plain", "cloth", "text"),
        ("lipped", "hollow", "inlaid", "plain", "rings"),
    ),
    Family(
        "pearl",
        ((238, 236, 228), (230, 226, 214), (246, 244, 240)),
        ("plain", "marble", "cloth"),
        ("pearl", "pearl", "lipped", "inlaid"),
    ),
    Family(
        "wood",
        ((150, 100, 60), (110, 68, 40), (190, 140, 92), (78, 50, 34), (205, 165, 115)),
        ("wood", "wood", "plain"),
        ("wood", "wood", "lipped", "hollow", "inlaid"),
    ),
    Family(
        "felt",
        ((36, 80, 52), (120, 32, 36), (40, 56, 96), (90, 90, 92), (150, 150, 150)),
        ("cloth", "cloth", "plain"),
        ("lipped", "inlaid", "hollow", "leather", "plain"),
    ),
)


def tone_on_tone(scene: Scene, rng: Generator) -> Scene:
    """The same board with points or ground, and a set on them, of one family; checkers of any usual size."""
    look, book = scene.look, scene.look.book
    family = FAMILIES[int(rng.integers(len(FAMILIES)))]
    under = _print(family, rng)
    prints, where = look.prints, rng.random()
    one, two = prints.points
    if where < 0.5:
        prints = replace(prints, points=(under, two) if rng.random() < 0.5 else (one, under))
    elif where < 0.85:
        prints = replace(prints, ground=under)
    else:
        prints = replace(prints, ground=under, points=(_alike(under, rng), two))
    first = _set(look.dark, family, under[1][0], rng)
    second = look.light
    if rng.random() < BOTH:
        beneath = [p[1][0] for p in (*prints.points, prints.ground)]
        clear = [colour for colour in beneath if apart(colour, first.checker) > 2 * WITHIN]
        if clear:
            second = _set(second, family, clear[int(rng.integers(len(clear)))], rng)
    for _ in range(100):
        if apart(first.checker, second.checker) > 25:
            break
        second = replace(second, checker=_any(rng))
    light, dark = sorted((first, second), key=lambda kept: -lab(kept.checker)[0])
    book = book.with_checkers(book.pitch * float(rng.uniform(SMALLEST, LARGEST)))
    book = replace(book, checker_height=2 * book.checker_radius * float(rng.uniform(THINNEST, THICKEST)))
    look = replace(look, book=book, prints=prints, light=light, dark=dark)
    return replace(scene, look=look, difficulty=f"{TONE}, {family.name}")


def before_grainy_camera(scene: Scene) -> Scene:
    """The same board in little light: a webcam's grain, some 2 to 6 grey levels in the middle tones."""
    rng = np.random.default_rng((scene.seed, 89))
    shot = float(rng.uniform(*GRAINY))
    return replace(scene, film=replace(scene.film, shot=shot, read=0.15 * shot))


def with_ridge_alike(scene: Scene, rng: Generator) -> Scene:
    """The same board with a ridge in the colour of one of its sets, leather or cloth."""
    look = scene.look
    colour = near(rng, (look.light if rng.random() < 0.5 else look.dark).checker, 1, WITHIN)
    ridge = (str(rng.choice(["plain", "cloth"])), tuple(near(rng, colour, 2, 10) for _ in range(3)))
    return replace(scene, look=replace(look, prints=replace(look.prints, ridge=ridge)))


def contrasts(scene: Scene) -> dict[Side, float]:
    """CIE Lab distance of each set from the nearest colour that it may lie on."""
    beneath = [p[1][0] for p in (*scene.look.prints.points, scene.look.prints.ground)]
    sets = ((Side.LIGHT, scene.look.light), (Side.DARK, scene.look.dark))
    return {side: min(apart(kept.checker, colour) for colour in beneath) for side, kept in sets}


def _any(rng: Generator) -> Colour:
    return triple(rng.uniform(15, 245, 3))


def _worn(colour: Colour, rng: Generator) -> Colour:
    return triple(np.clip(v + rng.normal(0, 6), 4, 250) for v in colour)


def _print(family: Family, rng: Generator) -> Print:
    base = _worn(family.colours[int(rng.integers(len(family.colours)))], rng)
    art = family.arts[int(rng.integers(len(family.arts)))]
    return art, (base, *(near(rng, base, 4, 25) for _ in range(3)))


def _alike(under: Print, rng: Generator) -> Print:
    """Points that hardly differ from their ground."""
    art, (base, *others) = under
    return art, (near(rng, base, 4, 16), *others)


def _set(kept: SetLook, family: Family, under: Colour, rng: Generator) -> SetLook:
    colour = near(rng, under, 1, WITHIN)
    inlay = near(rng, colour, 4, 20) if rng.random() < 0.6 else kept.inlay
    style = family.styles[int(rng.integers(len(family.styles)))]
    return replace(kept, checker=colour, inlay=inlay, style=style)
