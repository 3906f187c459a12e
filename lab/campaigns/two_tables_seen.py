"""How soon a play is on the other table's page, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_tables_seen [PLAYS] [SEED]`.

Two tables' programs, each in a process of its own, joined by the real link over a real Mosquitto. Counted is from the
moment when the player's own program says that the play is made to the moment when the other's shows it as the play to
be put there, that table looking twelve times a second. A browser's own time comes on top.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from lab.campaigns.two_tables_pair import Pair
from tests.two_books.match.player_notes import notes_in

TIMED = "tests.two_books.match.timed_player"


def match(folder: Path, seed: int) -> list[float]:
    """Seconds of each play of one match to 3."""
    manners = {"against_rules": 0.0, "wrongly": 0.0}
    pair = Pair(folder, seed, 3, (), manners, modules=(TIMED, TIMED))
    pair.calm()
    figures = pair.play()
    if figures.faults:
        raise AssertionError("; ".join(figures.faults))
    one, two = (notes_in(table.folder) for table in pair.tables.values())
    pairs = ((one.made, two.shown), (two.made, one.shown))
    return [shown[turn] - made[turn] for made, shown in pairs for turn in made if turn in shown]


def main() -> None:
    words = [int(word) for word in sys.argv[1:]]
    plays, seed = [*words, *(100, 6500)[len(words) :]]
    took, matches, began = list[float](), 0, time.monotonic()
    while len(took) < plays:
        with tempfile.TemporaryDirectory(prefix="two-tables-") as folder:
            took += match(Path(folder), seed + matches)
        matches += 1
    took.sort()
    print(
        f"{len(took)} plays in {matches} matches: at the other table after {took[len(took) // 2]:.2f} s (median), "
        f"{took[int(0.95 * len(took))]:.2f} s (p95), {took[-1]:.2f} s (longest); "
        f"{time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
