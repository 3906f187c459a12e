"""Memory that a confined process and ours both see: pictures pass through it without being written to a pipe.

It has no name that outlives the two processes, so nothing stays behind whichever way they end.
"""

from __future__ import annotations

import mmap
import os
import secrets
import sys
import tempfile
import weakref


class SharedMemory:
    """So many bytes, all 0 at first; what is never written takes no room. Raises OSError where there is none left.

    name: what the other process opens it by. handles: what it has to inherit for that.
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
