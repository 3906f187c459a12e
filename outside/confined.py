"""Work on what comes from outside, in a process of its own that may have so much memory and so much time.

What it is given asks for more than it should, or breaks a library: that process ends, ours goes on, and the next
question starts another. On Linux the limit of memory is the kernel's (RLIMIT_AS), and the process is the first to go
where the machine itself runs short. Other systems have no such limit that holds: there time and what the work itself
bounds are all.
"""

from __future__ import annotations

import math
import mmap
import os
import secrets
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import FileIO
from typing import cast

from arbiter.message import Message
from outside.errors import OverrunError

HEADER = struct.Struct("<Q")
"""Before each question and each answer: how many bytes follow."""
READY = b"+"
START_S = 30.0
"""To load its libraries on a busy machine; none of it is what came from outside."""
PATIENCE = 6
"""So many times its seconds, by the clock, has what works in the background: a busy table may leave it little."""
_PIPE = 2**20
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}
"""Each thread of theirs would take its share of the address space that the limit is about."""
_OUT_OF_TIME = -getattr(signal, "SIGPROF", 0)
_TOO_LONG = Message("it takes more time than it may have")
_TOO_MUCH = Message("it takes more memory than it may have, or breaks what reads it")
_NO_PROCESS = Message("this machine is too busy to look at it")
"""Halves of a sentence, for whoever says what it was."""


class Confined:
    """Answers questions, one after the other, in a process that is started with the first one. From any thread.

    work: "module:function", from bytes to the parts of an answer, which is loaded in that process alone. memory: bytes
    that it may have beyond its libraries. seconds: for one answer. most: bytes of the longest answer. shared: bytes of
    memory that both processes see; where there are any, the named function is given them once (a writable memoryview)
    and returns the function that answers. background: the table goes first; the seconds are then those of a processor,
    where the system counts them, and by the clock it has PATIENCE times as many.
    """

    def __init__(
        self, work: str, *, memory: int, seconds: float, most: int, shared: int = 0, background: bool = False
    ) -> None:
        self._work, self._memory, self._most = work, memory, most
        self._seconds, self._background = seconds, background
        self._lock = threading.Lock()
        self._shared = SharedMemory(shared) if shared else None
        self._process: _Process | None = None

    @property
    def shared(self) -> memoryview:
        """What both processes see; it stays as long as somebody holds it. Raises ValueError where nothing is shared."""
        if self._shared is None:
            raise ValueError(self._work)
        return self._shared.view

    def start(self) -> None:
        """Begin to load what the first question needs, without waiting for it."""
        with self._lock, suppress(OverrunError):  # the first question raises it
            self._running()

    def ask(self, *parts: bytes | memoryview, anew: bool = True) -> memoryview:
        """The answer to a question of these parts, writable. Raises OverrunError, and then the process is gone.

        anew: another process may answer where the last one is gone; not where the answer depends on earlier questions.
        """
        with self._lock:
            process = self._running(anew=anew)
            try:
                process.wait_until_ready()
                return process.ask(parts, self._seconds * (PATIENCE if self._background else 1), self._most)
            finally:
                if process.is_over:
                    self._end()

    def close(self) -> None:
        """End the process. A later question starts another."""
        with self._lock:
            self._end()

    def _running(self, *, anew: bool = True) -> _Process:
        if self._process is not None and self._process.is_over:
            self._end()
        if self._process is None:
            if not anew:
                raise OverrunError(_TOO_MUCH)
            seconds = self._seconds if self._background else None
            self._process = _Process(self._work, self._memory, seconds, self._shared)
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()


