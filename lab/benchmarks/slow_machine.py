"""A share of one core: the system's quota for a process, and what is counted against one without it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vision.sources.frames import Frame
from vision.sources.pictures import Image

CGROUPS = (Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup"))
"""Of the first and the second version of Linux's control groups."""
PERIOD_US = 100_000
WEIGHT = {"cpu.shares": 16_384, "cpu.weight": 1_600}
"""Beside other work: what is held to its share gets that much before all others."""


class Quota:
    """A control group whose processes get so much of one core, all together. Needs Linux, and the right to make one."""

    def __init__(self, name: str) -> None:
        root = next(folder for folder in CGROUPS if (folder / "cgroup.procs").exists())
        self._group = root / name
        self._group.mkdir(exist_ok=True)
        for file, weight in WEIGHT.items():
            with suppress(OSError):
                (self._group / file).write_text(str(weight))

    def hold(self, pid: int) -> None:
        """This process, and what it starts from now on."""
        (self._group / "cgroup.procs").write_text(str(pid))

    def limit(self, share: float | None) -> None:
        """None: no limit."""
        if (self._group / "cpu.max").exists():
            most = "max" if share is None else str(int(share * PERIOD_US))
            (self._group / "cpu.max").write_text(f"{most} {PERIOD_US}")
        else:
            most = "-1" if share is None else str(int(share * PERIOD_US))
            (self._group / "cpu.cfs_quota_us").write_text(most)

    def remove(self) -> None:
        """Once its processes have ended."""
        for _ in range(50):
            with suppress(OSError):
                os.rmdir(self._group)
                return
            time.sleep(0.1)


@contextmanager
def quota() -> Iterator[Quota]:
    held = Quota(f"bookgammon-{os.getpid()}")
    try:
        yield held
    finally:
        held.remove()


class CountedSource:
    """A film as a machine with a share of a core would get it: each picture is the newest one by the time at which the
    look at the one before it would have ended there.

    The processor time that is used between two pictures counts, `pace` times, and `decoding` seconds for each that went
    by.
    """

    def __init__(self, pictures: list[Image], fps: float, share: float, decoding: float, pace: float) -> None:
        self._pictures, self._fps, self._share, self._decoding = pictures, fps, share, decoding
        self._pace = pace
        self.apart = 0.0
        """Seconds between two pictures that are decoded, at the least."""
        self.looks = 0

    def limit(self, frames_per_second: float) -> None:
        self.apart = 1 / frames_per_second if frames_per_second else 0.0

    @property
    def rate(self) -> float:
        """Looks a second of the film, once it is over."""
        return self.looks * self._fps / len(self._pictures)

    def items(self) -> Iterator[Frame]:
        moment, shown = 0.0, -1
        while True:
            newest = int(moment * self._fps)
            if newest <= shown:
                newest = shown + 1
                moment = newest / self._fps
            if newest >= len(self._pictures):
                return
            shown = newest
            began = time.process_time()
            self.looks += 1
            yield Frame(self._pictures[newest], newest, moment)
            used = self._pace * (time.process_time() - began)
            a_second = self._decoding * min(self._fps, 1 / self.apart if self.apart else self._fps)
            moment = max(moment + used / max(0.02, self._share - a_second), moment + self.apart)
