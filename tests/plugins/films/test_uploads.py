"""A film comes in pieces, whatever the connection does, and only where there is room for it."""

from __future__ import annotations

import shutil
import time
from collections import namedtuple
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookgammon.errors import RecordingError
from bookgammon.plugins.films.agreed import Agreed
from bookgammon.plugins.films.service import RecordingService
from bookgammon.plugins.films.uploads import MOST_BYTES, MOST_FILMS, SPARE, Upload, Uploads

WHEN = "2026-01-02T20:00:00+00:00"


@given(st.data())
def test_lost_and_repeated_pieces_change_nothing(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    film = data.draw(st.binary(min_size=1, max_size=60))
    uploads = Uploads(tmp_path_factory.mktemp("uploads"))
    upload = uploads.begin("evening.mp4", len(film), WHEN, None)
    received = 0
    for _ in range(200):
        if uploads.is_whole(upload):
            break
        offset = data.draw(st.one_of(st.just(received), st.integers(0, len(film))))
        size = data.draw(st.integers(1, 20))
        uploads = Uploads(uploads.film(upload).parents[1])  # the program was started again
        received = uploads.add(upload, offset, film[offset : offset + size])
        assert uploads.film(upload).read_bytes() == film[:received] if received else True
    else:
        uploads.add(upload, received, film[received:])
    assert uploads.film(upload).read_bytes() == film


def test_a_piece_beyond_the_end_is_left(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    upload = uploads.begin("evening.mp4", 3, WHEN, None)
    assert uploads.add(upload, 0, b"four") == 0
    assert uploads.add(upload, 0, b"th") == 2


def test_what_a_full_disk_cannot_note_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    films = Uploads(tmp_path / "recordings")
    with monkeypatch.context() as full:
        unwritten = Mock(side_effect=OSError(28, "No space left on device"))
        full.setattr("bookgammon.plugins.films.uploads.write_atomically", unwritten)
        with pytest.raises(OSError, match="No space"):
            films.begin("evening.mp4", 3, WHEN, None)
    assert list(films.folder.iterdir()) == []
    assert films.begin("evening.mp4", 3, WHEN, None) in films.all()


def test_what_people_said_is_kept(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    upload = uploads.begin("Abend\x1b[2J.mp4", 3, WHEN, None)
    assert upload.name == "Abend [2J.mp4"
    uploads.agree(upload, Agreed(("Ada", "Ben"), 7, (2, 0)))
    assert Uploads(tmp_path).all() == (
        Upload(upload.id, upload.name, 3, WHEN, Agreed(("Ada", "Ben"), 7, (2, 0))),
    )
    (tmp_path / upload.id / "upload.json").write_text("[1")
    assert Uploads(tmp_path).all() == ()


def test_what_is_forgotten_is_gone_however_that_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uploads = Uploads(tmp_path / "recordings")
    cut_off, other = (uploads.begin(name, 3, WHEN, None) for name in ("evening.mp4", "other.mp4"))
    uploads.add(cut_off, 0, b"two")
    with monkeypatch.context() as killed:
        killed.setattr(shutil, "rmtree", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            uploads.forget(cut_off)
    assert uploads.all() == (other,)
    with RecordingService(tmp_path / "journal.sqlite"):  # the program is started again
        end = time.monotonic() + 60
        while len(list(uploads.folder.iterdir())) > 1:
            assert time.monotonic() < end
            time.sleep(0.05)
    uploads.forget(other)
    assert not list(uploads.folder.iterdir())


@pytest.mark.parametrize("name", ["../../etc", "..", "", "A" * 16, "0123456789abcde/"])
def test_no_name_leads_elsewhere(tmp_path: Path, name: str) -> None:
    (tmp_path / "upload.json").write_text('{"name": "x", "size": 1, "recorded": "", "agreed": null}')
    assert Uploads(tmp_path / "recordings").get(name) is None


def test_what_does_not_fit_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uploads = Uploads(tmp_path)
    for size in (0, MOST_BYTES + 1):
        with pytest.raises(RecordingError, match="at most 16 GB"):
            uploads.begin("evening.mp4", size, WHEN, None)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(0, 0, SPARE + 3 * 10**9))
    uploads.begin("first.mp4", 2 * 10**9, WHEN, None)
    with pytest.raises(RecordingError, match=r"takes 2\.0 GB, and 1\.0 GB"):  # the first one has its room already
        uploads.begin("second.mp4", 2 * 10**9, WHEN, None)
    for _ in range(MOST_FILMS - 1):
        uploads.begin("small.mp4", 1, WHEN, None)
    with pytest.raises(RecordingError, match="waiting already"):
        uploads.begin("small.mp4", 1, WHEN, None)
