"""Match files changed by chance, read: only the arbiter's own errors may come out.

    python -m tests.arbiter.mutated_records [FILES] [SEED]

A sample runs in test_mutated_records.py.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from arbiter.errors import ArbiterError
from arbiter.records import MatchRecord, read_mat, read_sgf

DATA = Path(__file__).parent / "data" / "matches"
SIGNS = '0123456789:/*()[];"\\?=>-. \n\tABWDlightTakesWinsLossesbaroff\u0660\ufeff\xa0é'
READERS: dict[str, Callable[[str], MatchRecord]] = {"mat": read_mat, "sgf": read_sgf}


def mutated(text: str, rng: random.Random) -> str:
    """The text with up to eight letters changed, pieces doubled, moved, cut out or repeated many times."""
    for _ in range(rng.randint(1, 8)):
        begin = rng.randrange(len(text) + 1)
        end = min(len(text), begin + rng.choice((1, 1, 3, 20, 200)))
        piece = rng.choice(
            (rng.choice(SIGNS), "", text[begin:end] * 2, text[begin:end] * 30, text[begin:end][::-1])
        )
        text = text[:begin] + piece + text[end:]
    return text


def run(reader: str, files: int, seed: int) -> tuple[int, float]:
    """(how many were refused, the longest seconds); any other error goes through."""
    rng = random.Random(seed)
    texts = [path.read_text() for path in sorted(DATA.glob(f"*.{reader}"))]
    refused, longest = 0, 0.0
    for _ in range(files):
        text = mutated(rng.choice(texts), rng)
        began = time.process_time()
        try:
            READERS[reader](text)
        except ArbiterError as error:
            refused += 1
            if "\n" in str(error):
                raise AssertionError(f"not one sentence: {error!r}") from error
        longest = max(longest, time.process_time() - began)
    return refused, longest


def main() -> None:
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for reader in READERS:
        refused, longest = run(reader, files, seed)
        print(f"{reader}: {files} files, {refused} refused, the longest took {longest:.2f} s", flush=True)


if __name__ == "__main__":
    main()
