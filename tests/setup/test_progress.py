"""How the wizard goes from step to step, told without cameras or threads."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from bookgammon.setup.learning import SetupLesson
from bookgammon.setup.messages import SetupSituation, words
from bookgammon.setup.progress import (
    Progress,
    book_found,
    camera_picked,
    can_retake,
    confirmed,
    empty_taken,
    gone_back,
    known_used,
    no_book,
    placed,
    skipped,
    start_read,
)
from calibration.corners import LeafCorners, Quad
from calibration.errors import NoBook
from calibration.finding import FoundLeaves
from tests.setup.stage import board_of
from vision.known_position.start_fit import COLOURS_UNCLEAR
from web.errors import RequestError
from web.setup import SetupProblem, Step

SIZE = (960, 540)
LEFT = ((190.0, 80.0), (441.0, 74.0), (449.0, 476.0), (168.0, 483.0))
RIGHT = ((506.0, 73.0), (754.0, 71.0), (796.0, 466.0), (521.0, 474.0))
BOOK = LeafCorners(LEFT, RIGHT)
PICTURE = np.zeros((540, 960, 3), np.uint8)
LOOKING = camera_picked(Progress())


def found(confidence: float, off: float = 0.0) -> FoundLeaves:
    a, b, c, d = ((x + off, y) for x, y in LEFT)
    return FoundLeaves(LeafCorners((a, b, c, d), RIGHT), confidence)


def test_two_sure_finds_that_agree_need_no_person() -> None:
    once = book_found(LOOKING, found(0.95), 960)
    assert (once.step, once.sure) == ("board", True)
    assert book_found(once, found(0.95, off=2.0), 960).step == "empty"


def test_finds_that_disagree_are_looked_at_again() -> None:
    once = book_found(LOOKING, found(0.95), 960)
    assert book_found(once, found(0.95, off=30.0), 960).step == "board"


def test_an_unsure_find_waits_for_a_person_who_says_yes() -> None:
    unsure = book_found(book_found(LOOKING, found(0.4), 960), found(0.4), 960)
    assert (unsure.step, unsure.sure) == ("board", False)
    assert confirmed(unsure).step == "empty"


def test_no_book_is_said_and_forgotten_once_there_is_one() -> None:
    without = no_book(replace(LOOKING, corners=BOOK), NoBook("nothing there"))
    assert without.corners is None
    assert words(without, SetupSituation(moving=False))[0] == "There is no open book in this picture."
    assert book_found(without, found(0.5), 960).no_book is None


def test_a_person_places_corners_which_stay_until_confirmed() -> None:
    own = placed(LOOKING, LEFT, RIGHT, SIZE)
    assert (own.own, own.step, own.corners) == (True, "board", BOOK)
    assert confirmed(own).step == "empty"


@pytest.mark.parametrize(
    ("left", "right", "why"),
    [
        (RIGHT, LEFT, "swap them"),
        (LEFT[::-1], RIGHT, "must go top left"),
        (((-5.0, 80.0), *LEFT[1:]), RIGHT, "outside the picture"),
    ],
)
def test_corners_that_make_no_book_are_refused(left: Quad, right: Quad, why: str) -> None:
    with pytest.raises(RequestError, match=why):
        placed(LOOKING, left, right, SIZE)


def test_an_empty_board_that_was_not_empty_is_asked_for_again() -> None:
    taken = empty_taken(replace(LOOKING, step="empty", corners=BOOK), PICTURE)
    assert taken.step == "start"
    lesson = SetupLesson(None, not_empty=(SetupProblem("The far left point still holds 2 light checkers."),))
    again = start_read(taken, lesson, PICTURE)
    assert (again.step, again.again, again.empty) == ("empty", True, None)
    assert again.problems


def test_the_empty_picture_can_be_taken_again_where_the_start_is_not_understood() -> None:
    start = empty_taken(replace(LOOKING, step="empty", corners=BOOK), PICTURE)
    assert not can_retake(start)
    wrong = start_read(start, SetupLesson(None, (SetupProblem("That is not what lies there."),)), PICTURE)
    assert can_retake(wrong)
    assert not can_retake(replace(wrong, empty=None)), "it was left out"
    assert (gone_back(wrong, "empty").step, gone_back(wrong, "empty").problems) == ("empty", ())


def test_a_wrong_start_says_what_is_wrong_and_stays() -> None:
    before = replace(LOOKING, step="start", corners=BOOK)
    lesson = SetupLesson(None, wrong=(SetupProblem("The far left point shows 4 checkers, 5 expected."),))
    wrong = start_read(before, lesson, PICTURE)
    assert (wrong.step, len(wrong.problems)) == ("start", 1)


def test_a_doubtful_start_is_taken_once_a_person_says_so() -> None:
    board = board_of()
    lesson = SetupLesson(board, wrong=(SetupProblem("The far left point shows 4 checkers, 5 expected."),))
    doubted = start_read(replace(LOOKING, step="start", corners=BOOK), lesson, PICTURE)
    assert (doubted.step, doubted.board) == ("start", None)
    said = confirmed(doubted)
    assert (said.step, said.board, said.problems) == ("match", board, ())


def test_a_start_that_is_surely_wrong_to_the_program_is_taken_too_once_a_person_says_so() -> None:
    board, sentences = board_of(), ("The far left point is hard to read.",)
    problem = SetupProblem("The far left point shows 7 checkers, 5 expected.")
    lesson = SetupLesson(board, wrong=(problem,), advice=sentences, sure=True)
    wrong = start_read(replace(LOOKING, step="start", corners=BOOK), lesson, PICTURE)
    says, more = words(wrong, SetupSituation(moving=False))
    assert says == "Not quite the starting position."
    assert "say so" in more
    said = confirmed(wrong)
    assert (said.step, said.board, said.advice) == ("match", board, sentences)


def test_what_would_let_the_board_be_seen_better_is_kept_for_the_last_step() -> None:
    board, sentences = board_of(), ("The board is dark: give the table more light.",)
    learned = start_read(replace(LOOKING, step="start", corners=BOOK), SetupLesson(board, advice=sentences), PICTURE)
    assert (learned.step, learned.advice) == ("match", sentences)
    assert start_read(gone_back(learned, "start"), SetupLesson(board), PICTURE).advice == ()


def test_what_is_unclear_of_a_board_is_kept_until_another_one_is_learned() -> None:
    board, known = board_of(), board_of(name="known")
    before = replace(LOOKING, step="start", corners=BOOK)
    learned = start_read(before, SetupLesson(board, unclear=(COLOURS_UNCLEAR,)), PICTURE)
    assert (learned.step, learned.unclear) == ("match", (COLOURS_UNCLEAR,))
    assert start_read(gone_back(learned, "start"), SetupLesson(board), PICTURE).unclear == ()
    doubted = SetupLesson(board, wrong=(SetupProblem("A point differs."),), unclear=(COLOURS_UNCLEAR,))
    assert confirmed(start_read(before, doubted, PICTURE)).unclear == (COLOURS_UNCLEAR,)
    assert known_used(replace(learned, known=known)).unclear == ()


def test_only_the_empty_board_can_be_left_out() -> None:
    left_out = skipped(replace(LOOKING, step="empty", corners=BOOK))
    assert (left_out.step, left_out.without_empty) == ("start", True)
    for step in get_args(Step):
        if step != "empty":
            with pytest.raises(RequestError):
                skipped(replace(LOOKING, step=step))


def test_going_back_forgets_what_came_after() -> None:
    at_match = replace(LOOKING, step="match", corners=BOOK, empty=PICTURE)
    assert gone_back(at_match, "empty").empty is None
    assert gone_back(at_match, "board").own
    assert gone_back(at_match, "camera").corners is None
    with pytest.raises(RequestError):
        gone_back(LOOKING, "match")


def test_whatever_people_do_makes_a_running_look_void() -> None:
    deeds = (
        placed(LOOKING, LEFT, RIGHT, SIZE),
        gone_back(LOOKING, "camera"),
        skipped(replace(LOOKING, step="empty")),
        camera_picked(LOOKING),
    )
    assert all(after.turn > LOOKING.turn for after in deeds)


def test_a_board_that_is_not_in_view_cannot_be_used() -> None:
    with pytest.raises(RequestError, match="No board"):
        known_used(LOOKING)
