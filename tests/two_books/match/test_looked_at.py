"""What is asked of a match that was treated badly finds what is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.match.entered_events import TurnEdited, Undone
from arbiter.match.events import Event, IllegalPlay, Misplaced, OutOfStep, PlayMade
from arbiter.position import START, Side
from lab.campaigns.kept_logs import KeptLog, faults_of
from lab.campaigns.two_tables_looked_at import ASKS, blamed, played_otherwise
from tests.two_books.match.logs import match_by_lot
from tests.two_books.match.player_notes import Notebook, Notes, Turn, notes_in

LOG = KeptLog(tuple(match_by_lot(1)[0]), b"tip", 0)
TURNS: list[Turn] = [
    (event.player, event.position) for event in match_by_lot(1)[1].events if isinstance(event, PlayMade)
]


def test_two_logs_that_are_one_have_no_fault() -> None:
    assert faults_of({"host": LOG, "guest": LOG}) == []


@pytest.mark.parametrize(
    ("guest", "fault"),
    [
        (replace(LOG, entries=LOG.entries[:-1]), "the logs differ"),
        (replace(LOG, tip=b"other"), "the logs differ"),
        (replace(LOG, waiting=1), "guest has something to say still"),
    ],
)
def test_logs_that_are_not_one_are_found(guest: KeptLog, fault: str) -> None:
    (found,) = faults_of({"host": LOG, "guest": guest})
    assert found.startswith(fault)


def test_what_stands_twice_in_the_log_is_found() -> None:
    first = LOG.entries[0]
    log = replace(LOG, entries=(first, replace(first, number=2), *LOG.entries[1:]))
    (found,) = faults_of({"host": log, "guest": log})
    assert found.startswith("twice")


def test_a_record_is_what_was_played() -> None:
    assert played_otherwise(TURNS, TURNS, 0, 0) == ""
    without = [*TURNS[:3], *TURNS[4:]]
    assert "never played 1 of" in played_otherwise(without, TURNS, 0, 0)
    assert "played 1 turns that are not recorded" in played_otherwise(TURNS, without, 0, 0)
    changed = [*TURNS[:3], (TURNS[3][0].other, START), *TURNS[4:]]
    assert played_otherwise(changed, TURNS, 0, 0)


def test_a_kill_may_cost_a_play_or_a_note_of_it_and_no_more() -> None:
    assert played_otherwise(TURNS[1:], TURNS, 1, 0) == ""
    assert played_otherwise(TURNS, TURNS[1:], 1, 0) == ""
    assert played_otherwise(TURNS[2:], TURNS, 1, 0)
    assert played_otherwise(TURNS, TURNS[2:], 1, 0)
    assert played_otherwise(TURNS, TURNS[2:], 0, 1) == ""  # taken back, and asked back
    assert played_otherwise(TURNS[3:], TURNS, 0, 1)


def _illegal(frame: int) -> Event:
    return IllegalPlay(frame, 0.0, Side.LIGHT, (3, 1), (), "", START, provisional=False)


def test_who_did_nothing_is_not_to_be_blamed() -> None:
    wrong, asked = Misplaced(500, 0.0, Side.DARK, START, ()), OutOfStep(500, 0.0, START)
    for event in (_illegal(500), wrong, asked):
        assert blamed([event], Notes(lives=[0])) == [event]
    assert blamed([_illegal(500)], Notes(illegal=[500])) == []
    assert blamed([wrong], Notes(wrong=[(495, 500)])) == []
    assert blamed([_illegal(500)], Notes(wrong=[(495, 500)])) == [_illegal(500)]


def test_the_board_may_be_asked_for_where_it_is_put_right() -> None:
    asked = OutOfStep(500, 0.0, START)
    assert blamed([asked], Notes(lives=[0, 500 - ASKS])) == []
    assert blamed([asked], Notes(lives=[0, 499 - ASKS])) == [asked]
    for reason in (Undone(490, 0.0), TurnEdited(490, 0.0, 1, 1)):
        assert blamed([reason, asked], Notes(lives=[0])) == []


def test_notes_last_over_lives(tmp_path: Path) -> None:
    for frame in (1, 100):
        book = Notebook(tmp_path)
        book.life(frame)
        book.turn((Side.DARK, START))
        book.wrong(frame + 5, None)
        book.illegal(frame + 7)
        book.made((1, 0))
        book.shown((1, 1))
    notes = notes_in(tmp_path)
    assert (notes.lives, notes.wrong, notes.illegal) == ([1, 100], [(6, None), (105, None)], [8, 107])
    assert notes.turns == [(Side.DARK, START)] * 2
    assert (list(notes.made), list(notes.shown)) == ([(1, 0)], [(1, 1)])
