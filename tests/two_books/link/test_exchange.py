"""Both logs come out equal whatever the line does, and where they part it is found."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.two_books.link.simulated import INVITATION, Tables
from two_books.link import Difference, Role
from two_books.messages import Entries, Proposals
from two_books.signed_log import Authors, BrokenLogError, follow, numbered, proposed, verify_log
from two_books.store import LinkStore
from two_books.store_file import FILE, copy_file

ROLES: tuple[Role, ...] = ("host", "guest")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    made.close()


def said(tables: Tables) -> Counter[tuple[str, object]]:
    return Counter((entry.by, entry.body["number"]) for entry in tables.host.store.log)


def test_a_proposal_of_either_is_in_both_logs_at_once(tables: Tables) -> None:
    assert tables.run(5, lambda: not tables.guest.peer.trouble and not tables.host.peer.trouble)
    tables.guest.propose("a", 1)
    tables.host.propose("b", 2)
    assert tables.run(1.5, tables.alike)
    assert said(tables) == {("guest", 1): 1, ("host", 2): 1}
    for end in tables.ends:
        assert end.log == list(end.store.log)


def test_a_refusal_reaches_its_author_once_and_leaves_no_trace(tables: Tables) -> None:
    for number in range(4):
        tables.guest.propose("bad" if number % 2 else "good", number)
    assert tables.run(10, tables.alike)
    assert [each.body["number"] for each in tables.guest.refusals] == [1, 3]
    assert {each.reason for each in tables.guest.refusals} == {"That is bad."}
    assert said(tables) == {("guest", 0): 1, ("guest", 2): 1}


@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_line_does_nothing_is_lost_and_nothing_comes_twice(tmp_path: Path, seed: int) -> None:
    tables = Tables(tmp_path, seed, loss=0.3, twice=0.3, slowest=5.0)
    lot, proposed, bad = tables.lot, Counter[tuple[str, object]](), 0
    for number in range(40):
        role = lot.choice(ROLES)
        kind = "bad" if lot.random() < 0.15 else "good"
        tables.end(role).propose(kind, number)
        if kind == "good":
            proposed[role, number] += 1
        else:
            bad += 1
        tables.run(lot.choice((0.25, 1.0, 4.0)))
        event = lot.random()
        if event < 0.15:
            tables.restart(lot.choice(ROLES))
        elif event < 0.25:
            tables.break_line()
            tables.run(lot.uniform(0, 40))
            tables.mend()
    tables.loss = 0.1
    assert tables.run(600, tables.alike)
    assert said(tables) == proposed
    assert sum(len(end.refusals) for end in tables.ends) == bad
    for end in tables.ends:
        verify_log(end.store.room, end.store.authors, end.store.signed())
        assert end.log == list(end.store.log)
        own = [entry.body["number"] for entry in end.log if entry.by == end.role]
        assert own == sorted(own, key=int), "what one says stays in order"
    assert not any(tables.differences())
    tables.close()


@given(
    st.lists(st.sampled_from(["host", "guest", "h!", "g!", "cut", "mend", "wait", "long"]), max_size=25), st.integers()
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_course_of_events_ends_with_one_log(tmp_path_factory: pytest.TempPathFactory, course: list[str],
    seed: int) -> None:  # fmt: skip
    tables = Tables(tmp_path_factory.mktemp("tables"), seed, loss=0.2, twice=0.2, slowest=3.0)
    proposed = Counter[tuple[str, object]]()
    for number, event in enumerate(course):
        match event:
            case "host" | "guest":
                tables.end("host" if event == "host" else "guest").propose("good", number)
                proposed[event, number] += 1
            case "h!" | "g!":
                tables.restart("host" if event == "h!" else "guest")
            case "cut":
                tables.break_line()
            case "mend":
                tables.mend()
            case _:
                tables.run(1.0 if event == "wait" else 30.0)
    tables.mend()
    assert tables.run(600, tables.alike)
    assert said(tables) == proposed
    tables.close()


@pytest.mark.parametrize("role", ROLES)
def test_a_folder_that_is_put_back_from_a_backup_catches_up(tmp_path: Path, role: Role) -> None:
    tables = Tables(tmp_path)
    for number in range(6):
        tables.end(ROLES[number % 2]).propose("good", number)
    assert tables.run(10, tables.alike)
    end = tables.end(role)
    copy_file(end.folder / FILE, tmp_path / "backup")
    for number in range(6, 12):
        tables.end(ROLES[number % 2]).propose("bad" if number in (9, 11) else "good", number)
        tables.run(2)
    assert tables.run(10, tables.alike)
    end.kill()
    for file in end.folder.iterdir():
        file.unlink()
    shutil.copy(tmp_path / "backup", end.folder / FILE)
    end.start(tables.now)
    # before it knows: no number may be given twice, be it an entry's or a running one
    for number in range(30, 34):
        tables.end(role).propose("good", number)
    tables.end("guest" if role == "host" else "host").propose("good", 40)
    tables.cut = True
    tables.run(5)
    tables.cut = False
    tables.send(role, end.talk.line_up(tables.now))
    assert tables.run(30, lambda: tables.alike() and len(tables.guest.log) == 15)
    for number in range(20, 24):
        tables.end(ROLES[number % 2]).propose("good", number)
    assert tables.run(30, lambda: tables.alike() and len(tables.guest.log) == 19)
    expected = {(ROLES[number % 2], number): 1 for number in [*range(9), 10, *range(20, 24)]}
    expected |= {(role, number): 1 for number in range(30, 34)}
    assert said(tables) == {**expected, ("guest" if role == "host" else "host", 40): 1}
    in_order = [entry.body["number"] for entry in tables.guest.log]
    assert [number for number in in_order if number in range(30, 34)] == [*range(30, 34)]
    assert not any(tables.differences())
    tables.close()


@pytest.mark.parametrize(("length", "parts_at"), [(1, 1), (9, 1), (9, 5), (9, 9), (30, 17)])
def test_the_first_entry_that_differs_is_found_by_both_and_nothing_is_appended_any_more(
    tmp_path: Path, length: int, parts_at: int
) -> None:
    """The host's folder was put back and went on by itself: it says something else there than it said once."""
    tables = Tables(tmp_path)
    for number in range(1, parts_at):
        tables.host.propose("good", number)
    assert tables.run(10, tables.alike)
    tables.host.kill()
    shutil.copytree(tables.host.folder, tmp_path / "copy")
    tables.host.start(tables.now)
    tables.send("host", tables.host.talk.line_up(tables.now))
    for number in range(parts_at, length + 1):
        tables.host.propose("good", number)
    assert tables.run(10, lambda: tables.alike() and len(tables.guest.log) == length)
    tables.host.kill()
    shutil.rmtree(tables.host.folder)
    shutil.copytree(tmp_path / "copy", tables.host.folder)
    forked = LinkStore(tables.host.folder / FILE, INVITATION, "host")
    for number in range(parts_at, length + 1):
        said = forked.propose({"kind": "other", "number": number})
        forked.append([numbered(forked.key, forked.room, forked.tip, said)])
    forked.close()
    tables.host.start(tables.now)
    tables.send("host", tables.host.talk.line_up(tables.now))
    assert tables.run(60, lambda: None not in tables.differences())
    ours, theirs = tables.host.store.log[parts_at - 1], tables.guest.store.log[parts_at - 1]
    assert tables.differences() == (Difference(parts_at, ours, theirs), Difference(parts_at, theirs, ours))
    assert tables.guest.peer.difference == tables.guest.store.difference
    tables.host.propose("good", 99)
    tables.guest.propose("good", 100)
    tables.restart("host")
    tables.run(30)
    assert [len(end.store.log) for end in tables.ends] == [length, length]
    assert tables.differences()[0] == Difference(parts_at, ours, theirs)
    tables.close()


