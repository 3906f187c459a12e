"""A Python program beside a campaign that may be killed with -9 and begun again, with two books on its path."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


class KilledProcess:
    """Runs `python -m MODULE`; what it says goes into FOLDER/output, over all its lives."""

    def __init__(self, folder: Path, module: str) -> None:
        self.folder, self._module = folder, module
        folder.mkdir(parents=True)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *words: str) -> None:
        path = os.pathsep.join((str(ROOT / "distributions" / "two_books"), str(ROOT)))
        with (self.folder / "output").open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module, *words],
                env={**os.environ, "PYTHONPATH": path}, stdout=output, stderr=output,
            )  # fmt: skip

    def kill(self) -> None:
        """As a pulled plug would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = None

    def signal(self, number: int) -> None:
        """SIGSTOP puts it to sleep, SIGCONT wakes it."""
        if self._process is not None:
            self._process.send_signal(number)

    @property
    def ended(self) -> int | None:
        """Its exit code where it ended by itself; None where it runs, or was killed."""
        return None if self._process is None else self._process.poll()

    @property
    def said(self) -> str:
        """All that it has said."""
        return (self.folder / "output").read_text(encoding="utf-8")
