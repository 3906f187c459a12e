"""`calibrate` with nothing but pictures: the book, the seats and the home side are found in them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from tests.commands.program import CORNERS, RECORDING, run, sentence

PICTURES = ("--start", RECORDING / "start.jpg", "--empty", RECORDING / "empty.jpg")


def test_pictures_are_enough(tmp_path: Path) -> None:
    overlay = tmp_path / "found.jpg"
    done = run("calibrate", *PICTURES, "--overlay", overlay, "--out", tmp_path / "board.toml", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["near"], answer["home"]) == ("light", "right")
    assert answer["confidence"] > 0.9
    assert answer["quality"]["pixels_per_point"] > 30
    assert answer["advice"] == []
    true = json.loads(CORNERS)
    for leaf in ("left", "right"):
        off = np.hypot(*(np.array(answer["corners"][leaf]) - np.array(true[leaf])).T)
        assert off.mean() < 4
    assert "Found the board" in done.stderr
    drawn, start = cv2.imread(str(overlay)), cv2.imread(str(PICTURES[1]))
    assert drawn is not None
    assert start is not None
    assert drawn.shape == start.shape


def test_a_table_without_a_book_is_one_sentence(tmp_path: Path) -> None:
    table = tmp_path / "table.png"
    cv2.imwrite(str(table), np.full((540, 960, 3), 120, np.uint8))
    out = tmp_path / "board.toml"
    assert "--corners" in sentence(run("calibrate", "--start", table, "--out", out))
    assert not out.exists()


def test_pictures_of_two_sizes_are_one_sentence(tmp_path: Path) -> None:
    small = tmp_path / "small.png"
    picture = cv2.imread(str(PICTURES[3]))
    assert picture is not None
    cv2.imwrite(str(small), picture[::2, ::2])
    words = ("--start", PICTURES[1], "--empty", small, "--out", tmp_path / "board.toml")
    assert "differ in size" in sentence(run("calibrate", *words))
