"""`bookgammon demo --two` as a program of its own, with the plugin installed as a stranger's is."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.commands.program import ROOT
from tests.two_books.match.programs import DISTRIBUTION, installed_in

PATIENCE_S = 300.0
_BOTH = re.compile(r"Both pages beside each other: (\S+)")


def words(folder: Path, *further: str) -> list[str]:
    (folder / "data").mkdir(exist_ok=True)
    own = ["--two", "--data", str(folder / "data"), "--port", "0"]
    return [sys.executable, "-m", "bookgammon", "demo", *own, *further]


def surroundings(folder: Path) -> dict[str, str]:
    path = os.pathsep.join(map(str, (installed_in(folder / "installed"), DISTRIBUTION, ROOT)))
    shown = ("DISPLAY", "WAYLAND_DISPLAY")
    return {**{name: value for name, value in os.environ.items() if name not in shown}, "PYTHONPATH": path}


@contextmanager
def demo(folder: Path) -> Iterator[str]:
    """Gives the address of both pages, with the code that pairs."""
    process = subprocess.Popen(
        words(folder), env=surroundings(folder), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    found = queue.Queue[str]()

    def read() -> None:
        assert process.stderr
        with process.stderr as lines:
            for line in lines:
                if match := _BOTH.search(line):
                    found.put(match[1])

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        yield found.get(timeout=PATIENCE_S)
    finally:
        process.terminate()
        process.wait(60)
        reader.join(10)
