"""Another board is laid down during a match: it is noticed, and people may set it up without losing the match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from arbiter.match.events import OutOfStep
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.position import START as START_POSITION
from arbiter.rules import Rules
from bookgammon.commands import play
from bookgammon.setup.agreement import Agreement
from bookgammon.setup.another_board import AGAIN_S, STRANGE_S, AnotherBoard, SetUpAgain, SetUpAsked
from bookgammon.setup.serving import Place
from bookgammon.setup.wizard import Outcome
from bookgammon.table.table import FrameTime, TableUpdate, opening
from calibration.finding import FoundLeaves
from tests.setup.stage import BOOK, START, Camera, board_of
from vision.sources.frames import Quiet
from vision.sources.pictures import Image
from web.pairing import Pairing

SETTING_UP: MatchState = fold(opening(Rules(), (0, 0), None, FrameTime()))
STATE = replace(SETTING_UP, phase=Phase.TO_ROLL)
OUT_OF_STEP = replace(STATE, out_of_step=OutOfStep(0, 0.0, START_POSITION))


def seen(time: float, picture: Image | None, state: MatchState, *, hand: bool) -> TableUpdate:
    evidence: Any = SimpleNamespace(covered=hand, places=("some",))
    return TableUpdate(state, FrameTime(0, time), (), evidence, image=picture)


def told_of(picture: Image, *times: float, sure: float = 0.9, state: MatchState | None = None) -> list[bool]:
    """What is told of a board that is covered at these times, or read in this state, and then is as before."""
    told: list[bool] = []
    with AnotherBoard(board_of(), told.append, find=lambda _: FoundLeaves(BOOK, sure)) as other:
        for time in times:
            other.on_update(seen(time, picture, state or STATE, hand=state is None))
            other._looks.finish()
        other.on_update(seen(times[-1] + 1, picture, STATE, hand=False))
    return told


MIRRORED = np.ascontiguousarray(START[:, ::-1])


def test_another_board_that_stays_is_asked_about_until_it_is_gone() -> None:
    assert told_of(MIRRORED, 0.0, STRANGE_S) == [True, False]
    assert told_of(MIRRORED, 0.0, STRANGE_S, STRANGE_S + AGAIN_S) == [True, False]


@pytest.mark.parametrize("state", [OUT_OF_STEP, SETTING_UP])
def test_another_board_that_is_read_as_if_it_were_the_same_is_asked_about(state: MatchState) -> None:
    assert told_of(MIRRORED, 0.0, STRANGE_S, state=state) == [True, False]
    assert told_of(START, 0.0, STRANGE_S, state=state) == []


def test_the_question_goes_once_the_same_board_lies_there_be_it_out_of_step() -> None:
    told: list[bool] = []
    with AnotherBoard(board_of(), told.append, find=lambda _: FoundLeaves(BOOK, 0.9)) as other:
        for time, picture in ((0.0, MIRRORED), (STRANGE_S, MIRRORED), (STRANGE_S + AGAIN_S, START)):
            other.on_update(seen(time, picture, OUT_OF_STEP, hand=False))
            other._looks.finish()
    assert told == [True, False]


@pytest.mark.parametrize(
    ("picture", "seconds", "sure"),
    [(MIRRORED, STRANGE_S - 1, 0.9), (START, STRANGE_S, 0.9), (MIRRORED, STRANGE_S, 0.1)],
)
def test_a_hand_the_same_board_and_a_doubtful_book_are_none(picture: Image, seconds: float, sure: float) -> None:
    assert told_of(picture, 0.0, seconds, sure=sure) == []


def test_the_match_is_left_between_two_frames_once_people_ask() -> None:
    again = SetUpAgain()
    items = again.over(iter([Quiet(), Quiet(), Quiet()]))
    next(items)
    again.ask()
    with pytest.raises(SetUpAsked):
        next(items)


@pytest.mark.parametrize(("port", "page"), [(4711, None), (None, 4711)])
def test_the_board_is_set_up_anew_and_the_open_match_goes_on(
    tmp_path: Path, port: int | None, page: int | None
) -> None:
    """port: of the set-up page before, where there was one; page: of the match's own, where it is known."""
    first = Outcome(board_of(), Camera(START), "0", Agreement(Rules(), ("Anna", "Ben")), port=port)
    second = Outcome(board_of(MIRRORED), Camera(MIRRORED), "0", None, port=4711)
    followed: list[tuple[Any, ...]] = []
    asked: list[tuple[Any, ...]] = []

    def follow(_: Path, ready: Outcome, __: Place, wanted: play.MatchWanted) -> int:
        followed.append((ready, wanted.new, wanted.taken_up))
        if ready is first:
            raise SetUpAsked(page)
        return 0

    def set_up(_: Path, source: object, address: str, place: Place, *__: object) -> Outcome:
        asked.append((source, address, place.port))
        return second

    source = Camera(MIRRORED)
    with (
        patch.object(play, "follow_match", follow),
        patch.object(play, "set_up", set_up),
        patch.object(play, "camera_opener", lambda *_: lambda _: source),
    ):
        place = Place("127.0.0.1", 0, Pairing())
        assert play.follow_matches(tmp_path, first, place, play.MatchWanted(new=True, taken_up=True)) == 0
    assert asked == [(source, "0", 4711)]
    assert followed == [(first, True, True), (second, False, False)]
