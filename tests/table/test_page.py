"""What the page is told: the board as seen without flicker, notices for a while, and a camera that is gone."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from arbiter.match.entered_events import TurnRevised, Undone
from arbiter.match.events import GameStarted, MatchStarted, Note, PlayMade, RollSeen
from arbiter.match.fold import apply, fold
from arbiter.match.judged_play import judged_play
from arbiter.message import Message
from arbiter.notation import find_play
from arbiter.position import START, Position, Side
from arbiter.referee.evidence import DieSeen, Evidence, PlaceEvidence
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.access.addresses import own_address
from bookgammon.table.board_reading import board_shown
from bookgammon.table.page import Page
from bookgammon.table.presenter import COVERED, SAY_COVERED_S
from bookgammon.table.snapshots import KeptClip
from bookgammon.table.table import FrameTime, TableUpdate
from web.view import NOTICE_S

BEGUN = (MatchStarted(0, 0.0, Rules(length=3)), GameStarted(0, 0.0, START))
STATE = fold(BEGUN)
MOVED = find_play("8/5 6/5", START, Side.LIGHT, (3, 1)).result
DIE = DieSeen(4, (0.0, 0.0, 0.0, 1.0, 0.0, 0.0), (10.0, 10.0), Side.DARK, "left")


def evidence(position: Position, rival: Position | None = None, behind: float = 20.0) -> Evidence:
    """A board that looks like `position`, and all but `behind` as much like `rival`."""
    places = []
    for (light, dark), (other_light, other_dark) in zip(position.places, (rival or position).places, strict=True):
        scores = [(light, dark, 0.0)]
        if (other_light, other_dark) != (light, dark):
            scores.append((other_light, other_dark, -behind))
        places.append(PlaceEvidence(tuple(scores)))
    return Evidence(1, 1.0, still=True, hand=False, places=tuple(places), dice=(DIE,))


@pytest.fixture
def page() -> Iterator[Page]:
    with Page(BEGUN, Seats(Side.DARK), "127.0.0.1", 0) as running:
        yield running


def told(page: Page) -> dict[str, Any]:
    with urllib.request.urlopen(page.url + "api/state", timeout=180) as answer:
        state: dict[str, Any] = json.load(answer)
    return state


def test_a_doubtful_reading_shows_the_board_that_is_expected() -> None:
    assert board_shown(evidence(MOVED, START, behind=1.0), STATE) == START
    assert board_shown(evidence(MOVED, START, behind=9.0), STATE) == MOVED


def test_the_page_shows_what_is_seen_and_keeps_it_under_a_hand(page: Page) -> None:
    look = evidence(MOVED)
    page.show(TableUpdate(STATE, FrameTime(1, 1.0), (), look))
    first = told(page)
    assert first["board"]["position"]["points"] == list(MOVED.points)
    assert first["board"]["dice"] == [{"value": 4, "set": "dark"}]
    assert first["seats"]["near"] == "dark"
    hand = replace(look, hand=True, still=False, places=(), dice=())
    page.show(TableUpdate(STATE, FrameTime(2, 1.1), (), hand))
    second = told(page)
    assert second["board"] == {**first["board"], "hand": True}


def test_a_play_that_is_judged_anew_keeps_its_film(page: Page) -> None:
    """What people enter a minute later is filmed too, but the fault was made where the warning came first."""
    wrong, other = (MOVED.moved(Side.DARK, [(8, end)]) for end in (4, 3))
    state = fold([*BEGUN, RollSeen(0, 0.0, Side.LIGHT, (3, 1)), PlayMade(0, 0.0, Side.LIGHT, (3, 1), "8/5 6/5", MOVED)])
    rolled = apply(state, RollSeen(1, 1.0, Side.DARK, (6, 3)))
    warning = judged_play(MOVED, Side.DARK, (6, 3), wrong, 40, 4.0)
    warned = apply(rolled, warning)
    page.clip_kept(KeptClip("/early", 2, 9))
    page.show(TableUpdate(warned, FrameTime(40, 4.0), (warning,), None))
    assert told(page)["warning"]["clip"] is None
    page.clip_kept(KeptClip("/play", 38, 44))
    page.show(TableUpdate(warned, FrameTime(60, 6.0), (), None))
    assert told(page)["warning"]["clip"] == "/play"
    anew = judged_play(MOVED, Side.DARK, (6, 3), other, 700, 70.0)
    judged = apply(warned, anew)
    page.show(TableUpdate(judged, FrameTime(700, 70.0), (anew,), None))
    page.clip_kept(KeptClip("/entry", 700, 700))
    page.show(TableUpdate(judged, FrameTime(730, 73.0), (), None))
    assert told(page)["warning"]["clip"] == "/play"
    again = judged_play(MOVED, Side.DARK, (6, 3), wrong, 900, 90.0)
    page.show(TableUpdate(rolled, FrameTime(800, 80.0), (), None))
    page.show(TableUpdate(apply(rolled, again), FrameTime(900, 90.0), (again,), None))
    assert told(page)["warning"]["clip"] is None


def crowded(look: Evidence) -> Evidence:
    """Four points look as if ten dark checkers stood on each."""
    dark = PlaceEvidence(((0, 10, 0.0), (0, 9, -3.0)))
    return replace(look, places=(dark,) * 4 + look.places[4:])


def test_more_than_there_can_be_is_not_shown_and_soon_said(page: Page) -> None:
    look = evidence(MOVED)
    page.show(TableUpdate(STATE, FrameTime(1, 1.0), (), look))
    board = told(page)["board"]
    page.show(TableUpdate(STATE, FrameTime(2, 2.0), (), crowded(look)))
    assert told(page)["board"] == {**board, "hand": True}
    assert told(page)["camera"]["ok"]
    moving = Evidence(3, 3.0, still=False, hand=False)
    page.show(TableUpdate(STATE, FrameTime(3, 3.0), (), moving))
    page.show(TableUpdate(STATE, FrameTime(4, 2.1 + SAY_COVERED_S), (), crowded(look)))
    assert told(page)["camera"] == {"ok": False, "message": COVERED}
    assert told(page)["board"]["position"] == board["position"]
    page.show(TableUpdate(STATE, FrameTime(5, 2.2 + SAY_COVERED_S), (), look))
    assert told(page)["camera"]["ok"]
    assert told(page)["board"] == board


def test_what_a_glass_hides_is_shown_as_it_should_lie_there() -> None:
    """A glass stands on light's 6-point, which looks as if nine dark checkers lay there; dark moved on two others."""
    hidden = PlaceEvidence(((0, 9, 0.0), (0, 8, -2.0)), hidden=True)
    played = find_play("13/10", START, Side.DARK, (2, 1)).result
    look = evidence(played)
    look = replace(look, places=(*look.places[:5], hidden, *look.places[6:]))
    assert not look.covered
    assert board_shown(look, STATE) == played


