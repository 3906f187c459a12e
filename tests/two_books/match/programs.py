"""Two real programs on one machine, each with its data folder, with the plugin installed as a stranger's is."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.commands.program import ROOT, pairing_address

DISTRIBUTION = ROOT / "distributions" / "two_books"


def installed_in(folder: Path) -> Path:
    """A folder with what an installer leaves beside the plugin: by it the program finds the entry point."""
    info = folder / "bookgammon_two_books-1.0.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bookgammon-two-books\nVersion: 1.0.0\n")
    (info / "entry_points.txt").write_text("[bookgammon.plugins]\ntwo_books = two_books\n")
    return folder


class RunningProgram:
    """One command of the program with a data folder of its own. words: the command's."""

    def __init__(self, folder: Path, words: Sequence[str], installed: Path, module: str = "bookgammon") -> None:
        self.data = folder / "data"
        self.data.mkdir(parents=True, exist_ok=True)
        path = os.pathsep.join(map(str, (installed, DISTRIBUTION, ROOT)))
        own = ["--data", str(self.data), "--port", "0"]
        self.said: list[str] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *words, *own],
            env={**os.environ, "PYTHONPATH": path}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.address = ""
        self._addressed = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stderr
        with self._process.stderr as lines:
            for line in lines:
                self.said.append(line.rstrip())
                with suppress(RuntimeError):
                    self.address = pairing_address([line])
                    self._addressed.set()
        self._addressed.set()

    def paired_at(self) -> str:
        """Where this machine's browser takes control."""
        assert self._addressed.wait(300)
        assert self.address, self.said
        return self.address

    def wait(self, seconds: float) -> int:
        """Its exit code, once it has ended by itself and all that it said was read."""
        code = self._process.wait(seconds)
        self._reader.join(10)
        return code

    def kill(self) -> None:
        """As a pulled plug would."""
        self._process.kill()
        self._process.wait(60)
        self._reader.join(10)


class Program(RunningProgram):
    """`play` with a source and a data folder of its own. words: further ones."""

    def __init__(self, folder: Path, source: str, board: Path, words: Sequence[str], installed: Path) -> None:
        own = ["--board", str(board), "--no-light", "--no-name"]
        super().__init__(folder, ["play", source, *own, *words], installed)
