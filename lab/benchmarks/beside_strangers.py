"""What a reading takes beside work on strangers' files: `python -m lab.benchmarks.beside_strangers [--readings 80]`.

For each door of `fuzz_formats` another program works through its cases without a pause, while this one reads the
demo's board picture after picture; readings alone and beside it take turns, so that other work on the machine falls on
both. `--given-way` says how the other program gives way: as any program (other), at nice 19 as what is confined in the
background (nice), or in Linux's class of idle processes (idle).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from lab.benchmarks.readings import ReadingsBeside
from lab.campaigns.fuzz_formats import DOORS

_FUZZ = """
import os, sys
if sys.argv[2] == "nice":
    os.nice(19)
elif sys.argv[2] == "idle":
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
from lab.campaigns.fuzz_formats import DOORS, tried
print("ready", flush=True)
seed = 0
while True:
    seed += 1
    tried(DOORS[sys.argv[1]], 50, seed)
"""


WAYS = ("other", "nice", "idle")


@contextmanager
def strangers(door: str, way: str) -> Iterator[None]:
    """Another program that works through one door's cases while the block runs."""
    words = [sys.executable, "-c", _FUZZ, door, way]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        program.stdout.readline()
        try:
            yield
        finally:
            program.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readings", type=int, default=80, help="of each kind, for each door [80]")
    parser.add_argument("--given-way", choices=WAYS, default="nice")
    parser.add_argument("--door", choices=tuple(DOORS), action="append")
    args = parser.parse_args()
    readings = ReadingsBeside(args.readings)
    for door in args.door or DOORS:
        print(f"{door}: {readings.compare(partial(strangers, door, args.given_way))}", flush=True)


if __name__ == "__main__":
    main()
