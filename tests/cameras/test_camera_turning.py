"""Pictures that turn with a telephone's screen are turned back; a camera that was really turned is not guessed at."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from bookgammon.cameras.frames import righted
from tests.setup.stage import EMPTY, START, with_hand
from vision.sources.frames import Frame, News
from vision.sources.pictures import Image


def shown(pictures: Sequence[Image], first: Image = EMPTY) -> list[Image]:
    frames = [Frame(image, index, index / 10) for index, image in enumerate(pictures)]
    return [item.image for item in righted(frames, first) if isinstance(item, Frame)]


@pytest.mark.parametrize("code", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE])
def test_a_screen_that_turns_does_not_turn_the_board(code: int) -> None:
    turned = np.asarray(cv2.rotate(with_hand(START), code), np.uint8)
    seen = shown([START, turned, turned, START])
    assert all(np.array_equal(image, wanted) for image, wanted in zip(
        seen, [START, with_hand(START), with_hand(START), START], strict=True
    ))  # fmt: skip


def test_a_match_may_begin_with_a_turned_screen_in_another_light() -> None:
    dim = np.asarray(START // 2 + 10, np.uint8)
    assert np.array_equal(shown([np.asarray(cv2.rotate(dim, cv2.ROTATE_180), np.uint8)])[0], dim)


def test_a_camera_that_looks_elsewhere_is_left_as_it_is() -> None:
    elsewhere = np.random.default_rng(5).integers(0, 255, START.shape, np.uint8)
    assert np.array_equal(shown([START, elsewhere])[1], elsewhere)


def test_a_hand_over_half_of_the_board_turns_nothing() -> None:
    covered = START.copy()
    covered[:, : START.shape[1] // 2] = (70, 100, 150)
    assert np.array_equal(shown([START, covered])[1], covered)


def test_news_go_through() -> None:
    news = News("The telephone is back.")
    assert list(righted([news], EMPTY)) == [news]
