"""Notes: kept with their turns, taken along in records and brought by them, gone with their match."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.match.from_record import events_of
from arbiter.match.record import action_frames, record_of
from arbiter.records import Action, GameRecord, MatchRecord, Played, read_record, write_mat, write_sgf
from arbiter.rules import Rules
from bookgammon.command_line import main
from bookgammon.errors import NotesError
from bookgammon.files.data_lock import writing
from bookgammon.history.archive import Archive
from bookgammon.history.backup import write_backup
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.restore import restore
from bookgammon.plugins.imports.service import ImportService
from bookgammon.plugins.notes.pages import add_notes
from bookgammon.plugins.notes.places import MOST_LETTERS, WHOLE_MATCH, NotePlace, noted, notes_in, places_of, tidy_text
from bookgammon.plugins.notes.service import NotesService
from bookgammon.plugins.notes.store import NotesStore, learner_changed, notes_beside
from bookgammon.plugins.study.exercise import exercise_of
from bookgammon.plugins.study.store import Origin, PastDecision, StudyStore, study_beside
from bookgammon.plugins.study.store import forget_match as forget_exercises
from tests.arbiter.random_matches import random_match
from tests.arbiter.test_records import FORMS
from tests.arbiter.xg_files import xg_bytes
from tests.web.devices import paired, post
from tests.web.tables import moving
from web.app import create_app
from web.errors import BadEntryError
from web.hub import Hub


def noted_match(seed: int = 1, rules: Rules | None = None) -> MatchRecord:
    """A match with a note to every third action, and one to the whole."""
    match = random_match(random.Random(seed), rules or Rules(length=3))
    games = tuple(_noted(game, number) for number, game in enumerate(match.games, start=1))
    return replace(match, names=("Ann", "Ben"), games=games)


def _noted(game: GameRecord, number: int) -> GameRecord:
    actions = (
        replace(action, note=f'Game {number}, "{at}": why?\nBecause.' if at % 3 == 0 and _is_noted(action) else "")
        for at, action in enumerate(game.actions)
    )
    return replace(game, actions=tuple(actions))


def _is_noted(action: Action) -> bool:
    """An `.xg` file has one note for a double and its answer."""
    return isinstance(action, Played) or action.verb == "double"


def brought(folder: Path, content: bytes) -> int:
    with ImportService(folder / FILE, background=False) as service:
        found = service.bring_in(content)
    assert found.trouble == ""
    return found.matches[0].number


@pytest.mark.parametrize("rules", FORMS, ids=str)
def test_every_note_of_a_record_stands_at_a_step_of_its_match_and_comes_back(rules: Rules) -> None:
    for seed in range(2):
        match = noted_match(seed, rules)
        found = notes_in(match)
        events = events_of(match)
        told = record_of(events)
        assert [len(frames) for frames in action_frames(events)] == [len(game.actions) for game in told.games]
        assert notes_in(noted(told, found)) == found


def test_a_turn_that_nobody_played_has_no_place() -> None:
    match = noted_match()
    first = next(action for action in match.games[0].actions if isinstance(action, Played))
    waits = Played(first.side.other, None, "no play", first.after)
    game = replace(match.games[0], actions=(first, waits, first))
    assert list(places_of(game, 1)) == [NotePlace(1, 1, 0), None, NotePlace(1, 2, 0)]


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


def test_a_note_is_written_by_paired_devices_to_turns_that_are_there(tmp_path: Path) -> None:
    number = brought(tmp_path, write_mat(noted_match()).encode())
    app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
    add_notes(app, NotesService(tmp_path / FILE))
    where = f"/api/notes/{number}"
    told = {"game": 1, "turn": 2, "part": 0, "text": " Better was\r\nto run.\x00 "}
    assert post(app.test_client(), where, told).status_code in (401, 403)
    client = paired(app)
    assert post(client, where, told).status_code == 200
    notes = client.get(where).get_json()["notes"]
    (found,) = [note for note in notes if (note["game"], note["turn"], note["part"]) == (1, 2, 0)]
    assert found["text"] == "Better was\nto run."
    for wrong in ({"game": 99}, {"turn": -1}, {"part": True}, {"text": 3}):
        assert post(client, where, {**told, **wrong}).status_code == 400
    assert post(client, "/api/notes/77", told).status_code == 404
    assert client.get("/api/notes/77").status_code == 404
    assert post(client, where, {**told, "text": ""}).status_code == 200
    with pytest.raises(BadEntryError):
        NotesService(tmp_path / FILE).keep(number, NotePlace(1, 9999, 0), "no")


def test_what_is_kept_is_tidy() -> None:
    assert tidy_text(" a\tb\x00\u202e \r\n\r\nc\ud83d ".replace("\ud83d", "")) == "a b\n\nc"
    assert len(tidy_text("x" * (MOST_LETTERS + 1))) == MOST_LETTERS


def test_whoever_practises_keeps_their_notes_under_another_name(tmp_path: Path) -> None:
    journal = tmp_path / FILE
    learner_changed(journal, "Ada", "Bea")  # there is no file yet
    assert not notes_beside(journal).exists()
    with NotesStore(notes_beside(journal)) as store:
        store.add_exercises("Ada", {"one": "mine", "two": ""})
        store.keep_exercise("Bea", "one", "hers")
    learner_changed(journal, "Ada", "Cleo")
    with NotesStore(notes_beside(journal)) as store:
        assert store.of_exercises("Cleo") == {"one": "mine"}
        store.rename_learner("Cleo", "Bea")
        assert (store.of_exercises("Bea"), store.of_exercises("Cleo")) == ({"one": "hers"}, {})
    learner_changed(journal, "Bea", None)
    with NotesStore(notes_beside(journal)) as store:
        assert store.of_exercises("Bea") == {}


def test_notes_to_exercises_go_with_their_list_and_their_match(tmp_path: Path) -> None:
    journal = tmp_path / FILE
    one, two = (exercise_of(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:5:10") for dice in ("31", "42"))
    with StudyStore(study_beside(journal)) as store:
        store.add("Ada", Origin("Openings"), [PastDecision(one, "", 0.0)])
        store.add("Ada", Origin(match=7, game=0), [PastDecision(two, "13/9", 0.1)])
    with NotesStore(notes_beside(journal)) as notes:
        for each in (one, two):
            notes.keep_exercise("Ada", each.xgid, "mine")
    forget_exercises(journal, 7)
    with NotesStore(notes_beside(journal)) as notes:
        assert notes.of_exercises("Ada") == {one.xgid: "mine"}


def test_a_strange_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.sqlite").write_bytes(b"of another program" * 100)
    with pytest.raises(NotesError, match="Notes cannot be kept"):
        NotesStore(tmp_path / "notes.sqlite")
    with Journal(tmp_path / FILE) as journal:
        assert journal.matches() == ()
