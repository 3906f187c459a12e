"""Reading single pictures: boards never seen, dice alone, what is drawn, what is kept, what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.position import START, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.seats import Seats
from bookgammon.boards.readings import keep_doubtful, reading_to_json, reading_to_text
from tests.commands.program import RECORDING, run, sentence
from vision.sources.pictures import read_picture

PICTURE = RECORDING / "start.jpg"


def test_a_board_never_seen_is_read_with_its_corners_given(corners: Path, tmp_path: Path) -> None:
    """The recording's light sits far away, home on the right; it is told as if light sat near."""
    out = tmp_path / "seen.png"
    done = run("read", PICTURE, "--corners", corners, "--overlay", out, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    told = answer["points"] if answer["near"] == "light" else [-n for n in reversed(answer["points"])]
    assert sum(a == b for a, b in zip(told, START.points, strict=True)) >= 23
    picture, drawn = read_picture(PICTURE), read_picture(out)
    assert drawn.shape == picture.shape
    assert np.mean(np.any(drawn != picture, axis=2)) > 0.005


def test_who_reads_the_line_is_told_how_the_points_are_numbered() -> None:
    """Turned by half, home is at the left."""
    said = run("read", PICTURE, "--rotate", "180").stdout
    assert "% sure (points numbered as if light sat at the picture's lower edge with home at the right)" in said


def test_checkers_that_are_nowhere_in_sight_are_named() -> None:
    """Of the start one light and two dark checkers lie where the camera does not look."""
    counts = [START.counts(point) for point in range(1, 25)]
    counts[23], counts[0] = (1, 0), (0, 0)
    places = tuple(PlaceEvidence(((light, dark, 0.0),), -9.0) for light, dark in (*counts, (0, 0)))
    seen = Evidence(0, 0.0, still=True, hand=False, places=places)
    assert reading_to_json(seen, Seats(Side.LIGHT), 0.5)["out_of_sight"] == {"light": 1, "dark": 2}
    assert ", out of sight: 1 light, 2 dark, 50 % sure" in reading_to_text(seen, 0.5)
    whole = tuple(PlaceEvidence(((*START.counts(n), 0.0),), -9.0) for n in range(1, 25))
    assert "out of sight" not in reading_to_text(replace(seen, places=(*whole, places[24])), 0.5)


def test_where_there_are_no_dice_none_are_told() -> None:
    done = run("read", RECORDING / "empty.jpg", "--dice-only", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"image": str(RECORDING / "empty.jpg"), "dice": []}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--dice-only", "--board", "board.toml"), "leave out --board"),
        (("--corners", "a.json", "--board", "board.toml"), "not both"),
        ((PICTURE, "--dice-only", "--overlay", "seen.jpg"), "give one IMG"),
        (("--dice-only", "--overlay", "seen.xyz"), "end it in .jpg or .png"),
    ],
)
def test_options_that_do_not_go_together(words: tuple[object, ...], said: str) -> None:
    assert said in sentence(run("read", PICTURE, *words))


def test_corners_outside_the_picture(tmp_path: Path) -> None:
    path = tmp_path / "corners.json"
    far = [[9000, 10], [9400, 10], [9400, 700], [9000, 700]]
    path.write_text(json.dumps({"left": [[10, 10], [400, 10], [400, 700], [10, 700]], "right": far}))
    assert "outside the picture" in sentence(run("read", PICTURE, "--corners", path))


def test_a_picture_without_a_board(tmp_path: Path) -> None:
    path = tmp_path / "wall.png"
    cv2.imwrite(str(path), np.full((540, 960, 3), 140, np.uint8))
    assert "book" in sentence(run("read", path))


def test_only_doubtful_pictures_are_kept_and_with_what_was_read(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    keep_doubtful(kept, PICTURE, 0, {"points": [0] * 24, "confidence": 0.97})
    keep_doubtful(kept, PICTURE, 0, {"dice": []})
    assert not kept.exists()
    keep_doubtful(kept, PICTURE, 180, {"points": [1] + [0] * 23, "confidence": 0.4})
    label = json.loads(next(kept.glob("*.json")).read_text())
    assert (label["rotate"], label["points"][0], label["confidence"]) == (180, 1, 0.4)
    assert (kept / label["image"]).read_bytes() == PICTURE.read_bytes()
