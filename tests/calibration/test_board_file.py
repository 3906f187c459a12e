"""The board file: whole or not at all, and readable by people."""

from __future__ import annotations

import os
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bookgammon.boards.known_boards import save_board
from calibration.board import Board, Visibility
from calibration.board_file import VERSION, load_board
from calibration.errors import BadBoardFile
from vision.sources.pictures import board_picture


@pytest.fixture
def saved(board: Board, tmp_path: Path) -> Path:
    path = tmp_path / "kitchen.toml"
    save_board(replace(board, name='Grandma\'s "book"'), path)
    return path


def test_what_was_saved_is_what_is_loaded(board: Board, saved: Path) -> None:
    loaded = load_board(saved, board_picture)
    assert loaded.name == 'Grandma\'s "book"'
    assert loaded.seats == board.seats
    assert loaded.position == board.position
    assert loaded.checker.radius == pytest.approx(board.checker.radius, abs=1e-4)
    assert np.array_equal(loaded.start, board.start)
    assert loaded.empty is not None
    assert board.empty is not None
    assert np.array_equal(loaded.empty, board.empty)
    for ours, theirs in zip(loaded.leaves, board.leaves, strict=True):
        assert ours.project([[3, 4, 0.2]]) == pytest.approx(theirs.project([[3, 4, 0.2]]), abs=0.02)


def test_how_well_each_place_is_seen_is_kept_and_may_be_missing(board: Board, saved: Path, tmp_path: Path) -> None:
    assert load_board(saved, board_picture).visibility is None
    seen = Visibility(tuple(0.25 * n - 1 for n in range(25)), tuple((float(n), 2.5) for n in range(24)))
    save_board(replace(board, visibility=seen), tmp_path / "seen.toml")
    assert load_board(tmp_path / "seen.toml", board_picture).visibility == seen
    text = (tmp_path / "seen.toml").read_text()
    for torn in (text.replace("odds = [", "odds = [nan, "), text.replace("contrast = [[0.0, 2.5], ", "contrast = [")):
        (tmp_path / "seen.toml").write_text(torn)
        with pytest.raises(BadBoardFile, match="visibility"):
            load_board(tmp_path / "seen.toml", board_picture)


def picture_of(saved: Path, kind: str) -> Path:
    return saved.with_name(tomllib.loads(saved.read_text())["pictures"][kind]["file"])


def test_it_names_its_pictures_with_their_hashes(saved: Path) -> None:
    data = tomllib.loads(saved.read_text())
    assert data["version"] == VERSION
    for kind in ("start", "empty"):
        assert picture_of(saved, kind).suffix == ".png"
        assert len(data["pictures"][kind]["sha256"]) == 64


def test_without_an_empty_picture(board: Board, tmp_path: Path) -> None:
    save_board(replace(board, empty=None), tmp_path / "b.toml")
    assert load_board(tmp_path / "b.toml", board_picture).empty is None


def test_another_version_is_refused_by_number(saved: Path) -> None:
    saved.write_text(saved.read_text().replace(f"version = {VERSION}", "version = 99"))
    with pytest.raises(BadBoardFile, match="is of version 99"):
        load_board(saved, board_picture)


def test_a_missing_file_and_a_missing_picture_are_named(saved: Path) -> None:
    with pytest.raises(BadBoardFile, match=r"other\.toml cannot be read"):
        load_board(saved.with_name("other.toml"), board_picture)
    picture_of(saved, "start").unlink()
    with pytest.raises(BadBoardFile, match=r"kitchen\.start\.\w+\.png .* is missing"):
        load_board(saved, board_picture)


def test_a_picture_that_was_exchanged_is_noticed(saved: Path) -> None:
    picture = picture_of(saved, "empty")
    picture.write_bytes(picture.read_bytes()[:-20] + b"x" * 20)
    with pytest.raises(BadBoardFile, match="not the one the board was learned from"):
        load_board(saved, board_picture)


def test_a_picture_outside_its_folder_is_not_opened(saved: Path) -> None:
    saved.write_text(saved.read_text().replace('file = "', 'file = "../'))
    with pytest.raises(BadBoardFile, match="must lie beside it"):
        load_board(saved, board_picture)


def test_a_board_learned_again_replaces_the_old_one_or_leaves_it_whole(board: Board, saved: Path) -> None:
    again = replace(board, start=board.start[::-1].copy(), empty=None)
    blocked = saved.with_name(f".kitchen.toml.{os.getpid()}.new")
    blocked.mkdir()  # the new pictures can be written, the new file cannot
    with pytest.raises(BadBoardFile, match="cannot be written"):
        save_board(again, saved)
    assert np.array_equal(load_board(saved, board_picture).start, board.start)
    blocked.rmdir()
    save_board(again, saved)
    assert np.array_equal(load_board(saved, board_picture).start, again.start)
    assert {file.name for file in saved.parent.iterdir()} == {"kitchen.toml", picture_of(saved, "start").name}


@settings(deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.floats(0, 0.999), noise=st.binary(max_size=6))
def test_torn_anywhere_it_is_refused_in_one_sentence(saved: Path, cut: float, noise: bytes) -> None:
    whole = saved.read_bytes()
    torn = saved.with_name("torn.toml")
    torn.write_bytes(whole[: int(cut * len(whole))] + noise)
    said = _refusal(torn)
    assert said is None or ("\n" not in said and said.endswith("."))


def _refusal(path: Path) -> str | None:
    """None where the cut fell between two pictures, and what is left is a board without an empty one."""
    try:
        load_board(path, board_picture)
    except BadBoardFile as error:
        return str(error)
    return None
