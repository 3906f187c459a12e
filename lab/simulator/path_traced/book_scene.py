"""A whole scene of the simulator, path-traced: the open book, its things, what lies around it, and hands."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from lab.simulator import art, dice
from lab.simulator.backdrop import TABLE, TABLE_UNIT, UNIT, Prints, leaf_print, table_print
from lab.simulator.book import LEAVES, Book, Frame
from lab.simulator.camera import Floats
from lab.simulator.hands import Hand, limbs
from lab.simulator.layout import Layout
from lab.simulator.path_traced import materials, meshes, stage
from lab.simulator.path_traced.clutter import Clutter, put_clutter
from lab.simulator.path_traced.finish import CheckerFinish, DieFinish, Surroundings, checker_finish, die_finish
from lab.simulator.scene import Scene

TABLE_FRAME = Frame((0.0, 0.0, 0.0))
HINGE = 9
"""Lines across the ridge's vault."""


@dataclass(frozen=True)
class Finishes:
    """Of what the two sets and the cube are made, and how dull and how varnished the leaves are."""

    checkers: dict[str, CheckerFinish]
    dice: dict[str, DieFinish]
    roughness: float
    varnish: float


def traced(
    scene: Scene,
    layout: Layout,
    finishes: Finishes,
    around: Surroundings,
    clutter: Clutter,
    hand: Hand | None = None,
) -> Floats:
    """(H, W, 3) linear light, RGB, as the scene's camera gets it without its lens's bending."""
    rng = np.random.default_rng((scene.seed, 51))
    stage.cleared(stage.FEW)
    stage.lit(around, rng)
    book, prints = scene.book, scene.look.prints
    _table(prints)
    for leaf in LEAVES:
        _leaf(book, prints, leaf, finishes)
    _ridge(book, prints)
    _checkers(scene, layout, finishes)
    _dice(scene, layout, finishes)
    put_clutter(clutter, book)
    if hand is not None:
        _hand(hand)
    return stage.seen_by(replace(scene.camera, k1=0.0))


def _table(prints: Prints) -> None:
    rows, columns = TABLE
    half = (columns / TABLE_UNIT / 2, rows / TABLE_UNIT / 2)
    picture = table_print(prints)
    meshes.sheet(
        TABLE_FRAME, (-half[0], -half[1]), half, 0.0, materials.printed(picture, 0.55, prints.table_skin.gloss)
    )
    meshes.sheet(TABLE_FRAME, (-160, -160), (160, 160), -0.02, materials.plain(prints.table[1][0], 0.6))


def _leaf(book: Book, prints: Prints, leaf: str, finishes: Finishes) -> None:
    frame, (u0, u1) = book.leaves[leaf], book.rims(leaf)
    vv, half, width, depth = book.outer_height / 2, book.floor_height / 2, book.floor_width, book.depth
    paper = materials.printed(leaf_print(book, prints, leaf), finishes.roughness, finishes.varnish)
    meshes.sheet(frame, (0.0, -half), (width, half), 0.0, paper)
    wall, cover = materials.plain(prints.wall[1][0], 0.7), materials.plain(prints.cover, 0.4, 0.3)
    for low, high in (
        ((u0, -vv), (0.0, vv)),
        ((width, -vv), (u1, vv)),
        ((0.0, -vv), (width, -half)),
        ((0.0, half), (width, vv)),
    ):
        meshes.box(frame, (*low, -0.9 * book.base), (*high, depth - 0.01), wall)
        pixels = (max(4, round((high[1] - low[1]) * UNIT)), max(4, round((high[0] - low[0]) * UNIT)))
        rim = art.draw(prints.frame[0], prints.seed + 60 + len(leaf), pixels, prints.frame[1], UNIT)
        meshes.sheet(frame, low, high, depth, materials.printed(rim, 0.6, 0.0))
    lip = book.rim * 0.35
    meshes.box(frame, (u0 - lip, -vv - lip, -book.base), (u1 + lip, vv + lip, -0.65 * book.base), cover)


def _ridge(book: Book, prints: Prints) -> None:
    half, long = book.ridge_width / 2, book.outer_height / 2 + book.rim * 0.35
    picture = art.draw(
        prints.ridge[0], prints.seed + 80, (round(2 * long * UNIT), round(2 * half * UNIT)), prints.ridge[1], UNIT
    )
    across = np.linspace(-half, half, HINGE)
    heights = -book.ridge_bulge * (across / half) ** 2
    meshes.vault(book.ridge, across.tolist(), heights.tolist(), long, materials.printed(picture, 0.5, 0.3))
    body = materials.plain(prints.ridge[1][0], 0.6)
    meshes.box(book.ridge, (-half, -long, -book.crest), (half, long, -book.ridge_bulge - 0.01), body)


def _checkers(scene: Scene, layout: Layout, finishes: Finishes) -> None:
    book = scene.book
    bodies = {side: materials.of_checker(finish, book.checker_radius) for side, finish in finishes.checkers.items()}
    for disc in layout.discs:
        finish = finishes.checkers[disc.side]
        place = (disc.u, disc.v, disc.w)
        meshes.checker(
            book.frame(disc.frame), place, book.checker_radius, book.checker_height, finish, bodies[disc.side]
        )


def _dice(scene: Scene, layout: Layout, finishes: Finishes) -> None:
    book, rng = scene.book, np.random.default_rng((scene.seed, 52))
    for laid in layout.dice:
        finish = finishes.dice[laid.block.kind]
        body, ink = materials.of_die(finish), materials.plain(finish.pips, 0.35)
        flips = (rng.random(6) < 0.5).tolist()
        frame = book.frame(laid.block.frame)
        meshes.die(frame, laid.block.at, np.array(laid.block.turn), book.die_side, finish, body, ink, flips)
    for cube in [*([layout.cube] if layout.cube else []), *layout.spare_cubes]:
        strip = _cube_faces(scene)
        frame = book.frame(cube.block.frame)
        meshes.cube(
            frame, cube.block.at, np.array(cube.block.turn), book.cube_side, materials.printed(strip, 0.35, 0.4)
        )


def _cube_faces(scene: Scene) -> art.Bytes:
    """(n, 6n, 3) RGB: the doubling cube's faces side by side."""
    look = dice.cube_look(scene.look.cube, scene.look.cube_ink, np.random.default_rng((scene.seed, 53)))
    return np.asarray(255 * np.clip(look.faces, 0, 1) ** (1 / 2.2), np.uint8)


def _hand(hand: Hand) -> None:
    skin, sleeve = materials.plain(hand.skin, 0.5), materials.plain(hand.sleeve, 0.9)
    for a, b, ra, rb, is_sleeve in limbs(hand):
        meshes.limb(a.tolist(), b.tolist(), ra, rb, sleeve if is_sleeve else skin)


def random_finishes(rng: Generator, scene: Scene) -> Finishes:
    """What a scene's things are made of, drawn by lot; colours are the scene's own."""
    look = scene.look
    boards = (look.prints.ground[1][0], look.prints.points[0][1][0], look.prints.points[1][1][0])
    light = checker_finish(rng, look.light.checker, look.light.inlay)
    dark = replace(checker_finish(rng, look.dark.checker, look.dark.inlay), profile=light.profile)
    dice_of = {
        "light": die_finish(rng, (*boards, look.light.checker)),
        "dark": die_finish(rng, (*boards, look.dark.checker)),
    }
    return Finishes(
        {"light": light, "dark": dark}, dice_of, float(rng.uniform(0.25, 0.9)), float(rng.choice([0, 0, 0, 0.3, 1.0]))
    )