def test_nobody_appends_in_anothers_name(tables: Tables) -> None:
    tables.guest.propose("good", 1)
    tables.host.propose("good", 2)
    assert tables.run(10, tables.alike)
    signed, authors = tables.host.store.signed(), tables.host.store.authors
    swapped = Authors(authors.guest or b"", authors.host)
    with pytest.raises(BrokenLogError, match="not signed"):
        verify_log(INVITATION.room, swapped, signed)
    for wrong in (signed[1:], signed[::-1], (*signed, signed[0])):
        with pytest.raises(BrokenLogError, match="entry"):
            verify_log(INVITATION.room, authors, wrong)
    assert verify_log(INVITATION.room, authors, signed) == tables.guest.store.tip


def test_only_the_host_gives_numbers(tables: Tables) -> None:
    """A guest that numbers an entry itself, or speaks in the host's name, is no table to go on with."""
    tables.guest.propose("good", 1)
    assert tables.run(10, tables.alike)
    host, guest = tables.host.store, tables.guest.store
    own = proposed(guest.key, guest.room, "guest", 2, 0, b'{"kind":"good"}')
    in_hosts_name = proposed(guest.key, guest.room, "host", 1, 0, b'{"kind":"good"}')
    authors = host.authors
    for said in (own, in_hosts_name):
        forged = numbered(guest.key, guest.room, host.tip, said)
        with pytest.raises(BrokenLogError, match="not signed"):
            follow(host.room, authors, host.tip, forged)
    right = numbered(host.key, host.room, host.tip, own)
    assert follow(host.room, authors, host.tip, right).number == 2
    for wrong in (
        replace(right, number=3),
        replace(right, hash=bytes(32)),
        replace(right, link=bytes(64)),
        replace(right, proposal=replace(own, at=1)),
        replace(right, proposal=replace(own, body=b'{"kind":"other"}')),
        numbered(host.key, host.room, host.tip, host.signed()[0].proposal),
    ):
        with pytest.raises(BrokenLogError):
            follow(host.room, authors, host.tip, wrong)
    exchange = tables.host.talk._exchange
    exchange.received(Proposals(1, (in_hosts_name,)), tables.now)
    exchange.received(Proposals(2, (replace(own, at=5),)), tables.now)
    assert host.tip.number == 1
    exchange.received(Entries((numbered(guest.key, guest.room, host.tip, own),)), tables.now)
    assert host.tip.number == 1
    assert host.difference is not None, "shown to both, and nothing is appended any more"
