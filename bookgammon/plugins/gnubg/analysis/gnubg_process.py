"""GNU Backgammon as a process that stays up and answers one question after the other.

Questions go in on its standard input and are answered by `inside_gnubg`, which its own Python runs. Whatever happens to
it (killed, hung, never there), the next question finds a new one.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from importlib.resources import as_file, files
from typing import Any, Literal

from arbiter.message import Message
from bookgammon.errors import AnalysisError, AnalysisStopped
from bookgammon.plugins.gnubg.analysis.engine import Engine, find_engine

Stopped = Callable[[], bool]
"""Whether nobody waits for the answer any more: whoever is asked raises an error that says so soon then."""

MARK = "\x1ebookgammon "
"""Begins a line that is an answer, as in `inside_gnubg`."""
HUNG_S = (10.0, 20.0, 60.0, 240.0)
"""By plies: seconds after which it counts as hung, some twenty times what it takes on one slow core."""
START_S = 20.0
STARTS = 3
"""So often it is started for one question; whoever asks is given an error then."""
Priority = Literal["equal", "behind", "last"]
"""As whoever asks; behind the table that is followed beside it; or only what nothing else on the machine wants."""
_POLL_S = 0.05
_NICENESS = {"behind": 5, "last": 19}

Json = dict[str, Any]


class GnubgProcess:
    """Starts when it is first asked. `ask` is for one thread alone, `close` for any.

    find: which GNU Backgammon. start_s: how long it may take to start, in seconds. starts: for one question.
    """

    def __init__(
        self,
        find: Callable[[], Engine] = find_engine,
        start_s: float = START_S,
        starts: int = STARTS,
        priority: Priority = "behind",
    ) -> None:
        self._find, self._start_s, self._starts, self._priority = find, start_s, starts, priority
        self._running: _Running | None = None
        self._number = 0
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Of the process that runs now."""
        running = self._running
        return running.process.pid if running else None

    def ask(self, kind: str, asked: Mapping[str, object], within: float, stopped: Stopped) -> Any:
        """The answer to one question, as JSON. within: seconds after which it counts as hung.

        Raises AnalysisError, one sentence, where it does not answer, not even when it is started anew; AnalysisStopped.
        """
        trouble = AnalysisError(Message("GNU Backgammon was closed."))
        for _ in range(self._starts):
            if self._closed or stopped():
                raise AnalysisStopped(Message("Nobody waits for GNU Backgammon's answer any more."))
            try:
                return self._ask_once(kind, asked, within, stopped)
            except AnalysisStopped:
                raise
            except AnalysisError as error:
                trouble = error
                self.end()
        raise trouble

    def close(self) -> None:
        """Ends it for good."""
        self._closed = True
        self.end()

    def end(self) -> None:
        """Ends the process; the next question starts a new one."""
        running, self._running = self._running, None
        if running:
            running.end()

    def _ask_once(self, kind: str, asked: Mapping[str, object], within: float, stopped: Stopped) -> Any:
        running = self._running
        if running is None:
            running = self._running = _Running(self._find(), self._priority)
            running.wait(0, self._start_s, stopped)
        self._number += 1
        running.send({"kind": kind, "number": self._number, **asked})
        try:
            found = running.wait(self._number, within, stopped)
        except AnalysisStopped:
            self.end()  # it would go on thinking
            raise
        if "cannot" in found:
            raise AnalysisError(Message("GNU Backgammon cannot go on: {reason}.", reason=str(found["cannot"])[:120]))
        if "answer" not in found:
            raise AnalysisError(
                Message(
                    "{version} does not understand what it is asked ({reason}): install a newer version.",
                    version=running.version,
                    reason=str(found.get("error"))[:120],
                )
            )
        return found["answer"]


class _Running:
    """One process, and a thread that reads what it prints."""

    def __init__(self, engine: Engine, priority: Priority) -> None:
        self.version = engine.version
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._last_words = ""
        self._left = contextlib.ExitStack()
        try:
            # a home of its own: nobody's settings, and nothing is left in anybody's
            home = self._left.enter_context(
                tempfile.TemporaryDirectory(prefix="bookgammon-gnubg-", ignore_cleanup_errors=True)
            )
            script = self._left.enter_context(as_file(files(__package__).joinpath("inside_gnubg.py")))
            plain = {"HOME": home, "LC_ALL": "C", "LANG": "C"}
            self.process = subprocess.Popen(
                [engine.path, "-t", "-q", "-r", "-p", str(script)],
                cwd=home,
                env={**{key: value for key, value in os.environ.items() if key != "DISPLAY"}, **plain},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                creationflags=_windows_class(priority),
            )
        except OSError as error:
            self._left.close()
            raise AnalysisError(
                Message("GNU Backgammon cannot be started: {reason}.", reason=error.strerror or error)
            ) from error
        _put_behind(self.process.pid, priority)
        self._reader = threading.Thread(target=self._read, name="gnubg's answers", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        try:
            if self.process.stdout is not None:
                for line in self.process.stdout:
                    self._lines.put(line.decode("utf-8", "replace"))
        finally:  # whoever waits for an answer learns that none comes
            self._lines.put(None)

    def send(self, asked: Json) -> None:
        try:
            if self.process.stdin is not None:
                self.process.stdin.write(json.dumps(asked).encode() + b"\n")
                self.process.stdin.flush()
        except OSError as error:
            raise self._ended() from error

    def wait(self, number: int, within: float, stopped: Stopped) -> Json:
        """The answer of this number. within: seconds. Raises AnalysisError, AnalysisStopped."""
        until = time.monotonic() + within
        while True:
            if stopped():
                raise AnalysisStopped(Message("Nobody waits for GNU Backgammon's answer any more."))
            try:
                line = self._lines.get(timeout=_POLL_S)
            except queue.Empty:
                if time.monotonic() > until:
                    raise AnalysisError(
                        Message("{version} no longer answers and was ended.", version=self.version)
                    ) from None
                continue
            if line is None:
                raise self._ended()
            found = _answer(line)
            if found is None:
                self._last_words = line.strip() or self._last_words
            elif found.get("number") == number:
                return found

    def _ended(self) -> AnalysisError:
        said = "".join(letter for letter in self._last_words if letter.isprintable())[:120]
        return AnalysisError(
            Message(
                "{version} ended without an answer ({last_words}): where it lacks Python, "
                "install the package gnubg anew, or a newer version.",
                version=self.version,
                last_words=said or Message("it says nothing"),
            )
        )

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._left.close()


def _put_behind(pid: int, priority: Priority) -> None:
    """Where it is last, a table that is followed beside it reads as many pictures as alone."""
    if sys.platform == "win32" or priority == "equal":  # there it is started so
        return
    with contextlib.suppress(OSError):  # it has ended already; its last output says why
        os.setpriority(os.PRIO_PROCESS, pid, _NICENESS[priority])
        if sys.platform == "linux" and priority == "last":  # more than niceness: whatever wakes up goes first at once
            os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))


def _windows_class(priority: Priority) -> int:
    if sys.platform != "win32" or priority == "equal":
        return 0
    return subprocess.BELOW_NORMAL_PRIORITY_CLASS if priority == "behind" else subprocess.IDLE_PRIORITY_CLASS


def _answer(line: str) -> Json | None:
    """What an answer's line holds; None for everything else that the program prints."""
    if not line.startswith(MARK):
        return None
    try:
        found = json.loads(line.removeprefix(MARK))
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
