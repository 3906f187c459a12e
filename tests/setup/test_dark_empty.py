"""The picture of the empty board: one that is too dark, or of a board with checkers on it, is not taken for one."""

from __future__ import annotations

import pytest

from bookgammon.setup import learning
from bookgammon.setup.learning import learn
from bookgammon.setup.observer import too_dark
from calibration.errors import WrongStart
from tests.setup.stage import BOOK, EMPTY, START, find_here
from vision.sources.pictures import Image


def dimmed(picture: Image, share: float) -> Image:
    return (picture * share).astype("uint8")


@pytest.mark.parametrize(("share", "dark"), [(1.0, False), (0.5, False), (0.15, True)])
def test_a_picture_in_which_checkers_could_not_be_seen_is_too_dark(share: float, dark: bool) -> None:
    assert {too_dark(dimmed(picture, share), BOOK) for picture in (EMPTY, START)} == {dark}


def test_a_picture_that_is_no_empty_board_is_named_where_the_start_lies_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the empty picture nothing like a start is found; by itself the start is one."""

    def refused(*_: object, **__: object) -> None:
        raise WrongStart

    monkeypatch.setattr(learning, "learned", refused)
    told = learn(START, BOOK, dimmed(START, 0.15), find_here, refused, by_hand=False)  # type: ignore[arg-type]
    (problem,) = told.not_empty
    assert "checkers lay on it, or it was too dark" in problem.text
    other = learn(EMPTY, BOOK, EMPTY, find_here, refused, by_hand=False)  # type: ignore[arg-type]
    assert not other.not_empty
    assert "not what lies there" in other.wrong[0].text
