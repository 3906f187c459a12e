"""`watch --keep`: a film is kept once however often it is asked for, and what cannot be kept is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter.match.events import MatchStarted
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE
from tests.commands.films import OPENING, film
from tests.commands.program import RECORDING, run, sentence

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


@pytest.mark.parametrize(
    ("source", "words", "said"),
    [
        ("nowhere.mp4", ("--keep",), "no source nowhere.mp4"),
        (RECORDING, ("--keep",), "Only a video file can be kept"),
        (RECORDING / "game.mp4", ("--keep", "--position", OPENING_TO_FIVE), "board and games are found"),
        (RECORDING, (), "Only in a video file is the board found"),
    ],
)
def test_a_recording_that_cannot_be_kept(tmp_path: Path, source: object, words: tuple[str, ...], said: str) -> None:
    assert said in sentence(run("watch", source, *words, "--data", tmp_path))
    assert not list(tmp_path.glob("recordings/*"))
