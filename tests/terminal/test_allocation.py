"""What the C library does with memory that is given back."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.commands.program import ROOT, environment

ALLOCATING = """
import numpy as np
from bookgammon.terminal.libraries import LARGE_BYTES, keep_little_memory

if not keep_little_memory():
    print("another C library")
    raise SystemExit
largest = np.ones(4 * LARGE_BYTES, np.uint8)
del largest  # glibc takes it from then on that buffers as large as this one come and go
buffer = np.ones(2 * LARGE_BYTES, np.uint8)
heap = next(line.split()[0] for line in open("/proc/self/maps") if line.endswith("[heap]\\n"))
first, end = (int(each, 16) for each in heap.split("-"))
print("heap" if first <= buffer.ctypes.data < end else "given back when freed")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's allocator")
def test_large_buffers_are_given_back_though_larger_ones_were_freed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALLOCATING],
        capture_output=True, text=True, check=True, timeout=60, env=environment(), cwd=ROOT,
    )  # fmt: skip
    assert done.stdout.strip() in ("given back when freed", "another C library")
