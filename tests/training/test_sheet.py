"""The sheet that one network is to read: where its pixels lie, what it shows, and the labels of drawn boards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.position import START
from calibration.corners import parse_corners
from lab.simulator.cups import draw_cups, random_cups
from lab.simulator.looks import random_board, seen_from
from lab.simulator.real_boards import LOOKS, VIEWS, other_proportions
from lab.simulator.scene import Scene, radiance
from lab.simulator.stills import empty_layout, start_layout
from lab.training.sheet import draw
from lab.training.sheet.boards import drawn_boards, signed
from lab.training.sheet.labels import (
    CUBE,
    DARK,
    FOREIGN,
    class_of,
    covered_strips,
    numbers_label,
    targets,
    things_label,
)
from lab.training.sheet.labels import LIGHT as LIGHT_MAP
from lab.training.sheet.loader import looked_at, mirrored, stacked
from vision.sheet.channels import CHANNELS, EMPTY, HAS_EMPTY, LIGHT, NOTHING, RULER, Known, board_channels, colours_of
from vision.sheet.eyes import MIXED, MOST
from vision.sheet.geometry import (
    BESIDE,
    EDGES,
    HEIGHT,
    LEAF_WIDTH,
    LEFT,
    MARGIN,
    RIGHT,
    WIDTH,
    Numbers,
    SheetView,
    known_places,
    strip_columns,
)
from vision.sheet.mirrors import MIRRORS

SIZE = (480, 270)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return random_board(3_899_500, "ordinary", SIZE)


def view_of(scene: Scene) -> SheetView:
    told = numbers_label(scene)
    return SheetView(Numbers(parse_corners(told["corners"]), SIZE, told["height"], told["radius"], told["first"]))


def test_a_leafs_corners_lie_where_its_points_begin(scene: Scene) -> None:
    told = numbers_label(scene)
    view = SheetView(Numbers(parse_corners(told["corners"]), SIZE, height=0.0))
    for part, side, left in ((LEFT, "left", BESIDE), (RIGHT, "right", WIDTH - BESIDE - LEAF_WIDTH)):
        found = view.on_sheet(part, told["corners"][side])
        right, below = left + LEAF_WIDTH - 0.5, HEIGHT - MARGIN - 0.5
        wanted = [(left - 0.5, MARGIN - 0.5), (right, MARGIN - 0.5), (right, below), (left - 0.5, below)]
        assert np.abs(found - wanted).max() < 1.0  # the leaf's own projection is fitted to both leaves


def test_each_top_of_the_start_lies_in_its_own_strip(scene: Scene) -> None:
    view, label = view_of(scene), things_label(scene, start_layout(scene, np.random.default_rng(1)))
    tops = [top for top in label["tops"] if top[0] in (LEFT, RIGHT)]
    assert len(tops) == 30
    for part, side, x, y, _ in tops:
        at = view.on_sheet(int(part), [(x, y)])[0]
        strips = [s for s in range(24) if strip_columns(s)[0] - 0.5 <= at[0] < strip_columns(s)[1] - 0.5]
        strip = next(s for s in strips if (s % 12 < 6) == (at[1] < HEIGHT / 2))
        assert label["points"][strip][int(side)] > 0
        assert label["points"][strip][1 - int(side)] == 0


def test_targets_say_what_lies_there_and_where(scene: Scene) -> None:
    label = things_label(scene, start_layout(scene, np.random.default_rng(1)))
    aims = targets(label, view_of(scene))
    assert sorted(aims.points - MOST) == sorted(START.points)
    assert aims.ridge.tolist() == [0, 0]
    assert not aims.hidden.any()
    seen = sum(not walled for *_, walled in label["tops"])
    assert (aims.maps[[LIGHT_MAP, DARK]] == 1).sum() == seen
    assert aims.maps[CUBE].max() == 1 or not label["cubes"] or label["cubes"][0][0] < 0
    assert not aims.maps[FOREIGN].any()


def test_what_covers_a_strip_hides_it_alone(scene: Scene) -> None:
    view = view_of(scene)
    first, last = strip_columns(14)
    covered = np.zeros((HEIGHT, WIDTH), np.uint8)
    covered[MARGIN : MARGIN + 60, first:last] = 255
    shares = covered_strips(covered)
    assert shares[14] > 0.3
    assert np.delete(shares, 14).max() == 0
    everything = np.full((SIZE[1], SIZE[0]), 255, np.uint8)
    label = things_label(scene, empty_layout())
    assert targets(label, view, everything).hidden.all()


@pytest.mark.parametrize(
    ("light", "dark", "kind"), [(0, 0, MOST), (3, 0, MOST + 3), (0, 2, MOST - 2), (1, 1, MIXED), (14, 0, MOST + 10)]
)
def test_a_points_class(light: int, dark: int, kind: int) -> None:
    assert class_of(light, dark) == kind


def test_the_near_wall_of_a_deep_tray_hides_the_nearest_checkers(scene: Scene) -> None:
    def walled(depth: float) -> int:
        book = replace(scene.book, depth=depth)
        low = seen_from(replace(scene, look=replace(scene.look, book=book)), 50.0, 0.0, 0.0, 0.9)
        return sum(top[4] for top in things_label(low, start_layout(low, np.random.default_rng(1)))["tops"])

    assert walled(0.02) == 0
    assert walled(2.5) >= 4


def test_colours_are_those_of_the_known_checkers(scene: Scene) -> None:
    view = view_of(scene)
    layout = start_layout(scene, np.random.default_rng(1))
    light = np.clip(radiance(scene, layout, None, 1.0), 0, 1) ** (1 / 2.2)
    sheet = view.drawn(np.asarray(255 * light[..., ::-1], np.uint8))
    counts = signed(things_label(scene, layout)["points"])
    known = Known(sheet, colours_of(sheet, counts, view))
    x = stacked(sheet, board_channels(view, known), known)
    assert x.shape == (CHANNELS, HEIGHT, WIDTH)
    places = known_places(counts, view.numbers, view.leaves[0].length)
    assert len(places) == 30
    right = 0
    for part, along, down, sign in places:
        column, row = (round(v) for v in view.place(part, along, down))
        told = x[LIGHT : LIGHT + 2, row - 3 : row + 4, column - 3 : column + 4].mean(axis=(1, 2))
        right += bool((told[0] > told[1]) == (sign > 0))
    assert right >= 27
    bare = stacked(sheet, board_channels(view))
    assert not bare[LIGHT : LIGHT + 2].any()
    assert not bare[HAS_EMPTY].any()


def test_a_mirrored_example_mirrored_again_is_the_same(scene: Scene) -> None:
    rng = np.random.default_rng(3)
    x = rng.random((CHANNELS, HEIGHT, WIDTH), np.float32)
    aims = targets(things_label(scene, start_layout(scene, rng)), view_of(scene))
    for mirror in MIRRORS[1:]:
        once, there = mirrored(x, aims, mirror)
        again, back = mirrored(once, there, mirror)
        assert np.array_equal(again, x)
        assert np.array_equal(back.points, aims.points)
        assert np.array_equal(back.maps, aims.maps)
        assert not np.array_equal(there.points, aims.points)
        # where maps mark checkers, the strip says that there are some
        for strip in range(24):
            first, last = (column // 4 for column in strip_columns(strip))
            rows = slice(MARGIN // 4, HEIGHT // 8) if strip % 12 < 6 else slice(HEIGHT // 8, (HEIGHT - MARGIN) // 4)
            marked = (there.maps[[LIGHT_MAP, DARK], rows, first:last] == 1).any()
            assert marked == (there.points[strip] != MOST)


@pytest.mark.parametrize("name", [*LOOKS, *VIEWS])
def test_each_family_makes_a_board_whose_sheet_can_be_drawn(name: str, scene: Scene) -> None:
    changed = (LOOKS | VIEWS)[name][0](scene, np.random.default_rng(5))
    told = numbers_label(changed)
    size = (int(told["size"][0]), int(told["size"][1]))
    view = SheetView(Numbers(parse_corners(told["corners"]), size, told["height"], told["radius"], told["first"]))
    assert view.drawn(np.zeros((size[1], size[0], 3), np.uint8)).shape == (HEIGHT, WIDTH, 3)
    assert 7 < view.leaves[0].length < 12


def test_boards_that_are_no_books_have_longer_leaves_and_any_bar(scene: Scene) -> None:
    shapes = []
    for seed in range(12):
        changed = other_proportions(scene, np.random.default_rng(seed))
        told, view = numbers_label(changed), view_of(changed)
        corners = np.array([*told["corners"]["left"], *told["corners"]["right"]])
        assert (corners > 0).all()
        assert (corners < changed.camera.size).all()
        label = things_label(changed, start_layout(changed, np.random.default_rng(seed)))
        assert sorted(targets(label, view).points - MOST) == sorted(START.points)
        shapes.append((view.leaves[0].length, changed.book.ridge_width / changed.book.pitch))
    lengths, bars = np.array(shapes).T
    assert lengths.min() < 11
    assert lengths.max() > 13
    assert bars.min() < 0.5
    assert bars.max() > 1.3


def test_cups_cover_what_they_say_and_nothing_else(scene: Scene) -> None:
    layout = start_layout(scene, np.random.default_rng(1))
    cups = next(made for seed in range(20) if (made := random_cups(np.random.default_rng(seed), scene, layout)))
    plain = np.full((SIZE[1], SIZE[0], 3), 0.5, np.float32)
    drawn = plain.copy()
    mask = draw_cups(drawn, scene, cups)
    assert mask.any()
    # beyond the cups themselves only their shadows change, and shadows brighten nothing
    assert (drawn[mask == 0] <= plain[mask == 0] + 1e-6).all()


def test_a_drawn_board_is_read_back_and_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "SIZES", (SIZE,) * 3)
    monkeypatch.setattr(draw, "SAMPLES", 1.0)
    monkeypatch.setattr(draw, "STREAMED", 0.0)  # needs ffmpeg: tests/lab/test_streamed.py
    draw.write_board(tmp_path, 3_899_501, 1)
    (board,) = drawn_boards(tmp_path)
    assert [picture["kind"] for picture in board.label["pictures"]] == ["start", "empty", "position"]
    assert cv2.imread(str(tmp_path / board.pictures("start")[0]["image"])) is not None
    look = looked_at(board, np.random.default_rng(2))
    for sheet, aims in look.shown:
        assert sheet.shape == (HEIGHT, WIDTH, 3)
        assert aims.points.shape == (24,)
        assert aims.maps.shape == (5, HEIGHT // 4, WIDTH // 4)
    withheld = [look for seed in range(12) if (look := looked_at(board, np.random.default_rng(seed))).known is NOTHING]
    assert 0 < len(withheld) < 12
    looks = [looked_at(board, np.random.default_rng(seed)) for seed in range(24)]
    coloured = [look for look in looks if look.known.colours is not None]
    assert any(not look.of_board[RULER - EMPTY].any() for look in coloured), "as a photograph is looked at again"
    assert any(look.of_board[RULER - EMPTY].any() for look in coloured), "as a calibrated board is"
    assert EDGES[LEFT][1] == EDGES[1][0]
