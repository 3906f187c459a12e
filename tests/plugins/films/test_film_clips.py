"""Clips of a film: within the bounds of a match's, and none of what another run has half made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.match.fold import fold
from bookgammon.history.clip_encoding import MOST_BYTES
from bookgammon.history.clips import MOST_OF_MATCH, clips_of
from bookgammon.plugins.films import film_clips
from bookgammon.plugins.films.film_clips import FilmClips
from bookgammon.table.table import FrameTime, TableUpdate
from outside.errors import OverrunError
from tests.setup.stage import START as PICTURE
from tests.setup.stage import board_of
from tests.web.tables import misplay

*_, WARNING = misplay(provisional=False)
STATE = fold(misplay(provisional=False))


def contested(clips: FilmClips, frame: int) -> None:
    """A warning, and the part ends."""
    event = replace(WARNING, frame=frame, time=float(frame))
    clips.on_update(TableUpdate(STATE, FrameTime(frame, float(frame)), (event,), None, image=PICTURE))
    clips.end_part()


def test_a_film_of_many_warnings_keeps_the_newest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def largest(*_: object, **__: object) -> bytes:
        return bytes(MOST_BYTES)

    monkeypatch.setattr(film_clips, "encoded", largest)
    clips = FilmClips(tmp_path / "pictures", background=False)
    clips.show_board(board_of())
    for frame in range(45):
        contested(clips, frame)
    kept = clips_of(tmp_path / "pictures")
    assert [name.first for name in kept] == list(range(45 - MOST_OF_MATCH // MOST_BYTES, 45))


def test_a_clip_that_cannot_be_made_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> bytes:
        raise OverrunError

    clips = FilmClips(tmp_path / "pictures", background=False)
    clips.show_board(board_of())
    with monkeypatch.context() as patch:
        patch.setattr(film_clips, "encoded", none)
        contested(clips, 1)
    assert clips_of(tmp_path / "pictures") == ()
    contested(clips, 30)
    assert [name.first for name in clips_of(tmp_path / "pictures")] == [30]
