"""Own matches in every dialect and encoding that is read: `python -m lab.campaigns.record_dialects [MATCHES] [SEED]`.

Each must come back as the same match, games, rules, names and all. A sample is tests/arbiter/test_record_dialects.py.
"""

from __future__ import annotations

import sys

from tests.arbiter.dialects import differing, match_of, written

_A_LINE = 50


def main() -> int:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    wrong, forms = 0, 0
    for number, seed in enumerate(range(first, first + matches), start=1):
        forms += sum(1 for _ in written(match_of(seed)))
        found = differing(seed)
        wrong += len(found)
        if found:
            print(*found[:5], sep="\n", flush=True)
        if number % _A_LINE == 0 or number == matches:
            print(f"{number} matches in {forms} files: {wrong} read otherwise or refused", flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
