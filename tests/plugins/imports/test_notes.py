"""Notes that a record brings, and takes along again."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.records import MatchRecord, read_record, write_mat, write_sgf
from arbiter.rules import Rules
from bookgammon.command_line import main
from bookgammon.files.data_lock import writing
from bookgammon.history.archive import Archive
from bookgammon.history.backup import write_backup
from bookgammon.history.journal import FILE
from bookgammon.history.restore import restore
from bookgammon.plugins.imports.service import ImportService
from bookgammon.plugins.notes.places import WHOLE_MATCH, notes_in
from bookgammon.plugins.notes.service import NotesService
from bookgammon.plugins.notes.store import NotesStore, notes_beside
from tests.arbiter.random_matches import random_match
from tests.arbiter.xg_files import xg_bytes
from tests.plugins.notes.matches import noted_match


def brought(folder: Path, content: bytes) -> int:
    with ImportService(folder / FILE, background=False) as service:
        found = service.bring_in(content)
    assert found.trouble == ""
    return found.matches[0].number


@pytest.mark.parametrize("write", [lambda match: write_mat(match).encode(), xg_bytes, lambda m: write_sgf(m).encode()])
def test_notes_come_with_a_record_and_go_out_with_it(tmp_path: Path, write: Callable[[MatchRecord], bytes]) -> None:
    match = noted_match()
    number = brought(tmp_path, write(match))
    service = NotesService(tmp_path / FILE)
    shown = service.of_match(number)
    assert shown
    assert {each.place: each.text for each in shown if each.text} == notes_in(match)
    archive = Archive(tmp_path / FILE, lambda: None)
    steps = archive.past_match(number)
    assert steps
    for each in shown[1:]:
        assert (steps.steps[each.step].kind == "cube") == bool(each.place.part)
    for name in ("mat", "sgf"):
        export = archive.export(number, name)
        assert export
        assert notes_in(read_record(export.text)) == notes_in(match)
    text = archive.export(number, "text")
    assert text
    assert "Because." in text.text
    assert archive.delete(number)
    with NotesStore(notes_beside(tmp_path / FILE)) as store:
        assert store.of_match(number) == {}


def test_a_match_that_is_known_takes_the_notes_that_it_lacks(tmp_path: Path) -> None:
    match = noted_match()
    plain = replace(random_match(random.Random(1), Rules(length=3)), names=match.names)
    number = brought(tmp_path, write_mat(plain).encode())
    service = NotesService(tmp_path / FILE)
    place = next(iter(notes_in(match)))
    assert service.keep(number, place, "mine")
    assert brought(tmp_path, write_sgf(match).encode()) == number
    with NotesStore(notes_beside(tmp_path / FILE)) as store:
        assert store.of_match(number) == {**notes_in(match), place: "mine"}


def test_the_command_line_takes_notes_along_and_backups_hold_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    number = brought(data, write_sgf(noted_match()).encode())
    service = NotesService(data / FILE)
    assert service.keep(number, WHOLE_MATCH, "A long evening.")
    assert main(["export", str(number), "--format", "sgf", "--data", str(data)]) == 0
    said = capsys.readouterr().out
    assert "A long evening." in said
    assert notes_in(read_record(said)) == {**notes_in(noted_match()), WHOLE_MATCH: "A long evening."}
    write_backup(data, tmp_path / "b.zip", "2026-02-03T20:00:00+00:00")
    with writing(tmp_path / "other", "restore"):
        restore(tmp_path / "other", tmp_path / "b.zip")
    shown = NotesService(tmp_path / "other" / FILE).of_match(number)
    assert shown
    assert shown[0].text == "A long evening."
