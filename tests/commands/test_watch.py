"""`watch` on a film: kept once however often it is asked for, and honest where nothing of a game is in it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from arbiter.match.events import MatchStarted
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE
from tests.commands.films import OPENING, film
from tests.commands.program import RECORDING, run

OPENING_TO_FIVE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"


def test_a_film_is_kept_as_a_match_once(tmp_path: Path) -> None:
    path = film(tmp_path / "film.mp4", [OPENING])
    words = ("watch", path, "--keep", "--length", 5, "--json", "--data", tmp_path)
    first, again = run(*words), run(*words)
    assert (first.returncode, again.returncode) == (0, 0)
    assert "It is match 1 now" in first.stderr
    events = [json.loads(line)["event"] for line in first.stdout.splitlines()]
    assert events[:2] == [MatchStarted.name, "game"]
    assert "It is match 1 now" in again.stderr
    assert again.stdout == ""  # it was not followed again
    (match,) = Archive(tmp_path / FILE, lambda: None).matches()
    assert (match.length, match.games) == (5, 1)
    assert not list((tmp_path / "recordings").iterdir())
    assert path.exists()


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
