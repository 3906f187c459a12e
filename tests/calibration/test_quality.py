"""Set-up says how well it can see, and what to do: known flaws put into a good picture are named, and only they."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.board import Board
from calibration.quality import PictureQuality, advice, picture_quality
from calibration.sheet import Image
from lab.simulator.disturbances import grain

GOOD = PictureQuality(50, 15, 0.8, 0.0, 1.0, 120, (20.0, 20.0), 50)


def _seen(board: Board, change: Callable[[Image], Image]) -> PictureQuality:
    empty = None if board.empty is None else change(board.empty)
    return picture_quality(replace(board, start=change(board.start), empty=empty))


def test_a_good_picture_needs_no_advice(board: Board) -> None:
    assert advice(picture_quality(board)) == ()


@pytest.mark.parametrize("sigma", [1.5, 3.0])
def test_blur_is_measured(board: Board, sigma: float) -> None:
    before = picture_quality(board).blur
    found = _seen(board, lambda picture: np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)).blur
    assert found == pytest.approx(np.hypot(before, sigma), rel=0.3)


def test_grain_is_measured(board: Board) -> None:
    grainy = grain(6)
    found = _seen(board, lambda picture: grainy(picture, 0.0))
    assert found.grain == pytest.approx(6, rel=0.25)
    assert any("grainy" in sentence for sentence in advice(found))


def test_a_dark_picture_and_glare_are_told(board: Board) -> None:
    dark = _seen(board, lambda picture: (picture * 0.25).astype(np.uint8))
    assert any("dark" in sentence for sentence in advice(dark))

    def glaring(picture: Image) -> Image:
        (left, top), (right, bottom) = np.round(np.array(board.corners.left)[[0, 2]]).astype(int)
        lit = picture.copy()
        lit[(top + bottom) // 2 :, (left + right) // 2 : right] = 255
        return lit

    assert any("Glare" in sentence for sentence in advice(_seen(board, glaring)))


@pytest.mark.parametrize(
    ("flaw", "word"),
    [
        (replace(GOOD, pixels_per_die=7.0), "7 pixels"),
        (replace(GOOD, blur=4.0), "not sharp"),
        (replace(GOOD, contrast=(2.0, 20.0)), "light checkers"),
        (replace(GOOD, contrast=(20.0, 2.0)), "dark checkers"),
        (replace(GOOD, colours_apart=10.0), "nearly alike"),
    ],
)
def test_each_flaw_has_its_sentence(flaw: PictureQuality, word: str) -> None:
    (sentence,) = advice(flaw)
    assert word in sentence
