"""Damage on the disk is never read as truth; whoever starts the program is told, and nothing is thrown away."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bookgammon.errors import JournalDamaged
from bookgammon.history.database_files import LOG, ROLLBACK, TORN, lost_commits
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.rescue import checked
from lab.campaigns.journal_overwrites import MATCHES, tried, truth, written
from tests.commands.program import run, sentence

TODAY = "2026-02-03"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return written(tmp_path / "data", running=False)


def put(path: Path, old: bytes, new: bytes) -> None:
    """Other bytes in the place of some that stand in the file once or oftener."""
    data = path.read_bytes()
    assert len(old) == len(new)
    assert old in data
    path.write_bytes(data.replace(old, new, 1))


def test_a_letter_that_changed_is_refused_by_every_export(journal: Path) -> None:
    put(journal, b"event 17 of match 3", b"event 71 of match 3")
    said = sentence(run("export", "4", "--data", journal.parent))
    assert "damaged, match 4 in it cannot be read" in said
    assert run("export", "3", "--data", journal.parent).returncode == 0


def test_a_damaged_journal_is_set_aside_whole_and_what_can_be_read_is_saved(journal: Path) -> None:
    true = truth(journal)
    put(journal, b"event 17 of match 3", b"event 71 of match 3")
    damaged = journal.read_bytes()
    said = checked(journal, TODAY)
    assert said == (
        f"The journal was damaged: it is kept as journal-damaged-{TODAY}.sqlite, and what could be read of it"
        " (5 matches whole, 1 match in part) is in a new one."
    )
    assert journal.with_name(f"journal-damaged-{TODAY}.sqlite").read_bytes() == damaged
    with Journal(journal) as again:
        again.check()
        lengths = {match.id: len(again.texts(match)) for match in again.matches()}
    assert lengths == {match.id: 19 if match.id == 4 else len(texts) for match, texts in true.items()}
    assert checked(journal, TODAY) == ""


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE matches SET last_seal = 'text' WHERE id = 1",
        "UPDATE matches SET seal = 5 WHERE id = 1",
        "UPDATE matches SET count = 'text' WHERE id = 1",
    ],
)
def test_a_cell_of_another_kind_is_damage_that_can_be_saved(journal: Path, harm: str) -> None:
    with closing(sqlite3.connect(journal)) as db, db:
        db.execute(harm)
    assert checked(journal, TODAY)
    with Journal(journal) as mended:
        mended.check()
        assert len(mended.matches()) == MATCHES


def test_a_second_damage_on_the_same_day_keeps_both(journal: Path) -> None:
    for match in (3, 1):
        put(journal, b"event 5 of match %d" % match, b"event 6 of match %d" % match)
        checked(journal, TODAY)
    kept = sorted(path.name for path in journal.parent.glob("journal-damaged*"))
    assert kept == [f"journal-damaged-{TODAY}-2.sqlite", f"journal-damaged-{TODAY}.sqlite"]


def test_the_program_tells_it_in_one_sentence_when_it_starts(journal: Path) -> None:
    demo = journal.with_name("demo.sqlite")
    journal.rename(demo)
    put(demo, b"event 17 of match 3", b"event 71 of match 3")
    done = run("demo", "--fast", "--afresh", "--data", journal.parent, "--port", "70000")  # refused later
    assert "The journal was damaged: it is kept as demo-damaged-" in done.stderr


def test_a_file_that_is_no_journal_any_more_is_kept_and_a_new_one_begun(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text("torn " * 400)
    assert "(0 matches whole, 0 matches in part)" in checked(path, TODAY)
    assert path.with_name(f"journal-damaged-{TODAY}.sqlite").read_text() == "torn " * 400
    with Journal(path) as journal:
        assert journal.matches() == ()


def test_a_match_that_is_damaged_is_not_gone_on_with(journal: Path) -> None:
    with Journal(journal) as opened:
        match = opened.matches()[-1]
    put(journal, f"event 40 of match {MATCHES - 1}".encode(), f"event 41 of match {MATCHES - 1}".encode())
    with Journal(journal) as opened, pytest.raises(JournalDamaged):
        opened.events(match)
    checked(journal, TODAY)
    with Journal(journal) as opened:
        assert opened.unfinished() is None


def first(log: Path) -> None:
    data = bytearray(log.read_bytes())
    data[32 + 24 + 100] ^= 1
    log.write_bytes(data)


def header(log: Path) -> None:
    data = bytearray(log.read_bytes())
    data[18] ^= 1
    log.write_bytes(data)


def salt(log: Path) -> None:
    data = bytearray(log.read_bytes())
    data[32 + 8] ^= 1
    log.write_bytes(data)


@pytest.mark.parametrize("harm", [first, header, salt])
def test_commits_lost_behind_damage_in_the_log_are_told(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    path = written(tmp_path / "data", running=True)
    assert lost_commits(path) == 0
    harm(path.with_name(FILE + LOG))
    assert lost_commits(path) > TORN
    assert "was damaged" in checked(path, TODAY)


def test_a_log_that_a_pulled_plug_cut_off_is_no_damage(tmp_path: Path) -> None:
    path = written(tmp_path / "data", running=True)
    log = path.with_name(FILE + LOG)
    whole = log.read_bytes()
    for length in (0, 31, 32, 40, len(whole) // 2, len(whole) - 7):
        log.write_bytes(whole[:length])
        assert lost_commits(path) == 0
    log.write_bytes(whole[:-4000] + bytes(4000))
    assert lost_commits(path) == TORN
    assert "was not whole and is left out" in checked(path, TODAY)


@pytest.mark.parametrize("running", [False, True])
def test_bytes_written_over_at_random_are_told_or_harmless(tmp_path: Path, running: bool) -> None:
    """A sample of `python -m lab.campaigns.journal_overwrites`."""
    whole = written(tmp_path / "whole", running=running)
    true = truth(written(tmp_path / "true", running=running))
    chance = random.Random(5)
    for number in range(12):
        tried(tmp_path / str(number), whole, true, chance)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system knows no fork")
def test_a_journal_whose_making_was_killed_is_made_again(tmp_path: Path) -> None:
    """Its first transaction waits beside it to be taken back, which only a writer can do."""
    path = tmp_path / FILE
    child = os.fork()
    if not child:
        db = sqlite3.connect(path, isolation_level=None)
        for line in ("PRAGMA cache_size = 1", "BEGIN IMMEDIATE", "CREATE TABLE half_made (text)"):
            db.execute(line)
        for _ in range(200):
            db.execute("INSERT INTO half_made VALUES (?)", ("x" * 900,))
        os._exit(9)
    os.waitpid(child, 0)
    assert path.with_name(path.name + ROLLBACK).stat().st_size
    assert checked(path, TODAY) == ""
    with Journal(path) as journal:
        assert journal.matches() == ()


@pytest.mark.parametrize("length", [150, 2000])
def test_a_list_that_lacks_a_match_is_not_shown_as_whole(length: int, tmp_path: Path) -> None:
    path = written(tmp_path / "written", running=False)
    data = bytearray(path.read_bytes())
    at = data.index(b"2026-01-04T20") - 20
    data[at : at + length] = bytes(length)
    path.write_bytes(data)
    with Journal(path, read_only=True) as journal, pytest.raises(JournalDamaged):
        journal.matches()
    assert "kept as" in checked(path, "2026-02-03")


def test_tables_whose_names_are_no_text_any_more_are_damage(tmp_path: Path) -> None:
    path = written(tmp_path / "written", running=False)
    data = bytearray(path.read_bytes())
    at = data.index(b"tablematchesmatches") + len(b"table")
    data[at : at + 60] = b"\xff" * 60
    path.write_bytes(data)
    with pytest.raises(JournalDamaged):
        Journal(path, read_only=True)
    assert "kept as" in checked(path, "2026-02-03")
