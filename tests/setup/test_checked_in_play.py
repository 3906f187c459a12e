"""A board that was learned wrong is measured again from the first turns played on it, and one learned right is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arbiter.match.events import MatchStarted, PlayMade
from arbiter.match.fold import fold
from arbiter.position import Position, Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.boards.known_boards import keep_measured, known_boards, save_board
from bookgammon.boards.seated import seated
from bookgammon.setup.board_check import BoardCheck
from bookgammon.setup.checked_in_play import ShownTurn, contradicts, measured_again
from bookgammon.table.seat_aware_watcher import MEASURED_AGAIN, SeatAwareWatcher
from bookgammon.table.table import FrameTime, TableUpdate
from calibration.board import Board
from calibration.corners import parse_corners
from lab.simulator.looks import random_board
from lab.simulator.positions import several
from lab.simulator.scene import render
from lab.simulator.stills import random_layout
from tests.vision.boards import SAMPLES, calibrated
from vision.known_position.learn_board import learn_board
from vision.reader import Reader
from vision.reading import reading_of

Turns = list[ShownTurn]


@pytest.fixture(scope="module")
def right() -> Board:
    return calibrated(random_board(22, "ordinary"))


@pytest.fixture(scope="module")
def wrong(right: Board) -> Board:
    """Its points are taken to lie seven tenths of a point to the side of where they are."""
    off = 0.7 * point_width(right)
    left, other = ([[x + off, y] for x, y in quad] for quad in (right.corners.left, right.corners.right))
    return learn_board(right.start, parse_corners({"left": left, "right": other}), right.seats, right.empty)


def point_width(board: Board) -> float:
    return float(np.hypot(*np.subtract(board.corners.left[1], board.corners.left[0]))) / 6


def off_by(board: Board, other: Board) -> float:
    """Pixels from one's corners to the other's, on average."""
    one, another = (np.array(each.corners.left + each.corners.right) for each in (board, other))
    return float(np.hypot(*(one - another).T).mean())


@pytest.fixture(scope="module")
def turns() -> Turns:
    scene = random_board(22, "ordinary")
    rng = np.random.default_rng(3)
    return [
        ShownTurn(render(scene, random_layout(scene, position, roller, rng), shot=2 + n, samples=SAMPLES)[0], position)
        for n, (position, roller) in enumerate(several(rng, 4))
    ]


def against(board: Board, turns: Turns) -> Turns:
    reader = Reader(board)
    return [turn for turn in turns if contradicts(reader.read(turn.picture), turn.position)]


def test_turns_contradict_a_board_that_was_learned_wrong_alone(right: Board, wrong: Board, turns: Turns) -> None:
    assert not against(right, turns)
    assert len(against(wrong, turns)) >= 2


def test_a_board_learned_wrong_is_measured_again_from_turns(right: Board, wrong: Board, turns: Turns) -> None:
    found = measured_again(wrong, turns[:2])
    assert found is not None
    assert off_by(found, right) < 0.15 * point_width(right)
    assert found.checker.radius == pytest.approx(right.checker.radius, abs=0.03)
    assert found.visibility is not None
    assert (found.start is wrong.start, found.seats) == (True, wrong.seats)
    reader = Reader(found)
    assert [reading_of(reader.read(turn.picture)).position.points for turn in turns[2:]] == [
        turn.position.points for turn in turns[2:]
    ]


def test_a_board_learned_right_stays_whatever_turns_say(right: Board, turns: Turns) -> None:
    """Even where positions are told that do not lie there."""
    assert measured_again(right, turns[:2]) is None
    exchanged = [replace(turns[0], position=turns[1].position), replace(turns[1], position=turns[0].position)]
    assert measured_again(right, exchanged) is None


class Follower:
    """The table's watcher, shown the end of each turn as a game does."""

    def __init__(self, board: Board, check: BoardCheck) -> None:
        self.state = fold([MatchStarted(0, 0.0, Rules(length=3), ("Ada", "Ben"))])
        self.boards: list[Board] = []
        self.check, self.time = check, 0.0
        self.watcher = SeatAwareWatcher(board, check=check, on_board=self.boards.append)

    def sees(self, turn: ShownTurn) -> Position:
        """What is read of it at last."""
        for _ in range(12):
            self.time += 0.1
            evidence = self.watcher.read_frame(turn.picture, round(10 * self.time), self.time)
        return reading_of(evidence).position

    def ends(self, turn: ShownTurn) -> None:
        self.sees(turn)
        made = PlayMade(0, self.time, Side.LIGHT, (3, 1), "8/5 6/5", turn.position)
        self.watcher.on_update(TableUpdate(self.state, FrameTime(), (made,), None))


def test_the_table_goes_on_with_the_board_measured_again_and_says_so(
    right: Board, wrong: Board, turns: Turns, tmp_path: Path
) -> None:
    (tmp_path / "boards").mkdir()
    path = tmp_path / "boards" / "board.toml"
    save_board(wrong, path)
    check = BoardCheck(lambda board: keep_measured(tmp_path, board))
    table = Follower(wrong, check)
    ended = against(wrong, turns)[:2]
    for turn in ended:
        table.ends(turn)
    assert check._measuring
    assert check._measured.wait(120)
    assert table.watcher.news() == ()
    table.watcher.on_update(TableUpdate(table.state, FrameTime(), (), None))
    assert [news.message for news in table.watcher.news()] == [MEASURED_AGAIN]
    assert [board.corners == wrong.corners for board in table.boards] == [False]  # whoever shows its place is told
    others = [turn for turn in turns if turn not in ended]
    assert [table.sees(turn).points for turn in others] == [turn.position.points for turn in others]
    ((_, kept),) = known_boards(tmp_path).boards
    assert off_by(kept, right) < 0.15 * point_width(right)
    assert np.array_equal(kept.start, wrong.start)


def test_the_program_ends_only_after_a_board_that_is_being_measured(
    wrong: Board, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bookgammon.setup.board_check._PATIENCE_S", 600.0)  # of a machine that does nothing else
    kept: list[Board] = []
    with BoardCheck(kept.append) as check:
        reader = Reader(wrong)
        for turn in against(wrong, turns)[:2]:
            check.turn_ended(wrong, turn.picture, reader.read(turn.picture), turn.position)
    assert check._measuring
    assert check._measured.is_set()
    assert len(kept) == 1


def test_a_board_that_is_kept_elsewhere_stays_as_it_is(right: Board, wrong: Board, tmp_path: Path) -> None:
    other = replace(wrong, start=255 - wrong.start)
    (tmp_path / "boards").mkdir()
    save_board(other, tmp_path / "boards" / "board.toml")
    keep_measured(tmp_path, right)
    ((_, kept),) = known_boards(tmp_path).boards
    assert kept.checker.radius == pytest.approx(wrong.checker.radius, abs=1e-3)


def test_what_is_kept_has_the_seats_that_were_kept(right: Board, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    save_board(right, tmp_path / "boards" / "board.toml")
    other = Seats(right.seats.near.other, "left" if right.seats.home == "right" else "right")
    keep_measured(tmp_path, seated(right, other))
    ((_, kept),) = known_boards(tmp_path).boards
    assert (kept.seats, kept.position) == (right.seats, right.position)
