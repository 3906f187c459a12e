"""Records brought in: each match once, under the names that people have here, and gone when it is deleted."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from arbiter.match.fold import fold
from arbiter.match.from_record import events_of
from arbiter.match.record import record_of
from arbiter.message import Message
from arbiter.records import MatchHeader, MatchRecord, write_mat, write_sgf
from arbiter.rules import Rules
from bookgammon.command_line import main
from bookgammon.history import match_bounds
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE, Journal
from bookgammon.plugins.imports import service as service_module
from bookgammon.plugins.imports.aliases import Aliases, aliases_beside
from bookgammon.plugins.imports.record_reader import ReadMatch, RecordReader, answer, digest_of
from bookgammon.plugins.imports.service import ImportService
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.register import PlayerRegister
from outside.confined import Confined
from outside.errors import OverrunError
from tests.arbiter.random_matches import random_match
from tests.arbiter.test_records import FORMS
from tests.arbiter.xg_files import xg_bytes
from web.errors import BadEntryError, NotNowError, UnavailableError


def match_of(seed: int, names: tuple[str, str] = ("Ann_73", "Ben"), rules: Rules | None = None) -> MatchRecord:
    match = random_match(random.Random(seed), rules or Rules(length=3))
    return replace(match, names=names, header=MatchHeader(date="2019.05.04"))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[ImportService]:
    with ImportService(tmp_path / FILE, background=False) as running:
        yield running


def until(true: Callable[[], object]) -> None:
    patience = time.monotonic() + 60
    while not true():
        assert time.monotonic() < patience
        time.sleep(0.01)


def archive_of(folder: Path) -> Archive:
    return Archive(folder / FILE, lambda: None)


def aliases_of(folder: Path) -> dict[str, str]:
    with Aliases(aliases_beside(folder / FILE)) as aliases:
        return aliases.by_other_name()


@pytest.mark.parametrize("rules", FORMS, ids=str)
def test_the_events_of_a_record_are_of_that_record(rules: Rules) -> None:
    for seed in range(3):
        match = random_match(random.Random(seed), rules, 0.03)
        events = events_of(match)
        told = record_of(events)
        assert (told.games, told.names, told.rules) == (match.games, match.names, match.rules)
        assert fold(events).score == match.score


def test_the_same_match_in_any_format_is_one(service: ImportService, tmp_path: Path) -> None:
    match = match_of(1)
    first = service.bring_in(write_mat(match).encode())
    assert [(each.names, each.known) for each in first.matches] == [(("Ann_73", "Ben"), False)]
    for content in (write_sgf(match).encode("utf-16"), xg_bytes(match), write_mat(match).encode()):
        assert [(each.number, each.known) for each in service.bring_in(content).matches] == [
            (first.matches[0].number, True)
        ]
    (summary,) = archive_of(tmp_path).matches()
    assert (summary.elsewhere, summary.started[:10], summary.names) == (True, "2019-05-04", match.names)
    with Journal(tmp_path / FILE, read_only=True) as journal:
        assert journal.at_table() == ()
        (entry,) = journal.matches()
        assert record_of(journal.events(entry)).games == match.games


def test_a_file_of_two_matches_is_two_and_a_torn_one_says_why(service: ImportService) -> None:
    both = write_mat(match_of(1)) + write_mat(match_of(2))
    assert len(service.bring_in(both.encode()).matches) == 2
    torn = service.bring_in(b"hello")
    assert torn.matches == ()
    assert "N point match" in torn.trouble


def test_names_are_mapped_once_for_before_and_after(service: ImportService, tmp_path: Path) -> None:
    service.bring_in(write_mat(match_of(1)).encode())
    service.name(" Ann_73 ", "Ann")
    service.bring_in(write_mat(match_of(2)).encode())
    assert {summary.names for summary in archive_of(tmp_path).matches()} == {("Ann", "Ben")}
    assert aliases_of(tmp_path) == {"Ann_73": "Ann"}
    assert service.bring_in(write_mat(match_of(1)).encode()).matches[0].known
    with pytest.raises(NotNowError, match="they are two"):
        service.name("Ben", "Ann")
    with pytest.raises(BadEntryError, match="two different ones"):
        service.name("Ben", "Ben")
    service.bring_in(write_mat(match_of(3, ("Ann", "Ann_73"))).encode())  # the two played each other after all
    assert ("Ann", "Ann_73") in {summary.names for summary in archive_of(tmp_path).matches()}


def register_of(folder: Path) -> PlayerRegister:
    return PlayerRegister(folder / FILE, Counting(folder / FILE, lambda: None), archive_of(folder).delete)


def test_a_player_who_is_renamed_is_known_by_the_new_name(service: ImportService, tmp_path: Path) -> None:
    service.bring_in(write_mat(match_of(1)).encode())
    service.name("Ann_73", "Ann")
    register_of(tmp_path).rename("Ann", "Anna")
    assert aliases_of(tmp_path) == {"Ann_73": "Anna"}
    service.bring_in(write_mat(match_of(2)).encode())
    assert {summary.names for summary in archive_of(tmp_path).matches()} == {("Anna", "Ben")}


@pytest.mark.parametrize("matches", [True, False])
def test_of_a_player_who_is_removed_no_other_name_stays(matches: bool, service: ImportService, tmp_path: Path) -> None:
    service.bring_in(write_mat(match_of(1)).encode())
    service.name("Ann_73", "Ann")
    register_of(tmp_path).remove("Ann", matches=matches)
    assert aliases_of(tmp_path) == {}
    assert all(b"Ann" not in path.read_bytes() for path in tmp_path.glob("aliases.sqlite*"))


def test_a_backup_brings_the_names_back(service: ImportService, tmp_path: Path) -> None:
    service.bring_in(write_mat(match_of(1)).encode())
    service.name("Ann_73", "Ann")
    backup, other = tmp_path / "backup.zip", tmp_path / "other"
    other.mkdir()
    assert main(["backup", str(backup), "--data", str(tmp_path)]) == 0
    assert main(["restore", str(backup), "--data", str(other)]) == 0
    assert aliases_of(other) == {"Ann_73": "Ann"}


def test_players_count_it_but_not_its_dice_nor_its_times(service: ImportService, tmp_path: Path) -> None:
    service.bring_in(write_mat(match_of(1)).encode())
    archive = archive_of(tmp_path)
    counting = Counting(tmp_path / FILE, lambda: None)
    register = PlayerRegister(tmp_path / FILE, counting, archive.delete)
    counting.catch_up(60.0)
    assert {line.name for line in register.players().players} == {"Ann_73", "Ben"}
    ann = register.player("Ann_73")
    assert ann
    assert (ann.dice.rolls, ann.timed) == (0, 0)
    (summary,) = archive.matches()
    assert archive.delete(summary.id)
    assert register.players().players == ()
    with Journal(tmp_path / FILE, read_only=True) as journal:
        assert journal.matches() == ()
    assert not service.bring_in(write_mat(match_of(1)).encode()).matches[0].known


def test_what_no_journal_may_hold_is_refused() -> None:
    text = write_mat(match_of(1)).replace(" 3 point match", " 30000 point match")
    (found,) = answer(text.encode())
    assert b'"matches": []' in found


@pytest.mark.parametrize("said", ["1950.06.04", "1969-12-31", "0001.01.01", "9999.12.31", "2024.13.40", "x"])
def test_whatever_day_a_record_names_a_restore_takes_its_match(
    said: str, service: ImportService, tmp_path: Path
) -> None:
    record = replace(match_of(1), header=MatchHeader(date=said))
    assert service.bring_in(write_mat(record).encode()).matches
    with Journal(tmp_path / FILE, read_only=True) as journal:
        started = datetime.fromisoformat(journal.matches()[0].started)
    assert match_bounds.begun_at(started) == started.isoformat()
    assert str(started.year).startswith(said[:4] if said.startswith("19") else "20")


def test_what_no_backup_could_bring_back_is_not_brought_in(monkeypatch: pytest.MonkeyPatch) -> None:
    content = write_mat(match_of(1)).encode()
    assert b"longer" not in answer(content)[0]
    monkeypatch.setattr(match_bounds, "MOST_TURNS", 3)
    assert b"longer than a match can be" in answer(content)[0]


def test_a_match_is_told_from_others_by_what_was_done() -> None:
    match = match_of(1)
    assert digest_of(match) == digest_of(replace(match, names=("ANN_73", "ben"), header=MatchHeader()))
    assert len({digest_of(match_of(seed)) for seed in range(5)} | {digest_of(match_of(1, ("A", "B")))}) == 6


def test_the_command_takes_files_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records, data = tmp_path / "records", ["--data", str(tmp_path / "data")]
    (records / "inner").mkdir(parents=True)
    (records / "a.mat").write_text(write_mat(match_of(1)))
    (records / "inner" / "B.SGF").write_text(write_sgf(match_of(2)))
    (records / "notes.md").write_text("no record")
    assert main(["import", str(records), *data, "--is", "Ann_73=Ann"]) == 0
    said = capsys.readouterr()
    assert "Ann : Ben" in said.out
    assert "Brought in: 2. Known already: 0. Files left out: 0." in said.err
    (records / "torn.txt").write_text("hello")
    assert main(["import", str(records), str(tmp_path / "nothing.mat"), *data]) == 1
    said = capsys.readouterr()
    assert "Brought in: 0. Known already: 2. Files left out: 2." in said.err
    assert "torn.txt: Line 1:" in said.err
    assert main(["import", str(records), *data, "--is", "Ann"]) == 1


def test_files_that_wait_are_kept_together(tmp_path: Path) -> None:
    opened = list[int]()
    go_on = threading.Event()

    @contextmanager
    def lock() -> Iterator[None]:
        opened.append(1)
        assert go_on.wait(60)
        yield

    matches = [match_of(seed) for seed in (1, 2, 3, 1)]
    with ImportService(tmp_path / FILE, lock, background=False) as service, ThreadPoolExecutor(5) as threads:
        first = threads.submit(service.bring_in, write_mat(match_of(4)).encode())
        until(lambda: opened)
        others = [threads.submit(service.bring_in, write_mat(match).encode()) for match in matches]
        until(lambda: len(service._waiting) == len(others))
        go_on.set()
        brought = [each.result().matches[0] for each in (first, *others)]
    assert len(opened) == 2
    assert [each.known for each in brought].count(True) == 1
    assert len({each.number for each in brought}) == 4


def test_a_file_that_gets_no_spare_time_is_read_as_other_work_is(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()
    ask = Confined.ask

    def without_time(confined: Confined, *parts: bytes, anew: bool = True) -> memoryview:
        asked.append(confined._work.partition(":")[2])
        if asked[-1] == "answer_in_spare_time":
            raise OverrunError(Message("it takes more time than it may have"))
        return ask(confined, *parts, anew=anew)

    monkeypatch.setattr(Confined, "ask", without_time)
    reader = RecordReader(background=True)
    try:
        for seed in (1, 2):
            matches, trouble = reader.read(write_mat(match_of(seed)).encode())
            assert (len(matches), trouble) == (1, "")
    finally:
        reader.close()
    assert asked == ["answer_in_spare_time", "answer", "answer"]  # the second file does not try again


def test_files_that_come_together_are_kept_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, all_there = list[int](), threading.Barrier(4)
    read = RecordReader.read

    def together(reader: RecordReader, content: bytes) -> tuple[tuple[ReadMatch, ...], str]:
        all_there.wait(60)
        return read(reader, content)

    @contextmanager
    def lock() -> Iterator[None]:
        opened.append(1)
        yield

    monkeypatch.setattr(RecordReader, "read", together)
    monkeypatch.setattr(service_module, "LONGEST_WAIT", 60.0)  # a busy machine may take longer for one
    with ImportService(tmp_path / FILE, lock, background=False) as service, ThreadPoolExecutor(4) as threads:
        contents = [write_mat(match_of(seed)).encode() for seed in (1, 2, 3)]
        brought = list(threads.map(service.bring_in, [*contents, b"hello"]))
    assert [len(each.matches) for each in brought] == [1, 1, 1, 0]
    assert len(opened) == 1


def test_where_the_journal_cannot_be_written_each_that_waits_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no journal")
    with ImportService(tmp_path / FILE, background=False) as service, ThreadPoolExecutor(4) as threads:
        tried = [threads.submit(service.bring_in, write_mat(match_of(seed)).encode()) for seed in range(4)]
        assert {str(each.exception()) for each in tried} == {str(tried[0].exception())}
        assert all(isinstance(each.exception(), UnavailableError) for each in tried)
