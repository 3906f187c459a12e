"""GNU Backgammon as a process of its own: found, started at the lowest priority, stopped at will.

It is never linked: what goes in and comes out are files in a folder of the run's own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from arbiter.message import Message
from bookgammon.errors import AnalysisError, AnalysisStopped, EngineMissingError
from bookgammon.files.atomic_files import write_atomically

Json = dict[str, Any]

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

_POLL_S = 0.05
_VERSION_S = 20.0
_START_S = 120.0
_ACTION_S = (2.0, 5.0, 30.0, 300.0, 3000.0)
"""How long a run may be silent: to start, and for each action of a game by plies. About fifty times what it takes."""
MOST_PLIES = len(_ACTION_S) - 1
CORES = os.cpu_count() or 1
_LOWEST = 19
_SAID = "said.txt"
_MOST_WORDS = 120


@dataclass(frozen=True, slots=True)
class Engine:
    """A GNU Backgammon that answers. version: as it calls itself."""

    path: str
    version: str


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be analysed. sgf: as `engine_games` writes it. cubes: whose worth at this score is asked for.

    actions: how many the game has.
    """

    sgf: str
    length: int
    score: tuple[int, int]
    crawford: bool
    cubes: tuple[int, ...]
    actions: int


@dataclass(frozen=True, slots=True)
class Found:
    """What the engine found in a game: its own account, and its SGF with the analysis in it."""

    account: Json
    sgf: str


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


def analyse(
    engine: Engine,
    jobs: Sequence[Job],
    *,
    plies: int,
    beavers: bool = False,
    cores: int = 1,
    background: bool = True,
    stopped: Callable[[], bool] = lambda: False,
) -> Generator[Found, None, None]:
    """Game by game, as they are done.

    cores: how many are used. background: at the lowest priority, behind everything else that the machine does.
    Raises AnalysisError; AnalysisStopped where `stopped` says so.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="bookgammon-analysis-") as name:
            folder = Path(name)
            _write_request(folder, jobs, plies, beavers, cores)
            yield from _results(engine, folder, jobs, plies, background, stopped)
    except OSError as error:
        raise AnalysisError(
            Message("The match could not be analysed: {reason}.", reason=error.strerror or error)
        ) from error


def _is_file(place: str | None) -> bool:
    return place is not None and Path(place).is_file()


def settings(plies: int, beavers: bool, threads: int) -> list[str]:
    """The commands with which a game is analysed, all else as the engine comes."""
    return [
        "set confirm save off",
        "set confirm new off",
        "set automatic doubles 0",
        f"set beavers {3 if beavers else 0}",
        f"set threads {threads}",
        f"set analysis chequerplay evaluation plies {plies}",
        f"set analysis cubedecision evaluation plies {plies}",
    ]


def _write_request(folder: Path, jobs: Sequence[Job], plies: int, beavers: bool, threads: int) -> None:
    wanted = []
    for number, job in enumerate(jobs):
        write_atomically(folder / f"{number}.sgf", job.sgf)
        wanted.append(
            {
                "sgf": f"{number}.sgf",
                "analysed": _sgf_name(number),
                "result": _result_name(number),
                "length": job.length,
                "score": job.score,
                "crawford": int(job.crawford),
                "cubes": job.cubes,
            }
        )
    request = {"commands": settings(plies, beavers, threads), "jobs": wanted}
    write_atomically(folder / "request.json", json.dumps(request))
    script = files(__package__).joinpath("inside_gnubg.py").read_text(encoding="utf-8")
    write_atomically(folder / "script.py", script)


def _result_name(number: int) -> str:
    return f"{number}.json"


def _sgf_name(number: int) -> str:
    return f"{number}.analysed.sgf"


def _results(
    engine: Engine, folder: Path, jobs: Sequence[Job], plies: int, background: bool, stopped: Callable[[], bool]
) -> Iterator[Found]:
    process = _start(engine, folder, background)
    try:
        for number, job in enumerate(jobs):
            result = folder / _result_name(number)
            deadline = time.monotonic() + _START_S + _ACTION_S[plies] * job.actions
            while not result.exists():
                if stopped():
                    raise AnalysisStopped(
                        Message("The analysis was stopped; it goes on where it was when it is asked for.")
                    )
                if process.poll() is not None and not result.exists():
                    raise AnalysisError(
                        Message(
                            "{version} ended without an answer ({last_words}): where it lacks Python, "
                            "install the package gnubg anew, or a newer version.",
                            version=engine.version,
                            last_words=_last_words(folder),
                        )
                    )
                if time.monotonic() > deadline:
                    raise AnalysisError(
                        Message("{version} no longer answers and was ended: try again later.", version=engine.version)
                    )
                time.sleep(_POLL_S)
            yield _found(engine, result, folder / _sgf_name(number))
    finally:
        process.kill()
        process.wait()


def _start(engine: Engine, folder: Path, background: bool) -> subprocess.Popen[bytes]:
    # a home of its own: nobody's settings of theirs, so that a figure is the same on every machine
    plain = {"HOME": str(folder), "LC_ALL": "C", "LANG": "C"}
    with (folder / _SAID).open("wb") as said:
        process = subprocess.Popen(
            [engine.path, "-t", "-q", "-r", "-p", "script.py"],
            cwd=folder,
            env={**{key: value for key, value in os.environ.items() if key != "DISPLAY"}, **plain},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            creationflags=_idle_class() if background else 0,
        )
    if background:
        _put_behind(process.pid)
    return process


def _put_behind(pid: int) -> None:
    """Only what nothing else wants is taken: a table that is followed beside it reads as many pictures as alone."""
    if sys.platform != "win32":  # there it is started so
        with suppress(OSError):  # it has ended already; its last output says why
            os.setpriority(os.PRIO_PROCESS, pid, _LOWEST)
            if sys.platform == "linux":  # more than a nice value of 19: whatever wakes up goes first at once
                os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))


def _last_words(folder: Path) -> str:
    lines = (folder / _SAID).read_text(encoding="utf-8", errors="replace").split("\n")
    words = next((line.strip() for line in reversed(lines) if line.strip()), Message("it says nothing"))
    return "".join(letter for letter in words if letter.isprintable())[:_MOST_WORDS]


def _idle_class() -> int:
    if sys.platform == "win32":
        return subprocess.IDLE_PRIORITY_CLASS
    return 0


def _found(engine: Engine, result: Path, sgf: Path) -> Found:
    try:
        return Found(json.loads(result.read_text(encoding="utf-8")), sgf.read_text(encoding="utf-8"))
    except (ValueError, FileNotFoundError) as error:
        raise AnalysisError(
            Message("{version} gave an answer that cannot be read: install a newer version.", version=engine.version)
        ) from error
