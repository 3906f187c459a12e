"""Past matches: told from the journal, with the pictures that were kept, taken away, deleted for good."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.match.answers import answer
from arbiter.match.commands import CorrectPosition
from arbiter.match.entered_events import Seated, Undone
from arbiter.match.events import Event, GameOver, GameStarted, MatchOver, MatchStarted, PlayMade
from arbiter.match.fold import fold
from arbiter.plays import legal_plays
from arbiter.position import START, Side
from arbiter.records import Played, read_record
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.history.album import Album, album_beside, picture_path, trim, write
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.history.steps import steps_of
from bookgammon.table.table import FrameTime, TableUpdate
from bookgammon.workers.worker import Workers
from tests.setup.stage import START as PICTURE
from tests.setup.stage import board_of
from tests.web.table_parts import OPENING, game, match
from tests.web.tables import misplay
from vision.sources.pictures import Image
from web.drawing_colours import DrawingColours, colours_json
from web.errors import RequestError
from web.history import past_match_json

EVENTS: Sequence[Event] = misplay(provisional=False)


@pytest.fixture
def journal_path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        for started in ("2026-01-02T20:00:00+00:00", "2026-01-09T20:00:00+00:00"):
            journal.append(journal.begin(started, "0"), EVENTS)
    return path


@pytest.fixture
def archive(journal_path: Path) -> Archive:
    return Archive(journal_path, lambda: 2)


def test_matches_are_listed_newest_first_with_how_they_stand(archive: Archive) -> None:
    newest, oldest = archive.matches()
    assert (newest.id, newest.state, oldest.state) == (2, "playing", "open")
    assert (oldest.names, oldest.score, oldest.length, oldest.games) == (("Anna", "Ben"), (2, 1), 5, 1)


def won() -> list[Event]:
    """A match to one point, and its end."""
    over = GameOver(9, 9.0, Side.LIGHT, 1, "single")
    return [*match((0, 0), rules=Rules(length=1)), *game(), over, MatchOver(9, 9.0, Side.LIGHT, (1, 0))]


def session(*, resting: bool) -> list[Event]:
    """For money, a game of it over, or under way."""
    over = GameOver(9, 9.0, Side.LIGHT, 1, "single")
    return [*match((0, 0), rules=Rules(length=0)), *game(), *([over] if resting else [])]


@pytest.mark.parametrize(
    ("events", "at_table", "state"),
    [
        (won(), True, "over"),
        (won(), False, "over"),
        (session(resting=True), False, "over"),
        (session(resting=True), True, "playing"),
        (session(resting=False), False, "open"),
        (EVENTS, False, "open"),
        (EVENTS, True, "playing"),
    ],
)
def test_a_match_is_said_to_stand_as_it_does(tmp_path: Path, events: list[Event], at_table: bool, state: str) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        kept = journal.begin("2026-01-02T20:00:00+00:00", "0")
        journal.append(kept, events)
    (told,) = Archive(path, lambda: kept.id if at_table else None).matches()
    assert (told.state, told.at_table) == (state, at_table)


def test_a_match_that_never_began_is_neither_listed_nor_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    never = [*match(), GameStarted(0, 0.0, START)]
    with Journal(path) as journal:
        played, agreed, newest = (journal.begin("2026-01-02T20:00:00+00:00", "0") for _ in range(3))
        journal.append(played, EVENTS)
        journal.append(agreed, never)
        journal.append(newest, never)
        assert [each.id for each in Archive(path, lambda: None).matches()] == [played.id]
        assert [each.id for each in Archive(path, lambda: newest.id).matches()] == [newest.id, played.id]
        journal.forget_unbegun(newest)
        assert [each.id for each in journal.matches()] == [played.id, newest.id]
        journal.forget_unbegun(None)
        assert [each.id for each in journal.matches()] == [played.id]


def test_a_match_is_told_play_by_play_with_the_board_after_each(archive: Archive) -> None:
    told = archive.past_match(1)
    assert told
    assert [step.text for step in told.steps if step.kind == "play"] == [text for _, text in OPENING]
    after = [event.position for event in EVENTS if isinstance(event, PlayMade)]
    assert [step.position for step in told.steps if step.kind == "play"] == after
    first = told.steps[1]
    assert first.xgid == "XGID=-b----E-C---eE---c-e----B-:0:0:-1:62:2:1:0:5:10"
    illegal = told.steps[-1]
    assert (illegal.kind, illegal.player) == ("illegal", Side.DARK)
    assert "8/4" in illegal.note
    assert archive.past_match(7) is None


def test_seats_and_what_was_taken_back_are_part_of_the_story() -> None:
    seated = Seated(0, 0.0, Side.DARK, "left")
    begun = [*match(), seated, GameStarted(0, 0.0, START), *game()[1:3], Undone(5, 0.5, "a play")]
    steps = steps_of(begun, lambda _: False)
    assert steps[-1].kind == "undone"
    assert steps[-1].position == START
    assert {step.seats for step in steps} == {Seats(Side.DARK, "left")}
    assert fold(begun).position == START


def test_a_position_that_people_confirm_puts_nothing_right() -> None:
    """The turn keeps its roll, so that the list of earlier turns shows it."""
    played = [*match(), *game()[:3]]
    state = fold(played)
    confirmed = [*played, *answer(state, CorrectPosition(state.position), 9, 0.9)]
    assert [step.kind for step in steps_of(confirmed, lambda _: False) if step.turn] == ["play"]


def test_a_play_put_right_afterwards_keeps_its_roll_and_where_it_began() -> None:
    played = [*match(), *game()[:3]]
    before, state = fold(played[:-1]), fold(played)
    (made,) = [event for event in played if isinstance(event, PlayMade)]
    assert before.player
    assert before.dice
    plays = legal_plays(before.position, before.player, before.dice)
    other = next(play for play in plays if play.result != made.position)
    put_right = [*played, *answer(state, CorrectPosition(other.result), 9, 0.9)]
    play, corrected = (steps_of(events, lambda _: False)[-1] for events in (played, put_right))
    assert (corrected.kind, corrected.turn, corrected.position) == ("corrected", 1, other.result)
    assert (corrected.dice, corrected.xgid) == (play.dice, play.xgid)


@pytest.mark.parametrize("name", ["mat", "sgf"])
def test_a_record_taken_away_holds_the_same_plays(archive: Archive, name: str) -> None:
    export = archive.export(1, name)
    assert export
    assert export.name.startswith("2026-01-02-Anna-Ben.")
    (told,) = read_record(export.text).games
    plays = [action.play for action in told.actions if isinstance(action, Played)]
    assert plays == [text for _, text in OPENING]


def test_what_is_deleted_is_gone_with_its_pictures_and_the_match_being_played_is_not(
    archive: Archive, journal_path: Path
) -> None:
    album = album_beside(journal_path)
    for number in (1, 2):
        write(picture_path(album, number, 0), b"picture")
    with pytest.raises(RequestError, match="at the table"):
        archive.delete(2)
    assert archive.delete(1)
    assert not archive.delete(1)
    assert [summary.id for summary in archive.matches()] == [2]
    assert archive.picture(1, 0) is None
    assert archive.picture(2, 0) == b"picture"


def test_a_journal_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    assert Archive(path, lambda: None).matches() == ()
    path.write_text("Dear diary. " * 300)
    with pytest.raises(RequestError, match="not a journal"):
        Archive(path, lambda: None).matches()


def test_one_torn_match_hides_no_other(archive: Archive, journal_path: Path) -> None:
    other = sqlite3.connect(journal_path)
    with other:
        other.execute("UPDATE events SET json = '{' WHERE match = 1 AND seq = 2")
    other.close()
    newest, torn = archive.matches()
    assert newest.trouble == ""
    assert "cannot be read" in torn.trouble


def _glance(events: Sequence[Event], image: Image, hand: bool = False) -> TableUpdate:
    places = tuple(PlaceEvidence(((0, 0, 0.0),)) for _ in range(25))
    look = Evidence(3, 0.2, still=True, hand=hand, places=places)
    return TableUpdate(fold(EVENTS), FrameTime(3, 0.2), tuple(events), look, image=image)


def test_the_last_picture_without_a_hand_is_kept_cut_to_the_board(tmp_path: Path) -> None:
    board = board_of()
    with Album(tmp_path, board, lambda: 4, Workers()) as album:
        album.on_update(_glance((), PICTURE))
        played = PlayMade(17, 1.1, Side.DARK, (6, 2), "24/18 13/11", START)
        album.on_update(_glance([played], np.zeros_like(PICTURE), hand=True))
    kept = cv2.imread(str(picture_path(tmp_path, 4, 17)))
    assert kept is not None
    height, across = kept.shape[:2]
    assert across == 640
    assert 1.2 < across / height < 2.2
    assert kept.mean() > 40


def test_the_album_is_bounded_and_the_oldest_matches_go_first(tmp_path: Path) -> None:
    for number in (2, 9, 10):
        for frame in range(3):
            write(picture_path(tmp_path, number, frame), bytes(1000))
    trim(tmp_path, 4000)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["10"]


def test_a_full_line_costs_a_picture_and_no_time(tmp_path: Path) -> None:
    board = board_of()
    album = Album(tmp_path, board, lambda: 1, Workers())  # never started: nobody writes
    for frame in range(50):
        album.on_update(_glance([GameStarted(frame, 0.0, START)], PICTURE))
    assert list(tmp_path.iterdir()) == []


def test_a_past_match_is_shown_in_the_colours_of_its_board(journal_path: Path) -> None:
    green = DrawingColours((240, 240, 230), (20, 20, 20), ((0, 90, 0), (120, 160, 120)), (0, 60, 0))
    boards = {"Ours": green}
    with Journal(journal_path) as journal:
        began = [replace(event, board="Ours") if isinstance(event, MatchStarted) else event for event in EVENTS]
        there = journal.begin("2026-02-02T20:00:00+00:00", "0")
        journal.append(there, began)
    archive = Archive(journal_path, lambda: None, look=boards.get)
    ours, unnamed = archive.past_match(there.id), archive.past_match(1)
    assert ours
    assert unnamed
    assert (ours.look, unnamed.look) == (green, None)
    assert past_match_json(ours)["look"] == colours_json(green)
