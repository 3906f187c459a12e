"""Which board `play` takes: the one that is known and lies in view, else people are asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.match.events import GameStarted, MatchStarted
from arbiter.position import START as BEGIN
from arbiter.rules import Rules
from bookgammon.boards.known_boards import KnownBoards, file_for, fresh_name, known_boards, save_board
from bookgammon.history.journal import Journal
from bookgammon.setup.ready import board_in_view, last_match
from calibration.corners import LeafCorners
from tests.bookgammon.program import RECORDING
from tests.setup.stage import BOOK, EMPTY, START, Camera, board_of, with_hand
from vision.sources.pictures import Image
from vision.sources.sources import FileSource, Frame


@pytest.fixture(scope="module")
def boards() -> KnownBoards:
    """The demo's board, and the same book seen in a mirror."""
    mirrored = board_of(np.ascontiguousarray(START[:, ::-1]), np.ascontiguousarray(EMPTY[:, ::-1]), "Mirror")
    return KnownBoards(((Path("a"), mirrored), (Path("b"), board_of(START, EMPTY, "Demo"))))


def moved(picture: Image, pixels: int) -> Image:
    shift = np.array([[1.0, 0.0, pixels], [0.0, 1.0, pixels / 2]])
    return np.asarray(cv2.warpAffine(picture, shift, (960, 540), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.fixture(scope="module")
def mid_game() -> Iterator[Image]:
    source = FileSource(RECORDING / "game.mp4")
    frames = (item.image for item in source.items() if isinstance(item, Frame) and item.index == 150)
    yield next(frames)
    source.close()


def test_the_board_that_lies_there_is_known_in_mid_game_and_in_less_light(
    boards: KnownBoards, mid_game: Image
) -> None:
    for picture in (mid_game, (mid_game * 0.6).astype(np.uint8), with_hand(mid_game)):
        found = boards.lying_there(picture)
        assert found
        assert found.name == "Demo"


def test_a_board_that_was_moved_is_not_taken_as_it_lay_but_its_look_is_known(
    boards: KnownBoards, mid_game: Image
) -> None:
    picture = moved(mid_game, 14)
    assert boards.lying_there(picture) is None
    a, b, c, d, e, f, g, h = ((x + 14.0, y + 7.0) for x, y in BOOK.left + BOOK.right)
    found = boards.looking_like(picture, LeafCorners((a, b, c, d), (e, f, g, h)))
    assert found
    assert found.name == "Demo"


def test_nothing_is_recognised_where_no_board_lies(boards: KnownBoards) -> None:
    table = np.full((540, 960, 3), 90, np.uint8)
    assert boards.lying_there(table) is None
    assert boards.lying_there(table[:300, :300]) is None


def test_the_source_is_looked_at_without_losing_a_frame_of_a_recording(boards: KnownBoards, tmp_path: Path) -> None:
    source = FileSource(RECORDING / "game.mp4")
    found = board_in_view(boards, source)
    assert found
    assert found.name == "Demo"
    first = next(item for item in source.items() if isinstance(item, Frame))
    assert first.index == 0
    source.close()
    assert board_in_view(boards, Camera(np.full((540, 960, 3), 90, np.uint8))) is None
    assert board_in_view(KnownBoards(()), Camera(EMPTY)) is None


def test_boards_are_kept_by_name_and_a_torn_one_hides_no_other(tmp_path: Path) -> None:
    save_board(board_of(START, EMPTY, "Großer Atlas"), file_for(tmp_path, "Großer Atlas"))
    torn = file_for(tmp_path, "Torn")
    torn.write_text("version = ")
    known = known_boards(tmp_path)
    assert known.names == ("Großer Atlas",)
    (sentence,) = known.torn
    assert "torn" in sentence
    assert fresh_name(known.names) == "Our book"
    assert fresh_name(("Our book", "Book 2")) == "Book 3"


def test_the_last_match_is_remembered_for_its_names(tmp_path: Path) -> None:
    assert last_match(tmp_path) is None
    with Journal(tmp_path / "journal.sqlite") as journal:
        match = journal.begin("2026-01-02T20:00:00+00:00", "0")
        assert last_match(tmp_path) is None
        begun = MatchStarted(0, 0.0, Rules(length=7), ("Anna", "Ben"), (2, 1))
        journal.append(match, [begun, GameStarted(0, 0.0, BEGIN)])
        last = last_match(tmp_path)
        assert last
        assert (last.names, last.score, last.length, last.is_open) == (("Anna", "Ben"), (2, 1), 7, True)
        again = last_match(tmp_path, new=True)
        assert again
        assert not again.is_open
