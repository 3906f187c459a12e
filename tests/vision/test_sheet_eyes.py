"""What the sheet's network says, less what it learned from more often than play makes it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corners import parse_corners
from lab.simulator.looks import random_board
from lab.simulator.scene import render
from lab.simulator.stills import start_layout
from lab.training.sheet.labels import things_label
from vision.cells import POINTS as POINT_CELLS
from vision.points import POINTS, ridge_place
from vision.sheet.channels import OF_BOARD, Known
from vision.sheet.eyes import CLASSES, DIE, FOREIGN, MIXED, MOST, MOST_ON_RIDGE, SheetEyes, SheetLogits, SheetNetwork
from vision.sheet.geometry import HEIGHT, WIDTH, Floats, Numbers, SheetView
from vision.sheet.mirrors import MIRRORS

SIZE = (480, 270)


def saying(points: Floats, ridge: Floats, maps: Floats) -> SheetNetwork:
    """A network that says this of whatever it is shown."""
    return SheetNetwork(lambda of_board: of_board, lambda *_: (points, ridge, maps))


def told(points: Floats, ridge: Floats) -> SheetLogits:
    """What is made of a network that says this of whatever it is shown."""
    scene = random_board(3_899_520, "ordinary", SIZE)
    view = SheetView(Numbers(parse_corners(scene.book.seen_corners(scene.camera)), SIZE))
    maps = np.zeros((1, 5, HEIGHT // 4, WIDTH // 4), np.float32)
    eyes = SheetEyes(view, network=saying(points[None], ridge[None], maps))
    return eyes.read(np.full((HEIGHT, WIDTH, 3), 90, np.uint8))


def test_piles_that_play_hardly_makes_have_to_be_plainer() -> None:
    """A row of six is no less likely than one of five where the network cannot tell; in play it is rarer."""
    said = told(np.zeros((24, CLASSES + 1), np.float32), np.zeros(2 * MOST_ON_RIDGE + 3, np.float32))
    counts = said.points[7, :MIXED]
    assert counts[MOST : MOST + 6] == pytest.approx(counts[MOST])
    assert counts[MOST - 5 : MOST + 1] == pytest.approx(counts[MOST])
    assert (np.diff(counts[MOST + 5 :]) < 0).all()
    assert counts[::-1] == pytest.approx(counts)
    assert said.points[:, MIXED:] == pytest.approx(0.0)


def test_three_on_the_bar_have_to_be_plainer_than_one() -> None:
    ridge = np.zeros(2 * MOST_ON_RIDGE + 3, np.float32)
    ridge[[1, 3]] = 4.0
    place = ridge_place(told(np.zeros((24, CLASSES + 1), np.float32), ridge).ridge)
    assert place.likeliest[0] == 1
    assert not place.hidden


def test_what_is_said_of_the_ridge_adds_up_to_one() -> None:
    rng = np.random.default_rng(5)
    place = ridge_place(rng.normal(0, 2, 2 * MOST_ON_RIDGE + 3).astype(np.float32))
    assert sum(np.exp(score) for *_, score in place.scores) == pytest.approx(1.0, abs=0.02)
    assert place.likeliest == place.scores[0][:2]


def test_more_lie_on_the_ridge_than_are_told_at_a_price() -> None:
    """A fifth one lies on another: the rest of the board says how many there are."""
    ridge = np.zeros(2 * MOST_ON_RIDGE + 3, np.float32)
    ridge[[0, 2 * MOST_ON_RIDGE + 1]] = 6.0
    place = ridge_place(ridge)
    assert place.likeliest == (0, MOST_ON_RIDGE)
    prices = [place.log_likelihood(0, n) - place.log_likelihood(0, n + 1) for n in range(MOST_ON_RIDGE, 8)]
    assert prices == pytest.approx([POINTS.higher] * 4, abs=0.01)


def test_what_stays_as_it_is_is_asked_about_once() -> None:
    scene = random_board(3_899_520, "ordinary", SIZE)
    view = SheetView(Numbers(parse_corners(scene.book.seen_corners(scene.camera)), SIZE))
    asked: list[Floats] = []

    def of_board(channels: Floats) -> Floats:
        asked.append(channels)
        return channels

    points, ridge = np.zeros((1, 24, CLASSES + 1), np.float32), np.zeros((1, 2 * MOST_ON_RIDGE + 3), np.float32)
    maps = np.zeros((1, 5, HEIGHT // 4, WIDTH // 4), np.float32)
    given: list[Floats] = []

    def now(channels: Floats, board: Floats) -> tuple[Floats, ...]:
        given.append(board)
        return points, ridge, maps

    eyes = SheetEyes(view, network=SheetNetwork(of_board, now))
    for grey in (40, 90):
        eyes.read(np.full((HEIGHT, WIDTH, 3), grey, np.uint8), MIRRORS)
    assert [one.shape for one in asked] == 4 * [(1, 4 * OF_BOARD, HEIGHT // 2, WIDTH // 2)]  # of each mirror
    assert all(board is asked[number % 4] for number, board in enumerate(given))


def seeing(now: Floats, _: Floats) -> tuple[Floats, ...]:
    """A network that says of each place how light it is there."""
    light = now[0, :4].mean(axis=0).reshape(HEIGHT // 4, 2, WIDTH // 4, 2).mean(axis=(1, 3))
    points = np.array([np.full(CLASSES + 1, light[strip].mean()) for strip in POINT_CELLS], np.float32)
    return points[None], np.zeros((1, 2 * MOST_ON_RIDGE + 3), np.float32), np.stack(5 * [light])[None]


def test_what_is_said_of_a_mirror_image_is_put_back_as_the_board_lies() -> None:
    scene = random_board(3_899_520, "ordinary", SIZE)
    view = SheetView(Numbers(parse_corners(scene.book.seen_corners(scene.camera)), SIZE))
    boards: list[Floats] = []

    def of_board(channels: Floats) -> Floats:
        boards.append(channels[0].reshape(OF_BOARD, 4, HEIGHT // 2, WIDTH // 2).mean(axis=1))
        return channels

    eyes = SheetEyes(view, network=SheetNetwork(of_board, seeing))
    sheet = np.random.default_rng(7).integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    plain = eyes.read(sheet)
    for mirror in MIRRORS[1:]:
        said = eyes.read(sheet, (mirror,))
        assert said.points == pytest.approx(plain.points, abs=1e-5)
        assert said.maps == pytest.approx(plain.maps, abs=1e-5)
    assert eyes.read(sheet, MIRRORS).points == pytest.approx(plain.points, abs=1e-5)
    across, down = boards[0][-2:]  # what leans to the right leans to the left in a mirror
    assert boards[1][-2] == pytest.approx(-across[:, ::-1])
    assert boards[1][-1] == pytest.approx(down[:, ::-1])
    assert boards[2][-1] == pytest.approx(-down[::-1])


def test_the_network_reads_each_mirror_image_of_a_board() -> None:
    scene = random_board(3_899_520, "ordinary", (960, 540))
    view = SheetView(Numbers(parse_corners(scene.book.seen_corners(scene.camera)), (960, 540)))
    rng = np.random.default_rng(5)
    layout = start_layout(scene, rng)
    sheet, wanted = view.drawn(render(scene, layout)[0]), things_label(scene, layout)["points"]
    eyes = SheetEyes(view)
    right = [light - dark for light, dark in wanted]
    for mirrors in (*((mirror,) for mirror in MIRRORS), MIRRORS):
        counts = eyes.read(sheet, mirrors).points[:, :MIXED].argmax(axis=1) - MOST
        assert sum(counts == right) >= (24 if mirrors is MIRRORS else 23)


def test_what_looks_as_on_the_empty_board_is_no_die_and_nothing_foreign() -> None:
    """The network marks all cells; a die lies in one of them, and its mark may lie in the cell beside it."""
    scene = random_board(3_899_520, "ordinary", SIZE)
    view = SheetView(Numbers(parse_corners(scene.book.seen_corners(scene.camera)), SIZE))
    points, ridge = np.zeros((1, 24, CLASSES + 1), np.float32), np.zeros((1, 2 * MOST_ON_RIDGE + 3), np.float32)
    maps = np.full((1, 5, HEIGHT // 4, WIDTH // 4), 5.0, np.float32)
    empty = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    now = empty.copy()
    now[40:44, 80:84] = 200
    said = SheetEyes(view, Known(empty), saying(points, ridge, maps)).read(now).maps
    assert np.argwhere(said[FOREIGN] > 0).tolist() == [[10, 20]]
    assert np.argwhere(said[DIE] > 0).tolist() == [[y, x] for y in (9, 10, 11) for x in (19, 20, 21)]
