"""Own matches in every dialect and encoding that is read: `python -m lab.campaigns.record_dialects [MATCHES] [SEED]`.

Each must come back as the same match, games, rules, names and all. A sample is tests/arbiter/test_record_dialects.py.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from io import BytesIO

from arbiter.records import MatchRecord, read_records
from arbiter.records.encoding import decoded
from arbiter.records.xg_file import MAGIC
from tests.arbiter.dialects import compared

_A_LINE = 50


def main() -> int:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    wrong, forms = 0, 0
    for number, seed in enumerate(range(first, first + matches), start=1):
        found = compared(seed, _read)
        forms += len(found)
        troubles = [trouble for trouble in found if trouble]
        wrong += len(troubles)
        if troubles:
            print(*troubles[:5], sep="\n", flush=True)
        if number % _A_LINE == 0 or number == matches:
            print(f"{number} matches in {forms} files: {wrong} read otherwise or refused", flush=True)
    return bool(wrong)


def _read(content: bytes) -> tuple[MatchRecord, ...]:
    """As `read_records` reads a file: from its letters on once for all encodings that a text is written in."""
    return read_records(BytesIO(content)) if content.startswith(MAGIC) else _read_text(decoded(content))


@lru_cache(maxsize=64)
def _read_text(text: str) -> tuple[MatchRecord, ...]:
    return read_records(text)


if __name__ == "__main__":
    sys.exit(main())
