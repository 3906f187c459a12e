"""Every door against spoilt input: `python -m lab.campaigns.fuzz_doors [--cases 10000] [--seed 1] [DOOR ...]`.

Prints a line a door: how many cases were tried and how many of them came in. What should not have come out is
printed with the smallest case that brings it about, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.doors import Door, Files, case_came_in, doors
from tests.fuzz.page import Line, WatchedPage

AT_ONCE = 10
"""Cases of one example in a long run: an example costs hypothesis more than thinking up a case."""


def try_door(door: Door, cases: int, folder: Path, start: int) -> int:
    """Try so many cases with what hypothesis thinks up; gives how often the case came in."""
    came_in, at_once = 0, AT_ONCE if cases >= 100 * AT_ONCE else 1

    @seed(start)
    @settings(
        max_examples=cases // at_once,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(some=st.lists(door.cases, min_size=at_once, max_size=at_once))
    def all_of_them(some: list[Any]) -> None:
        nonlocal came_in
        for case in some:
            try:
                came_in += case_came_in(door, case, folder)
            except Exception as error:
                error.add_note(f"It was brought about by {case!r}")
                raise

    all_of_them()
    return came_in


@contextmanager
def all_doors() -> Iterator[dict[str, Door]]:
    """The doors, with a server running and files at hand while the block lasts."""
    with tempfile.TemporaryDirectory() as name:
        page = WatchedPage(Path(name))
        with Line(page) as line:
            yield dict(doors(Files(Path(name)), page, line))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("doors", nargs="*", metavar="DOOR")
    args = parser.parse_args()
    wrong = 0
    with all_doors() as found, tempfile.TemporaryDirectory() as scratch:
        for name in args.doors or found:
            try:
                came_in = try_door(found[name], args.cases, Path(scratch), args.seed)
                print(f"{name}: {args.cases} cases, {came_in} came in, nothing else came out", flush=True)
            except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
                wrong += 1
                print(f"{name}: SOMETHING ELSE CAME OUT\n{traceback.format_exc()}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
