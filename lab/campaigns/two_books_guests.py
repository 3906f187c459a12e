"""Guests at a page against simulated tables, with outages, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_books_guests [MATCHES] [SEED] [LENGTH] [AT_ONCE] [FOLDER]`.

As `two_tables_killed` plays them and looks at them, but that the guest has no board: their program is a process of its
own, and each of their rolls follows from both programs' shares. Their program is killed twice a match, the table's and
the broker once, and the line is cut.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from lab.campaigns.two_tables_killed import MANNERS, campaign
from lab.campaigns.two_tables_looked_at import Figures
from lab.campaigns.two_tables_pair import GUEST, OUTAGES, PLAYER, Pair

EVENTS = (*OUTAGES, "kill guest")


def play(folder: Path, seed: int, length: int) -> Figures:
    outages = Random(f"{seed} outages").sample(EVENTS, len(EVENTS))
    figures = Pair(folder, seed, length, outages, MANNERS, modules=(PLAYER, GUEST)).play()
    if not figures.rolls and not figures.faults:
        figures.faults.append("no roll was thrown together")
    return figures


if __name__ == "__main__":
    sys.exit(not campaign(play, sys.argv[1:], 4, 1, 3, 2))
