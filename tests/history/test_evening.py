"""Matches of one evening in the journal; pictures of a play; devices that stay paired; eyes that change seats."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.match.entered_events import Undone
from arbiter.match.events import Event, GameStarted, MatchOver, MatchStarted, Note, RollSeen
from arbiter.position import START, Side
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.access.devices import known_pairing
from bookgammon.errors import JournalError, SettingsError
from bookgammon.history.journal import Journal
from bookgammon.history.session import MatchSession
from bookgammon.table.demo_recording import load_recording
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.snapshots import WIDTH, Snapshots
from calibration.board import Board
from tests.web.tables import alarm, hint, moving
from vision.reading import reading_of
from vision.sources.pictures import Image

BEGUN = MatchStarted(0, 0.0, Rules(length=3))


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.sqlite")


def evening(journal: Journal, told: list[Event] | None = None) -> MatchSession:
    match = journal.begin("2026-11-21T19:00:00+00:00", "camera 0")
    return MatchSession(journal, match, lambda: "2026-11-21T21:00:00+00:00", (told if told is not None else []).append)


def test_a_second_match_is_begun_in_the_journal_when_one_begins(journal: Journal) -> None:
    told: list[Event] = []
    tonight = evening(journal, told)
    first = [BEGUN, GameStarted(1, 0.1, START)]
    tonight.keep(first)
    tonight.keep([replace(BEGUN, frame=9)])
    tonight.keep([Note(10, 1.0, "later")])
    one, two = journal.matches()
    assert (one.ended, two.ended) == (True, False)
    assert (two.started, two.source) == ("2026-11-21T21:00:00+00:00", "camera 0")
    assert list(journal.events(one)) == first
    assert [event.name for event in journal.events(two)] == ["match", "note"]
    assert len(told) == 4
    assert tonight.began == 1795294800.0
    journal.close()


def test_what_failed_and_is_kept_again_begins_no_third_match(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    tonight = evening(journal)
    tonight.keep([BEGUN, GameStarted(1, 0.1, START), RollSeen(2, 0.2, Side.LIGHT, (3, 1))])
    begin_after = journal.begin_after

    def full(*_: object) -> None:
        raise JournalError("full")

    monkeypatch.setattr(journal, "begin_after", full)
    with pytest.raises(JournalError):
        tonight.keep([BEGUN])
    monkeypatch.setattr(journal, "begin_after", begin_after)
    tonight.keep([BEGUN])
    assert len(journal.matches()) == 2
    journal.close()


def test_a_match_whose_end_was_undone_is_still_open(journal: Journal) -> None:
    tonight = evening(journal)
    tonight.keep([BEGUN, MatchOver(5, 1.0, Side.LIGHT, (3, 0))])
    assert journal.unfinished() is None
    tonight.keep([Undone(6, 2.0)])
    assert journal.unfinished() == tonight.match
    journal.close()


@pytest.fixture(scope="module")
def board() -> Board:
    return load_recording().board()


def picture(board: Board, grey: int) -> Image:
    return np.full((board.size[1], board.size[0], 3), grey, np.uint8)


def middle(jpeg: bytes) -> int:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape[1] <= WIDTH
    return round(float(image.mean()))


def test_the_pictures_are_of_the_turns_beginning_and_of_the_illegal_play(board: Board) -> None:
    snapshots = Snapshots(board)
    before, after = moving().state, alarm().state
    assert after.warning
    assert snapshots.observe(before, before.position, picture(board, 40)) is None
    assert snapshots.observe(before, None, picture(board, 80)) is None  # a hand
    assert snapshots.observe(hint().state, after.warning.position, picture(board, 120)) is None  # the dice still lie
    assert snapshots.observe(after, None, picture(board, 160)) is None
    pictures = snapshots.observe(after, after.warning.position, picture(board, 200))
    assert pictures
    assert [middle(each) for each in pictures.make()] == [40, 200]
    assert snapshots.observe(after, after.warning.position, picture(board, 240)) is pictures
    assert snapshots.observe(before, None, None) is None


def test_without_a_picture_of_before_there_are_none(board: Board) -> None:
    after = alarm().state
    assert after.warning
    assert Snapshots(board).observe(after, after.warning.position, picture(board, 200)) is None


def test_paired_devices_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    pairing = known_pairing(tmp_path)
    key = pairing.join(pairing.code, "iPad").key
    path = tmp_path / "devices.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert key not in path.read_text()
    assert known_pairing(tmp_path).device(key) == pairing.devices[0]


@pytest.mark.parametrize("text", ["{", "{}x", '[{"id": "a"}]', "[7]"])
def test_a_torn_list_of_devices_is_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "devices.json").write_text(text)
    with pytest.raises(SettingsError, match=r"devices\.json are torn"):
        known_pairing(tmp_path)


def test_the_eyes_see_the_same_board_from_other_seats(board: Board) -> None:
    start = load_recording().board().start
    eyes = SeatAwareWatcher(board)

    def look() -> Evidence:
        return [eyes.read_frame(start, frame, frame / 10) for frame in range(3)][-1]

    def on_points(evidence: Evidence) -> list[tuple[int, int]]:
        """(light, dark) on light's points 1 to 24."""
        return [place.scores[0][:2] for place in evidence.places[:24]]

    first = look()
    assert reading_of(first).position == START
    eyes.sit(Seats(board.seats.near.other, board.seats.home))
    assert on_points(look()) == on_points(first)[::-1]
