"""The renderer's physics against answers known without it: vision is only as good as the boards it is tested on."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.plays import accepted_plays
from arbiter.position import START, Position, Side
from lab.simulator import dice, stills
from lab.simulator.acting import Table, way_back
from lab.simulator.blunders import KINDS, blunder, lawful, stepped
from lab.simulator.book import LEAVES
from lab.simulator.camera import Camera
from lab.simulator.clips import write_game
from lab.simulator.hands import random_hand
from lab.simulator.layout import Layout, lay_checkers, lay_dice
from lab.simulator.light import SKY, Receiver, shadows
from lab.simulator.looks import Difficulty, apart, random_board, with_glass_dice
from lab.simulator.positions import game, piled
from lab.simulator.scene import backdrop, radiance, render, rows
from lab.simulator.solids import disc_solid

SEEDS = (3, 8, 21)


@pytest.mark.parametrize("k1", [-0.06, 0.0, 0.02])
def test_what_is_projected_is_found_again_along_its_ray(k1: float) -> None:
    camera = Camera((960, 540), 35.0, -12.0, 5.0, 45.0, 58.0, k1, (0.5, -0.3, 0.0))
    points = np.random.default_rng(1).uniform((-11, -8, 0), (11, 8, 2), (200, 3))
    rays = camera.directions(camera.project(points))
    assert np.allclose(camera.eye + camera.depth(points)[:, None] * rays, points, atol=1e-4)


def test_an_upright_camera_sees_the_board_as_the_player_does() -> None:
    camera = Camera((960, 540), 0.0, 0.0, 0.0, 40.0, 60.0, 0.0)
    middle, right, far = camera.project([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
    assert np.allclose(middle, (479.5, 269.5))
    assert np.allclose(right - middle, (camera.focal / 40, 0))
    assert np.allclose(far - middle, (0, -camera.focal / 40))


def test_rays_of_sub_pixels_average_to_those_of_their_pixels() -> None:
    camera = random_board(5, size=(320, 180)).camera
    rays = camera.rays(2.0).reshape(180, 2, 320, 2, 3).mean(axis=(1, 3))
    x, y = np.meshgrid(np.arange(320), np.arange(180))
    assert np.allclose(rays, camera.directions(np.stack((x, y), axis=-1)), atol=1e-4)


@pytest.mark.parametrize("seed", SEEDS)
def test_corners_are_where_the_floor_is_seen_or_hidden_by_a_nearer_wall(seed: int) -> None:
    scene = random_board(seed, "hard")
    canvas = backdrop(scene, 1.0)
    for leaf in LEAVES:
        corners = scene.book.corners(leaf)
        inward = corners + 0.08 * (corners.mean(axis=0) - corners)
        for place in inward:
            x, y = np.rint(scene.camera.project(place)).astype(int)
            seen, true = canvas.depth[y, x], scene.camera.depth(place)
            assert seen < true + 0.05 * true
            assert abs(seen - true) < 0.2 or seen > true - 4 * scene.book.depth - scene.book.crest
    middles = np.array([scene.book.corners(leaf).mean(axis=0) for leaf in LEAVES])
    at = np.rint(scene.camera.project(middles)).astype(int)
    assert np.allclose(canvas.depth[at[:, 1], at[:, 0]], scene.camera.depth(middles), atol=0.06)


def test_a_printed_corner_is_painted_where_its_label_says() -> None:
    """The floor of a shallow tray without margin is brighter than its black walls: find its corners as edges."""
    scene = random_board(4, "ordinary", (960, 540))
    canvas = backdrop(scene, 1.0)
    for leaf in LEAVES:
        frame = scene.book.leaves[leaf]
        place = scene.camera.eye + canvas.depth[..., None].astype(float) * canvas.rays
        local = frame.local(place)
        floor = (abs(local[..., 2]) < 0.02) & (local[..., 0] > 0) & (local[..., 0] < scene.book.floor_width)
        floor &= abs(local[..., 1]) < scene.book.floor_height / 2
        ys, xs = np.nonzero(floor)
        u0, u1, half = 0.0, scene.book.floor_width, scene.book.floor_height / 2
        edges = scene.camera.project(
            frame.world([(u0, half, 0), (u1, half, 0), (u1, -half, 0), (u0, -half, 0)])
        )
        # what is seen of the floor lies inside its four labelled corners, and reaches the far ones
        outline = edges.astype(np.float32)
        inside = [
            cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in zip(xs, ys, strict=True)
        ]
        assert min(inside) > -3
        assert floor.sum() > 0.6 * cv2.contourArea(outline)


def test_opposite_faces_sum_to_seven_and_cubes_multiply_to_128() -> None:
    assert {dice.DIE[i] + dice.DIE[i + 1] for i in (0, 2, 4)} == {7}
    assert {dice.CUBE[i] * dice.CUBE[i + 1] for i in (0, 2, 4)} == {128}


def test_one_two_three_run_against_the_clock() -> None:
    one, two, three = (dice.outward(dice.DIE.index(value)) for value in (1, 2, 3))
    assert float(np.cross(one, two) @ three) == 1.0


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_the_face_it_was_turned_to(value: int) -> None:
    for yaw in (0.0, 1.1, 4.0):
        for lean in (0.0, 0.5):
            turn = np.array(dice.showing(dice.DIE, value, yaw, lean, 2.0))
            assert np.allclose(turn @ turn.T, np.eye(3))
            assert np.linalg.det(turn) > 0.99
            assert dice.face_up(dice.DIE, dice.as_turn(turn)) == value


@pytest.mark.parametrize("value", range(1, 7))
def test_as_many_pips_are_painted_as_the_label_says(value: int) -> None:
    """Dark pips on a light die, close up from a low angle: count them on the upper face."""
    plain = random_board(2, "ordinary")
    whites = replace(plain.look.light, die=(240.0, 240.0, 235.0), pips=(8.0, 8.0, 8.0))
    rng = np.random.default_rng(value)
    laid = lay_dice(plain.book, plain.seats, (), Side.LIGHT, (value, value), rng)[:1]
    frame, block = plain.book.frame(laid[0].block.frame), laid[0].block
    x, y, z = frame.world(block.at)
    camera = Camera((300, 300), 15.0, 10.0, 5.0, 30.0, 2.4, -0.03, (float(x), float(y), float(z)))
    scene = replace(plain, look=replace(plain.look, light=whites), camera=camera)
    seen = radiance(scene, Layout(START, (), laid), samples=2.0).mean(axis=2)
    half = plain.book.die_side / 2
    turn = np.array(block.turn)
    square = half * np.array([(0.78 * a, 0.78 * b, 1.0) for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))])
    on_top = square @ dice_axes(value).T @ turn.T
    outline = cv2.convexHull(camera.project(frame.world(on_top + block.at)).astype(np.float32))
    face = np.zeros(seen.shape, np.uint8)
    cv2.fillConvexPoly(face, np.rint(outline).astype(np.int32), 1)
    bright = float(np.median(seen[face > 0]))
    found, _, sizes, _ = cv2.connectedComponentsWithStats(
        ((seen < 0.3 * bright) & (face > 0)).astype(np.uint8)
    )
    assert (sizes[1:found, cv2.CC_STAT_AREA] > 60).sum() == value


def test_the_board_shows_through_a_die_of_glass() -> None:
    """The same die on the same spot, of a board whose ground is dark and of one whose ground is light."""

    def seen(glass: float, ground: float) -> float:
        plain = with_glass_dice(random_board(2, "ordinary"))
        whites = replace(plain.look.light, die=(60.0, 120.0, 60.0), glass=glass)
        print_ = ("plain", ((ground,) * 3,))
        prints = replace(plain.look.prints, ground=print_, points=(print_, print_), outline=None)
        laid = lay_dice(plain.book, plain.seats, (), Side.LIGHT, (1, 1), np.random.default_rng(1))[:1]
        x, y, z = plain.book.frame(laid[0].block.frame).world(laid[0].block.at)
        camera = Camera((100, 100), 15.0, 10.0, 5.0, 30.0, 2.4, -0.03, (float(x), float(y), float(z)))
        scene = replace(plain, look=replace(plain.look, light=whites, prints=prints), camera=camera)
        picture = radiance(scene, Layout(START, (), laid), samples=1.0)
        return float(picture[58:62, 42:58].mean())  # beside the pip

    assert abs(seen(0.0, 200.0) - seen(0.0, 30.0)) < 0.01
    assert seen(0.5, 200.0) - seen(0.5, 30.0) > 0.05


def dice_axes(value: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Columns: two axes in a face of the die, and its outward normal."""
    normal = dice.outward(dice.DIE.index(value))
    one = np.roll(normal, 1)
    return np.stack((one, np.cross(normal, one), normal), axis=1)