class _Process:
    """The process with its two pipes. Raises OverrunError where there is no room for one more.

    background: seconds of a processor that each answer may take, in a process that gives way; None for an ordinary one.
    """

    def __init__(self, work: str, memory: int, background: float | None, shared: SharedMemory | None) -> None:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        words = [work, str(memory), str(math.ceil(background or 0))]
        words += (shared.name, str(shared.size)) if shared else ()
        try:
            self._program = subprocess.Popen(
                [sys.executable, "-P", "-c", "from outside.worker import serve; serve()", *words],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **_ENVIRONMENT, "PYTHONPATH": paths},
                pass_fds=shared.handles if shared else (),
                start_new_session=True,  # Ctrl-C is for us
                creationflags=_creation_flags(background is not None),
            )
        except OSError as error:
            raise OverrunError(_NO_PROCESS) from error
        self._questions = cast(FileIO, self._program.stdin)  # unbuffered, so they are bare files
        self._answers = cast(FileIO, self._program.stdout)
        self._ready = False
        self._limit = TimeLimit(self._program.kill)
        if sys.platform == "linux":
            import fcntl  # noqa: PLC0415 - there is none on Windows

            for pipe in (self._questions, self._answers):
                with suppress(OSError):  # more than this user may have: it is a matter of pace only
                    fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)

    @property
    def is_over(self) -> bool:
        return self._limit.was_reached or self._program.poll() is not None

    def wait_until_ready(self) -> None:
        if self._ready:
            return
        with self._limit.within(START_S):
            self._ready = self._answers.read(1) == READY
        if not self._ready:
            self.end()
            raise OverrunError(_NO_PROCESS)

    def ask(self, parts: Sequence[bytes | memoryview], seconds: float, most: int) -> memoryview:
        try:
            with self._limit.within(seconds):
                for part in (HEADER.pack(sum(map(len, parts))), *parts):
                    self._write(part)
                (size,) = HEADER.unpack(self._read(HEADER.size))
                if size <= most:
                    return self._read(size)
        except OSError as error:
            self.end()
            late = self._limit.was_reached or self._program.returncode == _OUT_OF_TIME
            raise OverrunError(_TOO_LONG if late else _TOO_MUCH) from error
        self.end()
        raise OverrunError(_TOO_MUCH)

    def end(self) -> None:
        self._limit.close()
        self._program.kill()
        self._program.wait()
        for pipe in (self._questions, self._answers):
            with suppress(OSError):
                pipe.close()

    def _write(self, data: bytes | memoryview) -> None:
        left = memoryview(data)
        while left:
            left = left[self._questions.write(left) :]

    def _read(self, size: int) -> memoryview:
        whole = memoryview(bytearray(size))
        left = whole
        while left:
            count = self._answers.readinto(left)
            if not count:
                raise BrokenPipeError
            left = left[count:]
        return whole


def _creation_flags(background: bool) -> int:
    """Of a process on Windows; elsewhere there are none, and the process gives way by itself."""
    if sys.platform != "win32":
        return 0
    return subprocess.CREATE_NO_WINDOW | (subprocess.IDLE_PRIORITY_CLASS if background else 0)


class TimeLimit:
    """Calls `late`, once, from a thread of its own where something takes longer than it may.

    A timer for each frame costs half a millisecond; this thread only wakes when a limit may have passed.
    """

    def __init__(self, late: Callable[[], object]) -> None:
        self._late = late
        self._changed = threading.Condition()
        self._until: float | None = None
        self._wakes: float | None = None
        self._closed = False
        self._reached = False
        threading.Thread(target=self._watch, name="time limit", daemon=True).start()

    @property
    def was_reached(self) -> bool:
        return self._reached

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """The time limit of what is done in this block; one at a time."""
        with self._changed:
            self._until = time.monotonic() + seconds
            if self._wakes is None or self._wakes > self._until:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._until = None

    def close(self) -> None:
        """Nothing is watched any more."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._closed:
                now = time.monotonic()
                if self._until is not None and now >= self._until:
                    self._reached = True
                    break
                self._wakes = self._until
                self._changed.wait(None if self._until is None else self._until - now)
        if self._reached:
            self._late()


class SharedMemory:
    """So many bytes that both processes see, all 0 at first; pictures pass through it without being written to a pipe.

    What is never written takes no room, and nothing stays behind whichever way the two end. Raises OSError where there
    is no room. name: what the other process opens it by. handles: what it has to inherit for that.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.handles: tuple[int, ...] = ()
        if sys.platform == "win32":
            self.name = f"bookgammon-{secrets.token_hex(16)}"
            self.view = memoryview(mmap.mmap(-1, size, tagname=self.name))
            return
        file = _nameless_file()
        weakref.finalize(self, os.close, file)
        os.truncate(file, size)
        self.name, self.handles = str(file), (file,)
        self.view = memoryview(mmap.mmap(file, size))


def opened(name: str, size: int) -> memoryview:
    """The same memory in the other process."""
    if sys.platform == "win32":
        return memoryview(mmap.mmap(-1, size, tagname=name))
    return memoryview(mmap.mmap(int(name), size))


def _nameless_file() -> int:
    if sys.platform == "linux":
        return os.memfd_create("bookgammon")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
