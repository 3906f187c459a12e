"""`watch` on a film: honest where nothing of a game is in it."""

from __future__ import annotations

from pathlib import Path

import cv2

from tests.commands.program import RECORDING, run

OPENING_TO_FIVE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"


def test_a_film_of_nothing_says_so_though_the_position_was_given(board: Path, tmp_path: Path) -> None:
    path, picture = tmp_path / "film.mp4", cv2.imread(str(RECORDING / "empty.jpg"))
    assert picture is not None
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 15, picture.shape[1::-1])
    for _ in range(5):
        writer.write(picture)
    writer.release()
    for words in ((), ("--position", OPENING_TO_FIVE)):
        done = run("watch", path, "--board", board, *words)
        assert done.returncode == 0
        assert "Nothing of a game was seen" in done.stderr