def test_a_shadow_falls_where_the_sun_throws_it() -> None:
    """A pole of height 2 under a lamp far off at 45 degrees throws a shadow 2 long, away from the lamp."""
    scene = random_board(2)
    lamp = scene.lamp.__class__(0.0, 45.0, 4000.0, 1.0, (1, 1, 1), (1, 1, 1))
    receiver = Receiver(scene.book.table, 0.0, (-5.0, -5.0, 5.0, 5.0), 20, 0)
    pole = np.array([(x, y, z) for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (0, 2)], dtype=float)
    atlas = shadows([receiver], {"table": [pole]}, ["table"], lamp)
    dark = np.argwhere(atlas[:201, :201, 0] < 0.5) / 20 - 5
    assert abs(dark[:, 1].min() + 2.1) < 0.12
    assert abs(dark[:, 1].max() - 0.1) < 0.12
    assert abs(dark[:, 0]).max() < 0.2


def test_the_sky_samples_are_those_of_a_flat_sheet() -> None:
    """Weighted by the cosine, directions average to two thirds up and to nothing sideways."""
    assert np.allclose(np.linalg.norm(SKY, axis=1), 1)
    assert abs(SKY[:, 2].mean() - 2 / 3) < 0.01
    assert np.abs(SKY[:, :2].mean(axis=0)).max() < 0.05


