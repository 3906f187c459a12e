"""Where lamps burn a picture out, what lies around says what is there; where that says nothing it is unsure."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.sheet import Image
from vision.burnt_out import Mask, Things, restore
from vision.lamp_fields import Floats

POINT = 40
SIZE = (120, 240)
WHITE, INK = (200, 225, 235), (30, 30, 30)
TAN, DARK = (160, 200, 220), (60, 60, 65)
LEFT, RIGHT = (60, 60), (180, 60)


def printed() -> Image:
    """A pale board, printed with thin dark lines."""
    bare = np.full((*SIZE, 3), WHITE, np.uint8)
    bare[::8] = INK
    return bare


def lit(board: Image, times: float = 3.0) -> tuple[Image, Image, Floats]:
    """The picture in so many times the light, the same dimmed again, and by how much."""
    shares = np.full((*SIZE, 3), times ** (-1 / 2.2), np.float32)
    image = np.minimum(board / shares, 255).astype(np.uint8)
    return np.asarray(cv2.multiply(image, shares, dtype=cv2.CV_8U), np.uint8), image, shares


def restored(bare: Image, board: Image) -> tuple[Image, Mask]:
    """(picture, unsure) of a board in lamps' light."""
    things = Things(bare, [np.array(TAN, np.float32), np.array(DARK, np.float32)], np.ones(SIZE, np.bool_), POINT)
    plain, image, shares = lit(board)
    return plain, restore(plain, image, shares, things)


def test_a_checker_hides_what_is_printed_under_it_although_both_are_burnt_out() -> None:
    bare = printed()
    board = bare.copy()
    cv2.circle(board, LEFT, POINT // 2, TAN, -1)
    plain, unsure = restored(bare, board)
    for y in range(-10, 11):
        assert np.abs(plain[LEFT[1] + y, LEFT[0]].astype(int) - TAN).max() <= 2
    assert not unsure[LEFT[1] - 10 : LEFT[1] + 11, LEFT[0]].any()


def test_what_is_printed_and_seen_shows_that_nothing_lies_there() -> None:
    bare = printed()
    plain, unsure = restored(bare, bare)
    middle = slice(RIGHT[1] - 10, RIGHT[1] + 11), RIGHT[0]
    assert np.abs(plain[middle].astype(int) - bare[middle]).max() <= 4
    assert unsure.mean() < 0.01


def test_where_nothing_is_printed_nobody_knows() -> None:
    bare = np.full((*SIZE, 3), WHITE, np.uint8)
    board = bare.copy()
    cv2.circle(board, LEFT, POINT // 2, TAN, -1)
    _, unsure = restored(bare, board)
    assert unsure[LEFT[1], LEFT[0]]
    assert unsure[RIGHT[1], RIGHT[0]]


def test_a_dark_checker_is_not_burnt_out_and_stays() -> None:
    bare = printed()
    board = bare.copy()
    cv2.circle(board, RIGHT, POINT // 2, DARK, -1)
    plain, unsure = restored(bare, board)
    assert np.abs(plain[RIGHT[1], RIGHT[0]].astype(int) - DARK).max() <= 2
    assert not unsure[RIGHT[1], RIGHT[0]]