def test_a_notice_stands_for_a_while(page: Page) -> None:
    page.show(TableUpdate(STATE, FrameTime(3, 2.0), (Note(3, 2.0, "The middle game is skipped."),), None))
    assert told(page)["notice"] == "The middle game is skipped."
    page.show(TableUpdate(STATE, FrameTime(4, 2.0 + NOTICE_S), (), evidence(START)))
    assert told(page)["notice"] == "The middle game is skipped."
    page.show(TableUpdate(STATE, FrameTime(5, 2.1 + NOTICE_S), (), evidence(START)))
    assert told(page)["notice"] == ""


def test_what_was_taken_back_is_old_news_once_something_follows(page: Page) -> None:
    undone = Undone(3, 2.0, Message("Taken back: {action}.", action="the roll"))
    page.show(TableUpdate(STATE, FrameTime(3, 2.0), (undone,), None))
    assert told(page)["notice"] == "Taken back: the roll."
    page.show(TableUpdate(STATE, FrameTime(4, 3.0), (RollSeen(4, 3.0, Side.LIGHT, (3, 1)),), None))
    assert told(page)["notice"] == ""


def test_what_is_wrong_with_the_camera_is_said_once(page: Page) -> None:
    gone = "The camera 0 stopped answering."
    page.show(TableUpdate(STATE, FrameTime(3, 2.0), (Note(3, 2.0, gone),), None, lost=gone))
    assert (told(page)["camera"]["message"], told(page)["notice"]) == (gone, "")


def test_a_lost_camera_is_told_until_it_is_back(page: Page) -> None:
    page.show(TableUpdate(STATE, FrameTime(3, 2.0), (), None, lost="The camera 0 stopped answering."))
    assert told(page)["camera"] == {"ok": False, "message": "The camera 0 stopped answering."}
    page.show(TableUpdate(STATE, FrameTime(4, 2.1), (), evidence(START)))
    assert told(page)["camera"]["ok"]


def test_the_address_for_tablets_is_one_of_numbers(page: Page) -> None:
    assert own_address().count(".") == 3
    assert not page.shared
    assert page.address_for_tablets() == ""


def test_a_turn_that_was_revised_is_said_for_a_while_and_stays_with_the_turn(page: Page) -> None:
    """The undoing and the better account that go with it are no news of their own."""
    begun = fold([MatchStarted(0, 0.0, Rules()), GameStarted(0, 0.0, START), RollSeen(1, 0.1, Side.LIGHT, (3, 1))])
    played = apply(begun, PlayMade(2, 0.2, Side.LIGHT, (3, 1), "24/23 13/10", START))
    line = Message("Turn {turn} corrected: {new} instead of {old}.", turn=1, new="8/5 6/5", old="24/23 13/10")
    events = (
        TurnRevised(3, 0.3, 1, 1, line, follows=2),
        Undone(3, 0.3, Message("The board shows by now what was really played.")),
        PlayMade(3, 0.3, Side.LIGHT, (3, 1), "8/5 6/5", START),
    )
    state = fold(events, played)
    page.show(TableUpdate(state, FrameTime(3, 0.3), events, None))
    assert told(page)["notice"] == "Turn 1 corrected: 8/5 6/5 instead of 24/23 13/10."
    page.show(TableUpdate(apply(state, RollSeen(4, 0.4, Side.DARK, (2, 1))), FrameTime(4, 0.4), (), None))
    assert told(page)["notice"]
    assert [turn["corrected"] for turn in told(page)["plays"]] == ["Turn 1 corrected: 8/5 6/5 instead of 24/23 13/10."]