@pytest.mark.parametrize("seed", SEEDS)
def test_labels_count_what_lies_there(seed: int) -> None:
    scene = random_board(seed)
    rng = np.random.default_rng(seed)
    position = piled(rng)
    discs = lay_checkers(scene.book, scene.seats, scene.look.habits, position, rng)
    assert len(discs) == 30
    top, bottom = rows(scene.seats, position)
    for column in range(12):
        leaf, middle = scene.book.column(column)
        here = [d for d in discs if d.frame == leaf and abs(d.u - middle) < scene.book.pitch / 2]
        assert len(here) == abs(top[column]) + abs(bottom[column])
        signs = {1 if d.side == "light" else -1 for d in here}
        assert signs == {int(np.sign(n)) for n in (top[column], bottom[column]) if n}
    assert sum(d.frame == "ridge" for d in discs) == sum(position.bar)
    assert sum(d.frame == "table" for d in discs) == sum(position.off)


@pytest.mark.parametrize("seed", range(12))
def test_checkers_are_solid_and_lie_inside_their_tray(seed: int) -> None:
    scene = random_board(seed)
    rng = np.random.default_rng(seed)
    plies = list(game(rng))
    position = plies[int(rng.integers(len(plies)))].before
    book = scene.book
    discs = lay_checkers(book, scene.seats, scene.look.habits, position, rng)
    for i, one in enumerate(discs):
        if one.frame in LEAVES:
            assert book.checker_radius - 1e-6 <= one.u <= book.floor_width - book.checker_radius + 1e-6
            assert abs(one.v) <= book.floor_height / 2 - book.checker_radius + 1e-6
        for other in discs[:i]:
            if one.frame == other.frame and abs(one.w - other.w) < 1e-6:
                apart_by = np.hypot(one.u - other.u, one.v - other.v)
                assert apart_by > 1.9 * book.checker_radius


