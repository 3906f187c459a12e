"""Which board `play` takes: the one that is known and lies in view, else people are asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import pytest

from arbiter.match.events import Note
from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.boards.known_boards import KnownBoards, file_for, fresh_name, known_boards, save_board
from bookgammon.commands.play import MatchWanted, follow_match
from bookgammon.history.journal import FILE, Journal
from bookgammon.setup import ready
from bookgammon.setup.agreement import ASK, Agreement, Answer
from bookgammon.setup.before import Before
from bookgammon.setup.camera_view import CameraView
from bookgammon.setup.ready import board_in_view
from bookgammon.setup.serving import Place
from bookgammon.setup.wizard import Outcome, Wizard
from bookgammon.table.table import FrameTime, opening
from calibration.board import Board
from calibration.corners import LeafCorners
from calibration.visibility import LOW_CONTRAST
from tests.commands.program import RECORDING
from tests.setup.stage import BOOK, EMPTY, START, Camera, board_of, with_hand
from tests.setup.test_before import match, played
from translation.catalogue import catalogue
from vision.known_position.start_fit import COLOURS_UNCLEAR
from vision.sources.pictures import Image
from vision.sources.sources import FileSource, Frame
from web.pairing import Pairing
from web.setup import OpenMatch


@pytest.fixture(scope="module")
def boards() -> KnownBoards:
    """The demo's board, and the same book seen in a mirror."""
    mirrored = board_of(np.ascontiguousarray(START[:, ::-1]), np.ascontiguousarray(EMPTY[:, ::-1]), "Mirror")
    return KnownBoards(((Path("a"), mirrored), (Path("b"), board_of(START, EMPTY, "Demo"))))


def test_what_is_unclear_of_a_new_board_is_said_once_at_the_table(tmp_path: Path) -> None:
    film = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 5, (960, 540))
    for _ in range(5):
        film.write(START)
    film.release()
    board, unclear = board_of(START, EMPTY, "Demo"), (COLOURS_UNCLEAR, LOW_CONTRAST[Side.DARK])
    source = FileSource(tmp_path / "film.avi")
    done = Outcome(board, source, "film", Agreement(Rules()), unclear=unclear)
    place = Place("127.0.0.1", 0, Pairing(), opens_browser=False)
    begun = opening(Rules(), (0, 0), None, FrameTime())
    follow_match(tmp_path, done, place, MatchWanted(begun, new=True, small=False))
    with Journal(tmp_path / FILE, read_only=True) as journal:
        (entry,) = journal.matches()
        notes = [event.message for event in journal.events(entry) if isinstance(event, Note)]
    assert notes == [f"{COLOURS_UNCLEAR} {LOW_CONTRAST[Side.DARK]}"]


