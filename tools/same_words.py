"""Whether two runs of `bookgammon read --json` say the same: `python -m tools.same_words FIRST SECOND`.

For another processor, whose floating-point numbers end otherwise. Exit code 1 with the first places that differ.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

WITHIN = 1e-3
_SHOWN = 10


def differences(one: object, other: object, within: float, where: str = "") -> Iterator[str]:
    """A line for each place where two JSON values differ, numbers by more than `within` of a larger one or of 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            if key in one and key in other:
                yield from differences(one[key], other[key], within, f"{where}.{key}")
            else:
                yield f"{where}.{key}: in one of both alone"
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (first, second) in enumerate(zip(one, other, strict=True)):
            yield from differences(first, second, within, f"{where}[{number}]")
    elif isinstance(one, float) or isinstance(other, float):
        pair = (one, other)
        numbers = [float(value) for value in pair if isinstance(value, int | float)]
        if len(numbers) < len(pair) or not math.isclose(*numbers, rel_tol=within, abs_tol=within):
            yield f"{where}: {one} and {other}"
    elif one != other:
        yield f"{where}: {one!r} and {other!r}"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.same_words", description=__doc__)
    parser.add_argument("files", nargs=2, type=Path)
    parser.add_argument("--within", type=float, default=WITHIN)
    args = parser.parse_args(words)
    read = [[json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] for path in args.files]
    found = list(differences(read[0], read[1], args.within))
    print(*found[:_SHOWN], f"{len(read[0])} pictures, {len(found)} differences", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
