"""`python -m lab.campaigns.kill CAMPAIGN [OPTION…]`: kill -9 at random moments; what must not be lost is not lost.

match: a match under a viewer's eyes; clock: one with the tournament clock; set-up: a board that is set up or written
anew; data: a match while others export, delete, back up and restore; engine: GNU Backgammon, and the program that plays
against it; films: what makes a match of a film.
"""

from __future__ import annotations

import signal
import sys
from importlib import import_module

CAMPAIGNS = ("match", "clock", "set-up", "data", "engine", "films")


def main() -> int:
    if not hasattr(signal, "SIGKILL"):
        sys.exit("This system knows no kill -9.")
    if sys.argv[1:2] not in [[name] for name in CAMPAIGNS]:
        print(__doc__, file=sys.stderr)
        return 2
    campaign = import_module(f"lab.campaigns.kill.{sys.argv[1].replace('-', '_')}")
    code: int = campaign.main(sys.argv[2:])
    return code


if __name__ == "__main__":
    sys.exit(main())
