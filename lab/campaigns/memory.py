"""The most memory that some work takes beyond what its process had before."""

from __future__ import annotations

import re
import resource
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_STATUS, _FORGET_PEAK = Path("/proc/self/status"), "5"


def beyond_now() -> Callable[[], float]:
    """What gives the MiB at the most since now, beyond those of now.

    Linux forgets the earlier peak of a process when it is told to; elsewhere work that stays below it counts nothing.
    """
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text(_FORGET_PEAK, encoding="ascii")
        before = _kib("VmRSS")
        return lambda: (_kib("VmHWM") - before) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return lambda: (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) / 1024


def _kib(name: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+) kB$", _STATUS.read_text(encoding="ascii"), re.MULTILINE)
    assert found
    return int(found[1])
