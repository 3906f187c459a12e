"""The album's bound holds through a long evening, and the match that is played keeps its pictures."""

from __future__ import annotations

from pathlib import Path

from bookgammon.history.album import Album, picture_path, trim, write
from bookgammon.workers.worker import Workers
from tests.setup.stage import START, board_of


def test_old_matches_make_room_while_the_album_grows(tmp_path: Path) -> None:
    for match in (1, 2):
        for frame in range(4):
            write(picture_path(tmp_path, match, frame), bytes(50_000))
    album = Album(tmp_path, board_of(), lambda: 3, Workers(), most=450_000)
    for frame in range(4):
        album._keep((3, frame, START))
    held = sum(file.stat().st_size for file in tmp_path.glob("*/*"))
    assert held <= 450_000 * 1.01
    assert not (tmp_path / "1").exists()
    assert picture_path(tmp_path, 3, 3).is_file()


def test_the_match_that_is_played_keeps_its_pictures(tmp_path: Path) -> None:
    write(picture_path(tmp_path, 7, 1), bytes(1000))
    trim(tmp_path, 10, 7)
    assert picture_path(tmp_path, 7, 1).is_file()
    trim(tmp_path, 10)
    assert not picture_path(tmp_path, 7, 1).exists()
