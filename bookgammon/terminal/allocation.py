"""How the C library keeps what the eyes give back."""

from __future__ import annotations

import ctypes
import sys

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8
"""Of glibc's malloc.h."""
LARGE_BYTES = 4 * 1024 * 1024
"""More than a 720p frame, which is asked for thirty times a second; less than what a whole reading works in."""
ARENAS = 2


def keep_little_memory() -> bool:
    """Large buffers go back to the system when they are freed, and threads share two arenas; before threads start.

    By itself glibc raises the size from which it gives back to that of the largest buffer ever freed, and threads get
    eight arenas a core, each with gaps of its own: 13 MiB of a followed match, 4 at its most
    (`lab.benchmarks.evening`), in the same processor time. False where the C library is another one, which is left
    as it is.
    """
    if sys.platform != "linux":
        return False
    adjust = getattr(ctypes.CDLL(None), "mallopt", None)
    return adjust is not None and bool(adjust(_M_MMAP_THRESHOLD, LARGE_BYTES)) and bool(adjust(_M_ARENA_MAX, ARENAS))
