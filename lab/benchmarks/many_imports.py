"""Record files brought in beside a match: `python -m lab.benchmarks.many_imports [--files 2000] [--without-pause]`.

This program reads the demo's match as its camera shows it, and holds the journal open as the table's thread does; with
--without-pause it reads picture after picture, harder than any match. As many threads as the page sends at once bring
own matches in, written in turns as `.mat`, SGF and `.xg`. Printed are how long all of them took, by the clock and of a
processor, how long a reading took alone and beside them, and how long people waited for one more to show.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue

from arbiter.records import MatchRecord, write_mat, write_sgf
from arbiter.rules import Rules
from bookgammon.history.journal import FILE, Journal
from bookgammon.plugins.imports.service import ImportService
from lab.benchmarks.readings import MatchBeside, ReadingsBeside, at_share
from tests.arbiter.random_matches import random_match
from tests.arbiter.xg_files import xg_bytes

AT_ONCE = 4
"""As the page sends them (`imports.js`)."""
PICTURES = 160
SECONDS = 40.0
"""Of a match that are read, alone before and after."""
NAMES = 4
"""Pairs of players a match is written for: each pair's is a match of its own."""
FORMS = (lambda match: write_mat(match).encode(), lambda match: write_sgf(match).encode(), xg_bytes)


def files(number: int, seed: int) -> list[bytes]:
    """Of as many different matches, most of them to five points."""
    found = list[bytes]()
    while len(found) < number:
        made = random_match(random.Random(seed + len(found)), Rules(length=5))
        for pair in range(min(NAMES, number - len(found))):
            match: MatchRecord = replace(made, names=(f"Ann {pair}", f"Ben {pair}"))
            found.append(FORMS[len(found) % len(FORMS)](match))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--without-pause", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    waiting = SimpleQueue[bytes]()
    for content in files(args.files, args.seed):
        waiting.put(content)
    readings = ReadingsBeside(PICTURES) if args.without_pause else MatchBeside(SECONDS)
    troubles, done, kept = list[str](), list[float](), list[float]()
    alone = readings.read()
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal(Path(folder) / FILE),
        ImportService(Path(folder) / FILE) as service,
    ):

        def lane() -> None:
            while True:
                try:
                    content = waiting.get_nowait()
                except Empty:
                    kept.append(time.thread_time())
                    return
                brought = service.bring_in(content)
                if brought.trouble or any(each.known for each in brought.matches):
                    troubles.append(brought.trouble or "known already")
                done.append(time.perf_counter())

        lanes = [threading.Thread(target=lane) for _ in range(AT_ONCE)]
        began = time.perf_counter()
        for each in lanes:
            each.start()
        beside = list[float]()
        while any(each.is_alive() for each in lanes):
            beside += readings.read()
        for each in lanes:
            each.join()
        alone += readings.read()
    took = max(done) - began
    longest = max(later - earlier for earlier, later in zip([began, *done], done, strict=False))
    print(f"{args.files} files in {took:.1f} s, {len(troubles)} of them left out: {troubles[:3]}")
    confined = resource.getrusage(resource.RUSAGE_CHILDREN)
    read, written = (1000 * spent / args.files for spent in (confined.ru_utime + confined.ru_stime, sum(kept)))
    print(f"of a processor, a file: {read:.1f} ms to read it in its own process, {written:.1f} ms to keep it here")
    print(f"the longest wait for one more to show: {longest:.2f} s")
    for name, share in (("median", 0.5), ("p95", 0.95)):
        here, there = at_share(share, alone), at_share(share, beside)
        print(f"a reading, {name}: alone {here:.0f} ms, beside {there:.0f} ms, {there / here:.2f} times")
    print(f"{len(beside)} readings beside, load {os.getloadavg()[0]:.1f}")
    return bool(troubles)


if __name__ == "__main__":
    sys.exit(main())