def moved(picture: Image, pixels: int) -> Image:
    shift = np.array([[1.0, 0.0, pixels], [0.0, 1.0, pixels / 2]])
    return np.asarray(cv2.warpAffine(picture, shift, (960, 540), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.fixture(scope="module")
def mid_game() -> Iterator[Image]:
    source = FileSource(RECORDING / "game.mp4")
    frames = (item.image for item in source.items() if isinstance(item, Frame) and item.index == 150)
    yield next(frames)
    source.close()


def test_the_board_that_lies_there_is_known_in_mid_game_and_in_less_light(boards: KnownBoards, mid_game: Image) -> None:
    for picture in (mid_game, (mid_game * 0.6).astype(np.uint8), with_hand(mid_game)):
        found = boards.lying_there(picture)
        assert found
        assert found.name == "Demo"


def test_a_board_that_was_moved_is_not_taken_as_it_lay_but_its_look_is_known(
    boards: KnownBoards, mid_game: Image
) -> None:
    picture = moved(mid_game, 14)
    assert boards.lying_there(picture) is None
    a, b, c, d, e, f, g, h = ((x + 14.0, y + 7.0) for x, y in BOOK.left + BOOK.right)
    found = boards.looking_like(picture, LeafCorners((a, b, c, d), (e, f, g, h)))
    assert found
    assert found.name == "Demo"


def test_nothing_is_recognised_where_no_board_lies(boards: KnownBoards) -> None:
    table = np.full((540, 960, 3), 90, np.uint8)
    assert boards.lying_there(table) is None
    assert boards.lying_there(table[:300, :300]) is None


def test_the_source_is_looked_at_without_losing_a_frame_of_a_recording(boards: KnownBoards, tmp_path: Path) -> None:
    source = FileSource(RECORDING / "game.mp4")
    found = board_in_view(boards, source)
    assert found
    assert found.name == "Demo"
    first = next(item for item in source.items() if isinstance(item, Frame))
    assert first.index == 0
    source.close()
    assert board_in_view(boards, Camera(np.full((540, 960, 3), 90, np.uint8))) is None
    assert board_in_view(KnownBoards(()), Camera(EMPTY)) is None


def test_boards_are_kept_by_name_and_a_torn_one_hides_no_other(tmp_path: Path) -> None:
    save_board(board_of(START, EMPTY, "Großer Atlas"), file_for(tmp_path, "Großer Atlas"))
    torn = file_for(tmp_path, "Torn")
    torn.write_text("version = ")
    known = known_boards(tmp_path)
    assert known.names == ("Großer Atlas",)
    (sentence,) = known.torn
    assert "torn" in sentence
    assert fresh_name(known.names) == "Our book"
    assert fresh_name(("Our book", "Book 2")) == "Book 3"
    third = fresh_name(("Unser Buch", "Buch 2"))
    assert catalogue("de").say(third) == "Buch 3"


@pytest.fixture
def known(boards: KnownBoards, tmp_path: Path) -> Path:
    """A data folder that knows the demo's board."""
    save_board(boards.boards[1][1], file_for(tmp_path, "Demo"))
    return tmp_path


def ready_with(folder: Path, answer: Answer) -> tuple[Outcome | None, Board | None]:
    """What `play` begins with before the known board, and the board about which the page asked who plays."""
    asked: list[Board] = []

    class Asked(Exception):
        pass

    def set_up(*_: object, known: Board | None = None, answer: Answer = ASK) -> Outcome:
        del answer
        assert known is not None
        asked.append(known)
        raise Asked

    with patch.object(ready, "set_up", set_up):
        try:
            address, place = str(RECORDING / "game.mp4"), Place("127.0.0.1", 0, Pairing())
            found = ready.table_ready(folder, None, address, place, Rules(), new=False, answer=answer)
        except Asked:
            return None, asked[0]
    found.source.close()
    return found, None


def test_who_plays_is_asked_even_where_the_board_is_known(known: Path) -> None:
    begun, asked = ready_with(known, ASK)
    assert begun is None
    assert asked
    assert asked.name == "Demo"


def test_an_option_answers_who_plays_and_nobody_is_asked(known: Path) -> None:
    agreement = Agreement(Rules(), ("Anna", "Ben"))
    begun, asked = ready_with(known, Answer(agreement=agreement))
    assert asked is None
    assert begun
    assert begun.agreement == agreement
    assert begun.board.name == "Demo"


def test_a_first_board_is_set_up_with_what_the_command_line_said(boards: KnownBoards, tmp_path: Path) -> None:
    agreement = Agreement(Rules(length=3), ("Anna", "Ben"))
    view = CameraView("named", "0", "0", open_address=lambda _: Camera(START))
    known = boards.boards[1][1]
    wizard = Wizard(tmp_path, view, rules=Rules(), known=known, answer=Answer(agreement=agreement))
    try:
        form = wizard.state().form
        assert form
        assert (form.kind, form.near, form.far, form.rules.length) == ("match", "Anna", "Ben", 3)
    finally:
        wizard.close()
    said: list[Answer] = []

    def set_up(*_: object, answer: Answer = ASK) -> Outcome:
        said.append(answer)
        raise KeyboardInterrupt

    film, place = str(RECORDING / "game.mp4"), Place("127.0.0.1", 0, Pairing())
    with patch.object(ready, "set_up", set_up), pytest.raises(KeyboardInterrupt):
        ready.table_ready(tmp_path, None, film, place, Rules(), new=False, answer=Answer(agreement=agreement))
    assert said == [Answer(agreement=agreement)]


def test_going_on_answers_only_where_a_match_is_open(known: Path) -> None:
    begun, asked = ready_with(known, Answer(go_on=True))
    assert begun is None
    assert asked, "a match begins although nobody said who plays"
    played(known, match("Anna", "Ben"))
    begun, asked = ready_with(known, Answer(True, Agreement(Rules(), ("Anna", "Ben"))))
    assert asked is None
    assert begun
    assert begun.agreement is None, "the open match is left for a new one"


def test_a_known_board_leads_straight_to_the_question_who_plays(boards: KnownBoards, tmp_path: Path) -> None:
    view = CameraView("named", "0", "0", open_address=lambda _: Camera(START))
    earlier = Before(OpenMatch(("Anna", "Ben"), (7, 5), 7, is_open=False, named=True), Rules(length=7), ("Anna", "Ben"))
    wizard = Wizard(tmp_path, view, rules=Rules(), before=earlier, known=boards.boards[1][1])
    try:
        state = wizard.state()
        assert (state.step, state.players) == ("match", ("Anna", "Ben"))
        assert state.form
        assert (state.form.kind, state.form.rules.length) == ("match", 7)
        assert (state.form.near, state.form.far) == ("Anna", "Ben")
    finally:
        wizard.close()
