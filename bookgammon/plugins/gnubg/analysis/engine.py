"""GNU Backgammon on this machine: found, and set up to analyse.

It is never linked: it runs as a process of its own (`gnubg_process`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from arbiter.message import Message
from bookgammon.errors import AnalysisError, EngineMissingError

INSTALL = Message(
    "GNU Backgammon, which analyses the play, is not installed here: install the package gnubg (Debian, "
    "Ubuntu, Fedora, Arch), or get it from www.gnu.org/software/gnubg for Windows and macOS."
)
PLACES = (
    "/usr/games/gnubg",
    "/usr/local/bin/gnubg",
    "/opt/homebrew/bin/gnubg",
    "/opt/local/bin/gnubg",
    "/Applications/gnubg.app/Contents/MacOS/gnubg",
    "C:\\Program Files (x86)\\gnubg\\gnubg-cli.exe",
    "C:\\Program Files\\gnubg\\gnubg-cli.exe",
)
"""Where packages put it without a place on the path."""

_VERSION_S = 20.0
CORES = os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Engine:
    """A GNU Backgammon that answers. version: as it calls itself."""

    path: str
    version: str


def find_engine() -> Engine:
    """Raises EngineMissingError with how to install it, AnalysisError where it does not answer."""
    path = next(
        (place for place in (shutil.which("gnubg-cli"), shutil.which("gnubg"), *PLACES) if _is_file(place)), None
    )
    if path is None:
        raise EngineMissingError(INSTALL)
    try:
        answer = subprocess.run(
            [path, "--version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=_VERSION_S, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise AnalysisError(Message("GNU Backgammon at {path} does not answer: install it anew.", path=path)) from error
    first = answer.stdout.decode("utf-8", "replace").partition("\n")[0].strip()
    if not first.startswith(Message("GNU Backgammon")):
        raise AnalysisError(Message("The program {path} is not GNU Backgammon: install the package gnubg.", path=path))
    return Engine(path, first)


def _is_file(place: str | None) -> bool:
    return place is not None and Path(place).is_file()
