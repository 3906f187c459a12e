"""One process at a time writes in a data folder, and whoever comes second is told who came first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from arbiter.match.events import GameStarted, MatchStarted, RollSeen
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.errors import FolderInUse
from bookgammon.files.data_lock import note_address, writing
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE, Journal
from tests.commands.program import ROOT, environment, run, sentence
from web.errors import RequestError

HOLD = """
import sys, time
from pathlib import Path
from bookgammon.files.data_lock import writing
with writing(Path(sys.argv[1]), "play"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_program_is_refused_with_the_first_ones_process_and_page(tmp_path: Path) -> None:
    with writing(tmp_path, "play"):
        note_address(tmp_path, "http://127.0.0.1:8024/")
        for words in (("demo", "--fast"), ("play", "0", "--host", "127.0.0.1"), ("setup", "0")):
            said = sentence(run(*words, "--data", tmp_path))
            assert f"is used by bookgammon play (process {os.getpid()}, its page is http://127.0.0.1:8024/)" in said
    assert not (tmp_path / FILE).exists()


def test_a_history_beside_a_match_deletes_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / FILE) as journal:
        match = journal.begin("2026-01-02T20:00:00+00:00", "0")
        rolled = RollSeen(2, 0.2, Side.LIGHT, (3, 1))
        journal.append(match, [MatchStarted(0, 0.0, Rules()), GameStarted(1, 0.1, START), rolled])
    archive = Archive(tmp_path / FILE, lambda: None, partial(writing, tmp_path, "history"))
    with writing(tmp_path, "play"), pytest.raises(RequestError, match="used by bookgammon play"):
        archive.delete(match.id)
    assert len(archive.matches()) == 1
    assert archive.delete(match.id)
    assert archive.matches() == ()


def test_whoever_only_reads_is_not_held_up(tmp_path: Path) -> None:
    with Journal(tmp_path / FILE) as journal:
        journal.append(journal.begin("2026-01-02T20:00:00+00:00", "0"), [MatchStarted(0, 0.0, Rules())])
    with writing(tmp_path, "play"):
        assert run("export", "last", "--data", tmp_path).returncode == 0


def test_the_lock_ends_with_its_process_however_that_dies(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(FolderInUse, match=f"process {holder.pid}"), writing(tmp_path, "demo"):
        pass
    holder.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    holder.wait(60)
    holder.stdout.close()
    with writing(tmp_path, "demo"):
        pass
