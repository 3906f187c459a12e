"""Films of rolls: made of what the camera saw, named in the log, fetched by the other and believed by their hash."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

from arbiter.match.events import Event, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.position import START, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.rules import Rules
from bookgammon.history.album import album_beside, forget, picture_path, write
from bookgammon.history.clips import ClipName, clip_path
from bookgammon.history.contested import PER_SECOND
from bookgammon.history.journal import Journal
from bookgammon.table.table import FrameTime, TableUpdate
from bookgammon.workers.worker import Workers
from tests.setup.stage import board_of
from tests.two_books.match.logs import GUEST, HOST, begun, play, says
from two_books.bodies import Filmed, Rolled, body_of
from two_books.joined_match import Shown
from two_books.link import Difference, Entry, Peer
from two_books.memory_link import MemoryLinks
from two_books.moments import OurAlbum, roll_frames
from two_books.other_films import AGAIN_S, MOST_ASKED, OtherFilms
from two_books.roll_films import MOST_BYTES, RollFilms, small_film
from two_books.shared_match import DoesNotFitError, SharedMatch, may_film

DIGEST = "ab" * 32
PLACES = tuple(PlaceEvidence(((0, 0, 0.0),)) for _ in range(25))
WEBM = b"\x1a\x45\xdf\xa3" + bytes(5000)
JPEG = b"\xff\xd8\xff" + bytes(3000)


def pictures(number: int, noise: int) -> list[bytes]:
    lot = np.random.default_rng(5)
    found = []
    for _ in range(number):
        image = np.clip(128 + lot.normal(0, noise, (270, 480, 3)), 0, 255).astype(np.uint8)
        found.append(cv2.imencode(".jpg", image)[1].tobytes())
    return found


# ------------------------------------------------------------------ in the log


def test_a_roll_is_filmed_once_and_by_whoever_threw_it() -> None:
    match = begun(player=GUEST)
    assert not may_film(match, Filmed(1, 0, DIGEST), GUEST)  # opening dice are thrown at the host's board
    match = says(match, HOST, Filmed(1, 0, DIGEST))
    with pytest.raises(DoesNotFitError):
        says(match, HOST, Filmed(1, 0, "cd" * 32))
    match = says(match, GUEST, play(match.state))
    assert not may_film(match, Filmed(1, 1, DIGEST), HOST)  # nothing is thrown yet
    match = says(match, HOST, Rolled(1, 1, (6, 4)))
    assert not may_film(match, Filmed(1, 1, DIGEST), GUEST)
    assert not may_film(match, Filmed(2, 1, DIGEST), HOST)
    late = says(match, HOST, play(match.state), Filmed(1, 1, DIGEST))  # a film takes a moment
    assert [(film.turn, film.by) for film in late.films] == [(0, HOST), (1, HOST)]


def test_a_film_changes_nothing_of_the_match() -> None:
    match = begun()
    filmed = says(match, HOST, Filmed(1, 0, DIGEST))
    assert (filmed.state, filmed.events) == (match.state, match.events)


# ------------------------------------------------------------------ made


def test_a_film_is_a_webm_that_fits_a_frame(tmp_path: Path) -> None:
    quiet, loud = (small_film(pictures(20, noise), tmp_path) for noise in (0, 90))
    for film in (quiet, loud):
        assert film.startswith(WEBM[:4])
        assert len(film) <= MOST_BYTES
    shown = tmp_path / "shown.webm"
    shown.write_bytes(quiet)
    read = cv2.VideoCapture(str(shown))
    assert read.get(cv2.CAP_PROP_FPS) == PER_SECOND
    assert sum(1 for _ in iter(lambda: read.read()[0], False)) == 20


def test_of_nothing_there_is_no_film(tmp_path: Path) -> None:
    assert small_film((), tmp_path) == b""


# ------------------------------------------------------------------ where it lies


STARTED: list[Event] = [
    MatchStarted(1, 1.0, Rules(length=3), ("Ann", "Ben")),
    GameStarted(2, 2.0, START),
    RollSeen(30, 3.0, Side.LIGHT, (3, 1)),
]


def journal_in(folder: Path) -> Path:
    """A journal whose only match has begun, at its third turn."""
    folder.mkdir()
    first = begun()
    made = says(first, HOST, play(first.state))
    (turn,) = [event for event in made.events if isinstance(event, PlayMade)]
    rolls = [RollSeen(70, 5.0, Side.DARK, (6, 4)), RollSeen(75, 5.5, Side.DARK, (6, 5))]
    again = [replace(turn, frame=50, time=4.0), *rolls]
    with Journal(folder / "journal.sqlite") as journal:
        entry = journal.begin("2026-11-28T12:00:00+00:00", "0")
        journal.append(entry, [*STARTED, *again])
        assert entry.id == 1
    return folder / "journal.sqlite"


def test_a_film_lies_where_the_dice_first_lay(tmp_path: Path) -> None:
    path = journal_in(tmp_path / "ann")
    album = OurAlbum(path, 1)
    assert dict(album.frames()) == {(1, 0): 30, (1, 1): 70}
    assert album.film_path((1, 1)) == clip_path(album_beside(path), 1, ClipName(70, 70))
    assert album.film_path((1, 2)) is None
    assert OurAlbum(path, 9).film_path((1, 0)) is None
    assert roll_frames([]) == {}


# ------------------------------------------------------------------ between both


class Joined:
    """What a joined match shows of the shared one."""

    def __init__(self, match: SharedMatch, own: Side, difference: Difference | None = None) -> None:
        self.match, self.own, self.difference = match, own, difference

    def shown(self) -> Shown:
        peer = Peer(seen=0.0, difference=self.difference)
        return Shown(self.match, peer, self.own, in_step=True, other_in_step=True, other_name="Ben")


class Ends:
    """Both tables' films over a link in memory. Each step takes more than the pause until something is asked again."""

    def __init__(self, folder: Path, match: SharedMatch, difference: Difference | None = None) -> None:
        self.links = MemoryLinks()
        ticks = count(0.0, 2 * AGAIN_S)
        self.journals = [journal_in(folder / name) for name in ("ann", "ben")]
        self.films = []
        for link, journal, own in zip((self.links.host, self.links.guest), self.journals, (HOST, GUEST), strict=True):
            joined = Joined(match, own, difference)
            films = OtherFilms(link, joined, journal, lambda: 1, Workers(), partial(next, ticks))  # type: ignore[arg-type]
            link.attach(Hearing(films))  # type: ignore[arg-type]
            self.films.append(films)

    def step(self, times: int = 3) -> None:
        for _ in range(times):
            for films in self.films:
                films.step()
            self.links.deliver()


