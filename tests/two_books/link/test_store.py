"""The file: for its owner alone, whole after kill -9, and nothing altered in it is taken for true."""

from __future__ import annotations

import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.two_books.link.simulated import INVITATION, Tables
from two_books.errors import LinkStoreError, TooMuchError
from two_books.store import MOST_WAITING, LinkStore
from two_books.store_file import FILE, forget_room, known_rooms


def filled(folder: Path) -> Path:
    """A host's file with a log of both, something that waits, and something refused."""
    tables = Tables(folder)
    for number, end in enumerate((tables.host, tables.guest, tables.guest)):
        end.propose("good" if number < 2 else "bad", number)
    assert tables.run(20, tables.alike)
    tables.close()
    store = LinkStore(folder / "host" / FILE, INVITATION, "host")
    store.propose({"kind": "waits"})
    store.close()
    return folder / "host" / FILE


def test_it_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with LinkStore(path, INVITATION, "host") as store:
        store.propose({"kind": "x"})
        for file in tmp_path.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_everything_is_there_again(tmp_path: Path) -> None:
    path = filled(tmp_path)
    with LinkStore(path, INVITATION, "host") as store:
        assert [entry.body["number"] for entry in store.log] == [0, 1]
        assert [said.body for said in store.waiting()] == [b'{"kind":"waits"}']
        assert store.decided == 2
        refused = store.refusal_of(2)
        assert refused is not None
        assert refused[1] == "That is bad."
        assert store.met is not None
        assert store._db.execute("SELECT COUNT(*) FROM outbox").fetchone() == (1,)
        run, key = store.run, store.key.public
    with LinkStore(path, INVITATION, "host") as store:
        assert store.run > run
        assert store.key.public == key


def test_each_start_has_a_greater_number_whatever_the_clock_says(tmp_path: Path) -> None:
    runs = list[int]()
    for now in (5000.0, 10.0, 0.0, 6000.0):
        with LinkStore(tmp_path / FILE, INVITATION, "guest", partial(float, now)) as store:
            runs.append(store.run)
    assert runs == sorted({*runs})


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET body = '{\"kind\":\"good\",\"number\":7}' WHERE number = 1",
        "UPDATE entries SET at = at + 1 WHERE number = 2",
        "UPDATE entries SET author = 'host' WHERE number = 2",
        "UPDATE entries SET hash = zeroblob(32) WHERE number = 2",
        "UPDATE entries SET signature = zeroblob(64) WHERE number = 2",
        "UPDATE entries SET link = zeroblob(64) WHERE number = 2",
        "UPDATE entries SET body = 7 WHERE number = 2",
        "UPDATE entries SET link = NULL WHERE number = 2",
        "DELETE FROM entries WHERE number = 1",
        "UPDATE rooms SET peer_key = zeroblob(32)",
        "UPDATE rooms SET signing = zeroblob(31)",
        "UPDATE rooms SET difference = '[1'",
    ],
)
def test_what_was_altered_is_noticed(tmp_path: Path, damage: str) -> None:
    path = filled(tmp_path)
    db = sqlite3.connect(path)
    try:
        db.execute(damage)
        db.commit()
    except sqlite3.IntegrityError:  # SQLite does not take it
        return
    finally:
        db.close()
    with pytest.raises(LinkStoreError, match=r"not as it was written.*\.$"):
        LinkStore(path, INVITATION, "host")


def foreign(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE theirs (x)")
    db.commit()
    db.close()


@pytest.mark.parametrize("spoil", [lambda path: path.write_bytes(b"no database" * 99), Path.mkdir, foreign])
def test_what_is_no_such_file_is_refused_in_one_sentence(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    path = tmp_path / FILE
    spoil(path)
    with pytest.raises(LinkStoreError, match=r"\.$"):
        LinkStore(path, INVITATION, "host")


def test_an_invitation_is_not_taken_at_the_table_that_made_it(tmp_path: Path) -> None:
    LinkStore(tmp_path / FILE, INVITATION, "host").close()
    with pytest.raises(LinkStoreError, match="own"):
        LinkStore(tmp_path / FILE, INVITATION, "guest")


def test_rooms_are_known_and_forgotten(tmp_path: Path) -> None:
    assert known_rooms(tmp_path / FILE) == ()
    path = filled(tmp_path)
    (room,) = known_rooms(path)
    assert (room.id, room.role) == (INVITATION.room, "host")
    secret = room.code.encode()
    assert secret in path.read_bytes()
    forget_room(path, room.id)
    assert known_rooms(path) == ()
    for file in path.parent.iterdir():
        assert secret not in file.read_bytes()
        assert b'"number":1' not in file.read_bytes()


def test_what_waits_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("two_books.store.MOST_WAITING", 3)
    assert MOST_WAITING > 600
    with LinkStore(tmp_path / FILE, INVITATION, "guest") as store:
        for _ in range(3):
            store.propose({"kind": "x"})
        with pytest.raises(TooMuchError, match=r"\.$"):
            store.propose({"kind": "x"})
        with pytest.raises(TooMuchError):
            store.propose({"kind": "x" * 10_000})


PROGRAM = """
import sys
from pathlib import Path
from tests.two_books.link.simulated import INVITATION
from two_books.store import LinkStore
with LinkStore(Path(sys.argv[1]), INVITATION, "guest") as store:
    while True:
        print(store.propose({"kind": "x"}).own, flush=True)
"""


def test_whatever_was_promised_is_there_after_kill_9(tmp_path: Path) -> None:
    folder = Path(__file__).parents[3]
    own = 0
    for _ in range(3):
        program = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path / FILE)],
            cwd=folder,
            env={"PYTHONPATH": f"{folder / 'distributions' / 'two_books'}:{folder}", "PATH": "/usr/bin:/bin"},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert program.stdout is not None
        for _ in range(15):
            own = int(program.stdout.readline())
        program.send_signal(signal.SIGKILL)
        own = max(own, *map(int, program.communicate()[0].split()), 0)
        with LinkStore(tmp_path / FILE, INVITATION, "guest") as store:
            found = [said.own for said in store.waiting()]
            assert found == [*range(1, len(found) + 1)]
            assert len(found) >= own
