"""Inside the process that `outside.confined` starts: limits first, then question after question until nobody asks.

Questions are read by a thread of their own, so that the process ends with whoever asks, whatever a library is doing.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

from outside.confined import HEADER, READY, opened

_STATISTICS = Path("/proc/self/statm")
_FIRST_TO_GO = "/proc/self/oom_score_adj"


def serve() -> None:
    """Load `module:function`, take the limits, and answer.

    sys.argv: that name, bytes of memory, seconds of a processor for each answer (0: those of the clock are all), and
    where memory is shared its name and bytes.
    """
    name, memory, seconds, *shared = sys.argv[1:]
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    module, _, function = name.partition(":")
    found = getattr(importlib.import_module(module), function)
    work: Callable[[bytes], Sequence[bytes | memoryview]] = found
    if shared:
        work = found(opened(shared[0], int(shared[1])))
    _limit_memory(int(memory))
    if int(seconds):
        _give_way()
    questions = SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=(asked, questions), daemon=True).start()
    answers.write(READY)
    answers.flush()
    while True:
        question = questions.get()
        if int(seconds):
            _limit_seconds(int(seconds))
        parts = work(question)
        answers.write(HEADER.pack(sum(map(len, parts))))
        for part in parts:
            answers.write(part)
        answers.flush()


def _listen(asked: BinaryIO, questions: SimpleQueue[bytes]) -> None:
    while header := asked.read(HEADER.size):
        (size,) = HEADER.unpack(header)
        questions.put(asked.read(size))
    os._exit(0)  # nobody asks any more


def _limit_memory(memory: int) -> None:
    """No more than so many bytes beyond what there is now, and no file of what was in it, should it break."""
    if sys.platform == "win32":
        return  # it has no such limits: time, and what the work itself bounds, are left
    import resource  # noqa: PLC0415 - there is none on Windows

    with suppress(OSError, ValueError):  # nor has every other system all of them
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        pages = int(_STATISTICS.read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        wish = os.open(_FIRST_TO_GO, os.O_WRONLY)
        os.write(wish, b"1000")
        os.close(wish)


def _give_way() -> None:
    """Run where the table leaves time. Linux's idle class would leave none at all on a busy machine."""
    if sys.platform != "win32":  # there whoever starts it says so
        with suppress(OSError):
            os.nice(19)


def _limit_seconds(seconds: int) -> None:
    """No more than so many seconds of a processor from now on; what needs more is ended by the system (SIGPROF).

    A timer counts from now. The limit of a process counts from its start, and by another clock than any that can be
    read: what the two part by would add up over an evening of small questions.
    """
    if sys.platform == "win32":
        return  # the clock is all
    signal.setitimer(signal.ITIMER_PROF, seconds)