@pytest.mark.parametrize("seed", range(8))
def test_dice_lie_clear_in_the_rollers_right_leaf(seed: int) -> None:
    scene = random_board(seed)
    rng = np.random.default_rng(seed)
    discs = lay_checkers(scene.book, scene.seats, scene.look.habits, START, rng)
    for side in Side:
        laid = lay_dice(scene.book, scene.seats, discs, side, (2, 5), rng)
        assert [die.value for die in laid] == [2, 5]
        assert {die.leaf for die in laid} == {"right" if scene.seats.near is side else "left"}
        for die in laid:
            assert abs(die.block.at[2] - scene.book.die_side / 2) < 0.05 * scene.book.die_side
            for disc in (d for d in discs if d.frame == die.leaf):
                reach = scene.book.checker_radius + 0.45 * scene.book.die_side
                assert np.hypot(disc.u - die.block.at[0], disc.v - die.block.at[1]) > reach


def test_mishaps_are_labelled() -> None:
    scene, rng = random_board(6), np.random.default_rng(6)
    discs = lay_checkers(scene.book, scene.seats, scene.look.habits, START, rng)
    cocked = [
        lay_dice(scene.book, scene.seats, discs, Side.LIGHT, (3, 4), rng, "cocked")[1] for _ in range(5)
    ]
    assert all(die.cocked and die.value == 4 for die in cocked)
    outside = lay_dice(scene.book, scene.seats, discs, Side.LIGHT, (3, 4), rng, "outside")[1]
    assert outside.leaf is None
    assert abs(outside.block.at[0]) > scene.book.bounds[0]
    stacked = lay_dice(scene.book, scene.seats, discs, Side.LIGHT, (3, 4), rng, "on_checker")[1]
    assert stacked.on_checker
    assert stacked.block.at[2] > scene.book.checker_height


def test_checkers_are_painted_where_they_lie() -> None:
    """The middle of each uncovered checker's top comes nearer to the camera than the empty board."""
    scene, rng = random_board(11), np.random.default_rng(11)
    discs = lay_checkers(scene.book, scene.seats, scene.look.habits, START, rng)
    layout = Layout(START, discs)
    empty, laid = radiance(scene, stills.empty_layout(), samples=1.0), radiance(scene, layout, samples=1.0)
    changed = np.abs(laid - empty).sum(axis=2) > 0.003
    for disc in discs:
        top = disc_solid(disc, scene.book.checker_radius, scene.book.checker_height)[14:].mean(axis=0)
        x, y = np.rint(scene.camera.project(scene.book.frame(disc.frame).world(top))).astype(int)
        assert changed[y - 2 : y + 3, x - 2 : x + 3].mean() > 0.5


def test_the_same_seed_draws_the_same_picture() -> None:
    scene = random_board(17, "hard", (480, 270))
    again = random_board(17, "hard", (480, 270))
    assert scene == again
    rng = np.random.default_rng(2)
    layout = stills.random_layout(scene, START, Side.DARK, rng)
    hand = random_hand(rng, (1.0, 1.0, 1.0), True)
    one, label = render(scene, layout, hand, shot=3, samples=1.0)
    backdrop.cache_clear()
    two, same = render(again, layout, hand, shot=3, samples=1.0)
    assert np.array_equal(one, two)
    assert label == same
    three, _ = render(scene, layout, hand, shot=4, samples=1.0)
    assert not np.array_equal(one, three)
    assert random_board(18, "hard", (480, 270)) != scene


@pytest.mark.parametrize("difficulty", ["ordinary", "hard"])
def test_the_light_set_is_lighter_and_the_sets_differ(difficulty: Difficulty) -> None:
    for seed in range(40):
        look = random_board(seed, difficulty).look
        light, dark = (np.array([[s.checker]], np.float32) / 255 for s in (look.light, look.dark))
        assert (
            cv2.cvtColor(light, cv2.COLOR_RGB2LAB)[0, 0, 0] > cv2.cvtColor(dark, cv2.COLOR_RGB2LAB)[0, 0, 0]
        )
        assert apart(look.light.checker, look.dark.checker) > 20


