"""Messages of a club's table in which one value is another: `python -m lab.campaigns.fuzz_club [--messages 20000]`.

Tables' states, events and results come to the wall as a broker would bring them; after each fifty every page of the
wall is asked for. Each message is taken or dropped, and every page answers.
"""

from __future__ import annotations

import argparse
import resource
import time

from tests.plugins.club.test_strange_values import tried

_PART = 500


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    taken, slowest = 0, 0.0
    for part in range(args.messages // _PART):
        began = time.process_time()
        taken += tried(args.seed * 1000 + part, _PART, each=50)
        slowest = max(slowest, time.process_time() - began)
        print(f"{(part + 1) * _PART} messages, {taken} taken", flush=True)
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{_PART} messages and their pages took {slowest:.1f} s of a processor at most, {held:.0f} MiB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
