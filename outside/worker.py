"""Inside the process that `outside.confined` starts: limits first, then question after question until nobody asks."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from outside.confined import HEADER, READY

_STATISTICS = Path("/proc/self/statm")
_FIRST_TO_GO = "/proc/self/oom_score_adj"


def serve() -> None:
    """Load `module:function`, take the limits, and answer. sys.argv: that name, and bytes of memory."""
    name, memory = sys.argv[1], int(sys.argv[2])
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    module, _, function = name.partition(":")
    work: Callable[[bytes], Sequence[bytes | memoryview]] = getattr(importlib.import_module(module), function)
    _limit(memory)
    answers.write(READY)
    answers.flush()
    while header := asked.read(HEADER.size):
        (size,) = HEADER.unpack(header)
        parts = work(asked.read(size))
        answers.write(HEADER.pack(sum(map(len, parts))))
        for part in parts:
            answers.write(part)
        answers.flush()


def _limit(memory: int) -> None:
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
