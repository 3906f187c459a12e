"""Notes: kept with their turns, taken along in records and brought by them, gone with their match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.match.from_record import events_of
from arbiter.match.record import action_frames, record_of
from arbiter.records import Played
from arbiter.rules import Rules
from bookgammon.errors import NotesError
from bookgammon.history.journal import FILE, Journal
from bookgammon.plugins.notes.pages import add_notes
from bookgammon.plugins.notes.places import MOST_LETTERS, NotePlace, noted, notes_in, places_of, tidy_text
from bookgammon.plugins.notes.service import NotesService
from bookgammon.plugins.notes.store import NotesStore, learner_changed, notes_beside
from tests.arbiter.test_records import FORMS
from tests.plugins.notes.matches import in_journal, noted_match
from tests.web.devices import paired, post
from tests.web.tables import moving
from web.app import create_app
from web.errors import BadEntryError
from web.hub import Hub


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


def test_a_note_is_written_by_paired_devices_to_turns_that_are_there(tmp_path: Path) -> None:
    number = in_journal(tmp_path, noted_match())
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


def test_a_strange_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.sqlite").write_bytes(b"of another program" * 100)
    with pytest.raises(NotesError, match="Notes cannot be kept"):
        NotesStore(tmp_path / "notes.sqlite")
    with Journal(tmp_path / FILE) as journal:
        assert journal.matches() == ()
