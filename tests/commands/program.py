"""Runs the program as people do: as a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from bookgammon.errors import JournalError
from bookgammon.history.journal import Journal

ROOT = Path(__file__).parents[2]
RECORDING = ROOT / "bookgammon" / "recording"
CORNERS = (
    '{"left": [[189.51, 80.12], [441.44, 73.79], [448.95, 475.8], [168.39, 482.71]],'
    ' "right": [[506.57, 72.73], [754.16, 70.87], [796.47, 465.58], [521.48, 473.82]]}'
)
"""Of the recording's board, as a corners file."""

Done = subprocess.CompletedProcess[str]


def environment(*before: Path) -> dict[str, str]:
    """Ours, with the program found in this checkout wherever it runs; folders given are searched first."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*before, ROOT)))}


def run(*words: object, stdin: str = "", before: Sequence[Path] = ()) -> Done:
    """One call of the program, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "bookgammon", *map(str, words)],
        input=stdin, capture_output=True, text=True, timeout=300, check=False, env=environment(*before),
    )  # fmt: skip


def pairing_address(said: Iterable[str]) -> str:
    """Where this machine's own browser pairs, from what a program that was started says on standard error."""
    for line in said:
        if found := re.search(r"http://127\.0\.0\.1:\d+/pair#\S+", line):
            return found[0]
    raise RuntimeError("the program ended before it showed a page")


def kill_when(running: subprocess.Popen[bytes], journal: Path, events: int) -> None:
    """Kill a process once its journal holds so many events, or let it come to its end before."""
    try:
        while running.poll() is None and events_kept(journal) < events:
            time.sleep(0.01)  # who watches without a pause takes half the processor from who is watched
    finally:
        running.kill()
        running.wait(60)


def events_kept(path: Path) -> int:
    """Events in the journal so far; a reader of its own beside the writer."""
    try:
        with Journal(path, read_only=True) as journal:
            return sum(map(journal.length, journal.matches()))
    except JournalError:  # not made yet
        return 0


def sentence(done: Done) -> str:
    """What a failed call said: exactly one line on standard error, and that a sentence, exit code 1."""
    assert done.returncode == 1, (done.returncode, done.stderr)
    (line,) = done.stderr.splitlines()
    assert line[0].isupper() or line[0] == "/"
    assert "Traceback" not in line
    return line
