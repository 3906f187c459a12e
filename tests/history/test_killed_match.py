"""After kill -9 the match goes on exactly where it was: the record is that of an evening that nobody disturbed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bookgammon.history.journal import Journal
from bookgammon.history.record import record_text
from tests.commands.program import ROOT, environment, events_kept, kill_when
from tests.table.evening import go_on

SEEDS = (1, 2)
KILLS = 3


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system knows no kill -9")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_killed_evening_ends_like_an_undisturbed_one(seed: int, tmp_path: Path) -> None:
    calm, wild = tmp_path / "calm.sqlite", tmp_path / "wild.sqlite"
    go_on(calm, seed)
    chance = random.Random(seed)
    for _ in range(KILLS):
        kill_after(wild, seed, events=chance.randint(3, 14))
    go_on(wild, seed)
    assert len(calm_record := record(calm)) > 20
    assert record(wild) == calm_record


def kill_after(path: Path, seed: int, events: int) -> None:
    """Let the evening go on in a process of its own and kill it once so many more events are committed."""
    wanted = events_kept(path) + events
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.table.evening", str(path), str(seed)], cwd=ROOT, env=environment()
    )
    kill_when(running, path, wanted)


def record(path: Path) -> list[str]:
    with Journal(path, read_only=True) as journal:
        (match,) = journal.matches()
        assert match.ended
        return record_text(journal.events(match)).splitlines()
