"""A board is learned until it reads back its own start picture, whatever corners the search begins with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arbiter.position import OFF, START, Position, Side
from arbiter.referee.game_ends import START_FIT
from arbiter.seats import Seats
from bookgammon.boards.seated import seated
from bookgammon.setup import learning, reading_back
from bookgammon.setup.learning import SetupLesson, learn, shows_start
from bookgammon.setup.places import place_name
from bookgammon.setup.reading_back import Origin, advice_beside, learned, read_back, unsure_places
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from calibration.board import Visibility
from calibration.corners import LeafCorners, parse_corners
from calibration.finding import FoundLeaves
from calibration.quality import picture_quality
from calibration.visibility import LOW_CONTRAST
from lab.simulator.layout import Layout, lay_checkers
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene, render
from lab.simulator.stills import empty_layout, start_layout
from vision.known_position.learn_board import learn_board
from vision.known_position.start_fit import COLOURS_UNCLEAR, StartFit, settle_start
from vision.reader import Reader
from vision.sources.pictures import Image

View = tuple[Scene, Image, Image, LeafCorners]


@pytest.fixture(scope="module")
def view() -> View:
    scene = random_board(22, "ordinary")
    start, label = render(scene, start_layout(scene, np.random.default_rng(1)), shot=0, samples=1.0)
    empty, _ = render(scene, empty_layout(), shot=1, samples=1.0)
    return scene, start, empty, parse_corners(label["corners"])


def off(corners: LeafCorners, by: float) -> LeafCorners:
    """The corners as a finger places them; by: standard deviation in pixels."""
    places = np.array(corners.left + corners.right)
    moved = (places + np.random.default_rng(5).normal(0, by, places.shape)).tolist()
    return parse_corners({"left": moved[:4], "right": moved[4:]})


def error(one: LeafCorners, other: LeafCorners) -> float:
    return float(np.hypot(*(np.array(one.left + one.right) - np.array(other.left + other.right)).T).mean())


def nothing_better(_picture: Image) -> FoundLeaves:
    raise AssertionError("the first beginning explains the picture")


@pytest.mark.parametrize("origin", ["hand", "file"])
def test_corners_placed_by_a_person_are_put_right_by_the_checkers(view: View, origin: Origin) -> None:
    scene, start, empty, true = view
    given = off(true, 3.0)
    found = learned(start, given, empty, nothing_better, origin=origin, near=scene.seats.near, home=scene.seats.home)
    assert error(found.board.corners, true) < 0.7 * error(given, true)
    assert found.unsure == ()
    assert found.confidence > 0.95


def test_a_picture_that_reads_back_plainly_is_sure_unless_its_checkers_are_faint(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checkers of the board's colour leave a doubt that reading every place removes."""
    scene, start, empty, true = view
    board = learn_board(start, true, scene.seats, empty)
    faint = StartFit(true, scene.seats, 0.2, ("The checkers do not lie where the leaves should be.",), 0.99)
    found = read_back(board, faint)
    assert found.unsure == ()
    assert found.complaints == ()
    assert found.confidence > 0.95
    hard_to_see = tuple((60.0, 2.0) for _ in range(24))
    monkeypatch.setattr(reading_back, "measured_visibility", lambda _board, odds: Visibility(tuple(odds), hard_to_see))
    elsewhere = read_back(board, faint)
    assert elsewhere.confidence < 0.3
    assert elsewhere.complaints == (LOW_CONTRAST[Side.DARK],)
    monkeypatch.undo()
    whose = replace(faint, seats_sure=0.6)
    doubted = read_back(board, whose)
    assert doubted.confidence < 0.3
    assert doubted.complaints == faint.complaints