class Hearing:
    def __init__(self, films: OtherFilms) -> None:
        self.attachment: Callable[[str, bytes], None] = films.attachment
        self.attachment_asked: Callable[[str], bytes | None] = films.attachment_asked


def filmed(webm: bytes) -> SharedMatch:
    """Ann has thrown the opening roll, and keeps that film of it."""
    return says(begun(), HOST, Filmed(1, 0, hashlib.sha256(webm).hexdigest()))


def test_a_film_of_the_other_board_comes_and_lies_beside_our_own_match(tmp_path: Path) -> None:
    ends = Ends(tmp_path, filmed(WEBM))
    write(clip_path(album_beside(ends.journals[0]), 1, ClipName(30, 30)), WEBM)
    ends.step()
    kept = clip_path(album_beside(ends.journals[1]), 1, ClipName(30, 30))
    assert kept.read_bytes() == WEBM
    assert ends.films[1].newest is not None
    assert (ends.films[1].newest.turn, ends.films[1].newest.webm) == ((1, 0), WEBM)
    assert ends.films[0].newest is None
    forget(album_beside(ends.journals[1]), 1)
    assert not kept.exists()


def test_another_film_than_the_log_names_is_neither_sent_nor_kept(tmp_path: Path) -> None:
    ends = Ends(tmp_path, filmed(WEBM))
    write(clip_path(album_beside(ends.journals[0]), 1, ClipName(30, 30)), WEBM + b"!")
    ends.step()
    name = f"film:{hashlib.sha256(WEBM).hexdigest()}"
    assert ends.films[0].attachment_asked(name) is None
    ends.films[1].attachment(name, WEBM + b"!")
    ends.films[1].attachment("film:" + DIGEST, WEBM)
    ends.step()
    assert ends.films[1].newest is None
    assert list(album_beside(ends.journals[1]).glob("*/*.webm")) == []


def test_what_does_not_come_is_asked_for_some_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = Ends(tmp_path, filmed(WEBM))
    asked = list[str]()
    monkeypatch.setattr(ends.links.guest, "ask_attachment", asked.append)
    ends.step(3 * MOST_ASKED)
    assert len(asked) == MOST_ASKED


def test_where_two_logs_part_each_shows_the_other_its_picture_and_nobody_else_asks_for_one(tmp_path: Path) -> None:
    match = begun()
    ours = Entry(match.number + 1, "host", body_of(play(match.state)), 1.0)
    ends = Ends(tmp_path, match, Difference(ours.number, ours, None))
    for journal, number in zip(ends.journals, (0, 1), strict=True):
        for frame in (2, 28 + number, 90):
            write(picture_path(album_beside(journal), 1, frame), JPEG + bytes([frame]))
    ends.step()
    assert [films.parted for films in ends.films] == [JPEG + bytes([29]), JPEG + bytes([28])]
    assert ends.films[0].our_picture() == JPEG + bytes([28])
    assert ends.films[0].attachment_asked("picture:99") is None


def test_where_the_logs_are_one_no_picture_is_given(tmp_path: Path) -> None:
    ends = Ends(tmp_path, begun())
    write(picture_path(album_beside(ends.journals[0]), 1, 2), JPEG)
    assert ends.films[0].attachment_asked("picture:2") is None
    assert ends.films[0].our_picture() is None


# ------------------------------------------------------------------ from the table


def test_what_the_camera_reads_is_filmed_and_what_is_entered_is_not(tmp_path: Path) -> None:
    noted = list[Filmed]()
    joined = Joined(begun(), HOST)
    joined.note_film = noted.append  # type: ignore[attr-defined]
    journal = tmp_path / "journal.sqlite"
    state = begun().state
    with RollFilms(joined, journal, board_of(), lambda: 1, Workers()) as films:  # type: ignore[arg-type]
        for frame in range(40):
            image = np.full((720, 960, 3), 4 * frame, np.uint8)
            happened: tuple[Event, ...] = ()
            if frame in (20, 39):
                happened = (RollSeen(frame, frame / 8, Side.LIGHT, (3, 1), "read" if frame == 39 else "entered"),)
                films._pictures.finish()
            seen = Evidence(frame, frame / 8, hand=False, still=True, places=PLACES)
            films.on_update(TableUpdate(state, FrameTime(frame, frame / 8), happened, seen, image=image))
    (film,) = noted
    kept = clip_path(album_beside(journal), 1, ClipName(39, 39)).read_bytes()
    assert film == Filmed(1, 0, hashlib.sha256(kept).hexdigest())
    assert len(list(album_beside(journal).glob("*/*.webm"))) == 1
