"""What `doctor` says of the program that runs with the same data folder."""

from __future__ import annotations

from pathlib import Path

from arbiter.message import Message
from bookgammon.doctor.worker_checks import workers_check
from bookgammon.files.data_lock import note_address
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page
from bookgammon.workers.worker import Worker, Workers


def test_parts_that_do_not_work_are_named(tmp_path: Path) -> None:
    assert [*workers_check(tmp_path)] == []
    workers = Workers()
    album = Worker(workers, "album", Message("the pictures of the match"), lambda _: None)
    with Page((), USUAL_SEATS, "127.0.0.1", 0, workers=workers) as page:
        note_address(tmp_path, page.url)
        waits, fine = workers_check(tmp_path)
        assert (waits.state, waits.found, waits.do) == ("hint", "it waits: Set the board up", f"open {page.url}")
        assert (fine.state, fine.found) == ("ok", "all of its parts work")
        album.troubled("There is no room.")
        _, bad = workers_check(tmp_path)
        assert (bad.state, bad.found) == (
            "hint",
            "Not working just now: the pictures of the match. There is no room.",
        )
    (gone,) = workers_check(tmp_path)
    assert "does not answer" in gone.found
