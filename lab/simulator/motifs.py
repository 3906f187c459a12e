"""Things painted or inlaid one by one on a board's leaves: flowers, stars, butterflies, anchors, suits, dots, rosettes.

Some of them are as large as dice and show discs of one size round a middle, as a die's face does. Each is drawn by
rule from chance, filled, outlined or both, anywhere on a leaf's print.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from lab.simulator.art import Bytes, Colour

Spot = tuple[float, float]
_SHIFT = 4
_FINE = 1 << _SHIFT
SMALLEST, LARGEST = 0.12, 0.75
"""Point widths from a motif's middle to its end; a die is 0.12 to 0.3 from its middle to its side."""
CENTRE_PIECE = (0.8, 2.0)
"""The same of a piece in the middle of a leaf."""


@dataclass(frozen=True)
class Motifs:
    """What is painted on the leaves of one board. kinds: of MOTIFS; colours: the first is most of a motif's."""

    seed: int
    kinds: tuple[str, ...]
    colours: tuple[Colour, ...]


@dataclass(frozen=True)
class Pen:
    """Where a motif is drawn: its middle and reach in pixels, its turn, its colours, and how."""

    picture: Bytes
    at: Spot
    reach: float
    turn: float
    colours: Sequence[Colour]
    rng: Generator
    outline: bool
    fill: bool

    @property
    def line(self) -> int:
        return max(1, round(self.reach * 0.09))

    def place(self, far: float, angle: float) -> Spot:
        """A place `far` reaches from the middle."""
        a = angle + self.turn
        return self.at[0] + far * self.reach * float(np.cos(a)), self.at[1] + far * self.reach * float(np.sin(a))

    def ends(self, outline: Sequence[tuple[float, float]]) -> npt.NDArray[np.float64]:
        """(n, 2) pixels of places in reaches, right and down."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.asarray(np.array(outline, float) @ np.array(((c, s), (-s, c))) * self.reach + self.at, np.float64)

    def shape(self, outline: Sequence[tuple[float, float]], colour: Colour) -> None:
        """A closed outline in reaches, right and down."""
        fixed = np.round(self.ends(outline) * _FINE).astype(np.int32)
        if self.fill:
            cv2.fillPoly(self.picture, [fixed], colour, cv2.LINE_AA, _SHIFT)
        if self.outline or not self.fill:
            ink = self.colours[-1] if self.fill else colour
            cv2.polylines(self.picture, [fixed], True, ink, self.line, cv2.LINE_AA, _SHIFT)

    def oval(self, at: Spot, axes: tuple[float, float], angle: float, colour: Colour) -> None:
        """An ellipse in reaches; angle: radians of its first axis, before the motif's turn."""
        middle = (round(at[0] * _FINE), round(at[1] * _FINE))
        sides = (max(1, round(axes[0] * self.reach * _FINE)), max(1, round(axes[1] * self.reach * _FINE)))
        turned = float(np.degrees(angle + self.turn))
        if self.fill:
            cv2.ellipse(self.picture, middle, sides, turned, 0, 360, colour, -1, cv2.LINE_AA, _SHIFT)
        if self.outline or not self.fill:
            ink = self.colours[-1] if self.fill else colour
            cv2.ellipse(self.picture, middle, sides, turned, 0, 360, ink, self.line, cv2.LINE_AA, _SHIFT)

    def dot(self, at: Spot, radius: float, colour: Colour) -> None:
        middle, far = (round(at[0] * _FINE), round(at[1] * _FINE)), max(_FINE // 2, round(radius * self.reach * _FINE))
        cv2.circle(self.picture, middle, far, colour, -1, cv2.LINE_AA, _SHIFT)

    def stroke(self, one: Spot, other: Spot, colour: Colour, wide: float = 1.0) -> None:
        ends = [(round(x * _FINE), round(y * _FINE)) for x, y in (one, other)]
        cv2.line(self.picture, ends[0], ends[1], colour, max(1, round(wide * self.line)), cv2.LINE_AA, _SHIFT)


def _around(count: int) -> list[float]:
    return [2 * np.pi * n / count for n in range(count)]


def flower(pen: Pen) -> None:
    rng, (first, second, *_) = pen.rng, pen.colours
    petals, layers = int(rng.integers(4, 10)), int(rng.integers(1, 3))
    for layer in range(layers):
        far = 0.6 - 0.25 * layer
        for n, even in enumerate(_around(petals)):
            angle = even + layer * np.pi / petals
            wide = float(min(0.42, 2.2 * far / petals))
            pen.oval(pen.place(far, angle), (0.38, wide), angle, first if (n + layer) % 2 or layers == 1 else second)
    pen.dot(pen.at, float(rng.uniform(0.15, 0.3)), pen.colours[-1])
    if rng.random() < 0.5:
        for angle in _around(int(rng.integers(4, 9))):
            pen.dot(pen.place(0.35, angle), 0.07, pen.colours[-1])


def rosette(pen: Pen) -> None:
    """Discs of one size round a middle, or a ring of them: the worst there is."""
    rng = pen.rng
    if rng.random() < 0.5:
        pen.oval(pen.at, (1.0, 1.0), 0.0, pen.colours[0])
    count, radius = int(rng.integers(3, 9)), float(rng.uniform(0.12, 0.26))
    ink = pen.colours[int(rng.integers(1, len(pen.colours)))]
    for angle in _around(count):
        pen.dot(pen.place(0.6, angle), radius, ink)
    if rng.random() < 0.7:
        pen.dot(pen.at, radius * float(rng.choice([1.0, 1.0, 1.7])), pen.colours[int(rng.integers(len(pen.colours)))])


def star(pen: Pen) -> None:
    rng = pen.rng
    tips, inner = int(rng.choice([4, 5, 5, 6, 8, 8, 12])), float(rng.uniform(0.3, 0.55))
    turns = np.pi * np.arange(2 * tips) / tips
    far = np.where(np.arange(2 * tips) % 2, inner, 1.0)
    ends = [(float(r * np.cos(a)), float(r * np.sin(a))) for r, a in zip(far, turns, strict=True)]
    pen.shape(ends, pen.colours[0])
    if rng.random() < 0.5:  # facets, as compass roses have them
        for n in range(0, 2 * tips, 2):
            pen.shape([(0.0, 0.0), ends[n], ends[n + 1]], pen.colours[1])
    if rng.random() < 0.4:
        pen.dot(pen.at, float(rng.uniform(0.12, 0.3)), pen.colours[-1])


def butterfly(pen: Pen) -> None:
    rng = pen.rng
    spread, wing = float(rng.uniform(0.5, 0.9)), float(rng.uniform(0.3, 0.5))
    for side in (-1, 1):
        for angle, size in ((-spread, 1.0), (spread * 0.9, 0.75)):
            a = angle if side > 0 else np.pi - angle
            pen.oval(pen.place(0.55 * size, a), (0.48 * size, wing * size), a, pen.colours[0])
            if rng.random() < 0.8:
                pen.dot(pen.place(0.65 * size, a), 0.13, pen.colours[1])
            if rng.random() < 0.4:
                pen.dot(pen.place(0.35 * size, a), 0.09, pen.colours[-1])
    pen.oval(pen.at, (0.5, 0.09), np.pi / 2, pen.colours[-1])
    for a in (-1.9, -1.24):
        pen.stroke(pen.place(0.45, -np.pi / 2), pen.place(0.95, a), pen.colours[-1], 0.5)


def anchor(pen: Pen) -> None:
    ink, up = pen.colours[0], -np.pi / 2
    top, foot = pen.place(0.75, up), pen.place(0.85, -up)
    pen.stroke(top, foot, ink, 1.6)
    radius = max(1, round(0.2 * pen.reach * _FINE))
    middle = (round(top[0] * _FINE), round(top[1] * _FINE))
    cv2.circle(pen.picture, middle, radius, ink, pen.line, cv2.LINE_AA, _SHIFT)
    pen.stroke(pen.place(0.55, up - 0.75), pen.place(0.55, up + 0.75), ink, 1.6)
    ends = pen.ends([(0.75 * np.cos(a), 0.1 + 0.75 * np.sin(a)) for a in np.linspace(0.15, np.pi - 0.15, 14)])
    cv2.polylines(pen.picture, [np.round(ends * _FINE).astype(np.int32)], False, ink, 2 * pen.line, cv2.LINE_AA, _SHIFT)
    for side in (ends[0], ends[-1]):
        pen.dot((float(side[0]), float(side[1])), 0.15, ink)


def suit(pen: Pen) -> None:
    """Heart, diamond, club or spade."""
    kind, ink = pen.rng.choice(["heart", "diamond", "club", "spade"]), pen.colours[0]
    if kind == "diamond":
        pen.shape([(0, -1), (0.7, 0), (0, 1), (-0.7, 0)], ink)
        return
    if kind == "club":
        for x, y in ((0, -0.45), (-0.45, 0.15), (0.45, 0.15)):
            pen.dot(pen.place(float(np.hypot(x, y)), float(np.arctan2(y, x))), 0.38, ink)
    else:
        t = np.linspace(0, 2 * np.pi, 40)
        right, up = np.sin(t) ** 3, (13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16
        down = -up if kind == "heart" else up
        pen.shape([(float(a), float(b)) for a, b in zip(right, down, strict=True)], ink)
    if kind != "heart":
        pen.shape([(0, 0), (0.3, 0.95), (-0.3, 0.95)], ink)


def dots(pen: Pen) -> None:
    """Dots on a small lattice or in a row."""
    rng = pen.rng
    columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    step, radius = 1.4 / max(columns, rows), float(rng.uniform(0.1, 0.22))
    for i in range(columns):
        for j in range(rows):
            x, y = (i - (columns - 1) / 2) * step, (j - (rows - 1) / 2) * step
            pen.dot(pen.place(float(np.hypot(x, y)), float(np.arctan2(y, x))), radius, pen.colours[0])


def medallion(pen: Pen) -> None:
    """Rings one in another, with dots or rays between them."""
    rng, far = pen.rng, 1.0
    for n in range(int(rng.integers(2, 5))):
        pen.oval(pen.at, (far, far), 0.0, pen.colours[n % len(pen.colours)])
        if rng.random() < 0.5:
            for angle in _around(int(rng.integers(6, 17))):
                pen.dot(pen.place(far * 0.85, angle), 0.06, pen.colours[(n + 1) % len(pen.colours)])
        far *= float(rng.uniform(0.55, 0.8))


def tile(pen: Pen) -> None:
    """A square or a lozenge with a disc, a flower or a cross in it."""
    rng = pen.rng
    pen.shape([(-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7)], pen.colours[0])
    inner = Pen(pen.picture, pen.at, 0.6 * pen.reach, pen.turn, pen.colours[::-1], rng, pen.outline, pen.fill)
    (flower, star, suit)[int(rng.integers(3))](inner)


def spray(pen: Pen) -> None:
    """A stalk with leaves on both sides and berries."""
    rng = pen.rng
    bend, pairs = float(rng.uniform(-0.6, 0.6)), int(rng.integers(2, 6))
    at = [pen.place(float(f), bend * float(f)) for f in np.linspace(-1, 1, 2 * pairs + 1)]
    for one, other in pairwise(at):
        pen.stroke(one, other, pen.colours[-1], 0.6)
    for n, spot in enumerate(at):
        for side in (-1, 1):
            a = bend + side * 0.9 + pen.turn
            leaf = (spot[0] + 0.22 * pen.reach * float(np.cos(a)), spot[1] + 0.22 * pen.reach * float(np.sin(a)))
            if n % 3 == 2 and rng.random() < 0.6:
                pen.dot(leaf, 0.1, pen.colours[1])
            else:
                pen.oval(leaf, (0.25, 0.09), a - pen.turn, pen.colours[0])


Draw = Callable[[Pen], None]
MOTIFS: dict[str, Draw] = {
    draw.__name__: draw for draw in (flower, rosette, star, butterfly, anchor, suit, dots, medallion, tile, spray)
}


def random_motifs(rng: Generator, colours: Sequence[Colour]) -> Motifs:
    """One to three kinds; colours: those to choose from."""
    kinds = rng.choice(list(MOTIFS), int(rng.choice([1, 1, 2, 3])), replace=False)
    chosen = rng.permutation(len(colours))[:3]
    seed = int(rng.integers(1 << 30))
    return Motifs(seed, tuple(str(kind) for kind in kinds), tuple(colours[int(n)] for n in chosen))


def painted(picture: Bytes, leaf: int, unit: float, pitch: float, margin: float, motifs: Motifs) -> Bytes:
    """A leaf's print, (h, w, 3), with the motifs on it. unit: pixels of a world unit; pitch, margin: world units."""
    rng, made = np.random.default_rng((motifs.seed, leaf)), picture.copy()
    style = np.random.default_rng((motifs.seed, 9))  # both leaves in one style
    point, low = pitch * unit, margin * unit
    height = picture.shape[0]
    reach = float(np.exp(style.uniform(np.log(SMALLEST), np.log(LARGEST))))
    how = str(style.choice(["bases", "tips", "middle row", "anywhere", "anywhere"]))
    outline, fill = bool(style.random() < 0.5), bool(style.random() < 0.75)
    upright = bool(style.random() < 0.6)
    for kind in motifs.kinds:
        for x, y in _spots(rng, how, height / point):
            size = reach * point * float(rng.uniform(0.85, 1.15))
            turn = float(rng.choice([0.0, np.pi])) if upright else float(rng.uniform(0, 2 * np.pi))
            at = (low + x * point, y * point)
            MOTIFS[kind](Pen(made, at, size, turn, motifs.colours, rng, outline, fill))
    if style.random() < 0.3:
        size = point * float(style.uniform(*CENTRE_PIECE))
        kind = str(style.choice(list(MOTIFS)))
        MOTIFS[kind](Pen(made, (low + 3 * point, height / 2), size, 0.0, motifs.colours, rng, outline, fill))
    return made


def _spots(rng: Generator, how: str, length: float) -> list[Spot]:
    """Places in point widths from the leaf's corner. length: of the leaf."""
    columns = [n + 0.5 for n in range(6)]
    if how == "bases":
        far = float(rng.uniform(0.3, 1.2))
        return [(x, y) for x in columns for y in (far, length - far) if rng.random() < 0.85]
    if how == "tips":
        far = float(rng.uniform(3.0, 4.5))
        return [(x, y) for x in columns for y in (far, length - far) if rng.random() < 0.85]
    if how == "middle row":
        return [(x, length / 2 + float(rng.normal(0, 0.1))) for x in columns]
    count = int(rng.integers(4, 22))
    return [(float(rng.uniform(0.3, 5.7)), float(rng.uniform(0.3, length - 0.3))) for _ in range(count)]