def test_what_is_unclear_is_said_at_set_up_as_at_the_terminal_and_each_cause_once(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dark checkers that hardly differ from some points, in a picture whose colours hardly differ either."""
    scene, start, empty, true = view
    fit = StartFit(true, scene.seats, 0.2, (COLOURS_UNCLEAR,), 0.6)
    board = learn_board(start, true, scene.seats, empty)
    lesson = replace(read_back(board, fit), complaints=(COLOURS_UNCLEAR, LOW_CONTRAST[Side.DARK]))
    monkeypatch.setattr(learning, "learned", lambda *_, **__: lesson)
    poor = replace(picture_quality(board), contrast=(3.0, 3.0))
    monkeypatch.setattr(learning, "picture_quality", lambda _: poor)
    found = learn(start, true, empty, lambda _: FoundLeaves(true, 1.0), settle_start, by_hand=False)
    assert found.unclear == (COLOURS_UNCLEAR, LOW_CONTRAST[Side.DARK])
    assert [sentence for sentence in found.advice if "hardly differ" in sentence] == [
        "Some light checkers hardly differ from what they stand on: more, and more even, light helps."
    ]
    assert advice_beside(lesson, poor) == found.advice


def test_exact_corners_of_a_file_stay_as_they_are(view: View) -> None:
    scene, start, empty, true = view
    found = learned(start, true, empty, nothing_better, origin="file", near=scene.seats.near, home=scene.seats.home)
    assert found.board.corners == true
    assert found.unsure == ()


def test_corners_far_off_are_left_for_those_that_are_found(view: View) -> None:
    _, start, empty, true = view
    point = (true.left[1][0] - true.left[0][0]) / 6
    beside = [[x + 0.8 * point, y] for x, y in true.left + true.right]
    given = parse_corners({"left": beside[:4], "right": beside[4:]})
    found = learned(start, given, empty, lambda _: FoundLeaves(true, 1.0), origin="hand")
    assert error(found.board.corners, true) < 0.15 * point
    assert found.unsure == ()


def test_neither_an_empty_board_nor_a_game_well_begun_shows_the_start(view: View) -> None:
    """Though one checker at least still lies wherever the start has some."""
    scene, start, empty, true = view
    moved = list(START.light)
    for point, count in {6: 2, 8: 1, 13: 2, 24: 1, 4: 2, 5: 2, 7: 2, 9: 2, 10: 1}.items():
        moved[point] = count
    position = Position(tuple(moved), START.dark)
    discs = lay_checkers(scene.book, scene.seats, scene.look.habits, position, np.random.default_rng(2))
    later, _ = render(scene, Layout(position, discs), shot=3, samples=1.0)
    assert shows_start(start, true)
    assert not shows_start(empty, true)
    assert not shows_start(later, true)


@pytest.fixture(scope="module")
def vouched(view: View) -> tuple[Image, SetupLesson]:
    """A start picture that lacks a checker on light's six, and what is learned from it."""
    scene, _, empty, true = view
    light = list(START.light)
    light[6] -= 1
    light[OFF] += 1
    rng = np.random.default_rng(1)
    short = Position(tuple(light), START.dark)
    discs = lay_checkers(scene.book, scene.seats, scene.look.habits, short, rng)
    layout = Layout(short, tuple(disc for disc in discs if disc.frame != "table"))
    start, _ = render(scene, layout, shot=2, samples=1.0)
    return start, learn(start, true, empty, lambda _: FoundLeaves(true, 1.0), settle_start, by_hand=True)


def test_a_checker_too_few_is_named_and_the_game_can_begin_all_the_same(vouched: tuple[Image, SetupLesson]) -> None:
    _, lesson = vouched
    assert lesson.board is not None
    six = place_name(5, lesson.board.seats)
    assert [problem.text for problem in lesson.wrong] == [f"{six} shows 4 checkers, 5 expected."]
    assert any(sentence.startswith(str(six)) for sentence in lesson.advice)


@pytest.mark.parametrize("with_empty", [True, False])
def test_an_empty_picture_is_advised_where_there_is_none(
    view: View, vouched: tuple[Image, SetupLesson], with_empty: bool
) -> None:
    _, _, empty, true = view
    start, _ = vouched
    board = learn_board(start, true, view[0].seats, empty if with_empty else None)
    found = read_back(board, StartFit(true, board.seats, 1.0, (), 1.0))
    sentences = unsure_places(found)
    assert sentences
    assert all(("--empty" in sentence) is not with_empty for sentence in sentences)


def test_what_people_vouched_for_is_read_so_until_it_looks_otherwise(
    view: View, vouched: tuple[Image, SetupLesson]
) -> None:
    (_, start, empty, _), (picture, lesson) = view, vouched
    assert lesson.board is not None
    reader, again = Reader(lesson.board), np.random.default_rng(6)
    grain = again.normal(0, 2, picture.shape)
    later = np.clip(picture + grain, 0, 255).astype(np.uint8)
    for vouched_for in (picture, later):
        evidence = reader.read(vouched_for)
        assert evidence.places[5].scores[0][:2] == (5, 0)
        assert evidence.fit(START) > START_FIT
    assert Reader(replace(lesson.board, visibility=None)).read(picture).places[5].scores[0][:2] == (4, 0)
    assert reader.read(empty).places[5].scores[0][:2] == (0, 0)
    assert reader.read(start).places[5].scores[0][:2] == (5, 0)


def test_what_is_hard_to_see_is_told_once_at_the_table_and_follows_the_seats(
    vouched: tuple[Image, SetupLesson],
) -> None:
    _, lesson = vouched
    assert lesson.board is not None
    assert lesson.board.visibility is not None
    faint = Visibility(lesson.board.visibility.odds, tuple((40.0, float(n)) for n in range(24)))
    board = replace(lesson.board, visibility=faint)
    watcher = SeatAwareWatcher(board)
    assert [news.message for news in watcher.news()] == [LOW_CONTRAST[Side.DARK]]
    assert watcher.news() == ()
    other = Seats(board.seats.near.other, board.seats.home)
    turned = seated(board, other)
    assert turned.visibility is not None
    for number, spot in enumerate(other.track()):
        was = board.seats.track().index(spot)
        assert turned.visibility.odds[number] == faint.odds[was]
        assert turned.visibility.contrast[number] == faint.contrast[was]