def test_the_whole_book_is_in_the_picture() -> None:
    for seed in range(40):
        scene = random_board(seed)
        seen = np.array([scene.camera.project(scene.book.corners(leaf)) for leaf in LEAVES])
        assert seen.min() >= 0
        assert (seen.reshape(-1, 2).max(axis=0) < scene.camera.size).all()


def test_stills_are_written_as_the_scorer_reads_them(tmp_path: Path) -> None:
    labels = stills.write_stills(tmp_path, [1], per_board=3, samples=1.0)
    assert labels == json.loads((tmp_path / "labels.json").read_text())
    assert [x["kind"] for x in labels] == ["start", "empty", "position", "position", "position"]
    assert [x["occluded"] for x in labels] == [False, False, False, False, True]
    start = labels[0]
    picture = cv2.imread(str(tmp_path / start["image"]))
    assert picture is not None
    assert [picture.shape[1], picture.shape[0]] == start["size"] == [960, 540]
    assert sum(map(abs, start["top"] + start["bottom"])) == 30
    position = labels[2]
    assert len(position["dice"]) == 2
    assert all(die["set"] == position["to_move"] for die in position["dice"])
    assert {"value", "up_face", "center", "owner"} == set(position["cube"])


def test_games_are_played_by_the_rules_and_blunders_are_not() -> None:
    rng = np.random.default_rng(12)
    plies = list(game(rng))
    kinds = set()
    for before, after in pairwise(plies):
        assert before.play.result == after.before
        assert after.side is before.side.other
    for ply in plies:
        deed = lawful(ply)
        assert stepped(ply.before, deed.steps) == deed.after
        wrong = blunder(ply, rng)
        if wrong is not None:
            kinds.add(wrong.why.split(":")[0])
            assert wrong.after not in {play.result for play in accepted_plays(ply.before, ply.side, ply.dice)}
            back = way_back(ply.before, wrong.steps, deed.steps)
            assert stepped_back(wrong.after, back) == deed.after
    assert len(kinds) >= len(KINDS) - 1


def stepped_back(position: Position, steps: list[tuple[Side, int, int]]) -> Position:
    """As `stepped`, but struck checkers go back where they stood, which strikes nobody."""
    for side, start, end in steps:
        own = list(position.row(side))
        own[start] -= 1
        own[end] += 1
        position = position.with_row(side, tuple(own))
        struck = position.row(side.other)
        if 1 <= end <= 24 and struck[25 - end] == 1 and own[end] == 1 and start > end:
            other = list(struck)
            other[25 - end], other[25] = 0, other[25] + 1
            position = position.with_row(side.other, tuple(other))
    return position


def test_a_table_keeps_its_checkers() -> None:
    scene = random_board(9, "ordinary", (480, 270))
    rng = np.random.default_rng(9)
    table = Table(scene, START, rng)
    for ply in list(game(rng))[:6]:
        if table.position != ply.before:
            break
        for shot in table.carry(ply.side, lawful(ply).steps):
            assert len(shot.layout.discs) == 30
    assert sum(table.position.light) == sum(table.position.dark) == 15


def test_a_short_recording(tmp_path: Path) -> None:
    truth = write_game(tmp_path, 5, plies=2, illegal=0, cube=False, samples=1.0, size=(320, 180))
    video = cv2.VideoCapture(str(tmp_path / "game.mp4"))
    assert int(video.get(cv2.CAP_PROP_FRAME_COUNT)) == truth["frames"]
    assert truth == json.loads((tmp_path / "truth.json").read_text())
    first, second = truth["plies"]
    for ply in (first, second):
        assert (
            ply["from_frame"]
            < ply["rolled_frame"]
            < ply["played_frame"]
            < ply["lifted_frame"]
            < ply["clear_frame"]
        )
    assert first["clear_frame"] < second["from_frame"]
    assert (tmp_path / "start.jpg").exists()
    assert (tmp_path / "empty.jpg").exists()
